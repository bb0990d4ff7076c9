"""Each kind of rule, by a fill of its cells that keeps it and one that breaks it.

The fills were made by hand from the sentences in docs/variants.md. Both the forms and the clauses
must say the same; CP-SAT, with its own constraints for the forms, is the judge on random boards.
"""

import random
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

import satdoku
from satdoku import Constraint, Layout, Puzzle, Theory
from satdoku.backends import open_backend
from satdoku.constraints.registry import KINDS, forms_of
from satdoku.constraints.wording import definition
from tests.constraints.test_constraints import holds
from tests.marks import slow_but

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import make_variant_pictures as documents

ROW, COLUMN = "r1c1-r1c9", "r1c1-r9c1"
#: (rule on the 9×9 board, digits of its cells that keep it, digits that break it)
EXAMPLES = [
    ("candidates:1,2:r1c1,r1c2", "12", "13"),
    ("odd:r1c1", "7", "4"),
    ("even:r1c1", "4", "7"),
    ("distinct:r1c1,r5c5,r9c9", "192", "191"),
    ("killer:13:r1c1,r1c2,r2c1", "193", "166"),
    ("killer:r1c1,r1c2,r2c1", "193", "161"),
    ("sum:12:r1c1,r5c5", "66", "67"),
    ("sum:0,2,-1:r1c1,r5c5", "36", "63"),
    ("rellik:5:r1c1-r1c3", "634", "239"),
    ("equality-cage:r1c1-r1c4", "1289", "1389"),
    ("renban:r1c1-r1c4", "5364", "5367"),
    ("same-values:2:r1c1,r1c2,r5c5,r6c6", "1221", "1222"),
    ("same-values:3:r1c1,r5c5,r9c9", "444", "445"),
    ("quadruple:3,3:r1c1,r1c2,r2c1,r2c2", "3193", "3194"),
    ("contain-exactly:3:r1c1,r5c5,r9c9", "312", "313"),
    ("count-distinct:r1c1,r2c2,r3c3,r4c4", "2335", "3335"),
    ("counting-circles:r1c1,r2c2,r3c3,r4c4,r5c5,r6c6", "122333", "123333"),
    ("look-and-say:2,3:r1c1,r5c5,r9c9", "343", "333"),
    ("arrow:r1c1-r1c3", "945", "946"),
    ("arrow:2:r1c1-r1c4", "1376", "1377"),
    ("double-arrow:r1c1-r1c4", "4321", "4331"),
    ("between:r1c1-r1c4", "2349", "2399"),
    ("lockout:4:r1c1-r1c4", "3297", "3247"),
    ("lockout:4:r1c1-r1c4", "3197", "3196"),
    ("zipper:r1c1-r1c5", "12534", "12543"),
    ("zipper:r1c1-r1c4", "1324", "1325"),
    ("sum-line:10:r1c1,r2c2,r3c3,r4c4", "3755", "3765"),
    ("region-sum-line:r1c1,r1c3,r1c4,r1c7", "1788", "1789"),
    ("equal-sums:2,1:r1c1,r2c2,r5c5", "347", "348"),
    ("value-index:r1c1,r2c2,r3c3,r4c4,r5c5", "92495", "91495"),
    ("little-killer:20:r1c1,r2c2,r3c3", "992", "991"),
    (f"sandwich:12:{ROW}", "314895672", "314289567"),
    (f"lunchbox:12:{ROW}", "231849567", "231894567"),
    ("lunchbox:3:r1c1-r1c4", "4237", "4327"),
    (f"x-sum:9:{COLUMN}", "324156789", "327156489"),
    (f"skyscraper:3:{ROW}", "518469237", "123456789"),
    (f"hidden-skyscraper:1:{ROW}", "518469237", "521846937"),
    (f"numbered-room:7:{ROW}", "347512689", "437512689"),
    ("difference:2:r1c1,r1c2", "35", "36"),
    ("difference:r1c1,r1c2,r1c3", "545", "546"),
    ("ratio:r1c1,r1c2", "63", "93"),
    ("ratio:3:r1c1,r1c2", "93", "63"),
    ("pair-sum:5:r1c1,r1c2", "32", "33"),
    ("greater:r1c1,r1c2", "32", "22"),
    ("thermometer:r1c1,r2c2,r3c3", "247", "277"),
    ("slow-thermometer:r1c1,r2c2,r3c3", "277", "276"),
    ("palindrome:r1c1,r2c2,r3c3,r4c4,r5c5", "12321", "12331"),
    ("clone:r1c1,r2c2,r5c5,r6c6", "1212", "1221"),
    ("whisper:r1c1,r2c2,r3c3", "161", "165"),
    ("whisper:4:r1c1,r2c2", "15", "14"),
    ("nabner:r1c1,r2c2,r3c3", "153", "152"),
    ("modular:r1c1,r2c2,r3c3,r4c4", "1237", "1232"),
    ("modular:2:r1c1,r2c2,r3c3", "123", "133"),
    ("entropic:r1c1,r2c2,r3c3,r4c4", "1472", "1475"),
    ("parity-line:r1c1,r2c2,r3c3", "125", "135"),
    ("relation:1,2,2,3:r1c1,r2c2,r3c3", "123", "121"),
    ("relation-all:1,2,1,3,2,3:r1c1,r2c2,r3c3", "123", "132"),
    ("regex:'(12|34)%2A5%3F':r1c1,r2c2,r3c3", "125", "135"),
    ("automaton:'>a 1 b,b 2 a!':r1c1,r2c2", "12", "11"),
    ("automaton:2,1:'>a 1 b,b 2 c,c 10 d,d 3 e!':r1c1,r2c2,r3c3", "123", "122"),
    ("sum-line:10,1:r1c1,r2c2,r3c3,r4c4", "4736", "4735"),
    ("connected:0,1,2:r1c1-r1c4", "3125", "1325"),
    ("connected:2,1,2:r1c1,r1c2,r1c3,r5c5,r5c6", "12334", "12312"),
    ("chaos-arrow:0,2:r1c1,r6c1,r6c2", "211", "111"),
    ("chaos-arrow:1,2,3:r1c1,r6c1,r6c2,r6c1,r7c1,r8c1", "31111", "21111"),
    ("chaos-count:0:r1c1,r6c1,r6c2,r7c2", "2121", "3121"),
    ("formula:'r1c1 * r1c2 + r2c1 = 14'", "342", "343"),
    ("formula:'count(r1c1..r1c4 > 5) = 2 and not r1c1 mod 2 = 0'", "7192", "7132"),
    ("or(candidates:1:r1c1|candidates:2:r1c2)", "13", "31"),
]  # fmt: skip
WHOLE = {
    "anti-knight",
    "anti-king",
    "anti-camel",
    "anti-zebra",
    "anti-giraffe",
    "leaper",
    "toroidal",
    "anti-taxicab",
    "non-consecutive",
    "no-other-dots",
    "no-other-difference",
    "no-other-ratio",
    "no-other-xv",
    "global-entropy",
    "global-modulo",
    "row-indexer",
    "column-indexer",
    "box-indexer",
    "minimum",
    "maximum",
    "full-rank",
    "dutch-flatmates",
    "no-equal-lines",
}
#: Those on boards of their own: test_found_regions.py, test_shading.py, test_cell_values.py,
#: test_galaxies.py.
ELSEWHERE = {"chaos-construction", "chaos-arrow", "chaos-count", "doppelganger"}
ELSEWHERE |= {name for name, kind in KINDS.items() if kind.on_layer}


