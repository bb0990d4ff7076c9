"""Aligned exclusion: combinations of digits that two or three cells cannot hold together, since two
cells that see each other would hold one digit, or a cell that they see would have none left.

Sudoku Explainer uses cells seen by all the cells tried, with at most as many candidates as cells
are tried. A list also uses cells seen by two of them, and for pairs almost locked sets: such a set
can lose one digit, but not two.

Sources: Sudoku Explainer (the order); Sudopedia, "Aligned Pair Exclusion".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...kernels.kernel import kernel, routine
from ...kernels.logic.almost_locked import LARGEST, collect
from ...kernels.logic.found import BASES, FoundStep, base, begin
from ...kernels.logic.grid import deny_digits, is_worth, look
from ...kernels.logic.report import ALL, reported
from ...kernels.simd import popcount
from ..catalog.row import Rule
from ..lessons.lesson import Lesson

if TYPE_CHECKING:
    from ...kernels.logic.search import Search
    from ..steps import LogicStep
    from ..view import View

#: How: the number of cells tried together.
FINDER = f"{__name__}:find_aligned"
ROWS = (
    Rule("aligned pair exclusion", 6.2, FINDER, 2, "aligned", (), ("APE",), True, slow=True),
    Rule("aligned triple exclusion", 7.5, FINDER, 3, "aligned", (), ("ATE",), True, slow=True),
)
LESSONS = (
    Lesson(
        "aligned pair exclusion, aligned triple exclusion",
        "Two (three) cells, tried together: no two that see each other hold the same, and no cell "
        "(or almost locked set) that sees them may lose all that it needs. A candidate that is in "
        "no way that is left goes.",
        "Refute(x) by cases: each way to fill the other cells denies a clause all it has.",
    ),
)


@kernel
def find_aligned(search: Search, how: int) -> bool:
    """Find exclusions of this many cells (2 or 3)."""
    look(search)
    grid, every = search.grid, search.listing[ALL]
    search.almost.counts[0] = 0
    if every and how == 2:
        collect(grid, search.almost)
    for first in range(grid.cells):
        if not is_base(search, first, how):
            continue
        for second in range(first + 1, grid.cells):
            if not is_base(search, second, how):
                continue
            if not every and excluders(search, first, second, -1, how) < 2:
                continue
            if how == 2:
                if excludes(search, first, second, -1, how) and reported(search):
                    return True
                continue
            start, end = 0, len(grid.peers[first])
            if every:
                start, end = second + 1, grid.cells
            for k in range(start, end):
                third = k if every else grid.peers[first][k]
                if not every and (
                    popcount(grid.left[third]) > how
                    or not grid.sees[second * grid.cells + third]
                    or excluders(search, first, second, third, how) < 2
                ):
                    continue
                if (
                    popcount(grid.left[third]) >= 2
                    and excludes(search, first, second, third, how)
                    and reported(search)
                ):
                    return True
    return False


@routine
def is_base(search: Search, cell: int, degree: int) -> bool:
    """Return whether a cell has two candidates or more and (except in a list) sees a cell with
    few."""
    grid = search.grid
    if popcount(grid.left[cell]) < 2:
        return False
    if search.listing[ALL]:
        return True
    for peer in grid.peers[cell]:
        if 2 <= popcount(grid.left[peer]) <= degree:
            return True
    return False


@routine
def excluders(search: Search, first: int, second: int, third: int, degree: int) -> int:
    """Note the cells of few candidates that see all of the cells tried (in a list: two of them);
    return their number."""
    grid = search.grid
    every = search.listing[ALL]
    least = 2 if third < 0 or every else 3
    count = 0
    for k in range(grid.cells if every else len(grid.peers[first])):
        cell = k if every else grid.peers[first][k]
        if 2 <= popcount(grid.left[cell]) <= degree:
            seen = grid.sees[first * grid.cells + cell] + grid.sees[second * grid.cells + cell]
            if third >= 0:
                seen += grid.sees[third * grid.cells + cell]
            if seen >= least:
                search.chosen[count] = cell
                count += 1
    return count


@routine
def excludes(search: Search, first: int, second: int, third: int, degree: int) -> bool:
    """Fill in the step: deny every digit that is in no remaining combination; return whether it is
    a step."""
    grid, found = search.grid, search.found
    count = excluders(search, first, second, third, degree)
    begin(found)
    base(found, grid.cell_clause[first])
    base(found, grid.cell_clause[second])
    if third >= 0:
        base(found, grid.cell_clause[third])
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
                if is_left(search, first, 1 << a, second, 1 << b, -1, 0, count):
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
                if is_left(search, first, 1 << a, second, 1 << b, third, 1 << c, count):
                    a_left |= 1 << a
                    b_left |= 1 << b
                    c_left |= 1 << c
    deny_digits(search, first, ~a_left)
    deny_digits(search, second, ~b_left)
    if third >= 0:
        deny_digits(search, third, ~c_left)
    # In a list, some other cell must take part.
    return is_worth(search) and (not search.listing[ALL] or found.numbers[BASES] > degree)


@routine
def is_left(
    search: Search, first: int, a: int, second: int, b: int, third: int, c: int, count: int
) -> bool:
    """Return whether these digits leave each noted cell a candidate, and each set enough of them;
    if not, add that cell or set to the bases."""
    grid, almost, found = search.grid, search.almost, search.found
    for k in range(count):
        cell = search.chosen[k]
        mask = 0
        if grid.sees[first * grid.cells + cell]:
            mask |= a
        if grid.sees[second * grid.cells + cell]:
            mask |= b
        if third >= 0 and grid.sees[third * grid.cells + cell]:
            mask |= c
        if not grid.left[cell] & ~mask:
            rest_on(found, grid.cell_clause[cell])
            return False
    for k in range(almost.counts[0]):
        if a != b and not (a | b) & ~almost.digits[k]:
            lost = True
            for i in range(almost.sizes[k]):
                cell = -1 - grid.clause_place[almost.cells[k * LARGEST + i]]
                inside = cell == first or cell == second
                keeps_a = grid.left[cell] & a and not grid.sees[first * grid.cells + cell]
                keeps_b = grid.left[cell] & b and not grid.sees[second * grid.cells + cell]
                if inside or keeps_a or keeps_b:
                    lost = False
            if lost:
                for i in range(almost.sizes[k]):
                    rest_on(found, almost.cells[k * LARGEST + i])
                return False
    return True


@routine
def rest_on(found: FoundStep, clause: int) -> None:
    """Add a clause to the bases, once."""
    for k in range(found.numbers[BASES]):
        if found.bases[k] == clause:
            return
    base(found, clause)


def tell(view: View, step: LogicStep, _: tuple[int, ...]) -> LogicStep:
    """Return the step with the cells tried and those that exclude."""
    cells = [1 << view.cell_of(clause) for clause in step.bases]
    count = 2 if "pair" in step.name else 3
    tried, others = sum(cells[:count]), sum(cells[count:])
    said = (
        f"Every way to fill {view.one_by_one(tried)} with "
        f"{' or '.join(map(view.theory.variable_name, step.denied))} repeats a digit in a house"
    )
    if others:
        said += f" or leaves too few digits for {view.one_by_one(others)}"
    roles = (("aligned", view.held(tried)), ("excluding", view.held(others)))
    return replace(step, said=said, roles=roles)
