"""No candidate is covered or touched by a mark on its cell's edges or corners, or by another text,
whatever rules meet: in pictures, on sheets and at the desk, which all ask for the same room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from satdoku import Layout, Puzzle
from satdoku.render.picture.plan import Plan
from satdoku.render.picture.svg import puzzle_picture

from .drawing_reader import DOT, MEETING, SIGN, Box, Mark, box_of_text, marks_of, meet
from .test_drawings_read_back import SOME, random_board

#: Half the width and half the height of a digit, as a multiple of its font size.
HALF_WIDTH, HALF_HEIGHT = 0.28, 0.36
#: Half the width of a circle's border.
BORDER = 0.7
#: Marks on all sides of a cell, and at its corners, with a cage around it.
CROWDED = (
    "difference:r1c2,r2c2+ratio:r2c1,r2c2+difference:r2c2,r2c3+pair-sum:3:r2c2,r3c2"
    "+quadruple:1,2,3,4:r1c1,r1c2,r2c1,r2c2+quadruple:1,2:r2c2,r2c3,r3c2,r3c3"
)


def candidates_of(layout: Layout, plan: Plan) -> Iterator[Box]:
    """The boxes of all candidates of a blank board."""
    for cell in layout.all_cells:
        size = plan.candidate_size(cell)
        for digit in range(1, layout.size + 1):
            x, y = plan.candidate(cell, digit)
            across = HALF_WIDTH * size * len(layout.symbol(digit))
            yield x - across, y - HALF_HEIGHT * size, x + across, y + HALF_HEIGHT * size


def is_touched(box: Box, mark: Mark) -> bool:
    if mark.tag == "text":
        return meet(box, box_of_text(mark))
    x = min(max(mark.at[0], box[0]), box[2])
    y = min(max(mark.at[1], box[1]), box[3])
    return (mark.at[0] - x) ** 2 + (mark.at[1] - y) ** 2 < (mark.size("r") + BORDER) ** 2


def law(layout: Layout) -> None:
    """Every candidate is apart from all texts, and from all circles on edges and corners."""
    plan = Plan(layout)
    blank = puzzle_picture(Puzzle((0,) * layout.cell_count, layout))
    marks = [
        mark
        for mark in marks_of(blank)
        if mark.tag == "text" or mark.is_circle(DOT, SIGN, *MEETING)
    ]
    for box in candidates_of(layout, plan):
        assert [mark for mark in marks if is_touched(box, mark)] == [], layout.name


@pytest.mark.parametrize("board", ["4x4", "6x6", "9x9", "16x16"])
@pytest.mark.parametrize("more", ["", "+killer:5:r2c2,r2c3", "+killer:5:r2c1,r2c2+sum:4:r2c2,r3c2"])
def test_a_cell_with_marks_on_all_sides_has_room_for_its_candidates(board: str, more: str) -> None:
    law(Layout.named(f"{board}+{CROWDED}{more}"))


@pytest.mark.parametrize(
    "board",
    ["9x9+candidates:1,2,3:r2c2", "6x6+house:r1c1-r1c3,r2c1+house:r2c1,r3c2+house:r2c1,r4c3"],
)
def test_texts_at_the_foot_of_a_cell_are_below_its_candidates(board: str) -> None:
    law(Layout.named(board))


@pytest.mark.parametrize("name", SOME)
def test_candidates_are_clear_of_kinds_that_meet(name: str) -> None:
    for other in SOME[SOME.index(name) :]:
        law(random_board((name, other), 3))


def test_a_mark_takes_room_on_its_side_alone_and_other_cells_keep_theirs() -> None:
    plan = Plan(Layout.named("9x9+difference:r1c1,r1c2"))
    assert plan.insides[:2] == ((0.0, 0.0, 46.5, 54.0), (7.5, 0.0, 46.5, 54.0))
    assert plan.insides[2:] == ((0.0, 0.0, 54.0, 54.0),) * 79