def cells_of(constraint):
    return tuple(dict.fromkeys(c for one in constraint.all() for c in one.cells))


@pytest.mark.parametrize(("name", "good", "bad"), EXAMPLES)
def test_a_fill_that_keeps_the_rule_and_one_that_breaks_it(name, good, bad):
    layout = Layout.boxes(3, 3).with_constraints(name)
    (constraint,) = layout.constraints
    forms, cells = list(forms_of(constraint, layout)), cells_of(constraint)
    kept, broken = (
        all(holds(form, dict(zip(cells, map(int, word), strict=True))) for form in forms)
        for word in (good, bad)
    )
    assert (kept, broken) == (True, False)


def test_every_kind_has_an_example():
    shown = {
        c.kind
        for name, _, _ in EXAMPLES
        for c in Layout.boxes(3, 3).with_constraints(name).constraints
    }
    other = sorted((shown | WHOLE | ELSEWHERE) ^ set(KINDS))
    assert not other, (
        "add an example of each kind to EXAMPLES here (or its name to WHOLE, ELSEWHERE), and "
        f"remove names that are no kind: {other}"
    )


#: (rule, cell → digit that the rule forbids when the first cell holds the first digit)
NEARBY = [
    ("anti-knight", {20: 5, 31: 5}), ("anti-king", {20: 5, 30: 5}),
    ("non-consecutive", {0: 5, 1: 6}), ("anti-taxicab", {20: 3, 31: 3}),
    ("no-other-dots", {0: 4, 1: 8}), ("no-other-xv", {0: 4, 9: 6}),
    ("no-other-difference", {0: 4, 1: 5}), ("no-other-ratio", {0: 4, 1: 8}),
    ("global-entropy", {0: 1, 1: 2, 9: 3, 10: 9}), ("global-modulo", {0: 1, 1: 4, 9: 7, 10: 2}),
    ("row-indexer:r2c1", {9: 5, 36: 3}), ("column-indexer:r1c2", {1: 5, 4: 3}),
    ("box-indexer:r1c2", {1: 5, 10: 3}), ("minimum:r1c1", {0: 5, 1: 4}),
    ("dutch-flatmates", {0: 5, 9: 3}), ("maximum:r1c1", {0: 5, 9: 6}),
    ("full-rank:1:r1c1-r1c9", {0: 1, 1: 9, 9: 2}),
]  # fmt: skip


