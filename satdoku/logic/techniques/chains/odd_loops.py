"""Odd loops: cells that would have to take turns around a loop of odd length, which is impossible.

Broken wing: places for one digit, each in a house with the next. If these were the only places in
those houses, they would be true and false by turns. Bivalue oddagon: cells with the same two
digits, each seeing the next. If they held no others, these would take turns. What stands in the way
are the guardians: the other places in those houses, or the other candidates in those cells. One of
them is true.

Loops are sought depth first, the shortest ones first, each from its first cell in the direction of
its lower neighbour. In a loop of places, each house has just two of them: a third would be a
guardian that belongs to the loop.

Sources: Sudopedia, "Broken Wing"; the Sudoku Players' Forum.

Lesson: broken wing

    A loop of an odd number of places for a digit, each in a house with the next. Other places in
    these houses are guardians. What sees all guardians is removed; a single guardian is placed.

    Why: Without guardians, places along the loop would be true and false in turn, which is not
    possible in an odd loop. So one of the guardians is true.

Lesson: bivalue oddagon

    An odd loop of cells, each seeing the next, with the same two candidates. Not all hold these
    alone: one of the others in them, the guardians, is true.

    Why: Two digits cannot take turns around an odd loop: a refutation by two cases. What all
    guardians deny is false; a single guardian is placed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....kernels.kernel import kernel, part
from ....kernels.lockstep.simd import fill, lowest_bit, ones, popcount
from ....kernels.logic.found import (
    ASSERTIONS,
    DENIALS,
    PROOF,
    SIZE,
    asserts,
    base,
    begin,
    cover,
    prove,
    reported,
)
from ....kernels.logic.grid import (
    Grid,
    cells_at,
    deny_common,
    holds_cell,
    region_clause,
    update_grid,
)
from ....kernels.logic.search import StepSearch
from ....phrases import phrase
from ....theory import Variables
from ...catalog.row import ScaleRow
from ...step_text.sentences import cells_text, digit_text, houses_text
from ...view import View, bits_of

if TYPE_CHECKING:
    from ...steps import LogicStep

#: How: loops of places for one digit, or of cells with the same two.
PLACES, PAIRS = 1, 2
FINDER = f"{__name__}:find_odd_loop"
ROWS = (
    ScaleRow("broken wing", 7.2, FINDER, PLACES, "own reason", aliases=("guardian", "guardians"),
             asked=True, in_se=False, joint=True),
    ScaleRow("bivalue oddagon", 7.5, FINDER, PAIRS, "own reason", aliases=("oddagon",),
             asked=True, in_se=False),
)  # fmt: skip
#: Cells of a loop at least and at most, and guardians at most.
SHORTEST, LONGEST, MOST_GUARDIANS = 5, 11, 4


# Idea: around a loop of odd length nothing can alternate. Both patterns are walks from a start over
# cells that see each other, with a budget of guardians, so one search serves both; only what a step
# costs differs (see `guard`).
#
# Invariant: `Walk.spare` at a depth is the budget left there, and `Search.chosen` counts, for
# places of one digit, by how many houses of the walk a place is a guardian. Each step of the walk
# counts its guardians, and going back takes the same ones away again, so no state is copied.
#
# A loop is walked from its lowest cell and towards the lower of its two neighbours there: otherwise
# each would be found once for every start and both ways.
@kernel
def find_odd_loop(search: StepSearch, mode: int) -> bool:
    """Find the first loop whose guardians give something; mode: PLACES or PAIRS, the number of its
    digits."""
    update_grid(search)
    grid = search.grid
    walk = search.walk
    fill(walk.on, 0, grid.cells, 0)
    fill(search.chosen, 0, grid.cells, 0)
    for length in range(SHORTEST, min(LONGEST, len(walk.cells)) + 1, 2):
        for second in range(grid.size):
            for first in range(second + 1):
                digits = 1 << first | 1 << second
                if popcount(digits) == mode and able_cells(search, digits) >= length:
                    for cell in range(grid.cells):
                        if search.stop[0] or walk_from(search, cell, digits, length):
                            return not search.stop[0]
    return False


def able_cells(search: StepSearch, digits: int) -> int:
    """Return the number of cells that a loop of these digits may contain."""
    grid = search.grid
    number = 0
    for cell in range(grid.cells):
        if grid.left[cell] & digits == digits:
            number += extras_of(grid, cell, digits) <= MOST_GUARDIANS
    return number


def walk_from(search: StepSearch, start: int, digits: int, length: int) -> bool:
    """Try all loops of this length from a cell, depth first; return whether to stop.

    In loops of places, `StepSearch.chosen` counts by cell the houses of the walk of which the cell
    is a guardian; `CellWalk.spare` has how many more guardians may follow.
    """
    grid = search.grid
    walk = search.walk
    spare = MOST_GUARDIANS - extras_of(grid, start, digits)
    if grid.left[start] & digits != digits or spare < 0:
        return False
    enter(search, start, 0, -1, spare)
    depth = 0
    while depth >= 0:
        cell = walk.cells[depth]
        at = walk.tried[depth]
        if at >= len(grid.regions_of[cell]) * grid.size:
            walk.on[cell] = 0
            depth -= 1
            if depth >= 0:
                guard(search, walk.cells[depth], walk.came[depth + 1], cell, digits, change=-1)
            continue
        region = grid.regions_of[cell][at // grid.size]
        place = at % grid.size
        spots = spots_of(grid, region, digits) >> place
        if not spots:
            walk.tried[depth] += grid.size - place
            continue
        place += lowest_bit(spots)
        walk.tried[depth] = at - at % grid.size + place + 1
        other = grid.region_cells[region][place]
        closes = other == start and depth + 1 == length and walk.cells[1] < cell
        if not closes and (other <= start or walk.on[other] or depth + 1 == length):
            continue
        spare = walk.spare[depth] - guard(search, cell, region, other, digits, change=1)
        if spare >= 0 and not closes:
            depth += 1
            enter(search, other, depth, region, spare)
            continue
        walk.came[0] = region
        if spare >= 0 and concludes(search, digits, length) and reported(search):
            return True
        guard(search, cell, region, other, digits, change=-1)
    return False


def enter(search: StepSearch, cell: int, depth: int, region: int, spare: int) -> None:
    """Extend the walk to a cell, through a region."""
    walk = search.walk
    walk.cells[depth] = cell
    walk.came[depth] = region
    walk.tried[depth] = 0
    walk.spare[depth] = spare
    walk.on[cell] = 1


@part
def extras_of(grid: Grid, cell: int, digits: int) -> int:
    """Return the number of guardians in a cell of a loop of two digits; none in a loop of
    places."""
    return popcount(grid.left[cell] & ~digits) if popcount(digits) == PAIRS else 0


def spots_of(grid: Grid, region: int, digits: int) -> int:
    """Return the places in a region through which a loop may pass: those of the one digit, if the
    region holds every digit, or those that can hold both."""
    at = region * grid.size + lowest_bit(digits)
    if popcount(digits) == PLACES:
        return int(grid.spots[at] if grid.full[region] else 0)
    return int(grid.spots[at] & grid.spots[at - at % grid.size + lowest_bit(digits & digits - 1)])


def guard(search: StepSearch, cell: int, region: int, other: int, digits: int, change: int) -> int:
    """Count the guardians of a step of the walk between two cells (change = 1), or stop counting
    them (-1). Return how many are new; more than there may be if the step cannot be taken."""
    grid = search.grid
    on = search.walk.on
    new = 0
    if popcount(digits) == PAIRS:
        for known in grid.regions_of[cell]:
            if known == region:
                break
            if holds_cell(grid, known, other):  # the same step as through that region
                new += MOST_GUARDIANS + 1
        return new if on[other] else new + extras_of(grid, other, digits)
    spots = spots_of(grid, region, digits)
    if search.chosen[other]:
        new += MOST_GUARDIANS + 1
    for place in cells_at(grid, region, spots):
        if place not in (cell, other):
            if on[place]:
                new += MOST_GUARDIANS + 1
            new += search.chosen[place] == 0
            search.chosen[place] += change
    return int(new)


def concludes(search: StepSearch, digits: int, length: int) -> bool:
    """Fill in the step of the loop, if it gives anything. The proof lists the candidates of the
    loop, 0, and the guardians."""
    grid = search.grid
    walk = search.walk
    found = search.found
    size = search.grid.size
    begin(found)
    found.numbers[SIZE] = length
    for k in range(length):
        if popcount(digits) == PAIRS:
            base(found, grid.cell_clause[walk.cells[k]])
        for d in ones(digits):
            cover(found, region_clause(grid, walk.came[k], d))
            prove(found, walk.cells[k] * size + d + 1)
    prove(found, 0)
    first = found.numbers[PROOF]
    for cell in range(grid.cells):
        guardians = 0
        if popcount(digits) == PLACES and search.chosen[cell]:
            guardians = digits
        if popcount(digits) == PAIRS and walk.on[cell]:
            guardians = grid.left[cell] & ~digits
        for d in ones(guardians):
            prove(found, cell * size + d + 1)
    last = found.numbers[PROOF]
    if last == first + 1:
        asserts(found, found.proof[first])
    elif last > first:
        deny_common(search, found.proof[first:last])
    return bool(found.numbers[ASSERTIONS] + found.numbers[DENIALS])


def tell(view: View, step: LogicStep, proof: tuple[int, ...]) -> LogicStep:
    """Return the step with its loop, guardians and reason."""
    end = proof.index(0)
    loop = proof[:end]
    guardians = proof[end + 1 :]
    linking = tuple(view.linking(guardians, step.denied))
    roles = (("loop", loop), ("guardians", guardians))
    names = view.names(guardians)
    one: str = phrase("it is true")
    if len(guardians) > 1:
        one = phrase("one of {candidates} is true", candidates=names)
    around = "-".join(dict.fromkeys(cells_text(view.theory, (v,)) for v in loop))
    if step.bases:
        digits = bits_of(view.layout.cell_and_digit(v)[1] for v in loop)
        reason = phrase(
            "{held}. Around {loop}, an odd number of cells, each sees the next, so two digits "
            "cannot take turns there: {result}",
            held=view.only(_cells_of(view, loop), digits),
            loop=around,
            result=one,
        )
        links = step.covers + linking
        return replace(step, reason=reason, covers=(), links=links, roles=roles)
    digit = digit_text(view.theory, loop[0])
    besides = view.one_by_one(_cells_of(view, guardians))
    reason = phrase(
        "In {houses}, {digit} can only go in the loop {loop} or in {cells}. Around {loop}, an odd "
        "number of cells, each sees the next, so {digit} cannot be in every second one: {result}",
        houses=houses_text(view.theory, step.covers),
        digit=digit,
        loop=around,
        cells=besides,
        result=one,
    )
    return replace(step, reason=reason, bases=step.covers, covers=(), links=linking, roles=roles)


def _cells_of(view: View, variables: Variables) -> int:
    """Return the cells of variables."""
    return bits_of(view.layout.cell_of(v) for v in variables)
