"""XY-wing and XYZ-wing: a cell of two or three candidates, and two cells of two that it leads to.

Whichever candidate the pivot takes, one of the wings (or, in an XYZ-wing, the pivot) is left with a
candidate that denies the conclusion.
"""

from __future__ import annotations

from ..flat import OPEN
from .found import DENIALS, Found, base, begin, reject
from .levels import CELL, RATINGS, XY_WING
from .routine import routine
from .state import Board, State, count, share_clause


@routine
def find_wing(board: Board, state: State, found: Found, rule: int) -> bool:
    """The first XY-wing or XYZ-wing."""
    size = 2 if rule == XY_WING else 3
    for pivot in range(len(board.exact)):
        if board.kind[pivot] != CELL or count(board, state, pivot) != size:
            continue
        for i in range(board.member_starts[pivot], board.member_starts[pivot + 1]):
            a = board.members[i]
            if state.status[a] != OPEN:
                continue
            for j in range(i + 1, board.member_starts[pivot + 1]):
                b = board.members[j]
                if state.status[b] == OPEN:
                    rest = state.left[pivot] - size * board.unit - a - b
                    if find_wings(board, state, found, rule, pivot, a, b, rest):
                        return True
    return False


@routine
def find_wings(
    board: Board, state: State, found: Found, rule: int, pivot: int, a: int, b: int, rest: int
) -> bool:
    """Wings for the pivot's candidates a and b; rest: its third candidate, or 0."""
    size = board.size
    digits = size * size
    for h in range(board.holder_starts[a], board.holder_starts[a + 1]):
        for m in range(
            board.member_starts[board.holders[h]], board.member_starts[board.holders[h] + 1]
        ):
            first = board.members[m]
            end = other_of_two(board, state, first, pivot)
            if not end or share_clause(board, end, a):
                continue
            digit = (end - 1) % size
            if rest and (rest - 1) % size != digit:
                continue
            for g in range(board.holder_starts[b], board.holder_starts[b + 1]):
                clause = board.holders[g]
                for k in range(board.member_starts[clause], board.member_starts[clause + 1]):
                    second = board.members[k]
                    close = other_of_two(board, state, second, pivot)
                    if not close or (close - 1) % size != digit or close == end:
                        continue
                    begin(found, rule, RATINGS[rule])
                    for cell in range(0, digits):
                        target = cell * size + digit + 1
                        if (
                            state.status[target] == OPEN
                            and share_clause(board, target, end)
                            and share_clause(board, target, close)
                            and (not rest or share_clause(board, target, rest))
                        ):
                            reject(found, target)
                    if found.numbers[DENIALS]:
                        base(found, pivot)
                        base(found, cell_of(board, end))
                        base(found, cell_of(board, close))
                        return True
    return False


@routine
def cell_of(board: Board, variable: int) -> int:
    """The clause of the variable's cell."""
    for h in range(board.holder_starts[variable], board.holder_starts[variable + 1]):
        if board.kind[board.holders[h]] == CELL:
            return int(board.holders[h])
    return -1


@routine
def other_of_two(board: Board, state: State, variable: int, pivot: int) -> int:
    """The other candidate of the variable's cell, if it has two and is not the pivot; else 0."""
    if state.status[variable] != OPEN:
        return 0
    cell = cell_of(board, variable)
    if cell < 0 or cell == pivot or count(board, state, cell) != 2:
        return 0
    return int(state.left[cell] - 2 * board.unit - variable)
