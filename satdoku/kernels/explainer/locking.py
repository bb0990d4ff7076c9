"""Pointing and claiming: all places of a digit in a region lie in another, which loses the others.

Direct where this leaves the digit one place in another region of the base's type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel, routine
from ..logic.found import DENIALS, asserts, base, begin, cover
from ..simd import lowest_bit, popcount
from .grid import BLOCK, COLUMN, ROW, deny_digits, look

if TYPE_CHECKING:
    from ..logic.search import Search

#: How: from blocks or from lines, and DIRECT or not.
POINTING, CLAIMING, DIRECT = 0, 1, 2


@kernel
def find_locking(search: Search, how: int) -> bool:
    """The first of this sort."""
    look(search)
    grid = search.grid
    for t in range(4):
        if (t == BLOCK) != ((how & 1) == POINTING):
            continue
        for other in range(4):
            # Blocks lock in lines, lines in blocks; extra houses in all but their own type.
            if other == t or (t in (COLUMN, ROW) and other in (COLUMN, ROW)):
                continue
            for region in range(grid.type_starts[t], grid.type_starts[t + 1]):
                for cover_region in range(grid.type_starts[other], grid.type_starts[other + 1]):
                    if locks(search, region, cover_region, how):
                        return True
    return False


@routine
def locks(search: Search, region: int, other: int, how: int) -> bool:
    """A digit of a region is locked in another; the step is filled in."""
    grid = search.grid
    crossing = grid.cross[region * len(grid.full) + other]
    if not crossing or not grid.full[region]:
        return False
    for d in range(grid.size):
        spots = grid.spots[region * grid.size + d]
        if spots & ~crossing or popcount(spots) < 2:
            continue
        if popcount(grid.spots[other * grid.size + d]) == popcount(spots):
            continue
        begin(search.found)
        base(search.found, grid.region_clause[region * grid.size + d])
        cover(search.found, grid.region_clause[other * grid.size + d])
        outside = grid.spots[other * grid.size + d] & ~grid.cross[other * len(grid.full) + region]
        for place in range(len(grid.region_cells[other])):
            if outside >> place & 1:
                deny_digits(search, grid.region_cells[other][place], 1 << d)
        if not how & DIRECT or leaves_one(search, region, other, outside, d):
            return True
    return False


@routine
def leaves_one(search: Search, region: int, other: int, outside: int, d: int) -> bool:
    """Without these places of the other region, the digit has one place in a region of the base's
    type, which the step then asserts."""
    grid = search.grid
    t = grid.types[region]
    for third in range(grid.type_starts[t], grid.type_starts[t + 1]):
        spots = grid.spots[third * grid.size + d]
        if third == region or popcount(spots) < 2 or not grid.full[third]:
            continue
        gone = grid.cross[third * len(grid.full) + other]
        # Extra houses of one type may share cells: those of the base are not taken away.
        spots &= ~(gone & ~grid.cross[third * len(grid.full) + region])
        if popcount(spots) == 1:
            search.found.numbers[DENIALS] = 0
            cell = grid.region_cells[third][lowest_bit(spots)]
            asserts(search.found, cell * grid.size + d + 1)
            base(search.found, grid.region_clause[third * grid.size + d])
            return True
    return False
