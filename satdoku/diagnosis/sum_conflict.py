"""Conflicts of sums: the cages in some houses add up to another number than the houses do.

Whole houses of one kind are taken together: adjacent rows or columns, each box, the board. The
cages that lie in them have a sum, and what the houses' digits add up to leaves the other cells a
sum; where these cannot have it, that is an argument which a person can follow.

>>> layout = Layout.named("4x4+killer:6:r1c1,r1c2+killer:5:r1c3,r1c4")
>>> sum_conflict(layout)
'the cages in row 1 add up to 11, the digits there to 10'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..constraints.totals import known_sums
from ..geometry import Cells, House
from ..layout import Layout
from ..logic.step_text.sentences import together
from ..phrases import phrase

NONE_LEFT = "the cages in {houses} add up to {total}, the digits there to {whole}"
SOME_LEFT = NONE_LEFT + ": {rest} is left for {cells}"
#: The most cells that are left to name.
MOST_LEFT = 4


def sum_conflict(layout: Layout) -> str:
    """Return the arithmetic of the fewest houses that their cages refute; "" if there is none."""
    sums = known_sums(layout)
    if not sums:
        return ""
    for houses in sorted(_groups(layout), key=len):
        covered = {cell for house in houses for cell in house.cells}
        inside = set[int]()
        total = 0
        for cells, number in sums.values():
            if cells <= covered and inside.isdisjoint(cells):
                inside |= cells
                total += number
        left = tuple(sorted(covered - inside))
        whole = len(houses) * sum(layout.digits)
        if inside and len(left) <= MOST_LEFT and _is_refuted(layout, houses, left, whole - total):
            is_board = len(covered) == layout.cell_count
            named = phrase("the board") if is_board else together(map(str, houses))
            said = SOME_LEFT if left else NONE_LEFT
            names = ", ".join(map(layout.cell_name, left))
            rest = whole - total
            return phrase(said, houses=named, total=total, whole=whole, rest=rest, cells=names)
    return ""


def _groups(layout: Layout) -> Iterator[Sequence[House]]:
    """Yield houses of one kind that hold every digit and share no cell: each alone, and adjacent
    lines."""
    for kind in dict.fromkeys(house.kind for house in layout.houses):
        houses = [house for house in layout.houses if house.kind == kind]
        whole = [house for house in houses if len(house.cells) == layout.size]
        cells = [cell for house in whole for cell in house.cells]
        if len(set(cells)) < len(cells):
            continue
        for start, first in enumerate(whole):
            last = len(whole) if first.is_line else start + 1
            for end in range(start + 1, last + 1):
                yield whole[start:end]


def _is_refuted(layout: Layout, houses: Sequence[House], left: Cells, rest: int) -> bool:
    """Whether these cells of the houses cannot add up to the rest: in each house their digits are
    different."""
    digits = sorted(layout.digits)
    least = most = 0
    for house in houses:
        number = len(set(left).intersection(house.cells))
        least += sum(digits[:number])
        most += sum(digits[len(digits) - number :])
    return not least <= rest <= most
