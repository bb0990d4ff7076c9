"""Unique rectangles and loops: cells whose two digits could be exchanged.

A loop is a closed walk of at least four cells that all hold digits a and b; consecutive steps go
through regions of different types, and each region touched has one cell at an even and one at an
odd place. If the cells held nothing else, a and b could be exchanged, and there would be two
solutions. So one of the other candidates (extras) is true. This assumes that the puzzle is proper.

- Type 1: one cell has extras: it loses a and b.
- Type 2: the extras are one digit: every cell that sees all cells with extras loses it.
- Type 3: two cells with extras in a region count as one cell with these digits, in a naked or
  hidden set of the region.
- Type 4: two cells with extras in a region where a has no other place: they lose b.

The lowest rating is taken, then the lowest type, then the first found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..kernel import kernel, routine
from ..logic.found import RATED, RATING, base, begin
from ..logic.grid import choices, deny_digits, is_worth, look, next_choice
from ..simd import Words, popcount
from .best import forget, give, keep

if TYPE_CHECKING:
    from ..logic.search import Search

#: Factor of the rating in a rank: there are fewer types than this.
TYPES = 8


class Walk(NamedTuple):
    """The current walk.

    By place in the walk: cells; tried, the number of neighbours tried; came, the type of the region
    through which the cell was reached; extras, those up to it; spare, how many more cells with
    extras may follow. touched[2 * region + parity]: the number of its cells in a region at even and
    at odd places; on[cell]: whether it is in the walk.
    """

    cells: Words
    tried: Words
    came: Words
    extras: Words
    spare: Words
    touched: Words
    on: Words


@kernel
def find_loop(search: Search, how: int) -> bool:
    """Find the best step of all loops."""
    look(search)
    grid = search.grid
    forget(search)
    for cell in range(grid.cells):
        if popcount(grid.left[cell]) == 2:
            walk_from(search, cell)
    return give(search)


@routine
def walk_from(search: Search, start: int) -> None:
    """Try all loops from a cell, depth first.

    At most two cells may have extras (`spare`), or any number if the extras are a single digit:
    other loops give no step.
    """
    grid, walk = search.grid, search.walk
    pair = grid.left[start]
    depth = -1
    enter(search, start, depth, -1, 0, 2)
    depth = 0
    while depth >= 0:
        cell = walk.cells[depth]
        at = walk.tried[depth]
        if at >= len(grid.regions_of[cell]) * grid.size:
            walk.on[cell] = 0
            touch(search, cell, depth & 1, -1)
            depth -= 1
            continue
        walk.tried[depth] += 1
        region = grid.regions_of[cell][at // grid.size]
        place, t = at % grid.size, grid.types[region]
        if t == walk.came[depth] or place >= len(grid.region_cells[region]):
            continue
        other = grid.region_cells[region][place]
        if other == cell or grid.left[other] & pair != pair:
            continue
        if other == start and depth >= 3:
            if is_closed(search):
                judge(search, depth + 1, pair)
            continue
        if depth + 1 == len(walk.cells) or not is_free(search, other, (depth + 1) & 1):
            continue
        extras, spare = walk.extras[depth], walk.spare[depth]
        if grid.left[other] != pair:
            extras |= grid.left[other] & ~pair
            if popcount(extras) != 1 and spare <= 0:
                continue
            spare -= 1
        enter(search, other, depth, t, extras, spare)
        depth += 1


@routine
def enter(search: Search, cell: int, depth: int, t: int, extras: int, spare: int) -> None:
    """Extend the walk to a cell."""
    walk = search.walk
    walk.cells[depth + 1] = cell
    walk.tried[depth + 1] = 0
    walk.came[depth + 1] = t
    walk.extras[depth + 1] = extras
    walk.spare[depth + 1] = spare
    walk.on[cell] = 1
    touch(search, cell, (depth + 1) & 1, 1)


@routine
def touch(search: Search, cell: int, parity: int, change: int) -> None:
    """Count the cell in its regions (change = 1), or stop counting it (change = -1)."""
    for region in search.grid.regions_of[cell]:
        search.walk.touched[2 * region + parity] += change


@routine
def is_free(search: Search, cell: int, parity: int) -> bool:
    """Return whether the walk may enter the cell: none of its regions has a cell of this parity
    yet."""
    if search.walk.on[cell]:
        return False
    for region in search.grid.regions_of[cell]:
        if search.walk.touched[2 * region + parity]:
            return False
    return True


@routine
def is_closed(search: Search) -> bool:
    """Return whether every region touched has one cell of each parity."""
    touched = search.walk.touched
    for region in range(len(search.grid.full)):
        if touched[2 * region] != touched[2 * region + 1]:
            return False
    return True


@routine
def judge(search: Search, length: int, pair: int) -> None:
    """Offer all steps of the loop of this length."""
    grid, walk = search.grid, search.walk
    extras, count, first, second = 0, 0, -1, -1
    for k in range(length):
        cell = walk.cells[k]
        if grid.left[cell] != pair:
            extras |= grid.left[cell] & ~pair
            count += 1
            if count == 1:
                first = cell
            else:
                second = cell
    if count == 1:
        begin_loop(search, length, 0)
        deny_digits(search, first, pair)
        offer(search, 1)
    if count > 1 and popcount(extras) == 1:
        begin_loop(search, length, 0)
        for cell in range(grid.cells):
            if grid.left[cell] & extras and sees_all(search, cell, length, pair):
                deny_digits(search, cell, extras)
        offer(search, 2)
    if count == 2:
        for region in grid.regions_of[first]:
            if holds_cell(search, region, second):
                if popcount(extras) > 1:
                    judge_naked(search, length, pair, extras, region, first, second)
                    judge_hidden(search, length, pair, extras, region, first, second)
                judge_locked(search, length, pair, region, first, second)


@routine
def begin_loop(search: Search, length: int, more: int) -> None:
    """Begin a step of this loop; more: what is added to the rating besides the length, in
    tenths."""
    begin(search.found)
    for k in range(length):
        base(search.found, search.grid.cell_clause[search.walk.cells[k]])
    longer = 5 if length >= 10 else (length - 4) // 2
    search.found.numbers[RATING] = search.found.numbers[RATED] + longer + more


@routine
def offer(search: Search, kind: int) -> None:
    """Keep the step if it removes a candidate and is better than the one kept."""
    if is_worth(search):
        keep(search, search.found.numbers[RATING] * TYPES + kind)


@routine
def sees_all(search: Search, cell: int, length: int, pair: int) -> bool:
    """Return whether the cell sees all cells of the loop that have extras."""
    grid, walk = search.grid, search.walk
    for k in range(length):
        other = walk.cells[k]
        if grid.left[other] != pair and not grid.sees[other * grid.cells + cell]:
            return False
    return True


@routine
def holds_cell(search: Search, region: int, cell: int) -> bool:
    """Return whether the region contains this cell."""
    for own in search.grid.regions_of[cell]:
        if own == region:
            return True
    return False


@routine
def judge_naked(
    search: Search, length: int, pair: int, extras: int, region: int, first: int, second: int
) -> None:
    """Type 3: with other cells, the extras make a naked set of the region."""
    grid = search.grid
    cells = grid.region_cells[region]
    for degree in range(popcount(extras), min(7, grid.open_cells[region] // 2) + 1):
        chosen = choices(grid, degree - 1, len(cells))
        while 0 < chosen < 1 << len(cells):
            union, able = extras, True
            for place in range(len(cells)):
                if chosen >> place & 1:
                    cell = cells[place]
                    able &= cell != first and cell != second and popcount(grid.left[cell]) >= 2
                    union |= grid.left[cell]
            if able and popcount(union) == degree:
                begin_loop(search, length, degree - 1)
                for place in range(len(cells)):
                    cell = cells[place]
                    if chosen >> place & 1:
                        base(search.found, grid.cell_clause[cell])
                    elif cell != first and cell != second:
                        deny_digits(search, cell, union)
                offer(search, 3)
            chosen = next_choice(chosen)


@routine
def judge_hidden(
    search: Search, length: int, pair: int, extras: int, region: int, first: int, second: int
) -> None:
    """Type 3: a and b with other digits make a hidden set of the region, in which the two cells
    count as one."""
    grid = search.grid
    size, cells = grid.size, grid.region_cells[region]
    if not grid.full[region]:
        return
    both = 0
    for place in range(len(cells)):
        if cells[place] == first or cells[place] == second:
            both |= 1 << place
    for degree in range(2, min(7, grid.open_cells[region] // 2) + 1):
        chosen = choices(grid, degree, size)
        while 0 < chosen < 1 << size:
            if chosen & pair == pair and not chosen & extras:
                union, able = 0, True
                for d in range(size):
                    if chosen >> d & 1:
                        spots = grid.spots[region * size + d]
                        able &= spots != 0
                        union |= spots
                if able and popcount(union & ~both) == degree - 1:
                    begin_loop(search, length, degree - 2)
                    for place in range(len(cells)):
                        if (union & ~both) >> place & 1:
                            deny_digits(search, cells[place], ~chosen)
                            base(search.found, grid.cell_clause[cells[place]])
                    offer(search, 3)
            chosen = next_choice(chosen)


@routine
def judge_locked(
    search: Search, length: int, pair: int, region: int, first: int, second: int
) -> None:
    """Type 4: one of the two digits has no other place in the region than the two cells, which lose
    the other digit."""
    grid = search.grid
    if not grid.full[region]:
        return
    for d in range(grid.size):
        if pair >> d & 1 and popcount(grid.spots[region * grid.size + d]) == 2:
            begin_loop(search, length, 0)
            deny_digits(search, first, pair & ~(1 << d))
            deny_digits(search, second, pair & ~(1 << d))
            offer(search, 4)