@pytest.mark.slow_cases("no-other-difference-fill6")
@pytest.mark.parametrize(("name", "fill"), NEARBY)
def test_rules_of_the_whole_board_forbid_what_they_say(name, fill):
    def possible(layout):
        cells = [fill.get(cell, 0) for cell in range(81)]
        return satisfiable(Puzzle(tuple(cells), layout))

    assert possible(Layout.boxes(3, 3))
    assert not possible(Layout.boxes(3, 3).with_constraints(name))
    first = dict([next(iter(fill.items()))])
    cells = [first.get(cell, 0) for cell in range(81)]
    assert satisfiable(Puzzle(tuple(cells), Layout.boxes(3, 3).with_constraints(name)))


def satisfiable(puzzle):
    backend = open_backend("minicard", Theory.of(puzzle.layout))
    return any(True for _ in backend.completions(puzzle.givens, limit=1, time_limit=60))


def random_rule(rng, grid, layout):
    """A random rule that the grid keeps, as text; None where the choice has none."""
    n = layout.size
    at = lambda cells: [layout.digits[grid[c] - 1] for c in cells]  # noqa: E731
    names = lambda cells: ",".join(map(layout.cell_name, cells))  # noqa: E731
    cells = rng.sample(range(n * n), rng.randint(2, 4))
    line = [rng.randrange(n) * n + c for c in range(n)]
    kind = rng.choice(
        [
            "sum",
            "killer",
            "renban",
            "skyscraper",
            "x-sum",
            "quadruple",
            "zipper",
            "thermometer",
            "sandwich",
            "between",
            "or",
            "whisper",
            "lunchbox",
        ]
    )
    digits = at(cells)
    if kind == "sum":
        return f"sum:{sum(digits)}:{names(cells)}"
    if kind == "quadruple":
        return f"quadruple:{digits[0]}:{names(cells)}"
    if kind == "killer" and len(set(digits)) == len(digits):
        return f"killer:{sum(digits)}:{names(cells)}"
    seeing = ("skyscraper", "x-sum", "sandwich", "lunchbox")
    if kind in (*seeing, "zipper", "renban", "thermometer", "between", "whisper"):
        cells = line if kind in seeing else cells
        if kind == "between" and len(cells) < 3:
            return None
        values = range(30) if cells == line else [None]
        fill = dict(zip(cells, at(cells), strict=True))
        for v in values:
            name = f"{kind}{'' if v is None else f':{v}'}:{names(cells)}"
            constraint = layout.with_constraints(name).constraints[-1]
            if all(holds(form, fill) for form in forms_of(constraint, layout)):
                return name
    if kind == "or":
        return f"or(sum:{sum(digits)}:{names(cells)}|odd:{names(cells[:1])})"
    return None


