"""X-wing, swordfish, jellyfish: in so many lines a digit lies in as many crossing lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel, routine
from ..logic.found import base, begin, cover
from ..simd import popcount
from .grid import COLUMN, ROW, choices, deny_digits, is_worth, look, next_choice

if TYPE_CHECKING:
    from ..logic.search import Search


@kernel
def find_crossing(search: Search, how: int) -> bool:
    """The first fish of this size: columns as bases first, then rows."""
    look(search)
    return has_fish(search, COLUMN, ROW, how) or has_fish(search, ROW, COLUMN, how)


@routine
def has_fish(search: Search, bases: int, covers: int, degree: int) -> bool:
    """A fish; the step is filled in. Place k of a row is in column k, and the other way round."""
    grid = search.grid
    size, first, across = grid.size, grid.type_starts[bases], grid.type_starts[covers]
    chosen = choices(grid, degree, size)
    for d in range(size):
        able = unplaced = 0
        for line in range(size):
            spots = grid.spots[(first + line) * size + d]
            unplaced += 1 if spots else 0
            if 2 <= popcount(spots) <= degree:
                able |= 1 << line
        grid.masks[d] = able if unplaced >= 2 * degree else 0
    while 0 < chosen < 1 << size:
        for d in range(size):
            if chosen & ~grid.masks[d]:
                continue
            union = 0
            for line in range(size):
                if chosen >> line & 1:
                    union |= grid.spots[(first + line) * size + d]
            if popcount(union) != degree:
                continue
            begin(search.found)
            for line in range(size):
                if chosen >> line & 1:
                    base(search.found, grid.region_clause[(first + line) * size + d])
            for place in range(size):
                if union >> place & 1:
                    cover(search.found, grid.region_clause[(across + place) * size + d])
                    for line in range(size):
                        if not chosen >> line & 1:
                            cell = grid.region_cells[first + line][place]
                            deny_digits(search, cell, 1 << d)
            if is_worth(search):
                return True
        chosen = next_choice(chosen)
    return False
