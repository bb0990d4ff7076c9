"""Aligned exclusion: what two or three cells cannot hold together, since it leaves a cell that all
of them see nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import kernel, routine
from ..logic.found import base, begin
from ..logic.grid import deny_digits, is_worth, look
from ..simd import popcount

if TYPE_CHECKING:
    from ..logic.search import Search


@kernel
def find_aligned(search: Search, how: int) -> bool:
    """The first aligned exclusion of so many cells (2 or 3)."""
    look(search)
    grid = search.grid
    for first in range(grid.cells):
        if not is_base(search, first, how):
            continue
        for second in range(first + 1, grid.cells):
            if not is_base(search, second, how) or excluders(search, first, second, -1, how) < 2:
                continue
            if how == 2:
                if excludes(search, first, second, -1, how):
                    return True
                continue
            for third in grid.peers[first]:
                if (
                    2 <= popcount(grid.left[third]) <= how
                    and grid.sees[second * grid.cells + third]
                    and excluders(search, first, second, third, how) >= 2
                    and excludes(search, first, second, third, how)
                ):
                    return True
    return False


@routine
def is_base(search: Search, cell: int, degree: int) -> bool:
    """A cell of two candidates or more that some cell of few candidates sees."""
    grid = search.grid
    if popcount(grid.left[cell]) < 2:
        return False
    for peer in grid.peers[cell]:
        if 2 <= popcount(grid.left[peer]) <= degree:
            return True
    return False


@routine
def excluders(search: Search, first: int, second: int, third: int, degree: int) -> int:
    """How many cells of few candidates see all the others; they are noted."""
    grid = search.grid
    count = 0
    for cell in grid.peers[first]:
        if (
            2 <= popcount(grid.left[cell]) <= degree
            and grid.sees[second * grid.cells + cell]
            and (third < 0 or grid.sees[third * grid.cells + cell])
        ):
            search.chosen[count] = cell
            count += 1
    return count


@routine
def excludes(search: Search, first: int, second: int, third: int, degree: int) -> bool:
    """A digit is in no combination that remains; the step is filled in."""
    grid = search.grid
    count = excluders(search, first, second, third, degree)
    a_left, b_left, c_left = 0, 0, 0
    for a in range(grid.size):
        if not grid.left[first] >> a & 1:
            continue
        for b in range(grid.size):
            if not grid.left[second] >> b & 1:
                continue
            if a == b and grid.sees[first * grid.cells + second]:
                continue
            if third < 0:
                if allowed(search, 1 << a | 1 << b, count):
                    a_left |= 1 << a
                    b_left |= 1 << b
                continue
            for c in range(grid.size):
                if not grid.left[third] >> c & 1:
                    continue
                if a == c and grid.sees[first * grid.cells + third]:
                    continue
                if b == c and grid.sees[second * grid.cells + third]:
                    continue
                if allowed(search, 1 << a | 1 << b | 1 << c, count):
                    a_left |= 1 << a
                    b_left |= 1 << b
                    c_left |= 1 << c
    begin(search.found)
    deny_digits(search, first, ~a_left)
    deny_digits(search, second, ~b_left)
    if third >= 0:
        deny_digits(search, third, ~c_left)
    if not is_worth(search):
        return False
    base(search.found, grid.cell_clause[first])
    base(search.found, grid.cell_clause[second])
    if third >= 0:
        base(search.found, grid.cell_clause[third])
    for k in range(count):
        base(search.found, grid.cell_clause[search.chosen[k]])
    return True


@routine
def allowed(search: Search, mask: int, count: int) -> bool:
    """These digits leave each of the cells noted one at least."""
    grid = search.grid
    for k in range(count):
        if not grid.left[search.chosen[k]] & ~mask:
            return False
    return True
