"""Rules that a visitor of an exported page draws: judged by its tables, and drawn, without Python.

The site's own worker is run by node. What it says is compared with the package: numbers of
solutions with `count`, drawings with those of the server, piece by piece.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest

from satdoku import Layout, Puzzle, count, generate, solutions
from satdoku.constraints.kind_table import NONE
from satdoku.constraints.registry import KINDS
from satdoku.constraints.styles import Between, Meeting, Outside
from satdoku.errors import LayoutError, SatdokuError
from satdoku.formats.links.short_records import packed
from satdoku.render.picture.plan import NOTE_LINE
from satdoku.serving import static_site
from satdoku.serving.answering.boards import puzzle_record
from satdoku.serving.operations import OPERATIONS
from satdoku.serving.rule_tables import BOARDS, OWN_FORMS, digits_from_0, rule_tables
from tests.processes import needs_webassembly, node_with

HERE = Path(__file__).parent
LIMIT = 300
ALL = ("4x4", "6x6", "9x9", "6x6+diagonal", "9x9/latin")
LAYERED = ("4x4", "4x4/latin", "6x6", "9x9", "9x9/latin", "4x4+digits:0-4")
#: Kinds that have tests of their own: each needs other boards, or rules beside it.
NOT_THERE = {"galaxy", "schrodinger", "doppelganger", "toroidal", "formula"}
#: Boards with digits from 0 for the kinds that need them.
ZEROS = "4x4+digits:0-4"
DOPPELGANGERS = digits_from_0(Layout.named("4x4"))["doppelganger"]
#: Kinds that are judged only where their cells' places are known, by a key of their tables.
PLACED = ("at", "heads", "areas")
#: Texts of rules that have one.
TEXTS = {
    "regex": ["[12]*3?.*", "(?:1|2|3)+4?.{0,4}", "[^1].+", "1?2?3?4?5?6?7?8?9?", ".*21.*"],
    "automaton": [
        ">a! 1 2 b!, a 3 4 a!, b 3 4 5 a!",
        ">a 1 2 3 4 a!, a 5 b!, b 6 b",
        ">a 1 3 b, b! 2 4 a",
    ],
}
#: The board below clues outside it.
MOVED = re.compile(r'<g transform="translate\((\d+) \1\)">((?:(?!<g).)*?)</g>')
#: A line of a rule that is told in words.
NOTE = re.compile(
    r'<text x="[^"]*" y="[^"]*" font-size="13" fill="#59636e"[^>]*start">[^<]*</text>'
)


class Site:
    """A site with some boards, and the tables of rules on them."""

    def __init__(self, folder: Path, boards: tuple[str, ...]) -> None:
        self.folder, self.boards = folder, boards
        self.tables: dict[tuple[str, str], dict[str, Any]] = {}
        tables = dict(rule_tables([name for name in boards if name in BOARDS]))
        layouts = [Layout.named(name) for name in ("9x9", *boards, "4x4+from-0")]
        layouts += [static_site.bare_layer(name) for name in LAYERED if name in (*boards, ZEROS)]
        layouts.append(DOPPELGANGERS.without_constraints())
        with (
            patch.object(static_site, "LAYERED", LAYERED),
            patch.object(static_site, "usual_boards", lambda: layouts),
            patch.object(static_site, "rule_tables", tables.items),
        ):
            static_site.write_site(folder)
        (folder / "package.json").write_text('{"type": "module"}')
        for name, table in tables.items():
            _, group, kind = name.split("/")
            self.tables[group, kind] = table

    def ask(self, questions: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
        """Ask the worker: each question is its name, a puzzle, and perhaps options."""
        sent = [
            {"id": k, "ask": ask, "puzzle": record, "options": {"limit": LIMIT, **dict(*options)}}
            for k, (ask, record, *options) in enumerate(questions)
        ]
        done = subprocess.run(
            [node_with(), HERE / "exported_worker.mjs", self.folder],
            input=json.dumps(sent), capture_output=True, text=True, check=True,
        )  # fmt: skip
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one["id"] for one in told] == list(range(len(questions))), done.stderr
        return told


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    yield from site_at(tmp_path_factory.mktemp("small"), ("4x4", "4x4/latin"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    yield from site_at(tmp_path_factory.mktemp("whole"), ALL)


def site_at(folder: Path, boards: tuple[str, ...]) -> Iterator[Site]:
    needs_webassembly()
    node_with()
    yield Site(folder, boards)
    shutil.rmtree(folder)


def walk(layout: Layout, length: int, random: Random) -> list[int]:
    """Cells in a row, each beside the one before or at its corner; fewer if the walk ends."""
    cells = [random.randrange(layout.cell_count)]
    while len(cells) < length:
        row, column = layout.places.all[cells[-1]]
        near = [
            cell
            for cell, (r, c) in enumerate(layout.places.all)
            if max(abs(r - row), abs(c - column)) == 1 and cell not in cells
        ]
        if not near:
            break
        cells.append(random.choice(near))
    return cells


def cells_for(name: str, layout: Layout, length: int, random: Random) -> list[int]:
    """Cells where a mark of the kind usually is, or, one time in four, anywhere."""
    size, style = layout.width, KINDS[name].draws
    row, column = random.randrange(size - 1), random.randrange(size - 1)
    if length == 0 or random.random() < 0.25:
        return random.sample(range(layout.cell_count), length)
    match style:
        case Outside(arrow=True):
            return [k * size + length - 1 - k for k in range(length)][:length]
        case Outside():
            line = [row * size + k for k in range(size)]
            turned = random.choice([line, [k * size + column for k in range(size)]])
            return random.choice([turned, turned[::-1]])[:length]
        case Meeting() if length == 4:
            corner = row * size + column
            return [corner, corner + 1, corner + size, corner + size + 1]
        case Between() if length == 2:
            corner = row * size + column
            return [corner, corner + random.choice([1, size])]
        case _:
            path = walk(layout, length, random)
            return path if len(path) == length else random.sample(range(size * size), length)


def some_rule(
    name: str, layout: Layout, table: dict[str, Any] | None, random: Random
) -> str | None:
    """A rule of the kind as text, by one of the keys of its table; None if it is refused."""
    kind = KINDS[name]
    listed_cells = table and not any(table.get(key) for key in (*PLACED, "labels"))
    if table and listed_cells:
        number, _, listed = random.choice(list(table["rules"])).partition("|")
        length = int(number)
        values = [int(value) for value in listed.split(",") if value]
        if not table["ordered"]:
            random.shuffle(values)
        if table["each"]:
            length = random.randint(1, 3)
    else:
        length = min(random.randint(*kind.cells), layout.size) if kind.cells[1] else 0
        length = max(length, kind.cells[0])
        least, most = kind.values
        values = [random.randint(1, 4) for _ in range(random.randint(least, min(most, least + 1)))]
    if name.startswith("relation"):
        values = [random.randint(1, layout.size) for _ in range(2 * layout.size**2)]
    if name == "chaos-arrow":
        values = [random.randint(0, 1), length - 1]
    cells = cells_for(name, layout, length, random)
    if table and "heads" in table:
        values[0] = random.randint(1, 4 * layout.size)
        cells = random.choice([[*map(int, line.split(","))] for line in table["tails"]])
    text = texted(name, cells, values, layout, random)
    try:
        drawing_of(layout.name, [text])
    except SatdokuError:
        return None
    return text


def texted(
    name: str, cells: Sequence[int], values: Sequence[int], layout: Layout, random: Random
) -> str:
    parts = [name]
    if values:
        parts.append(",".join(map(str, values)))
    if name in TEXTS:
        parts.append(repr(quote(random.choice(TEXTS[name]), safe="")))
    if cells:
        parts.append(",".join(map(layout.cell_name, cells)))
    if name == "or":
        a, b, c = (layout.cell_name(cell) for cell in random.sample(range(layout.cell_count), 3))
        other = "candidates:2,3" if "/" in layout.name else "minimum"
        return f"or(odd:{a}&{other}:{c}|killer:5:{a},{b}|or(candidates:1,2:{c}|even:{b}))"
    return ":".join(parts)


def drawing_of(board: str, rules: list[str]) -> dict[str, Any]:
    """The drawing of a blank board with rules, as the server sends it."""
    layout = with_rules(board, rules)
    drawing: dict[str, Any] = puzzle_record(Puzzle((0,) * layout.cell_count, layout))["drawing"]
    return drawing


def record_of(board: str, rules: list[str], line: str = "") -> dict[str, Any]:
    layout = Layout.named(board)
    return {"puzzle": line or "." * layout.cell_count, "layout": board, "constraints": rules}


def with_rules(board: str, rules: list[str]) -> Layout:
    return Layout.named("+".join([board, *rules]))


def drawn_rules(
    site: Site, seeds: range, *, judged: bool = True
) -> Iterator[tuple[str, list[str]]]:
    """Boards with rules: one of each kind, then some of any kinds together."""
    for seed in seeds:
        random = Random(seed)
        for board in site.boards:
            layout = Layout.named(board)
            singles = []
            for kind, about in KINDS.items():
                table = site.tables.get((str(layout.size), kind))
                is_placed = (
                    about.cells == NONE or any(table.get(key) for key in PLACED) if table else False
                )
                is_judged = (table and (not is_placed or "/" not in board)) or kind in OWN_FORMS
                if about.on_layer and board not in ("4x4", "6x6", "9x9"):
                    continue
                if kind in NOT_THERE or (judged and not is_judged):
                    continue
                tried = (some_rule(kind, layout, table, random) for _ in range(20))
                rule = next((text for text in tried if text), None)
                if rule:
                    defined = ["doublers"] if kind in ("value-sum", "value-arrow") else []
                    singles.append(rule)
                    yield board, [rule, *defined]
            for _ in range(len(singles) // 2):
                yield board, random.sample(singles, random.choice((2, 3, 6)))


def givens_for(board: str, random: Random) -> Puzzle:
    """A blank board, or some digits of a solution of it without rules, which rules may exclude."""
    layout = Layout.named(board)
    share = 0 if layout.size < 6 else 0.45
    grid = next(solutions(Puzzle((0,) * layout.cell_count, layout)))
    assert grid
    digits = [digit if random.random() < share else 0 for digit in grid.cells]
    return Puzzle(tuple(digits), layout)


def compare_counts(site: Site, seeds: range) -> None:
    asked, wanted, random = [], [], Random(seeds.start)
    for board, rules in drawn_rules(site, seeds):
        given = givens_for(board, random)
        try:
            layout = with_rules(board, rules)
            cells = given.cells + (0,) * (layout.cell_count - len(given.cells))
            wanted.append(count(Puzzle(cells, layout), limit=LIMIT))
        except LayoutError:
            continue  # some rules do not go together
        asked.append(("count", record_of(board, rules, given.line)))
    told = site.ask(asked)
    found = [reply.get("answer", {}).get("count", reply.get("error")) for reply in told]
    answers = zip(asked, found, wanted, strict=True)
    assert [(record, mine, true) for (_, record), mine, true in answers if mine != true] == []
    assert len(set(wanted)) > 5


#: Rules about cells without a mark, the marks, and which neighbours have these.
UNMARKED = [
    ("no-other-difference", "difference", lambda a, b: abs(a - b) == 1),
    ("no-other-difference:2", "difference:2", lambda a, b: abs(a - b) == 2),
    ("no-other-ratio", "ratio", lambda a, b: max(a, b) == 2 * min(a, b)),
    ("no-other-ratio:3", "ratio:3", lambda a, b: max(a, b) == 3 * min(a, b)),
    ("no-other-xv", "pair-sum:5", lambda a, b: a + b == 5),
]


def test_marks_exempt_their_cells_from_rules_about_cells_without_marks(small: Site) -> None:
    """All marks of a grid, and all but one of them, which that grid then contradicts."""
    layout = Layout.named("4x4")
    grid = next(solutions(Puzzle((0,) * 16, layout)))
    assert grid
    beside = [(k, k + 1) for k in range(16) if k % 4 < 3] + [(k, k + 4) for k in range(12)]
    boards, wanted = [], []
    for rule, mark, has in UNMARKED:
        pairs = [(a, b) for a, b in beside if has(grid.cells[a], grid.cells[b])]
        marks = [f"{mark}:{layout.cell_name(a)},{layout.cell_name(b)}" for a, b in pairs]
        boards += [[rule, *marks], [rule, *marks[1:]], [rule, *marks[::2]]]
    for board in boards:
        wanted.append(count(Puzzle((0,) * 16, with_rules("4x4", board)), limit=LIMIT))
    told = small.ask([("count", record_of("4x4", board)) for board in boards])
    assert [reply["answer"]["count"] for reply in told] == wanted
    assert min(wanted[::3]) > 0


def compare_drawings(site: Site, seeds: range) -> None:
    asked, wanted = [], []
    for board, rules in drawn_rules(site, seeds, judged=False):
        try:
            wanted.append(drawing_of(board, rules))
        except LayoutError:
            continue  # some rules do not go together
        asked.append(("parse", record_of(board, rules)))
    for (_, record), reply, true in zip(asked, site.ask(asked), wanted, strict=True):
        assert marks_of(reply["answer"]["drawing"]) == marks_of(true), record


def marks_of(drawing: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """A drawing without the rules that are told in words below it, and whether there are any.

    Words are the page's own: it says the meaning of the kind, and then the cells."""
    before, notes = NOTE.subn("", drawing["before"])
    shifted = {name: MOVED.sub(shift, drawing[name]) for name in ("behind", "frame")}
    # The program's has room for the notes in every language.
    height = drawing["height"] % NOTE_LINE if notes else drawing["height"]
    return {**drawing, **shifted, "before": before, "height": height}, notes > 0


