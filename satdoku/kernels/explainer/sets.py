"""Naked and hidden sets of a region; direct where a hidden set leaves another digit one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel, routine
from ..logic.found import DENIALS, asserts, base, begin, cover
from ..simd import lowest_bit, popcount
from .grid import choices, deny_digits, is_worth, look, next_choice

if TYPE_CHECKING:
    from ..logic.search import Search

#: How: the size, plus what it is.
NAKED, HIDDEN, DIRECT = 0, 8, 16


@kernel
def find_set(search: Search, how: int) -> bool:
    """The first of this sort."""
    look(search)
    grid = search.grid
    for region in range(len(grid.full)):
        if how & HIDDEN:
            if grid.full[region] and has_hidden(search, region, how & 7, how & DIRECT):
                return True
        elif has_naked(search, region, how & 7):
            return True
    return False


@routine
def has_naked(search: Search, region: int, degree: int) -> bool:
    """A naked set of a region; the step is filled in."""
    grid = search.grid
    cells = grid.region_cells[region]
    if grid.open_cells[region] < 2 * degree:
        return False
    able = 0
    for place in range(len(cells)):
        if 2 <= popcount(grid.left[cells[place]]) <= degree:
            able |= 1 << place
    if popcount(able) < degree:
        return False
    chosen = choices(grid, degree, len(cells))
    while 0 < chosen < 1 << len(cells):
        if not chosen & ~able:
            union = 0
            for place in range(len(cells)):
                if chosen >> place & 1:
                    union |= grid.left[cells[place]]
            if popcount(union) == degree:
                begin(search.found)
                for place in range(len(cells)):
                    if chosen >> place & 1:
                        base(search.found, grid.cell_clause[cells[place]])
                    else:
                        deny_digits(search, cells[place], union)
                for d in range(grid.size):
                    if union >> d & 1:
                        cover(search.found, grid.region_clause[region * grid.size + d])
                if is_worth(search):
                    return True
        chosen = next_choice(chosen)
    return False


@routine
def has_hidden(search: Search, region: int, degree: int, direct: int) -> bool:
    """A hidden set of a region; the step is filled in."""
    grid = search.grid
    cells, size = grid.region_cells[region], grid.size
    if grid.open_cells[region] <= (degree if direct else 2 * degree):
        return False
    able = 0
    for d in range(size):
        if 2 <= popcount(grid.spots[region * size + d]) <= degree:
            able |= 1 << d
    if popcount(able) < degree:
        return False
    chosen = choices(grid, degree, size)
    while 0 < chosen < 1 << size:
        if not chosen & ~able:
            union = 0
            for d in range(size):
                if chosen >> d & 1:
                    union |= grid.spots[region * size + d]
            if popcount(union) == degree:
                begin(search.found)
                for d in range(size):
                    if chosen >> d & 1:
                        base(search.found, grid.region_clause[region * size + d])
                for place in range(len(cells)):
                    if union >> place & 1:
                        cover(search.found, grid.cell_clause[cells[place]])
                        deny_digits(search, cells[place], ~chosen)
                if is_worth(search) and (
                    not direct or leaves_single(search, region, chosen, union)
                ):
                    return True
        chosen = next_choice(chosen)
    return False


@routine
def leaves_single(search: Search, region: int, chosen: int, union: int) -> bool:
    """Without these places, another digit has one in the region, which the step then asserts."""
    grid = search.grid
    for d in range(grid.size):
        spots = grid.spots[region * grid.size + d]
        if chosen >> d & 1 or popcount(spots) < 2 or popcount(spots & ~union) != 1:
            continue
        search.found.numbers[DENIALS] = 0
        cell = grid.region_cells[region][lowest_bit(spots & ~union)]
        asserts(search.found, cell * grid.size + d + 1)
        base(search.found, grid.region_clause[region * grid.size + d])
        return True
    return False