@pytest.mark.parametrize("seed", range(12))
def test_cpsats_own_model_agrees_on_random_mixes(seed):
    rng = random.Random(seed)
    base = Layout.named(rng.choice(["6x6", "6x6+from-0", "5x5/latin"]))
    grid = satdoku.random_grid(base, seed=seed).cells
    rules = [rule for _ in range(9) if (rule := random_rule(rng, grid, base))]
    layout = base.with_constraints(*rules)
    kept = [d if rng.random() < 0.3 else 0 for d in grid]
    puzzle = Puzzle(tuple(kept), layout)
    judged = satdoku.solutions(puzzle, engine="cpsat-integers", limit=3001)
    found = {solution.cells for solution in judged}
    assert grid in found
    if len(found) <= 3000:
        for engine in ("minicard", "native"):
            ours = [g.cells for g in satdoku.solutions(puzzle, engine=engine)]
            assert len(ours) == len(set(ours)) and set(ours) == found


#: Numbers that suit kinds on a board of size 4; what has none here takes 0 or 1 of 1 … 4.
NUMBERS = {
    "sum": [[7], [0, 1, -1], [9, 2, 1]], "killer": [[5], []], "rellik": [[4]],
    "little-killer": [[6], [9]], "sandwich": [[2], [5]], "x-sum": [[5], [6]], "lunchbox": [[3]],
    "quadruple": [[1, 2], [3, 3]], "contain-exactly": [[1, 2], [3]], "look-and-say": [[1, 2, 2, 3]],
    "relation": [[1, 2, 2, 3, 3, 1]], "relation-all": [[1, 2, 2, 3, 3, 1, 1, 3]],
    "arrow": [[], [1]], "same-values": [[2]], "equal-sums": [[2, 2], [1, 3]],
    "candidates": [[1, 3]], "automaton": [[]], "sum-line": [[5], [5, 1], [6, 1]],
    "connected": [[0, 1, 2], [0, 4], [3, 1, 2]],
}  # fmt: skip
TEXTS = {"regex": ".*(12|34).*", "automaton": ">a 1 2 a, a 3 4 b!, b 1 2 3 4 a"}


def any_rule(kind, rng):
    """A random constraint of a kind on the 4×4 board."""
    if kind.name == "or":
        one, two = (any_rule(KINDS[name], rng) for name in ("odd", "difference"))
        return Constraint("or", parts=((one,), (two, one), (any_rule(KINDS["sum"], rng),)))
    if not kind.cells[1]:
        leap = rng.choice([(1, 3), (2, 2), (0, 2), (1, 1)]) if kind.name == "leaper" else ()
        return Constraint(kind.name, values=leap)
    count = (
        4 if kind.name in ("same-values", "equal-sums") else rng.randint(max(2, kind.cells[0]), 4)
    )
    if kind.name == "formula":
        four = "max(#, #) * # <> # + 4 or count(#4 > 2) = 2"
        texts = {1: "# mod 3 > 0", 2: "# < # * 2", 3: "# * # - # <= 5", 8: four}
        cells = rng.sample(range(16), rng.choice([*texts]))
        return Constraint("formula", tuple(cells), text=texts[len(cells)])
    cells = rng.choice([rng.sample(range(16), count), [*range(4)], [*range(12, -1, -4)]])
    if kind.name == "full-rank" and cells not in ([*range(4)], [*range(12, -1, -4)]):
        cells = [*range(4, 8)]
    usual = [[]] if kind.values[0] == 0 else []
    numbers = rng.choice(NUMBERS.get(kind.name, usual + [[n] for n in (1, 2, 3)] * kind.values[1]))
    if kind.name == "sum" and len(numbers) > 1:
        cells = cells[: len(numbers) - 1]
    return Constraint(kind.name, tuple(cells), tuple(numbers), TEXTS.get(kind.name, ""))