def shift(group: re.Match[str]) -> str:
    """What is in a group that is moved, at the places where it then is."""
    by = int(group[1])

    def moved(numbers: re.Match[str]) -> str:
        return re.sub(r"[\d.]+", lambda number: f"{float(number[0]) + by:g}", numbers[0])

    return re.sub(r'[ML][\d.]+ [\d.]+| [xy]="[\d.]+"', moved, group[2])


def test_rules_on_small_boards_have_as_many_solutions_as_the_program_finds(small: Site) -> None:
    compare_counts(small, range(1))


#: Formulas, each with further rules.
FORMULAS = {
    "r1c1 + r1c2 mod 2 = 3": [],
    "sum(r1c1..r1c3, 2*r2c2) - r4c4 * 3 >= 7 and r3c1 <> 2": [],
    "count(r1c1..r2c1 > r1c2..r2c2) = 1 or not r3c3 < r4c4": [],
    "max(r1c1..r2c2) - min([r3c3,r4c1]) = abs(r1c4 - r2c3)": [],
    "r1c1 < r2c2 <= r3c4 and (r1c1 * r4c2) mod 3 = 2": [],
    "R1C1 × r1c2 ≥ 6": ["killer:5:r3c1,r3c2"],
    "-r1c1 mod 3 = 2 - r4c4 mod 2": [],
    "count(shaded(r1c1..r2c2)) = 2": ["shaded:r1c1", "yin-yang"],
    "value(r1c1) + value(r2c2) = 7 or shaded(r4c4)": ["doublers"],
}
#: What is no formula, or what no page judges: an error, or more cells than it reads.
NO_FORMULAS = (
    "r1c1", "r1c1 + = 2", "r1c1..r1c3 > 2", "count(r1c1) = 1", "r1c1 mod 0 = 1", "r9c9 = 1",
    "sum(r1c1..r1c3 + r2c1..r2c2) = 9", "(r1c1 = 2", "shaded(r1c1)", "r1c1 = 1 r1c2 = 2",
    "max(r1c1..r1c4, r2c1..r2c4, r3c1) = 4",
)  # fmt: skip


