"""Locked candidates, Cover(1): all candidates of a clause lie in another, whose others are false.

From a box to a line this is called pointing, from a line to a box claiming. It is direct where it
leaves a digit one place in some house.
"""

from __future__ import annotations

from ..flat import OPEN
from .found import DENIALS, Found, affirm, base, begin, cover, reject
from .levels import (
    BOX,
    CELL,
    DIRECT_CLAIMING,
    DIRECT_POINTING,
    EXTRA,
    POINTING,
    RATINGS,
)  # fmt: skip
from .routine import routine
from .state import Board, State, count, holds


@routine
def find_locked(board: Board, state: State, found: Found, rule: int) -> bool:
    """The first locked candidates of this rule (pointing or claiming, direct or not)."""
    pointing = rule == POINTING or rule == DIRECT_POINTING
    direct = rule == DIRECT_POINTING or rule == DIRECT_CLAIMING
    for clause in range(len(board.exact)):
        kind = board.kind[clause]
        if not board.exact[clause] or kind == CELL or (kind == BOX or kind == EXTRA) != pointing:
            continue
        if count(board, state, clause) < 2:
            continue
        first = 0
        for m in range(board.member_starts[clause], board.member_starts[clause + 1]):
            if state.status[board.members[m]] == OPEN:
                first = board.members[m]
                break
        for h in range(board.holder_starts[first], board.holder_starts[first + 1]):
            other = board.holders[h]
            if other != clause and lies_in(board, state, clause, other):
                begin(found, rule, RATINGS[rule])
                for m in range(board.member_starts[other], board.member_starts[other + 1]):
                    variable = board.members[m]
                    if state.status[variable] == OPEN and not holds(board, clause, variable):
                        reject(found, variable)
                base(found, clause)
                cover(found, other)
                if found.numbers[DENIALS] and (not direct or make_direct(board, state, found, -1)):
                    return True
    return False


@routine
def lies_in(board: Board, state: State, clause: int, other: int) -> bool:
    """All candidates of a clause are in the other."""
    for m in range(board.member_starts[clause], board.member_starts[clause + 1]):
        variable = board.members[m]
        if state.status[variable] == OPEN and not holds(board, other, variable):
            return False
    return True


@routine
def make_direct(board: Board, state: State, found: Found, house: int) -> bool:
    """Let the step assert what its denials leave alone in a house (this one, unless -1) instead."""
    for k in range(found.numbers[DENIALS]):
        denied = found.denied[k]
        for h in range(board.holder_starts[denied], board.holder_starts[denied + 1]):
            clause = board.holders[h]
            if not board.exact[clause] or board.kind[clause] == CELL:
                continue
            if house >= 0 and board.house[clause] != house:
                continue
            rest = state.left[clause]
            for i in range(found.numbers[DENIALS]):
                if holds(board, clause, found.denied[i]):
                    rest -= board.unit + found.denied[i]
            if board.unit <= rest < 2 * board.unit and state.status[rest - board.unit] == OPEN:
                found.numbers[DENIALS] = 0
                affirm(found, rest - board.unit)
                base(found, clause)
                return True
    return False
