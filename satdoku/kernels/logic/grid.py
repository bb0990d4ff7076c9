"""The grid as most techniques read it: masks of digits by cell, and of places by region.

It is derived from the state of the search whenever that has changed (`State.version`). Regions are
the houses of the layout: blocks first, then columns, rows and extra houses, then the sets of cells
that a rule makes all different. Those of one cell are in another order: its block, row and column.
Both orders decide between equally good steps, and the second how long a chain is. On boards with
more digits than a mask has bits there are no regions, and nothing is found.

Invariants of `Grid`: bit d of `left[cell]` is set if digit d + 1 is a candidate of an open cell;
bit p of `spots[region * size + d]` if place p of the region has that candidate. `start` and
`first_spots` hold the same for the position itself: a supposition removes candidates from `left`
and `spots`, and `runs.restore` copies them back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..any_theory.csr import OPEN
from ..kernel import part
from ..lockstep.simd import Words, copy_all, fill, lowest_bit, ones
from .found import DENIALS, denies
from .state import share_clause

if TYPE_CHECKING:
    from .search import StepSearch

Lists = Any
#: Types of regions.
BLOCK, COLUMN, ROW, EXTRA = range(4)


class Grid(NamedTuple):
    """Fixed structure of the board and its current candidates; see the module docstring.

    region_cells[region]: its cells by place; full[region]: whether it holds every digit;
    types[region]; type_starts[t]: the first region of a type, with one entry more at the end.
    regions_of[cell], places_of[cell]: its regions in order, and its place in each; peers[cell]:
    cells that never hold the same digit, in the order of these regions; sees[cell * cells + other]:
    1 for these. cross[region * regions + other]: the places of a region that lie in another.
    boards: the number of overlapping boards; lines[2 * board]: the columns of one, and lines[2 *
    board + 1] its rows; line_of[2 * board][cell] and the next: the line that a cell is in, or -1.
    cell_clause[cell], region_clause[region * size + d]: the theory's index of the clause;
    clause_place[clause]: the inverse, a place in region_clause or -1 - cell. open_cells[region]:
    its cells without a digit. masks, line_masks: scratch space.
    """

    size: int
    cells: int
    region_cells: Lists
    full: Words
    types: Words
    type_starts: Words
    regions_of: Lists
    places_of: Lists
    peers: Lists
    sees: Words
    cross: Words
    boards: int
    lines: Lists
    line_of: Lists
    cell_clause: Words
    region_clause: Words
    clause_place: Words
    version: Words
    start: Words
    left: Words
    first_spots: Words
    spots: Words
    open_cells: Words
    masks: Words
    line_masks: Words


def update_grid(search: StepSearch) -> None:
    """Bring the grid up to date."""
    grid, state = search.grid, search.state
    if grid.version[0] == state.version[0]:
        return
    grid.version[0] = state.version[0]
    size = grid.size
    fill(grid.first_spots, 0, len(grid.spots), 0)
    fill(grid.open_cells, 0, len(grid.full), 0)
    for cell in range(grid.cells):
        mask = 0
        for d in range(size):
            if state.status[cell * size + d + 1] == OPEN:
                mask |= 1 << d
        grid.start[cell] = mask
        if mask:
            for region, place in regions_at(grid, cell):
                grid.open_cells[region] += 1
                for d in ones(mask):
                    grid.first_spots[region * size + d] |= 1 << place
    copy_all(grid.left, grid.start)
    copy_all(grid.spots, grid.first_spots)


def regions_at(grid: Grid, cell: int) -> Iterator[tuple[int, int]]:
    """Yield the regions of a cell, each with the cell's place in it."""
    for i in range(len(grid.regions_of[cell])):
        yield grid.regions_of[cell][i], grid.places_of[cell][i]


def cells_at(grid: Grid, region: int, spots: int) -> Iterator[int]:
    """Yield the cells at these places of a region."""
    for place in ones(spots):
        yield grid.region_cells[region][place]


def deny_digits(search: StepSearch, cell: int, mask: int) -> None:
    """Add to the step the denials of these digits in a cell, where they are still candidates."""
    grid = search.grid
    for d in ones(mask & grid.left[cell]):
        denies(search.found, cell * grid.size + d + 1)


def deny_common(search: StepSearch, some: Words) -> None:
    """Add to the step the denials of what each of these variables denies."""
    theory, status = search.theory, search.state.status
    for z in range(1, theory.boards + 1):
        if status[z] == OPEN and all(share_clause(theory, v, z) for v in some):
            denies(search.found, z)


def is_worth(search: StepSearch) -> bool:
    """Return whether the step removes a candidate."""
    return bool(search.found.numbers[DENIALS] > 0)


def is_locked(grid: Grid, region: int, d: int) -> bool:
    """Return whether a digit's places in a region, at least two, all lie in another region that has
    more of them."""
    spots = grid.spots[region * grid.size + d]
    # A single place is a hidden single, which needs no lock.
    if not spots & (spots - 1):
        return False
    regions = len(grid.full)
    # A region that has all of these places has the first of them.
    for other in grid.regions_of[grid.region_cells[region][lowest_bit(spots)]]:
        if other != region and not spots & ~grid.cross[region * regions + other]:
            outside = ~grid.cross[other * regions + region]
            if grid.spots[other * grid.size + d] & outside:
                return True
    return False


def choices(count: int, of: int) -> Iterator[int]:
    """Yield each choice of `count` items from `of`, as bits, in order (Gosper's hack)."""
    rest = (1 << count) - 1 if count <= of else 0
    while 0 < rest < 1 << of:
        # The next choice is made before this one is given out: in kernels, a `yield` ends its loop.
        chosen, ripple = rest, rest + (rest & -rest)
        rest = ripple | (rest ^ ripple) >> lowest_bit(rest) + 2
        yield chosen


@part
def see(grid: Grid, cell: int, other: int) -> int:
    """Return 1 if a cell is in a region with the other, or the rules forbid both one digit."""
    return int(grid.sees[cell * grid.cells + other])


@part
def region_clause(grid: Grid, region: int, d: int) -> int:
    """Return the clause of a digit in a region."""
    return int(grid.region_clause[region * grid.size + d])


def common_peer(grid: Grid, first: int, second: int, cell: int) -> bool:
    """Return whether a cell sees two others."""
    return bool(see(grid, first, cell) and see(grid, second, cell))


@part
def clause_at(grid: Grid, place: int) -> int:
    """Return the clause that has this place in `clause_place`."""
    return int(grid.cell_clause[-1 - place] if place < 0 else grid.region_clause[place])


def holds_cell(grid: Grid, region: int, cell: int) -> bool:
    """Return whether the region contains this cell."""
    return bool(region in grid.regions_of[cell])