def test_formulas_mean_what_the_program_reads(small: Site) -> None:
    asked, wanted = [], []
    for text, others in FORMULAS.items():
        rules = [f"formula:'{text}'", *others]
        layout = with_rules("4x4", rules)
        blank = Puzzle((0,) * layout.cell_count, layout)
        wanted.append(count(blank, limit=LIMIT))
        asked.append(("count", record_of("4x4", rules)))
    told = small.ask(asked)
    assert [one.get("answer", one).get("count", one) for one in told] == wanted
    assert len({*wanted}) > 5
    refused = small.ask(
        [("count", record_of("4x4", [f"formula:'{text}'"])) for text in NO_FORMULAS]
    )
    assert all("Not judged here: formula" in one.get("error", "") for one in refused)


def test_what_is_in_no_table_is_drawn_and_not_judged(small: Site) -> None:
    """Kinds without one, numbers that are not listed, digits from 0, formulas."""
    rules = ["killer:99:r1c1,r1c2", 'formula:"A+B=5":r1c1,r1c2']
    rules += ['or(odd:r1c1|formula:"A+B=5":r1c1,r1c2)', "relation:1,2:r1c1,r1c2,r1c1"]
    rules += ["or(connected:0,1:r1c1,r1c2|even:r1c2)", "regex:'(':r1c1,r1c2"]
    boards = [("4x4", [rule]) for rule in rules] + [("4x4+from-0", ["killer:3:r1c1,r1c2"])]
    boards.append(("4x4", ["killer:3:r1c1,r1c2", rules[0]]))
    asked = [(ask, record_of(*one)) for one in boards for ask in ("parse", "live", "solve")]
    told = small.ask(asked)
    for k, (_, some) in enumerate(boards):
        drawn, *others = told[3 * k : 3 * k + 3]
        assert [one["text"] for one in drawn["answer"]["constraints"]] == some
        for other in others:
            assert "needs" in other, (some, other)
            assert other["needs"] and other["error"].startswith(
                f"Not judged here: {some[-1]} needs"
            )


