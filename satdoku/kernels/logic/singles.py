"""Singles: a clause with one candidate left asserts it (simplification).

By what the clause is, a person speaks of a hidden single (one place for a digit in a house) or a
naked single (one digit for a cell); of the last digit, where the house has no other open cell.
"""

from __future__ import annotations

from ..flat import OPEN
from .found import Found, affirm, base, begin
from .levels import (
    BOX,
    CELL,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    LAST_DIGIT,
    NAKED_SINGLE,
    RATINGS,
)  # fmt: skip
from .routine import routine
from .state import Board, State


@routine
def single(board: Board, state: State, clause: int) -> int:
    """The candidate that an open clause has left alone; 0 where it is not so."""
    rest = state.left[clause]
    if not board.exact[clause] or rest < board.unit or rest >= 2 * board.unit:
        return 0
    variable = rest - board.unit
    return variable if state.status[variable] == OPEN else 0


@routine
def find_single(board: Board, state: State, found: Found, rule: int) -> bool:
    """The first single of this rule, by the clauses' order."""
    for clause in range(len(board.exact)):
        variable = single(board, state, clause)
        if variable:
            kind, house = board.kind[clause], board.house[clause]
            if kind == CELL:
                own = NAKED_SINGLE
            elif state.unplaced[house] == 1:
                own = LAST_DIGIT
            else:
                own = HIDDEN_SINGLE_BOX if kind == BOX else HIDDEN_SINGLE_LINE
            if own == rule:
                begin(found, rule, RATINGS[rule])
                affirm(found, variable)
                base(found, clause)
                return True
    return False
