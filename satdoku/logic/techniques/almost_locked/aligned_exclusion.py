"""Aligned exclusion: combinations of digits that two or three cells cannot hold together, since two
cells that see each other would hold one digit, or a cell that they see would have none left.

Sudoku Explainer uses cells seen by all the cells tried, with at most as many candidates as cells
are tried; a third cell tried has as few, and is seen by one of the other two. A list also uses
cells seen by two of them, and for pairs almost locked sets: such a set can lose one digit, but not
two.

Sources: Sudoku Explainer (the order); Sudopedia, "Aligned Pair Exclusion".

Lesson: aligned pair exclusion, aligned triple exclusion

    Two (three) cells, tried together: no two that see each other hold the same, and no cell (or
    almost locked set) that sees them may lose all that it needs. A candidate that is in no way that
    is left is removed.

    Why: Refute(x) by cases: each way to fill the other cells denies a clause all it has.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import copy, fill, ones, popcount
from ....kernels.logic.almost_locked import clauses_of, collect
from ....kernels.logic.found import ALL, BASES, FoundStep, base, begin, reported
from ....kernels.logic.grid import Grid, deny_digits, is_worth, see, update_grid
from ....kernels.logic.search import StepSearch
from ....phrases import joined, phrase
from ...catalog.row import ScaleRow

if TYPE_CHECKING:
    from ...steps import LogicStep
    from ...view import View

#: How: the number of cells tried together.
FINDER = f"{__name__}:find_aligned"
ROWS = (
    ScaleRow(
        "aligned pair exclusion", 6.2, FINDER, 2, "aligned", aliases=("APE",), asked=True, slow=True
    ),
    ScaleRow(
        "aligned triple exclusion",
        7.5,
        FINDER,
        3,
        "aligned",
        aliases=("ATE",),
        asked=True,
        slow=True,
    ),
)
#: Cells tried together in an exclusion of triples.
TRIPLE = 3
#: Fewest cells of few candidates that all cells tried see, in the search.
FEWEST = 2
#: Cells of few candidates that are told apart by bits.
BITS = 60
#: Maximum number of cells of an almost locked set.
LARGEST_SET = 4


# Idea: try all ways to fill two or three cells, and keep the digits that are in a way that is left.
# A way goes if two cells that see each other are equal, or if some cell (or almost locked set) near
# them is left with too little.
#
# Invariant: `chosen` has four parts, each as long as the board. Part 2 lists the cells of few
# candidates that the second cell sees, part 1 those that the first sees too, part 0 those that all
# cells tried see; part 3 has for each cell the same as bits. The parts are narrowed step by step
# while the loops go inwards, so no pair or triple begins from the whole board.
#
# Nearly all pairs and triples exclude nothing, and the cost is in finding that out. So three tests
# come before the ways are tried: enough cells of few candidates in common, a change since the last
# time nothing was found (`quiet`, `changed`), and a lower bound for pairs (`is_hopeless`). They
# leave out only what cannot give a step, so the order of steps is that of a plain search.
@kernel
def find_aligned(search: StepSearch, mode: int) -> bool:
    """Find exclusions of this many cells (2 or 3)."""
    update_grid(search)
    grid = search.grid
    every = search.listing[ALL]
    search.almost.counts[0] = 0
    if every and mode == 2:
        collect(grid, search.almost, LARGEST_SET, 2)
    note_near(search, mode)
    note_changes(search, mode)
    near_of = 3 * grid.cells
    for second in range(grid.cells):
        near_second = search.chosen[near_of + second]
        if popcount(grid.left[second]) < 2:
            continue
        if popcount(near_second) < FEWEST and not every:
            continue
        few = few_near(search, second, mode)
        for first in range(second):
            near = near_second & search.chosen[near_of + first]
            if popcount(grid.left[first]) < 2:
                continue
            if popcount(near) < FEWEST and not every:
                continue
            one = search.changed[first]
            two = search.changed[second]
            if not every and (
                not (one & two if mode == 2 else one | two) | (one | two) >> BITS
                or (mode == 2 and is_hopeless(grid, first, second, popcount(near)))
            ):
                continue
            both = seen_by(search, first, 2, few, 0 if mode == 2 else 1)
            if both < FEWEST and not every:
                continue
            if mode == 2:
                count = all_few(search, first, second, -1, mode) if every else both
                if excludes(search, first, second, third=-1, count=count, degree=mode) and reported(
                    search
                ):
                    return True
            elif every:
                for third in range(second + 1, grid.cells):
                    count = all_few(search, first, second, third, mode)
                    if (
                        popcount(grid.left[third]) > 1
                        and excludes(search, first, second, third=third, count=count, degree=mode)
                        and reported(search)
                    ):
                        return True
            # The search tries as third cells those of few candidates that one of the two sees.
            elif excludes_near(search, first, second, first, both) or excludes_near(
                search, first, second, second, both
            ):
                return True
    if not every:
        copy(search.quiet, (mode - 2) * grid.cells, grid.left, 0, grid.cells)
    return False


def excludes_near(search: StepSearch, first: int, second: int, source: int, both: int) -> bool:
    """Fill in the step of two cells and the first third one, of few candidates, that one of them
    (the source) sees; return whether there is one. both: the number of cells in part 1 of
    `chosen`."""
    grid = search.grid
    near_of = 3 * grid.cells
    near = search.chosen[near_of + first] & search.chosen[near_of + second]
    one = search.changed[first]
    two = search.changed[second]
    for third in grid.peers[source]:
        if third in (first, second) or not 2 <= popcount(grid.left[third]) <= TRIPLE:
            continue
        if source == second and see(grid, first, third):
            continue
        three = search.changed[third]
        if not (one & two & three) | (one | two | three) >> BITS:
            continue
        if popcount(near & search.chosen[near_of + third]) < FEWEST:
            continue
        count = seen_by(search, third, 1, both, 0)
        if count >= FEWEST and excludes(search, first, second, third=third, count=count, degree=3):
            return True
    return False


def is_hopeless(grid: Grid, first: int, second: int, near: int) -> bool:
    """Return whether a pair has too few cells of two candidates near it to exclude anything.

    A digit of one cell goes if each digit of the other is the same or, with it, all that one of
    these cells has; each of them rules out one digit of the other.
    """
    fewest = min(popcount(grid.left[first]), popcount(grid.left[second]))
    return bool(fewest > near + see(grid, first, second))


def note_near(search: StepSearch, degree: int) -> None:
    """Write to part 3 of `chosen`, for each cell, which cells of few candidates it sees, as bits:
    most pairs of cells have too few of these in common. All bits are set if there are too many."""
    grid = search.grid
    chosen = search.chosen
    count = 0
    fill(chosen, 3 * grid.cells, grid.cells, 0)
    for few in range(grid.cells):
        if 2 <= popcount(grid.left[few]) <= degree:
            for cell in grid.peers[few]:
                chosen[3 * grid.cells + cell] |= 1 << min(count, BITS)
            count += 1
    if count > BITS:
        fill(chosen, 3 * grid.cells, grid.cells, -1)


def note_changes(search: StepSearch, mode: int) -> None:
    """Write to `changed`, for each cell, which changed cells it sees, as bits (some share
    one), and as bit BITS whether it has changed: had other candidates, in `quiet`, when nothing was
    found last.

    What cells exclude depends only on them and on cells that all of them see. So the search need
    not try again cells that have not changed, and do not all see a changed cell.
    """
    grid = search.grid
    changed = search.changed
    quiet = (mode - 2) * search.grid.cells
    count = 0
    for cell in range(grid.cells):
        changed[cell] = 1 << BITS if grid.left[cell] != search.quiet[quiet + cell] else 0
    for cell in range(grid.cells):
        if changed[cell] >> BITS:
            for peer in grid.peers[cell]:
                changed[peer] |= 1 << min(count, BITS - 1)
            count += 1


def few_near(search: StepSearch, near: int, degree: int) -> int:
    """List the cells of few candidates that see a cell (in part 2 of `chosen`, each part as long as
    the board); return their number."""
    grid = search.grid
    count = 0
    for cell in grid.peers[near]:
        if 2 <= popcount(grid.left[cell]) <= degree:
            search.chosen[2 * grid.cells + count] = cell
            count += 1
    return count


def seen_by(search: StepSearch, cell: int, source: int, number: int, target: int) -> int:
    """Copy those of the `number` cells in a part of `chosen` that a cell sees to another part;
    return their number."""
    grid = search.grid
    chosen = search.chosen
    count = 0
    for k in range(source * grid.cells, source * grid.cells + number):
        if see(grid, cell, chosen[k]):
            chosen[target * grid.cells + count] = chosen[k]
            count += 1
    return count


def all_few(search: StepSearch, first: int, second: int, third: int, degree: int) -> int:
    """List the cells of few candidates that see two of the cells tried; return their number."""
    grid = search.grid
    count = 0
    for cell in range(grid.cells):
        if 2 <= popcount(grid.left[cell]) <= degree:
            seen = see(grid, first, cell) + see(grid, second, cell)
            if third >= 0:
                seen += see(grid, third, cell)
            if seen >= 2:
                search.chosen[count] = cell
                count += 1
    return count


def excludes(
    search: StepSearch, first: int, second: int, third: int, count: int, degree: int
) -> bool:
    """Fill in the step: deny every digit that is in no remaining combination; return whether it is
    a step. The first `count` cells of `chosen` are those that may be left with none."""
    grid = search.grid
    found = search.found
    begin(found)
    if all_stay(search, first, second, third, count):
        return False
    begin(found)
    base(found, grid.cell_clause[first])
    base(found, grid.cell_clause[second])
    if third >= 0:
        base(found, grid.cell_clause[third])
    a_left = 0
    b_left = 0
    c_left = 0
    for a in ones(grid.left[first]):
        for b in ones(grid.left[second]):
            if a == b and see(grid, first, second):
                continue
            if third < 0:
                if is_left(search, first, 1 << a, second, 1 << b, third=-1, c=0, count=count):
                    a_left |= 1 << a
                    b_left |= 1 << b
                continue
            for c in ones(grid.left[third]):
                if a == c and see(grid, first, third):
                    continue
                if b == c and see(grid, second, third):
                    continue
                if is_left(
                    search, first, 1 << a, second, 1 << b, third=third, c=1 << c, count=count
                ):
                    a_left |= 1 << a
                    b_left |= 1 << b
                    c_left |= 1 << c
    deny_digits(search, first, ~a_left)
    deny_digits(search, second, ~b_left)
    if third >= 0:
        deny_digits(search, third, ~c_left)
    # In a list, some other cell must take part.
    return is_worth(search) and (not search.listing[ALL] or found.numbers[BASES] > degree)


def all_stay(search: StepSearch, first: int, second: int, third: int, count: int) -> bool:
    """Return whether each digit of the cells is in a combination that is left: nearly always so,
    and seen after a few combinations of the many that `excludes` goes through."""
    left = search.grid.left
    a_rest = left[first]
    b_rest = left[second]
    c_rest = left[third] if third >= 0 else 0
    while a_rest | b_rest | c_rest:
        # The next digit that is not known to stay, with any of the other cells.
        a_tried = left[first]
        b_tried = left[second]
        c_tried = 0
        if third >= 0:
            c_tried = left[third]
        if a_rest:
            a_tried = a_rest & -a_rest
        elif b_rest:
            b_tried = b_rest & -b_rest
        else:
            c_tried = c_rest & -c_rest
        a = 0
        b = 0
        c = 0
        while a_tried and not b | c:
            a = a_tried & -a_tried
            a_tried &= a_tried - 1
            if third < 0:
                b = staying(
                    search, first, a, second=-1, b=0, last=second, tried=b_tried, count=count
                )
            b_left = b_tried if third >= 0 else 0
            while b_left and not c:
                b = b_left & -b_left
                b_left &= b_left - 1
                if a != b or not see(search.grid, first, second):
                    c = staying(search, first, a, second, b, last=third, tried=c_tried, count=count)
            if third >= 0 and not c:
                b = 0
        if not b | c:
            return False
        a_rest = a_rest & ~a
        b_rest = b_rest & ~b
        c_rest = c_rest & ~c
    return True


def staying(
    search: StepSearch, first: int, a: int, second: int, b: int, last: int, tried: int, count: int
) -> int:
    """Return those of the digits tried in the last cell that are left beside digits of the others
    (second -1: there is one other cell); in a list, at most one."""
    grid = search.grid
    if see(grid, first, last):
        tried &= ~a
    if second >= 0 and see(grid, second, last):
        tried &= ~b
    if search.listing[ALL]:
        for e in ones(tried):
            d = 1 << e
            if second < 0:
                if is_left(search, first, a, second=last, b=d, third=-1, c=0, count=count):
                    return d
            elif is_left(search, first, a, second, b, third=last, c=d, count=count):
                return d
        return 0
    for k in range(count):  # each sees all cells tried
        rest = grid.left[search.chosen[k]] & ~(a | b)
        if not rest:
            return 0
        if not rest & (rest - 1):
            tried &= ~rest
    return int(tried)


def is_left(
    search: StepSearch, first: int, a: int, second: int, b: int, third: int, c: int, count: int
) -> bool:
    """Return whether these digits leave each noted cell a candidate, and each set enough of them;
    if not, add that cell or set to the bases."""
    grid = search.grid
    almost = search.almost
    found = search.found
    for k in range(count):
        cell = search.chosen[k]
        mask = a | b | c
        if search.listing[ALL]:  # in the search, each sees all cells tried
            mask = a if see(grid, first, cell) else 0
            mask |= b if see(grid, second, cell) else 0
            mask |= c if third >= 0 and see(grid, third, cell) else 0
        if not grid.left[cell] & ~mask:
            rest_on(found, grid.cell_clause[cell])
            return False
    for k in range(almost.counts[0]):
        if a != b and not (a | b) & ~almost.digits[k]:
            lost = True
            for clause in clauses_of(almost, k):
                cell = -1 - grid.clause_place[clause]
                inside = cell in (first, second)
                keeps_a = grid.left[cell] & a and not see(grid, first, cell)
                keeps_b = grid.left[cell] & b and not see(grid, second, cell)
                if inside or keeps_a or keeps_b:
                    lost = False
            if lost:
                for clause in clauses_of(almost, k):
                    rest_on(found, clause)
                return False
    return True


def rest_on(found: FoundStep, clause: int) -> None:
    """Add a clause to the bases, once."""
    if clause not in found.bases[: found.numbers[BASES]]:
        base(found, clause)


def tell(view: View, step: LogicStep, _: tuple[int, ...]) -> LogicStep:
    """Return the step with the cells tried and those that exclude."""
    cells = [1 << view.cell_of(clause) for clause in step.bases]
    count = 2 if "pair" in step.name else 3
    tried = sum(cells[:count])
    others = sum(cells[count:])
    digits = joined(map(view.theory.variable_name, step.denied), "{one} or {next}")
    filled = "However {cells} are filled with {digits}, a digit is repeated"
    reason = phrase(filled, cells=view.with_candidates(tried), digits=digits)
    if others:
        few = "{reason} in a house, or too few digits are left for {cells}"
        reason = phrase(few, reason=reason, cells=view.with_candidates(others))
    roles = (("aligned", view.held(tried)), ("excluding", view.held(others)))
    return replace(step, reason=reason, roles=roles)