def test_rules_on_a_layer_divide_a_full_grid_as_the_program_does(small: Site) -> None:
    """The layers of one grid: few enough to be counted to the end."""
    asked, wanted, random = [], [], Random(5)
    kinds = [
        kind for kind, about in KINDS.items()
        if about.on_layer and kind != "layer" and kind not in NOT_THERE
    ]  # fmt: skip
    grid = next(solutions(Puzzle((0,) * 16, Layout.named("4x4"))))
    assert grid
    for kind in 3 * kinds:
        rule = some_rule(kind, grid.layout, small.tables.get(("4", kind)), random)
        if not rule or kind.startswith("value-"):
            continue
        rules = [rule, "no-shaded-square", "shaded-connected", "shaded-count:2:r1c1-r4c4,r2c1"]
        record = record_of("4x4", rules, grid.line)
        cells = grid.cells + (0,) * 16
        with suppress(LayoutError):
            wanted.append(count(Puzzle(cells, with_rules("4x4", rules)), limit=LIMIT))
            asked.append(("count", record))
    told = small.ask(asked)
    found = [reply.get("answer", {}).get("count", reply.get("error")) for reply in told]
    answers = zip(asked, found, wanted, strict=True)
    assert [(record, mine, true) for (_, record), mine, true in answers if mine != true] == []
    assert len(set(wanted)) > 12


