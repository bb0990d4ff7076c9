"""The rule of 45: totals of a few cells, which follow from the known sums of houses and cages.

The equations are computed beforehand (`constraints.totals`). At a position, a candidate is false if
the other open cells of an equation cannot make up the rest. The sums that they can make are kept as
bits of one number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..any_theory.csr import ASSERTED, OPEN
from ..kernel import kernel
from ..lockstep.simd import Words
from .found import DENIALS, asserts, begin, denies, prove
from .state import NamedTheory, State

if TYPE_CHECKING:
    from .search import StepSearch

#: Largest sum considered.
HIGHEST = 62


@kernel
def find_sum(search: StepSearch, mode: int) -> bool:
    """Find the first equation with one open cell (how = 1), or with two to `mode`, that removes
    candidates.

    A digit of an open cell stays if the rest of the total is a sum of candidates of the other open
    cells, repeated digits allowed. With one open cell, a single fitting digit is asserted.
    """
    theory = search.theory
    state = search.state
    found = search.found
    cells = search.chosen
    for k in range(len(theory.totals)):
        left, count = theory.totals[k], 0
        for signed in theory.sums[k]:
            digit = placed(theory, state, abs(signed) - 1)
            if digit:
                left -= value(theory, signed, digit)
            elif count <= mode:
                cells[count] = signed
                count += 1
        # An equation with one open cell belongs to mode 1 alone: it is a step of its own, and a
        # simpler one.
        if count == 0 or count > mode or (count == 1) != (mode == 1):
            continue
        begin(found)
        for i in range(count):
            others = others_make(theory, state, cells, count, i)
            cell = abs(cells[i]) - 1
            last = 0
            fitting = 0
            for digit in range(1, theory.size + 1):
                variable = cell * theory.size + digit
                if state.status[variable] == OPEN:
                    rest = left - value(theory, cells[i], digit)
                    if 0 <= rest <= HIGHEST and others >> rest & 1:
                        fitting += 1
                        last = variable
                    else:
                        denies(found, variable)
            if count == 1 and fitting == 1:
                begin(found)
                asserts(found, last)
                prove(found, k)
                return True
        if found.numbers[DENIALS]:
            prove(found, k)
            return True
    return False


def placed(theory: NamedTheory, state: State, cell: int) -> int:
    """Return the digit of a cell, 0 if it has none."""
    for digit in range(1, theory.size + 1):
        if state.status[cell * theory.size + digit] == ASSERTED:
            return digit
    return 0


def value(theory: NamedTheory, signed: int, digit: int) -> int:
    """Return the contribution of a digit: itself, or size + 1 - digit in a subtracted cell."""
    return digit if signed > 0 else theory.size + 1 - digit


def others_make(theory: NamedTheory, state: State, cells: Words, count: int, own: int) -> int:
    """Return a bit for each sum that the candidates of the other cells can make."""
    made = 1
    for i in range(count):
        if i != own:
            more, cell = 0, abs(cells[i]) - 1
            for digit in range(1, theory.size + 1):
                if state.status[cell * theory.size + digit] == OPEN:
                    # (Compiled, sums beyond 63 fall out of the word; no rest up to HIGHEST needs
                    # them.)
                    more |= made << value(theory, cells[i], digit)
            made = more
    return made
