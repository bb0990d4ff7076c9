"""The rule of 45: equations over houses and rules with few open cells, as the search uses them.

The equations of houses and of lines side by side are computed beforehand (see
`constraints.equations`). At a position, a candidate is false if the other open cells of an equation
cannot make up the rest. The sums that they can make are kept as bits of one number. Whatever needs
more (many cells, cells that see each other, houses less houses) is left to `equations`, which takes
longer.

Lesson: rule of 45, rule of 45 with several cells

    Up to four rows or columns side by side, or a box, sum to a known number (45 for each on the
    usual board), and the cages inside to theirs; arrows and other rules with a sum count, too. What
    is left over (innies), or sticks out (outies), has the difference as its sum; digits in no such
    sum are removed.

    Why: Each house holds each digit once: the sum of its digit clauses. It is arithmetic on
    exactly-one clauses, checked as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....constraints.equations import sums_of_lines
from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import ones, popcount
from ....kernels.logic.found import ASSERTIONS, DENIALS, asserts, begin, denies, prove, reported
from ....kernels.logic.grid import update_grid
from ....kernels.logic.search import StepSearch
from ....kernels.logic.state import HIGHEST_SUM, NamedTheory, placed
from ...catalog.row import LOCKED, PAIRS, ScaleRow
from ...view import View
from .equations import finding_of
from .fillings import ApartCells, Remainder, Summand

if TYPE_CHECKING:
    from ...steps import LogicStep

FINDER = f"{__name__}:find_sum"
ROWS = (
    ScaleRow("rule of 45", 2.9, FINDER, 1, "sum", sets=LOCKED,
             aliases=("innies and outies", "innies", "outies"), in_se=False),
    ScaleRow("rule of 45 with several cells", 3.3, FINDER, 4, "sum", sets=PAIRS, in_se=False),
)  # fmt: skip


@kernel
def find_sum(search: StepSearch, mode: int) -> bool:
    """Find equations with one open cell (mode 1), or with two to `mode`, that remove candidates.

    A digit of an open cell stays if the rest of the total is a sum of candidates of the other open
    cells; only of two cells that see each other and count alike it is used that they differ. With
    one open cell, a single fitting digit is asserted.
    """
    update_grid(search)
    theory = search.theory
    grid = search.grid
    found = search.found
    terms = search.chosen
    for k in range(len(theory.totals)):
        left = theory.totals[k]
        count = 0
        most = 0
        for i in range(len(theory.sum_cells[k])):
            cell = theory.sum_cells[k][i]
            weight = theory.sum_weights[k][i]
            if not grid.left[cell]:
                left -= value(theory, weight, placed(theory, search.state, cell))
            elif count < mode:
                terms[count] = i
                count += 1
                most += abs(weight) * theory.size
            else:
                most = HIGHEST_SUM + 1
        # An equation with one open cell belongs to mode 1 alone: it is a step of its own, and a
        # simpler one.
        if not 0 < most <= HIGHEST_SUM or (count == 1) != (mode == 1):
            continue
        begin(found)
        for i in range(count):
            deny_unfitting(search, k, left, count, i)
        if count == 1:
            place_last(search, theory.sum_cells[k][terms[0]])
        prove(found, k)
        if (found.numbers[DENIALS] or found.numbers[ASSERTIONS]) and reported(search):
            return True
    return False


def deny_unfitting(search: StepSearch, k: int, left: int, count: int, own: int) -> None:
    """Deny the digits of an open cell of equation k for which the others cannot make up the
    rest."""
    theory = search.theory
    grid = search.grid
    cell = theory.sum_cells[k][search.chosen[own]]
    weight = theory.sum_weights[k][search.chosen[own]]
    for d in ones(grid.left[cell]):
        rest = left - value(theory, weight, d + 1)
        others = others_make(search, k, count, own, d)
        if not 0 <= rest <= HIGHEST_SUM or not others >> rest & 1:
            denies(search.found, cell * grid.size + d + 1)


def place_last(search: StepSearch, cell: int) -> None:
    """Assert the digit of a cell that the denials leave, if it is one."""
    grid = search.grid
    found = search.found
    left = grid.left[cell]
    for i in range(found.numbers[DENIALS]):
        left &= ~(1 << (found.denied[i] - 1) % grid.size)
    if popcount(left) == 1:
        begin(found)
        for d in ones(left):
            asserts(found, cell * grid.size + d + 1)


def value(theory: NamedTheory, weight: int, digit: int) -> int:
    """Return what a digit adds: its multiple, or that of size + 1 - digit if it is subtracted."""
    return weight * digit if weight > 0 else -weight * (theory.size + 1 - digit)


def others_make(search: StepSearch, k: int, count: int, own: int, d: int) -> int:
    """Return a bit for each sum that the candidates of the other open cells of equation k can
    make, if the own one holds digit d (from 0)."""
    theory = search.theory
    grid = search.grid
    terms = search.chosen
    made = 1
    for i in range(count):
        if i == own:
            continue
        cell = theory.sum_cells[k][terms[i]]
        digits = grid.left[cell]
        if count == 2 and differ(search, k):
            digits &= ~(1 << d)
        more = 0
        for digit in ones(digits):
            # (Compiled, sums beyond 63 fall out of the word; no rest up to the highest needs them.)
            more |= made << value(theory, theory.sum_weights[k][terms[i]], digit + 1)
        made = more
    return made


def differ(search: StepSearch, k: int) -> bool:
    """Return whether the two open cells of equation k see each other and count alike."""
    theory = search.theory
    first = search.chosen[0]
    second = search.chosen[1]
    if theory.sum_weights[k][first] != theory.sum_weights[k][second]:
        return False
    cell = theory.sum_cells[k][first]
    return bool(search.grid.sees[cell * search.grid.cells + theory.sum_cells[k][second]])


def tell(view: View, step: LogicStep, proof: Sequence[int]) -> LogicStep:
    """Return the step with its equation and reason."""
    balance = sums_of_lines(view.layout)[proof[0]]
    total = balance.total
    parts = list[Summand]()
    for cell, weight in balance.weights:
        if view.left[cell]:
            parts.append(Summand((cell,), weight, (view.left[cell],)))
        else:
            total -= weight * view.layout.digits[view.digit[cell] - 1]
    if len(parts) == 2:
        first, second = parts
        cells = first.cells + second.cells
        if first.weight == second.weight and _see_each_other(view, *cells):
            apart = ApartCells(frozenset(cells), -1)
            parts = [Summand(cells, first.weight, first.candidates + second.candidates, apart)]
    found = finding_of(view, Remainder(balance, tuple(parts), total))
    return replace(
        step,
        bases=found.bases,
        links=found.rests,
        roles=found.roles,
        reason=found.reason,
        equation=found.equation,
        size=found.size,
    )


def _see_each_other(view: View, first: int, second: int) -> bool:
    """Return whether two cells cannot hold the same digit, whichever it is."""
    peers = view.theory.peers
    return all(view.v(second, d) in peers(view.v(first, d)) for d in view.layout.digit_numbers)