def test_values_of_a_layer_are_doubled_negated_and_multiplied(small: Site) -> None:
    grid = next(solutions(Puzzle((0,) * 16, Layout.named("4x4"))))
    assert grid
    sets = [
        [f"value-{what}", definer]
        for definer in ("doublers", "negators", "multipliers:0")
        for what in ("sum:5:r1c1,r2c2", "arrow:r4c2,r1c1,r2c2", "sum:2:r1c1,r1c2")
    ]
    cells = grid.cells + (0,) * 16
    wanted = [count(Puzzle(cells, with_rules("4x4", rules)), limit=LIMIT) for rules in sets]
    told = small.ask([("count", record_of("4x4", rules, grid.line)) for rules in sets])
    assert [one["answer"]["count"] for one in told] == wanted
    assert set(wanted) > {0, 1}


def counts_agree(site: Site, puzzles: Sequence[tuple[str, list[str], str]]) -> list[int]:
    """Compare the numbers of solutions of boards with rules and givens; return them."""
    wanted = []
    for board, rules, line in puzzles:
        layout = with_rules(board, rules)
        cells = [layout.symbols.find(mark) + 1 for mark in line]
        cells += [0] * (layout.cell_count - len(cells))
        wanted.append(count(Puzzle(tuple(cells), layout), limit=LIMIT))
    told = site.ask([("count", record_of(*puzzle)) for puzzle in puzzles])
    found = [reply.get("answer", {}).get("count", reply.get("error")) for reply in told]
    assert found == wanted
    return wanted