GRIDS_4 = [g.cells for g in satdoku.solutions(Puzzle((0,) * 16, Layout.of_size(4)), engine="dlx")]


RANDOM = [name for name in KINDS if name not in ELSEWHERE]


@pytest.mark.parametrize("name", slow_but(RANDOM, *(n for n in RANDOM if n != "no-equal-lines")))
def test_clauses_cpsats_own_words_and_the_definition_agree_on_random_constraints(name):
    rng = random.Random(name)
    assert len(GRIDS_4) == 288
    layouts = set()  # one of a kind for the whole board
    for _ in range(3):
        rule = any_rule(KINDS[name], rng)
        beside = [any_rule(KINDS["difference"], rng)] if name.startswith("no-other") else []
        layouts.add(Layout.of_size(4).with_constraints(rule, *beside))
    for layout in layouts:
        empty = Puzzle((0,) * 16, layout)
        forms = [form for c in layout.constraints for form in forms_of(c, layout)]
        wanted = {g for g in GRIDS_4 if all(holds(f, dict(enumerate(g))) for f in forms)}
        for engine in ("minicard", "cpsat-integers", "masks"):
            found = [g.cells for g in satdoku.solutions(empty, engine=engine)]
            assert len(found) == len(wanted) and set(found) == wanted, (layout.name, engine)


EXAMPLES_SHOWN = documents.examples()


@pytest.mark.parametrize("example", EXAMPLES_SHOWN, ids=lambda example: example.kind.name)
def test_examples_of_the_page_keep_and_break_the_rule_and_nothing_else(example):
    kept, broken = (example.filled(digits) for digits in (example.kept, example.broken))
    plain = Puzzle(broken.cells, example.layout.without_constraints())
    assert satisfiable(plain)
    assert satisfiable(kept)
    assert not satisfiable(broken)


def test_the_page_and_its_pictures_are_as_they_are_made():
    other = {example.kind.name for example in EXAMPLES_SHOWN} ^ set(KINDS)
    assert not other, f"add a line for each kind to docs/kinds.txt, or remove it: {sorted(other)}"
    redo = "run python docs/make_variant_pictures.py"
    page = documents.PAGE.read_text()
    assert documents.with_table(page) == page, redo
    for example in EXAMPLES_SHOWN:
        picture = documents.FOLDER / f"{example.kind.name}.svg"
        assert picture.exists() and picture.read_text() == example.picture(), redo


def test_the_page_defines_every_kind():
    page = (Path(__file__).parents[2] / "docs" / "variants.md").read_text()
    missing = [name for name in KINDS if f"| `{name}` |" not in page]
    wrong = [k.name for k in KINDS.values() if definition(k) not in page]
    redo = "run python docs/make_variant_pictures.py"
    assert not missing, f"docs/variants.md has no row for {missing}: {redo}"
    assert not wrong, f"docs/variants.md has another sentence for {wrong}: {redo}"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_lunchboxes_of_any_sum_hold_what_their_sentence_says(count):
    board = Layout(5, lines=False, height=1, width=count)
    sums = Counter()
    for fill in permutations(range(1, 6), count):
        first, last = sorted((fill.index(min(fill)), fill.index(max(fill))))
        sums[sum(fill[first + 1 : last])] += 1
    cells = tuple(range(count))
    for wanted in range(11):
        layout = board.with_constraints(Constraint("lunchbox", cells, (wanted,)))
        for engine in ("auto", "native"):
            assert satdoku.count(Puzzle((0,) * count, layout), engine=engine) == sums[wanted]
