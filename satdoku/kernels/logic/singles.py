"""Singles: a clause with one candidate left asserts it (simplification).

By what the clause is, a person speaks of a hidden single (one place for a digit in a house) or a
naked single (one digit for a cell); of the last digit, where the house has no other open cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..csr import OPEN
from ..kernel import kernel, routine
from .found import asserts, base, begin
from .kinds import BOX, CELL, RULE
from .state import NamedTheory, State

if TYPE_CHECKING:
    from .search import Search

#: How: which singles.
LAST_DIGIT, IN_BOX, IN_LINE, NAKED = range(4)


@routine
def single(theory: NamedTheory, state: State, clause: int) -> int:
    """The candidate that an open clause has left alone; 0 where it is not so."""
    rest = state.left[clause]
    if not theory.exact[clause] or rest < theory.unit or rest >= 2 * theory.unit:
        return 0
    variable = rest - theory.unit
    return int(variable) if state.status[variable] == OPEN else 0


@kernel
def find_single(search: Search, how: int) -> bool:
    """The first single of this sort, by the clauses' order."""
    theory, state = search.theory, search.state
    for clause in range(len(theory.exact)):
        variable = single(theory, state, clause)
        if variable:
            kind, house = theory.kind[clause], theory.house[clause]
            if kind == RULE:
                continue
            if kind == CELL:
                own = NAKED
            elif state.unplaced[house] == 1:
                own = LAST_DIGIT
            else:
                own = IN_BOX if kind == BOX else IN_LINE
            if own == how:
                begin(search.found)
                asserts(search.found, variable)
                base(search.found, clause)
                return True
    return False