def blocks_of(size: int, random: Random) -> list[str]:
    """Galaxies that are rectangles of a few cells, which fill a board: their centres as rules."""
    left = {(r, c) for r in range(size) for c in range(size)}
    rules = []
    while left:
        row, column = min(left)
        height, width = random.choice([(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)])
        block = {(row + r, column + c) for r in range(height) for c in range(width)}
        if not block <= left:
            continue
        left -= block
        rows = {(row + row + height - 1) // 2, (row + row + height) // 2}
        columns = {(column + column + width - 1) // 2, (column + column + width) // 2}
        cells = [f"r{r + 1}c{c + 1}" for r in sorted(rows) for c in sorted(columns)]
        rules.append(f"galaxy:{','.join(cells)}")
    return rules


def galaxies(board: str, random: Random, tries: int) -> Iterator[tuple[str, list[str], str]]:
    """Full grids with galaxies, on boards whose opposite edges meet, too."""
    grid = next(solutions(Puzzle((0,) * Layout.named(board).cell_count, Layout.named(board))))
    assert grid
    for number in range(tries):
        rules = blocks_of(grid.layout.size, random)
        if number % 3 == 2:
            rules.append("toroidal")
        if go_together(board, ["layer", *rules]):
            yield board, ["layer", *rules], grid.line


def test_galaxies_divide_a_full_grid_as_the_program_does(small: Site) -> None:
    wanted = counts_agree(small, [*galaxies("4x4", Random(2), 60)])
    assert len(wanted) > 30
    assert len(set(wanted)) > 2
    apart = ["layer", "galaxy:r1c1,r1c3"]  # no centre
    shaded = ["layer", "galaxy:r1c1", "shaded:r1c2"]
    told = small.ask([("count", record_of("4x4", rules)) for rules in (apart, shaded)])
    assert all("Not judged here" in one["error"] for one in told)


@pytest.mark.slow
def test_galaxies_on_larger_boards(whole: Site) -> None:
    wanted = counts_agree(whole, [*galaxies("6x6", Random(3), 40), *galaxies("9x9", Random(4), 8)])
    assert len(set(wanted)) > 1


def go_together(board: str, rules: list[str]) -> bool:
    """Whether no rule is refused beside the others."""
    layout = with_rules(board, rules)
    try:
        count(Puzzle((0,) * layout.cell_count, layout), limit=1)
    except LayoutError:
        return False
    return True


def edges_that_meet(site: Site, board: str) -> Iterator[tuple[str, list[str], str]]:
    """Boards whose opposite edges meet, with each kind that has tables of its own there, and with
    rules that say all by themselves."""
    random = Random(6)
    layout = Layout.named(board)
    blank = Puzzle((0,) * layout.cell_count, layout)
    grid = next(solutions(blank))
    assert grid
    group = f"{layout.size}-toroidal"
    for kind in [kind for at, kind in site.tables if at == group and kind != "toroidal"]:
        about = KINDS[kind]
        rule = some_rule(kind, layout, site.tables[group, kind], random)
        if rule and go_together(board, [rule, "toroidal"]):
            yield board, [rule, "toroidal"], grid.line if about.on_layer else blank.line
    for rule in "connected:0,1:r1c1-r1c4,r4c1-r4c4,r2c4", "or(anti-king|even:r1c1)":
        yield board, [rule, "toroidal"], blank.line
    yield board, ["toroidal"], blank.line


def test_rules_go_on_beyond_edges_that_meet(small: Site) -> None:
    wanted = counts_agree(small, [*edges_that_meet(small, "4x4")])
    assert len(wanted) > 25
    assert len(set(wanted)) > 5


@pytest.mark.slow
def test_rules_go_on_beyond_edges_of_larger_boards(whole: Site) -> None:
    counts_agree(whole, [*edges_that_meet(whole, "6x6")])


def test_cells_with_two_digits_have_both_in_sums(small: Site) -> None:
    line = "0.....0....0.0.."
    sums = ["value-sum:5:r1c2,r1c3", "value-arrow:r1c2,r2c1,r2c2", "value-sum:4:r4c1"]
    sums += ["formula:'value(r1c2) + 2 * value(r2c4) > 9'", "formula:'r1c2 < r1c3 and r1c2 > 1'"]
    sums += ["formula:'value(r1c2) * value(r2c1) = 12'", "or(value-sum:5:r1c2|value-sum:9:r1c2)"]
    puzzles = [(ZEROS, ["schrodinger", rule], line) for rule in sums]
    puzzles += [(ZEROS, ["schrodinger"], line), (ZEROS, ["schrodinger:r1c2,r3c1"], line)]
    wanted = counts_agree(small, puzzles)
    assert len(set(wanted)) > 4
    refused = [(ZEROS, ["schrodinger", rule], line) for rule in ("killer:3:r1c1,r1c2", "yin-yang")]
    told = small.ask([("count", record_of(*one)) for one in refused])
    assert all("Not judged here" in one["error"] for one in told)


def test_what_rows_columns_and_boxes_lack_stands_in_cells_of_its_own(small: Site) -> None:
    board = DOPPELGANGERS.without_constraints().name
    [rule] = [str(rule.on(DOPPELGANGERS.places)) for rule in DOPPELGANGERS.constraints]
    formula = "formula:'r1c1 + r1c2 = 3'"
    wanted = counts_agree(
        small,
        [
            (board, rules, line + "." * 25)
            for rules in ([rule], [rule, formula], [rule, "relation:0,1,2,3,4,0:r1c1,r2c2"])
            for line in ("0123", "12..", "3..0")
        ],
    )
    assert len(set(wanted)) > 3
    moved = rule.replace("r8c1-r8c4", "r8c2,r8c1,r8c3,r8c4")
    [told] = small.ask([("count", record_of(board, [moved]))])
    assert "Not judged here" in told["error"]


def test_a_link_with_a_layer_has_its_rules(small: Site) -> None:
    layout = Layout.named("4x4+layer+yin-yang+shaded:r1c1")
    record = puzzle_record(Puzzle((0,) * 32, layout))
    rules = [rule["text"] for rule in record["constraints"]]
    line = "12.." + "." * 28
    asked = [record_of("4x4", rules, line[:16]), record_of(record["layout"], rules, line)]
    told = small.ask([(ask, one) for ask in ("count", "parse") for one in asked])
    wanted = count(Puzzle((1, 2, *30 * (0,)), layout), limit=LIMIT)
    assert [one["answer"]["count"] for one in told[:2]] == [wanted, wanted]
    for one in told[2:]:
        drawn = one["answer"]
        assert [drawn[key] for key in ("board", "layout")] == ["4x4", record["layout"]]
        assert [rule["text"] for rule in drawn["constraints"]] == rules
        assert (drawn["puzzle"], drawn["clues"]) == (line, 2)


def test_regions_are_constructed_on_labels(small: Site) -> None:
    layout = static_site.bare_layer("4x4/latin")
    labels = ",".join(map(layout.cell_name, layout.extra_cells))
    made = [f"chaos-construction:4:{labels}"]
    first = [layout.cell_name(16 + k) for k in range(16)]
    arms = f"chaos-arrow:-1,3,2:r2c2,{','.join(first[k] for k in (5, 6, 7, 5, 9))}"
    counted = f"chaos-count:0:r3c1,{','.join(first[k] for k in (8, 4, 12, 9))}"
    line = "1234" + "." * 28
    wanted, asked = [], []
    for rules in (
        made,
        [*made, arms],
        [*made, counted],
        [*made, arms, counted],
        [*made, "clone:r6c1,r6c2"],
    ):
        whole = Layout.named("+".join([layout.name, *rules]))
        wanted.append(count(Puzzle(tuple(map(int, line.replace(".", "0"))), whole), limit=LIMIT))
        asked.append(("count", record_of(layout.name, rules, line)))
    found = [reply.get("answer", {}).get("count", reply) for reply in small.ask(asked)]
    assert found == wanted
    assert len(set(wanted)) > 3


def test_a_line_over_borders_of_boxes_is_judged(small: Site) -> None:
    line = ["region-sum-line:r1c2,r2c3,r3c4", "odd:r1c1"]
    told = small.ask([("count", record_of("4x4", line[:n])) for n in (1, 2)])
    blank = (0,) * 16
    wanted = [count(Puzzle(blank, with_rules("4x4", line[:n])), limit=LIMIT) for n in (1, 2)]
    assert [one["answer"]["count"] for one in told] == wanted
    assert 0 < wanted[1] < wanted[0] < 288


def test_a_link_that_is_pasted_has_its_rules(small: Site) -> None:
    record = record_of("4x4", ["killer:3:r1c1,r1c2", "thermometer:r4c1-r4c3"])
    sent = f"https://example.org/desk/#puzzle={packed(record)}"
    [told] = small.ask([("count", sent)])
    rules = with_rules("4x4", record["constraints"])
    assert told["answer"]["count"] == count(Puzzle((0,) * 16, rules), limit=LIMIT) > 0


def test_rules_and_givens_that_contradict_each_other_are_named(small: Site) -> None:
    rules = ["thermometer:r4c1-r4c3", "killer:3:r1c1,r1c2", "odd:r2c2"]
    [told] = small.ask([("live", record_of("4x4", rules, "4" + "." * 15))])
    assert told["answer"]["outcome"] == "none"
    conflict = told["answer"]["conflict"]
    assert (conflict["rules"], conflict["cells"]) == ([1], [0])
    assert conflict["text"] == "r1c1=4 and killer 3 r1c1 contradict each other"


def test_hints_of_classic_boards_are_the_steps_of_the_program(small: Site) -> None:
    """At the start, half way, and where the player ruled candidates out or is wrong."""
    asked, wanted = [], []
    for puzzle in generate(6, seed=4):
        solved = next(solutions(puzzle))
        assert solved
        record = record_of("9x9", [], puzzle.line)
        for share in (1, 2):
            entries = [
                0 if given or cell % 3 >= share else digit
                for cell, (given, digit) in enumerate(zip(puzzle.cells, solved.cells, strict=True))
            ]
            options = {"entries": entries}
            answer = OPERATIONS["hint"].run({"puzzle": record, **options})
            asked.append(("hint", record, options))
            wanted.append([sorted(answer["marks"][what]) for what in ("asserted", "denied")])
    told = small.ask(asked)
    found = [
        [sorted(map(list, one["answer"]["marks"][what])) for what in ("asserted", "denied")]
        for one in told
    ]
    assert found == wanted
    free = puzzle.cells.index(0)
    wrong = [0] * 81
    wrong[free] = solved.cells[free] % 9 + 1
    marks: list[list[int]] = [[]] * 81
    marks[free] = [wrong[free]]
    name = puzzle.layout.cell_name(free)
    [mistaken, mismarked] = small.ask(
        [("hint", record, {"entries": wrong}), ("hint", record, {"marks": marks})]
    )
    for one in mistaken, mismarked:
        assert one["answer"]["mistakes"] == [{"cell": name}]
        assert one["answer"]["step"] is None


def digits_of(line: str) -> tuple[int, ...]:
    return tuple(map(int, line.replace(".", "0")))


def is_within(cells: Sequence[int], left: list[list[int]]) -> bool:
    """Whether each cell has one of the digits that are left there, if they are named."""
    return all(digit in some for digit, some in zip(cells, left, strict=False) if some)


def test_hints_of_boards_with_rules_follow_from_the_rules_they_name(small: Site) -> None:
    """The solutions with the named rules alone, and what was known, have what each hint says."""
    texts = ["killer:5:r1c1,r1c2", "killer:3:r3c1,r4c1", "thermometer:r2c4,r1c4", "odd:r3c3"]
    names = ["killer 5 r1c1", "killer 3 r3c1", "thermometer r2c4", "odd r3c3"]
    line = "......4...3....."
    [solved] = solutions(Puzzle(digits_of(line), with_rules("4x4", texts)))
    random = Random(5)
    positions = []
    for _ in range(12):
        entries = [digit if random.random() < 0.25 else 0 for digit in solved.cells]
        marks = [sorted({digit, random.randint(1, 4)}) for digit in solved.cells]
        marks = [some if random.random() < 0.3 else [] for some in marks]
        positions.append({"entries": entries, "marks": marks})
    record = record_of("4x4", texts, line)
    told = small.ask([("hint", record, position) for position in [{}, *positions]])
    found = set()
    for position, one in zip([{}, *positions], told, strict=True):
        hint = one["answer"]
        why = hint["texts"]["why"]
        used = [text for text, name in zip(texts, names, strict=True) if name in why]
        entries = position.get("entries", [0] * 16)
        known = tuple(map(max, digits_of(line), entries))
        left = [
            [] if digit else some
            for digit, some in zip(known, position.get("marks", []), strict=False)
        ]
        fills = [fill.cells for fill in solutions(Puzzle(known, with_rules("4x4", used)))]
        fills = [cells for cells in fills if is_within(cells, left)]
        assert solved.cells in fills
        for cell, digit in hint["marks"]["asserted"]:
            assert not known[cell]
            assert {cells[cell] for cells in fills} == {digit}
        for cell, digit in hint["marks"]["denied"]:
            assert digit not in {cells[cell] for cells in fills}
        kind = "placed" if hint["marks"]["asserted"] else "denied"
        found.add((kind, bool(used)))
    assert found >= {("placed", False), ("placed", True)}


@pytest.mark.slow
def test_a_puzzle_with_drawn_rules_is_not_treated_as_a_classic_one(whole: Site) -> None:
    """On the 9×9 board, too, whose classic puzzles have kernels of their own."""
    [puzzle] = generate(1, seed=4, kind="thermometer")
    record = puzzle_record(puzzle)
    rules = [rule["text"] for rule in record["constraints"]]
    asked = record_of("9x9", rules, puzzle.line)
    [rated, minimal, told] = whole.ask([(ask, asked) for ask in ("rate", "minimal", "hint")])
    assert "Rating a board of other rules needs the program" in rated["error"]
    left = Puzzle(digits_of(minimal["answer"]["puzzle"]), puzzle.layout)
    assert count(left, limit=2) == 1
    hint = told["answer"]
    [solved] = solutions(puzzle)
    assert "by thermometer r9c4 and the houses. Along the thermometer" in hint["texts"]["why"]
    assert hint["marks"]["denied"]
    assert all(solved.cells[cell] != digit for cell, digit in hint["marks"]["denied"])


@pytest.mark.slow
def test_rules_have_as_many_solutions_as_the_program_finds(whole: Site) -> None:
    compare_counts(whole, range(1, 3))


def test_rules_on_small_boards_are_drawn_as_the_program_draws_them(small: Site) -> None:
    compare_drawings(small, range(1))


@pytest.mark.slow
def test_rules_are_drawn_as_the_program_draws_them(whole: Site) -> None:
    compare_drawings(whole, range(1, 3))
