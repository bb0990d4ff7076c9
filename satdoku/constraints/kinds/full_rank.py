"""Full rank: the order of all rows and columns, read from both ends as numbers."""

# ruff: noqa: D103 - the sentence above the function says what it means

from __future__ import annotations

from itertools import combinations

from ...errors import LayoutError
from ...geometry import Cells
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import Forms, Rank, Unequal
from ..kind_table import NONE, TWO_OR_MORE, Kind
from ..placement import Choices, Digits, Ends, Placement
from ..styles import Outside


def _all_lines(layout: LayoutData) -> list[Cells]:
    """Return all rows and columns, read from both ends."""
    houses = [house.cells for house in layout.houses if house.is_line]
    size = layout.size
    if len(houses) != 2 * size or any(len(cells) != size for cells in houses):
        raise LayoutError("a rank needs a square whose rows and columns hold each digit")
    lines: list[Cells] = []
    for cells in houses:
        lines += (cells, cells[::-1])
    return lines


def _all_ranks(digits: Digits, ends: Ends) -> Choices:
    """Return all ranks of lines of this length: each side of the board has as many."""
    return [(rank,) for rank in range(1, 4 * len(digits) + 1)]


@Kind(
    "full-rank",
    "of all rows and columns, read as numbers from either end, {it} is number {0} "
    "in increasing order, and no other is equal to it; with a second number 1 it may be equal to "
    "others",
    seen="all rows and columns are read as numbers from either end: a number with "
    "a # outside the board is the place of the one read from there in "
    "increasing order, and no other is equal to it; with a second number 1 it may be equal to "
    "others",
    cells=TWO_OR_MORE,
    values=(1, 2),
    draws=Outside("#"),
    placement=Placement("ends", numbers=_all_ranks),
)
def full_rank(c: Constraint, layout: LayoutData) -> Forms:
    lines = _all_lines(layout)
    rank, *ties = c.values
    if c.cells not in lines:
        raise LayoutError("a rank needs a whole row or column, read from one of its ends")
    if not 1 <= rank <= len(lines):
        raise LayoutError(phrase("ranks are 1 to {most!s}", most=len(lines)))
    if ties not in ([], [1]):
        raise LayoutError("the second number of a rank is 1, if lines may be equal")
    others = tuple(line for line in lines if line != c.cells)
    yield Rank(c.cells, others, below=rank - 1, ties=bool(ties))


@Kind(
    "no-equal-lines",
    "no two rows or columns, read as numbers from either end, are equal",
    cells=NONE,
)
def no_equal_lines(c: Constraint, layout: LayoutData) -> Forms:
    houses = [set(house.cells) for house in layout.houses]
    for line, other in combinations(_all_lines(layout), 2):
        pairs = [{a, b} for a, b in zip(line, other, strict=True) if a != b]
        differ_anyway = any(pair <= house for pair in pairs for house in houses)
        if not differ_anyway:
            yield Unequal(line, other)
