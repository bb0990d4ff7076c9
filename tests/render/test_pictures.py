"""Pictures show what is on the board, what is given, and what a step does."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from satdoku import Layout, Puzzle, PuzzleError
from satdoku.constraints.registry import KINDS
from satdoku.constraints.wording import fact
from satdoku.logic.explain import StepWalk, explain
from satdoku.logic.position import Position
from satdoku.logic.search.choosing import choice
from satdoku.logic.starting import read_candidates
from satdoku.logic.steps import LogicStep
from satdoku.render.page import folded
from satdoku.render.picture.board import EXTRA, INK
from satdoku.render.picture.insides import FURTHER, INSET
from satdoku.render.picture.marks import marks_of
from satdoku.render.picture.pieces import outline
from satdoku.render.picture.plan import CELL, Plan
from satdoku.render.picture.svg import FOUND, SHADES, picture, puzzle_picture

LINES = [
    line
    for line in (Path(__file__).parents[1] / "positions.txt").read_text().splitlines()
    if line and line[0] != "#"
]
#: name → candidates of its first position
POSITIONS = {
    title.split(" => ")[0]: grid
    for title, grid in reversed([*zip(LINES[::3], LINES[1::3], strict=True)])
}


def empty(name: str) -> str:
    layout = Layout.named(name)
    return picture(Position.of(Puzzle((0,) * layout.cell_count, layout)))


@pytest.mark.parametrize(
    "name",
    [
        "9x9+diagonal",
        "9x9+window",
        "9x9+disjoint",
        "9x9+center",
        "6x6+house:r1c1,r2c2",
        "9x9+window+disjoint",
    ],
)
def test_extra_houses_are_to_be_seen(name: str) -> None:
    drawn = empty(name)
    ElementTree.fromstring(drawn)
    assert drawn != empty(name.partition("+")[0])


def test_each_extra_cell_is_shaded() -> None:
    assert empty("9x9+window").count(EXTRA) == 36
    assert empty("9x9+center").count(EXTRA) == 9


@pytest.mark.parametrize("asked", ["png", 3, Path("out.svg")])
def test_a_picture_says_which_formats_there_are(asked: object) -> None:
    with pytest.raises(PuzzleError) as raised:
        Puzzle([0] * 16, Layout.of_size(4)).picture(asked)  # type: ignore[arg-type]
    assert str(raised.value) == (
        f"picture() returns SVG and takes only the solved puzzle, not {asked!r}; "
        'satdoku.sheets([puzzle], form="png") makes PNG, and "pdf" and "svg" as well'
    )


def test_givens_and_found_digits_look_different() -> None:
    found = explain("..1..23..4......", until=2)
    drawn = picture(found.end, givens=found.start.board)
    assert drawn.count(f'fill="{INK}" font-weight="bold"') == 4
    assert drawn.count(f'fill="{FOUND}"') == 2
    assert FOUND not in picture(found.end)


def own_step(position: Position) -> LogicStep:
    return next(iter(StepWalk(position, choice(position.layout, scale="satdoku"))))


@pytest.mark.parametrize("name", ["refutation", "cell forcing chain", "region forcing chain"])
def test_a_refutation_shows_its_proof(name: str) -> None:
    position = read_candidates(POSITIONS[name])
    step = own_step(position)
    assert step.name == name
    marks = marks_of(position, step)
    placed = [line.variable for line in step.proof if line.mark == "assert"]
    assert marks.supposed == step.denied
    assert list(marks.used) == placed
    # Whatever is placed is forced by something that was true before it.
    before = set(marks.supposed)
    for variable in placed:
        forced_by = {v for link in marks.links if variable in link.end for v in link.start}
        assert forced_by and forced_by <= before
        before.add(variable)
    assert set(marks.shaded.values()) == {"broken"}
    assert SHADES["broken"] in picture(position, step)


def drawn_with(*rules: str, board: str = "9x9") -> str:
    layout = Layout.named(board).with_constraints(*rules)
    return puzzle_picture(Puzzle((0,) * layout.cell_count, layout))


#: Numbers that a kind takes in the pictures below, where 3 alone is not right.
NUMBERS = {"chaos-arrow": "2,3", "connected": "2,3", "look-and-say": "2,3", "equal-sums": "2,2",
           "leaper": "1,3", "same-values": "2", "relation": "1,2",
           "relation-all": "1,2"}  # fmt: skip
SPECIAL = {"regex": "regex:'.*':r1c1-r1c4", "automaton": "automaton:'>a 1 a!':r1c1-r1c4",
           "formula": "formula:'sum(r1c1..r1c4) > 9'",
           "snake": "snake:r1c1,r1c4", "galaxy": "galaxy:r1c1,r1c2",
           "or": "or(odd:r1c1|even:r1c2)"}  # fmt: skip


def example(name: str) -> str:
    """A rule of a kind on the first cells of a board."""
    kind = KINDS[name]
    number = NUMBERS.get(name, "3") if kind.values[0] else ""
    cells = "r1c1-r1c4" if kind.cells[1] else ""
    return SPECIAL.get(name) or ":".join(filter(None, (name, number, cells)))


def test_each_kind_is_drawn_and_none_like_another() -> None:
    drawn = {name: drawn_with(example(name)) for name in KINDS}
    assert len(set(drawn.values())) == len(drawn)
    assert drawn_with() not in drawn.values()
    for picture_of_it in drawn.values():
        ElementTree.fromstring(picture_of_it)


@pytest.mark.parametrize(
    "rule", ["regex:'1|2':r1c1", "arrow:2:r1c1,r1c2", "automaton:'>a! 1 2 a':r1c1"]
)
def test_a_line_of_one_cell_or_in_its_circle_whole_is_drawn(rule: str) -> None:
    layout = Layout.named(f"4x4+{rule}")
    picture_of_it = puzzle_picture(Puzzle((0,) * 16, layout))
    ElementTree.fromstring(picture_of_it)
    assert picture_of_it != puzzle_picture(Puzzle((0,) * 16, layout.without_constraints()))


def test_what_comes_from_outside_is_escaped() -> None:
    drawn = drawn_with("regex:'%3Cscript%3E':r1c1-r1c4", "or(regex:'%3Cscript%3E':r1c1|odd:r1c1)")
    ElementTree.fromstring(drawn)
    assert "<script" not in drawn


def test_an_outline_goes_around_its_cells_and_around_holes() -> None:
    assert outline([(0, 0)], 0.1) == [[(0.1, 0.1), (0.1, 0.9), (0.9, 0.9), (0.9, 0.1)]]
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    inner, outer = sorted(outline(ring, 0.1), reverse=True)
    assert sorted(outer) == [(0.1, 0.1), (0.1, 2.9), (2.9, 0.1), (2.9, 2.9)]
    assert sorted(inner) == [(0.9, 0.9), (0.9, 2.1), (2.1, 0.9), (2.1, 2.1)]
    assert len(outline([(0, 0), (1, 1)], 0.1)) == 2
    (bent,) = outline([(0, 0), (0, 1), (1, 0)], 0.1)
    assert (0.9, 0.9) in bent and len(bent) == 6


def test_clues_outside_have_room_and_stand_apart() -> None:
    plain = ElementTree.fromstring(drawn_with())
    clued = ElementTree.fromstring(drawn_with("sandwich:8:r1c3-r9c3", "x-sum:9:r1c3-r9c3"))
    assert int(clued.attrib["width"]) > int(plain.attrib["width"])
    places = [
        (text.attrib["x"], text.attrib["y"])
        for text in clued.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert len(set(places)) == len(places)


def test_a_puzzle_shows_its_solution_beside_its_givens() -> None:
    layout = Layout.of_size(4)
    puzzle = Puzzle((1, 2, 3, 4, 3, 4, 0, 0, 2, 1, 4, 3, 4, 3, 2, 1), layout)
    solution = Puzzle((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), layout)
    assert puzzle_picture(puzzle, solution).count(f'fill="{FOUND}"') == 2
    assert FOUND not in puzzle_picture(puzzle)


def test_nested_lines_are_folded_under_what_they_prove() -> None:
    told = folded(["suppose <a>", "b, since:", "  suppose c", "  d, since:", "    e", "f"])
    assert told.count("<details>") == told.count("</details>") == 2
    assert told.startswith("<li>suppose &lt;a&gt;</li><li><details><summary>b, since:</summary>")
    assert told.endswith("<ol><li>e</li></ol></details></li></ol></details></li><li>f</li>")


def test_branches_are_drawn_with_what_they_suppose() -> None:
    puzzle = "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8"
    drawn = 0
    for position, step in explain(puzzle).positions():
        if not step.branches:
            continue
        marks, drawn = marks_of(position, step), drawn + 1
        assert marks.links
        for link in marks.links:
            [start], [end] = link.start, link.end
            assert end in position.theory.peers(start)
    assert drawn


@pytest.mark.parametrize(
    "name",
    [
        "9x9",
        "9x9+killer:9:r1c1,r1c2,r2c1",
        "16x16+killer:9:r1c1,r1c2",
        "5x5+renban:r1c1-r1c3",
        "9x9+killer:9:r1c1,r1c2+killer:8:r1c2,r1c3+distinct:r1c2,r2c2",
    ],
)
def test_candidates_stand_inside_cages_and_beneath_their_sums(name: str) -> None:
    layout = Layout.named(name)
    plan, n = Plan(layout), layout.size
    outlines = {
        cell: (INSET + FURTHER * level) * CELL
        for *_, parts in plan.outlines
        for part, level in parts
        for cell in part
    }  # the innermost comes last
    sums = {c.cells[0] for c in layout.constraints if c.kind == "killer"}
    sizes = {plan.candidate_size(cell) for cell in outlines}
    assert len(sizes) == len(set(outlines.values()))  # those with as many outlines look alike
    for cell in range(layout.cell_count):
        left, top = plan.corner(cell)
        inset = outlines.get(cell, 0)
        half = plan.candidate_size(cell) * 0.36  # of a digit: its height, more than its width
        for digit in range(1, n + 1):
            x, y = plan.candidate(cell, digit)
            assert left + inset <= x - half and x + half <= left + CELL - inset
            assert y + half <= top + CELL - inset
            assert y - half >= top + (max(inset, 12.5) if cell in sums else inset)


@pytest.mark.parametrize(
    ("rule", "note"),
    [
        ("snake", "Snake: The shaded"),
        ("cave", "The unshaded cells form one"),
    ],
)
def test_a_rule_that_names_no_cells_is_noted_without_them(rule: str, note: str) -> None:
    layout = Layout.named(f"4x4+{rule}")
    drawn = puzzle_picture(Puzzle((0,) * 32, layout))
    assert note in drawn
    assert "r1c1" not in fact(layout.constraints[-1], layout)
    named = Layout.named(f"4x4+{rule}:r1c1,r4c4").constraints[-1]
    assert "r1c1" in fact(named, layout)
