"""BUG (bivalue universal grave): without a few candidates, the extras, every open cell would have
two candidates and every digit two places in each region where it is open.

Such a puzzle has several solutions or none; so one of the extras is true. This assumes that the
puzzle is proper. Type 1: one cell has extras. Type 2: the extras are one digit, which is false in
every cell that sees all of them. Type 4: two cells in a region have one further digit in common,
which one of them holds: both lose every other digit that is not an extra. Type 3: in a region, the
cells with extras count as one cell of a naked set. A list has two more, which players know: a
single extra is true, and what every extra denies is false.

Sources: Sudoku Explainer (the types and their order); Sudopedia, "Bivalue Universal Grave".

Lesson: BUG, BUG+1, BUG+n

    But for one candidate (n candidates) every open cell has two, and each digit has two places in
    each house, or none. The one is true; of n, what all of them deny is removed, and they may act
    as one cell of a naked subset.

    Why: A grid of two candidates everywhere has no solution or several: with each solution, the one
    that has the other candidate everywhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import fill, lowest_bit, ones, popcount
from ....kernels.logic.found import ALL, PROOF, RATED, RATING, asserts, base, begin, prove, reported
from ....kernels.logic.grid import (
    cells_at,
    choices,
    deny_common,
    deny_digits,
    is_worth,
    region_clause,
    see,
    update_grid,
)
from ....kernels.logic.search import StepSearch
from ....phrases import phrase
from ...catalog.row import ScaleRow, TechniqueForm
from ...step_text.sentences import conclusion_text
from ...view import View, bits_of

if TYPE_CHECKING:
    from ...steps import LogicStep

ROWS = (
    ScaleRow("BUG", 5.6, f"{__name__}:find_bug", 0, "unique", aliases=("bivalue universal grave",),
             asked=True),
)  # fmt: skip
FORMS = (
    TechniqueForm("BUG+1", "BUG", 5.6, ("bivalue universal grave + 1",)),
    TechniqueForm("BUG+n", "BUG", 5.7),
)
#: Rating added if two or more cells have extras, in tenths.
MORE = 1


# Idea: which candidates are the extras is not searched for but read off: in each region a digit
# must keep two places. If it has more and just one of its cells there has three candidates or more,
# the surplus is in that cell. Afterwards the whole board is checked against the definition, so a
# wrong guess costs nothing but is never reported.
@kernel
def find_bug(search: StepSearch, mode: int) -> bool:
    """Find the steps of a BUG; `StepSearch.chosen` receives the extra digits of each cell."""
    update_grid(search)
    grid = search.grid
    extra = search.chosen
    size = grid.size
    fill(extra, 0, grid.cells, 0)
    for region in range(len(grid.full)):
        for d in range(size):
            spots = grid.spots[region * size + d]
            if not grid.full[region]:
                return False
            if popcount(spots) == 0 or popcount(spots) == 2:
                continue
            found = 0
            several = 0
            for cell in cells_at(grid, region, spots):
                if popcount(grid.left[cell]) >= 3:
                    found = cell
                    several += 1
            if several == 0:
                return False
            if several == 1:  # if there are several, another region decides
                extra[found] |= 1 << d
    digits = 0
    cells = 0
    for cell in range(grid.cells):
        if grid.left[cell] and popcount(grid.left[cell] & ~extra[cell]) != 2:
            return False
        digits |= extra[cell]
        cells += 1 if extra[cell] else 0
    for region in range(len(grid.full)):
        for d in range(size):
            cells_of = grid.region_cells[region]
            count = sum((grid.left[cell] & ~extra[cell]) >> d & 1 for cell in cells_of)
            if count not in (0, 2):
                return False
    if cells == 0:
        return False
    if search.listing[ALL]:  # covers types 1 and 2, and more
        if is_common(search, cells):
            return True
    elif cells == 1:
        begin_bug(search, 0)
        for cell in range(grid.cells):
            if extra[cell]:
                deny_digits(search, cell, ~extra[cell])
        return is_worth(search)
    elif popcount(digits) == 1:
        begin_bug(search, MORE)
        for cell in range(grid.cells):
            if grid.left[cell] & digits and sees_extras(search, cell):
                deny_digits(search, cell, digits)
        if is_worth(search):
            return True
    if cells == 2 and is_of_two(search):
        return True
    return cells > 1 and popcount(digits) > 1 and has_naked_set(search, cells, digits)


def begin_bug(search: StepSearch, more: int) -> None:
    """Begin a step of the BUG, with the extras as its proof; more: what is added to the rating, in
    tenths."""
    grid = search.grid
    found = search.found
    begin(found)
    found.numbers[RATING] = found.numbers[RATED] + more
    for cell in range(grid.cells):
        if search.chosen[cell]:
            base(found, grid.cell_clause[cell])
            for d in ones(search.chosen[cell]):
                prove(found, cell * grid.size + d + 1)


def is_common(search: StepSearch, cells: int) -> bool:
    """Report that a single extra is true, or that what every extra denies is false; return whether
    to stop."""
    found = search.found
    begin_bug(search, 0 if cells == 1 else MORE)
    if found.numbers[PROOF] == 1:
        asserts(found, found.proof[0])
        return reported(search)
    deny_common(search, found.proof[: found.numbers[PROOF]])
    return is_worth(search) and reported(search)


def sees_extras(search: StepSearch, cell: int) -> bool:
    """Return whether the cell sees all cells that have extras."""
    grid = search.grid
    return all(not search.chosen[other] or see(grid, other, cell) for other in range(grid.cells))


def is_of_two(search: StepSearch) -> bool:
    """Report steps of type 4; return whether to stop."""
    grid = search.grid
    extra = search.chosen
    first = second = -1
    for cell in range(grid.cells):
        if extra[cell]:
            second = first
            first = cell
    common = grid.left[first] & ~extra[first] & grid.left[second] & ~extra[second]
    if popcount(common) != 1:
        return False
    for region in grid.regions_of[first]:
        if grid.full[region] and region in grid.regions_of[second]:
            begin_bug(search, MORE)
            deny_digits(search, first, ~(common | extra[first]))
            deny_digits(search, second, ~(common | extra[second]))
            if is_worth(search):
                base(search.found, region_clause(grid, region, lowest_bit(common)))
                if reported(search):
                    return True
    return False


def has_naked_set(search: StepSearch, count: int, digits: int) -> bool:
    """Report steps of type 3, with `count` cells and these extra digits; return whether to stop."""
    grid = search.grid
    for degree in range(2, 7):
        for region in range(len(grid.full)):
            cells = grid.region_cells[region]
            inside = 0
            for place in range(len(cells)):
                if search.chosen[cells[place]]:
                    inside |= 1 << place
            if popcount(inside) != count or grid.open_cells[region] < 2 * degree:
                continue
            for chosen in choices(degree - 1, len(cells)):
                union = digits
                able = (chosen & inside) == 0
                for place in ones(chosen):
                    able &= popcount(grid.left[cells[place]]) >= 2
                    union |= grid.left[cells[place]]
                if able and popcount(union) == degree:
                    begin_bug(search, MORE + degree - 1)
                    for place in range(len(cells)):
                        if chosen >> place & 1:
                            base(search.found, grid.cell_clause[cells[place]])
                        elif not inside >> place & 1:
                            deny_digits(search, cells[place], union)
                    if is_worth(search) and reported(search):
                        return True
    return False


def tell(view: View, step: LogicStep, extras: tuple[int, ...]) -> LogicStep:
    """Return the step with the name of its form and its extras."""
    names = view.names(extras)
    reason = phrase(
        "Without {candidates} every open cell would have two candidates, and every digit two "
        "places in each house: such a puzzle has several solutions or none, and this one has one",
        candidates=names,
    )
    if len(extras) > 1:
        reason = phrase("{reason}. So one of them is true", reason=reason)
    elif step.denied:
        placed = conclusion_text(view.theory, extras, ())
        reason = phrase("{reason}, so {result}", reason=reason, result=placed)
    of_extras = {view.layout.cell_of(v) for v in extras}
    besides = bits_of(view.cell_of(c) for c in step.bases if view.theory.clauses[c].cell)
    besides &= ~bits_of(of_extras)
    if besides:
        subset = "{reason}, which makes a naked subset with {cells}"
        reason = phrase(subset, reason=reason, cells=view.with_candidates(besides))
    for clause in step.bases:
        known = view.theory.clauses[clause]
        if known.house:
            and_places = "{reason}, and {places}"
            reason = phrase(and_places, reason=reason, places=view.places(clause))
    return replace(
        step,
        name="BUG+1" if len(extras) == 1 else "BUG+n",
        reason=reason,
        roles=(("extra", extras),),
    )
