"""XY-wing and XYZ-wing: a cell of two or three candidates, and two of two that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel
from ..logic.found import base, begin
from ..simd import popcount
from .grid import common_peer, deny_digits, is_worth, look

if TYPE_CHECKING:
    from ..logic.search import Search


@kernel
def find_pair_of_wings(search: Search, how: int) -> bool:
    """The first wing whose pivot has so many candidates."""
    look(search)
    grid = search.grid
    for pivot in range(grid.cells):
        own = grid.left[pivot]
        if popcount(own) != how:
            continue
        for first in grid.peers[pivot]:
            one = grid.left[first]
            if popcount(one) != 2 or popcount(own & ~one) != 1:
                continue
            for second in grid.peers[pivot]:
                two = grid.left[second]
                if second == first or popcount(two) != 2 or one == two:
                    continue
                shared = one & two
                if popcount(shared) != 1 or one | two | own != one | two:
                    continue
                if (shared & own != 0) != (how == 3) or popcount(own | one | two) != 3:
                    continue
                begin(search.found)
                for cell in range(grid.cells):
                    if common_peer(grid, first, second, cell) and (
                        how == 2 or grid.sees[pivot * grid.cells + cell]
                    ):
                        deny_digits(search, cell, shared)
                if is_worth(search):
                    base(search.found, grid.cell_clause[pivot])
                    base(search.found, grid.cell_clause[first])
                    base(search.found, grid.cell_clause[second])
                    return True
    return False
