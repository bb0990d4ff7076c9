"""Hidden and naked singles, in the Explainer's order: last cells of a region first, then blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel, routine
from ..logic.found import asserts, base, begin
from ..simd import lowest_bit, popcount
from .grid import BLOCK, look

if TYPE_CHECKING:
    from ..logic.search import Search

#: How: which singles.
LAST_CELL, IN_BLOCK, IN_LINE, NAKED = range(4)


@kernel
def find_simple_single(search: Search, how: int) -> bool:
    """The first single of this sort."""
    look(search)
    grid = search.grid
    for region in range(len(grid.full)):
        if how == NAKED:
            for cell in grid.region_cells[region]:
                if popcount(grid.left[cell]) == 1:
                    d = lowest_bit(grid.left[cell])
                    place_digit(search, cell, d, grid.cell_clause[cell])
                    return True
            continue
        is_last = grid.open_cells[region] == 1
        if not grid.full[region] or is_last != (how == LAST_CELL):
            continue
        if how != LAST_CELL and (grid.types[region] == BLOCK) != (how == IN_BLOCK):
            continue
        for d in range(grid.size):
            spots = grid.spots[region * grid.size + d]
            if popcount(spots) == 1:
                cell = grid.region_cells[region][lowest_bit(spots)]
                place_digit(search, cell, d, grid.region_clause[region * grid.size + d])
                return True
    return False


@routine
def place_digit(search: Search, cell: int, d: int, clause: int) -> None:
    """The step: this clause has one candidate left."""
    begin(search.found)
    asserts(search.found, cell * search.grid.size + d + 1)
    base(search.found, clause)
