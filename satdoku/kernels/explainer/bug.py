"""BUG (bivalue universal grave): but for a few candidates, every open cell would have two, and
every digit two places in each region it is open in.

Such a puzzle has several solutions or none; so one of those candidates (the blamed) is true. This
assumes that the puzzle is proper. Type 1: one cell is to blame. Type 2: the blamed are one digit,
and what sees all of them loses it. Type 4: two cells in a region have one further digit in common,
which one of them holds: both lose what is neither that nor blamed. Type 3: in a region, the cells'
blamed digits count as one cell of a naked set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel, routine
from ..logic.found import RATED, RATING, base, begin
from ..logic.grid import choices, deny_digits, is_worth, look, next_choice
from ..simd import popcount

if TYPE_CHECKING:
    from ..logic.search import Search

#: What two cells and more are rated above one, in tenths.
MORE = 1


@kernel
def find_bug(search: Search, how: int) -> bool:
    """The first step of a BUG."""
    look(search)
    grid = search.grid
    size, blamed = grid.size, search.blamed
    for cell in range(grid.cells):
        blamed[cell] = 0
    for region in range(len(grid.full)):
        for d in range(size):
            spots = grid.spots[region * size + d]
            if not grid.full[region]:
                return False
            if popcount(spots) == 0 or popcount(spots) == 2:
                continue
            found, several = -1, False
            for place in range(len(grid.region_cells[region])):
                cell = grid.region_cells[region][place]
                if spots >> place & 1 and popcount(grid.left[cell]) >= 3:
                    several = found >= 0
                    found = cell
                    if several:
                        break
            if found < 0:
                return False
            if not several:  # another region will tell which of several it is
                blamed[found] |= 1 << d
    digits = cells = 0
    for cell in range(grid.cells):
        if grid.left[cell] and popcount(grid.left[cell] & ~blamed[cell]) != 2:
            return False
        digits |= blamed[cell]
        cells += 1 if blamed[cell] else 0
    for region in range(len(grid.full)):
        for d in range(size):
            count = 0
            for cell in grid.region_cells[region]:
                if (grid.left[cell] & ~blamed[cell]) >> d & 1:
                    count += 1
            if count != 0 and count != 2:
                return False
    return cells > 0 and judge_bug(search, cells, digits)


@routine
def judge_bug(search: Search, cells: int, digits: int) -> bool:
    """The step of a BUG in which so many cells are to blame, for these digits."""
    grid = search.grid
    begin_bug(search, 0 if cells == 1 else MORE)
    if cells == 1:
        for cell in range(grid.cells):
            if search.blamed[cell]:
                deny_digits(search, cell, ~search.blamed[cell])
        return is_worth(search)
    if popcount(digits) == 1:
        for cell in range(grid.cells):
            if grid.left[cell] & digits and sees_blamed(search, cell):
                deny_digits(search, cell, digits)
        if is_worth(search):
            return True
    if cells == 2 and judge_two(search):
        return True
    return popcount(digits) > 1 and judge_naked_bug(search, digits)


@routine
def begin_bug(search: Search, more: int) -> None:
    """A step of a BUG; more: what it is rated above the simplest, in tenths."""
    begin(search.found)
    search.found.numbers[RATING] = search.found.numbers[RATED] + more
    for cell in range(search.grid.cells):
        if search.blamed[cell]:
            base(search.found, search.grid.cell_clause[cell])


@routine
def sees_blamed(search: Search, cell: int) -> bool:
    """The cell sees all cells that are to blame."""
    grid = search.grid
    for other in range(grid.cells):
        if search.blamed[other] and not grid.sees[other * grid.cells + cell]:
            return False
    return True


@routine
def judge_two(search: Search) -> bool:
    """Type 4."""
    grid = search.grid
    first = second = -1
    for cell in range(grid.cells):
        if search.blamed[cell]:
            second = first
            first = cell
    common = grid.left[first] & ~search.blamed[first] & grid.left[second] & ~search.blamed[second]
    if popcount(common) != 1:
        return False
    for region in grid.regions_of[first]:
        for own in grid.regions_of[second]:
            if own == region and grid.full[region]:
                begin_bug(search, MORE)
                deny_digits(search, first, ~(common | search.blamed[first]))
                deny_digits(search, second, ~(common | search.blamed[second]))
                if is_worth(search):
                    return True
    return False


@routine
def judge_naked_bug(search: Search, digits: int) -> bool:
    """Type 3."""
    grid = search.grid
    for degree in range(2, 7):
        for region in range(len(grid.full)):
            cells = grid.region_cells[region]
            inside = all_inside = 0
            for place in range(len(cells)):
                if search.blamed[cells[place]]:
                    inside |= 1 << place
            for cell in range(grid.cells):
                all_inside += 1 if search.blamed[cell] else 0
            if popcount(inside) != all_inside or grid.open_cells[region] < 2 * degree:
                continue
            chosen = choices(grid, degree - 1, len(cells))
            while 0 < chosen < 1 << len(cells):
                union, able = digits, (chosen & inside) == 0
                for place in range(len(cells)):
                    if chosen >> place & 1:
                        able &= popcount(grid.left[cells[place]]) >= 2
                        union |= grid.left[cells[place]]
                if able and popcount(union) == degree:
                    begin_bug(search, MORE + degree - 1)
                    for place in range(len(cells)):
                        if chosen >> place & 1:
                            base(search.found, grid.cell_clause[cells[place]])
                        elif not inside >> place & 1:
                            deny_digits(search, cells[place], union)
                    if is_worth(search):
                        return True
                chosen = next_choice(chosen)
    return False
