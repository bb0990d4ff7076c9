"""What is drawn is what was judged: a board's picture and text are read back by place, shape and
text (`drawing_reader`), and are the record's rules again, whatever kinds meet."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

import satdoku
from satdoku import Constraint, Layout, Puzzle
from satdoku.constraints import styles, wording
from satdoku.constraints.drawings import rule_drawings
from satdoku.constraints.kind_table import KINDS, Kind
from satdoku.constraints.rules_text import rules_of, untold
from satdoku.errors import SatdokuError
from satdoku.languages import translator
from satdoku.operations.variant_generation import place_constraints
from satdoku.random_stream import RandomStream
from satdoku.render.picture.svg import puzzle_picture
from satdoku.render.printing.legibility import alike_in_black

from .drawing_reader import NotReadableError, Reader

GALLERY = Path(__file__).parents[2] / "docs" / "gallery.txt"
sys.path.append(str(GALLERY.parent))
import make_variant_pictures as documents  # noqa: E402

BOARD = Layout.named("6x6")
EXAMPLES = [one for one in documents.examples() if not untold(one.layout)]
#: Kinds whose numbers or texts only the sentence has.
TOLD_NUMBERS = ("regex", "connected", "chaos-construction")
#: What these say is in words, or nowhere (`untold`); kinds of layers have boards of their own.
SKIPPED = {"regex", "automaton"}
DRAWN = [
    name
    for name, kind in KINDS.items()
    if not isinstance(kind.draws, styles.Note) and not kind.on_layer and name not in SKIPPED
    and not name.startswith("chaos") and name not in ("connected", "galaxy")
]  # fmt: skip
#: One or two of each style, for every pair of them.
SOME = (
    "killer", "sum", "contain-exactly", "equal-sums", "difference", "ratio", "pair-sum", "greater",
    "quadruple", "thermometer", "slow-thermometer", "arrow", "whisper", "sum-line", "between",
    "odd", "even", "minimum", "clone", "candidates", "little-killer", "sandwich", "x-sum",
)  # fmt: skip
#: Kinds whose cells have an order.
ORDERED = ("greater", "thermometer", "slow-thermometer", "value-index", "count-distinct", "arrow")


def canonical(rules: list[Constraint], layout: Layout) -> set[Constraint]:
    """The same rules, each written in one way: cells in an order where it does not matter, the
    numbers that are meant, a rule for each cell or edge where one says several."""
    return {one for rule in rules for one in _canonical(rule, layout)}


def _canonical(rule: Constraint, layout: Layout) -> Iterator[Constraint]:
    kind = KINDS[rule.kind]
    rule = replace(rule, values=wording.values_of(rule, layout))
    cells = rule.cells
    match kind.draws:
        case styles.Between():
            for a, b in combinations(cells, 2):
                (r, c), (r2, c2) = layout.places.place(a), layout.places.place(b)
                if len(cells) == 2 or abs(r - r2) + abs(c - c2) == 1:
                    yield rule.moved((a, b) if kind.draws.sign else tuple(sorted((a, b))))
        case styles.Shade(halves=False) if "{each}" in kind.sentence:
            for cell in cells:
                yield rule.moved((cell,))
        case styles.Meeting():
            yield replace(rule, cells=tuple(sorted(cells)), values=tuple(sorted(rule.values)))
        case styles.Outline(groups=""):
            yield rule.moved(tuple(sorted(cells)))
        case styles.Outline():
            own = [frozenset(part) for part in satdoku_parts(rule, kind.draws)]
            parts = sorted(map(sorted, own))
            sizes = tuple(map(len, parts)) if kind.draws.groups == "{}" else rule.values
            yield replace(rule, cells=tuple(cell for part in parts for cell in part), values=sizes)
        case styles.Along(ring=True):
            pill = rule.values[0] if rule.values else 1
            yield rule.moved((*sorted(cells[:pill]), *cells[pill:]))
        case styles.Along() if rule.kind not in ORDERED:
            yield rule.moved(min(cells, cells[::-1]))
        case styles.Shade(halves=False):
            yield rule.moved(tuple(sorted(cells)))
        case _:
            yield rule


def satdoku_parts(rule: Constraint, style: styles.Outline) -> Iterator[tuple[int, ...]]:
    """The cells of each group."""
    sizes = rule.values
    if style.groups == "{0}":
        sizes = (len(rule.cells) // rule.values[0],) * rule.values[0]
    for k, size in enumerate(sizes):
        yield rule.cells[sum(sizes[:k]) :][:size]


def read_back(
    layout: Layout, *, grey: bool = False, drawn: str = "", **looks: bool
) -> set[Constraint]:
    """The rules that the picture (or another drawing) shows and the text tells."""
    board = Puzzle((0,) * layout.cell_count, layout)
    drawn = drawn or puzzle_picture(board, noted=False, **looks)
    text = " ".join(rules_of(layout))
    # of what is told, the sentence is there, with its cells and numbers
    told = [
        rule
        for rule in dict.fromkeys(layout.constraints)
        if rule.cells and wording.fact(rule, layout).lower() in text.lower()
    ]
    kinds = dict.fromkeys(rule.kind for rule in layout.constraints if rule not in told)
    seen = Reader(drawn, layout, kinds, text, grey).constraints()
    return canonical([*seen, *told], layout)


def cells_of(kind: Kind, layout: Layout, stream: random.Random) -> list[int]:
    """Some cells for a rule of a kind: mostly as setters choose them, sometimes any."""
    style = kind.draws
    places = layout.places
    if stream.random() < 0.08:
        return stream.sample(range(layout.cell_count), 4)
    cell = stream.randrange(layout.cell_count)
    r, c = places.place(cell)
    if isinstance(style, styles.Meeting):
        r, c = min(r, 4), min(c, 4)
        return [r * 6 + c, r * 6 + c + 1, r * 6 + c + 6, r * 6 + c + 7]
    if isinstance(style, styles.Outside):
        if style.arrow:
            line = [places.cell_at(k, c + k) for k in range(6)]
        else:
            line = [places.cell_at(r, k) for k in range(6)]
            line = line if stream.random() < 0.5 else [places.cell_at(k, c) for k in range(6)]
        found = [one for one in line if one is not None]
        return found if stream.random() < 0.5 else found[::-1]
    if isinstance(style, styles.Shade):
        return stream.sample(range(layout.cell_count), 4 if style.halves else 1)
    is_line = isinstance(style, styles.Along)
    walk = [cell]
    for _ in range(1 if isinstance(style, styles.Between) else stream.randrange(2, 5)):
        r, c = places.place(walk[-1] if is_line else stream.choice(walk))
        reach = (-1, 0, 1)
        steps = [
            (y, x) for y, x in product(reach, reach) if (y, x) != (0, 0) and (is_line or not y * x)
        ]
        near = [places.cell_at(r + y, c + x) for y, x in steps]
        open_cells = [one for one in near if one is not None and one not in walk]
        if open_cells:
            walk.append(stream.choice(open_cells))
    return walk


#: Numbers of rules, for kinds where any will not do.
VALUES = {"quadruple": (2, 3), "contain-exactly": (1, 2), "look-and-say": (1, 2), "whisper": (3,),
          "candidates": (1, 4), "relation": (1, 2, 2, 3, 3, 5), "relation-all": (1, 2, 2, 3, 1, 3),
          "equal-sums": (2, 1), "same-values": (2,),
          "lockout": (2,)}  # fmt: skip


def random_board(kinds: tuple[str, ...], seed: int, each: int = 4) -> Layout:
    stream = random.Random(f"{kinds}{seed}")
    layout = BOARD
    for name in kinds:
        kind = KINDS[name]
        for _ in range(each):
            values = VALUES.get(name, (stream.randrange(3, 12),) if kind.values[0] else ())
            cells = cells_of(kind, layout, stream)
            if name == "equal-sums":
                values = (1, len(cells) - 1)
            try:
                more = layout.with_constraints(Constraint(name, tuple(cells), values))
                for rule in more.constraints:
                    rules_of(more)
                    list(satdoku.constraints.registry.forms_of(rule, more))
            except (SatdokuError, IndexError, ValueError):
                continue
            layout = more
    return layout


def law(kinds: tuple[str, ...], seed: int, **looks: bool) -> None:
    layout = random_board(kinds, seed)
    if untold(layout):
        return  # `print` names them
    wanted = canonical([rule for rule in layout.constraints if rule.cells], layout)
    found = read_back(layout, **looks)
    assert found == wanted, layout.name


@pytest.mark.parametrize("name", DRAWN)
def test_each_kind_is_read_back_from_its_drawing(name: str) -> None:
    for seed, numbered in product(range(4), (True, False)):
        law((name,), seed, numbered=numbered)


@pytest.mark.parametrize("name", SOME)
def test_kinds_that_meet_are_read_back(name: str) -> None:
    for other in SOME[SOME.index(name) :]:
        law((name, other), 1, numbered=False)


@pytest.mark.parametrize(
    "rules",
    [
        "difference:r1c1,r1c2+ratio:r1c1,r1c2",
        "difference:r1c1,r2c1+pair-sum:5:r1c1,r2c1+killer:13:r2c1,r2c2",
        "killer:13:r2c2,r2c3+quadruple:1,2,3:r1c1,r1c2,r2c1,r2c2",
        "killer:7:r1c1,r1c2+sum:9:r1c1,r2c1",
        "thermometer:r3c3,r2c2,r1c1+thermometer:r3c3-r3c5+thermometer:r5c5,r4c4",
        "arrow:r3c3,r2c2,r1c1+arrow:r3c3,r3c4+slow-thermometer:r3c3,r4c3",
        "sum-line:9:r1c1-r1c3+lunchbox:5:r1c1-r3c1+killer:7:r1c1,r1c2",
        "little-killer:9:r1c2,r2c3,r3c4,r4c5,r5c6+sandwich:5:r1c1-r6c1",
    ],
)
def test_marks_that_meet_stand_apart(rules: str) -> None:
    layout = Layout.named(f"6x6+{rules}")
    assert not any(isinstance(rule.style, styles.Note) for rule in rule_drawings(layout))
    assert read_back(layout) == canonical(list(layout.constraints), layout)


@pytest.mark.parametrize(
    "rules",
    [
        "odd:r1c1+thermometer:r1c1,r1c2",
        "whisper:r1c1-r1c3+renban:r1c2-r1c4",
        "palindrome:r1c1-r1c3+palindrome:r1c3-r3c3",
        "difference:r1c1,r3c3",
        "sandwich:5:r1c1-r1c5",
        "killer:5:r1c1,r3c3",
        "row-indexer:r1c1+column-indexer:r1c1",
        "quadruple:1,2:r1c1,r1c2,r2c1,r2c2+quadruple:3:r1c1,r1c2,r2c1,r2c2",
        "toroidal+difference:r1c1,r1c6",
    ],
)
def test_what_cannot_be_read_from_a_drawing_is_told(rules: str) -> None:
    layout = Layout.named(f"6x6+{rules}")
    told = [rule for rule in rule_drawings(layout) if isinstance(rule.style, styles.Note)]
    [last] = [rule.constraint for rule in told if rule.constraint.cells]
    assert wording.fact(last, layout).lower() in " ".join(rules_of(layout)).lower()
    wanted = [rule for rule in layout.constraints if rule.cells]
    assert read_back(layout) == canonical(wanted, layout)


@pytest.mark.parametrize("kinds", ["kropki", "full-kropki", "kropki,xv"])
def test_there_is_one_dot_on_an_edge_of_generated_puzzles(kinds: str) -> None:
    for puzzle in satdoku.generate(2, seed=5, layout="6x6", kind=kinds):
        edges = [
            frozenset(r.cells) for r in puzzle.constraints if r.kind in ("difference", "ratio")
        ]
        assert len(edges) == len(set(edges))
        read = read_back(puzzle.layout)
        seen = puzzle.layout.without_constraints().with_constraints(
            *read, *(rule for rule in puzzle.constraints if not rule.cells)
        )
        assert satdoku.count(Puzzle(puzzle.cells, seen), limit=2) == 1


def test_where_all_dots_of_a_colour_are_given_they_stay_between_1_and_2() -> None:
    grid = next(satdoku.generate(1, seed=3, layout="6x6"))
    grid = satdoku.solution(grid)
    pairs = [(k, k + step) for k in range(36) for step in (1, 6) if k % 6 < 5 or step == 6]
    wanted = {frozenset(pair) for pair in pairs if {*pair} < {*range(36)}}
    wanted = {pair for pair in wanted if {grid.cells[cell] for cell in pair} == {1, 2}}
    assert wanted
    others = {"no-other-difference": {"difference"}, "no-other-ratio": {"ratio"}}
    for kinds in ((), ("no-other-difference",), ("no-other-ratio",), tuple(others)):
        placed = place_constraints(("difference", "ratio", *kinds), grid, RandomStream(1))
        needed = {colour for kind in kinds for colour in others[kind]}
        for pair in wanted:
            found = {rule.kind for rule in placed if {*rule.cells} == pair}
            assert found == needed or (not needed and len(found) == 1)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.kind.name)
def test_the_example_of_each_kind_is_read_back(example: documents.Example) -> None:
    """Also on boards with a layer below."""
    layout = example.layout
    wanted = canonical([rule for rule in layout.constraints if rule.cells], layout)
    if example.kind.name in TOLD_NUMBERS:
        wanted = {replace(rule, values=(), text="") for rule in wanted}
    assert read_back(layout) == wanted


@pytest.mark.room("serving")
def test_the_board_of_the_desk_is_read_back() -> None:
    from satdoku.serving.answering.board_drawing import drawing_of

    for kinds in combinations(SOME[::3], 2):
        layout = random_board(kinds, 2)
        parts = drawing_of(layout)
        board = "".join(str(parts[part]) for part in ("behind", "frame", "before"))
        wanted = canonical([rule for rule in layout.constraints if rule.cells], layout)
        assert read_back(layout, drawn=f'<svg xmlns="http://x">{board}</svg>') == wanted


def test_every_puzzle_of_the_gallery_is_read_back() -> None:
    for line in GALLERY.read_text().splitlines():
        if not line.endswith(" -"):
            layout = satdoku.parse(line.split(" ", 1)[1]).layout
            wanted = [rule for rule in layout.constraints if rule.cells]
            assert read_back(layout) == canonical(wanted, layout), line


@pytest.mark.parametrize("language", ["de", "es", "fr", "ja"])
def test_told_rules_name_their_cells_in_every_language(language: str) -> None:
    layout = Layout.named(
        "6x6+difference:3:r1c1,r3c3+killer:5:r2c1,r4c4+odd:r1c1+even:r1c1+x-sum:9:r5c1-r5c5"
    )
    text = " ".join(rules_of(layout, translator(language)))
    for name in ("r1c1,r3c3", "r2c1,r4c4", "r5c1-r5c5"):
        assert name in text
    for number in "359":
        assert re.search(rf"(?<![rc\d]){number}(?!\d)", text)
    assert not re.search(r"\b(the|digits|cells|hold|holds|number|along|each|between)\b", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", DRAWN)
def test_kinds_that_meet_are_read_back_in_black_or_named(name: str) -> None:
    for other in DRAWN[DRAWN.index(name) + 1 :]:
        layout = random_board((name, other), 5)
        if untold(layout) or list(alike_in_black(layout)):
            continue
        wanted = canonical([rule for rule in layout.constraints if rule.cells], layout)
        assert read_back(layout, grey=True) == wanted, layout.name


@pytest.mark.parametrize(
    ("rules", "pairs"),
    [
        ("renban:r1c1-r1c3+whisper:r2c1-r2c3", [("renban", "whisper")]),
        ("row-indexer:r1c1+column-indexer:r2c2", [("row-indexer", "column-indexer")]),
        ("parity-line:r1c1-r1c3+whisper:r2c1-r2c3", []),
        ("sum-line:5:r1c1-r1c3+whisper:r2c1-r2c3", [("sum-line", "whisper")]),
        ("clone:r1c1,r2c3+column-indexer:r3c3", [("clone", "column-indexer")]),
        ("thermometer:r1c1-r1c3+slow-thermometer:r2c1-r2c3+arrow:r3c1-r3c3", []),
    ],
)
def test_marks_that_only_colour_tells_apart_are_named(
    rules: str, pairs: list[tuple[str, str]]
) -> None:
    layout = Layout.named(f"6x6+{rules}")
    assert list(alike_in_black(layout)) == pairs
    if pairs:
        with pytest.raises(NotReadableError, match="one of"):
            read_back(layout, grey=True)
    else:
        assert read_back(layout, grey=True) == read_back(layout)
