"""What a person sees: digits placed, candidates left. And the theory, with names for its clauses.

Invariants: status[v] is OPEN, ASSERTED or DENIED. left[c] is the packed count and sum of the
members of clause c that are not denied (see `inference.deduction`). unplaced[h] counts the cells of
house h without a digit. Unlike in `flat`, nothing follows by itself but that an asserted variable
denies its peers.
"""

from __future__ import annotations

from typing import NamedTuple

from ..flat import ASSERTED, DENIED, OPEN
from ..vectors import Words, copy
from .levels import BROKEN, SOLVED, STUCK
from .routine import fill, routine


class Board(NamedTuple):
    """A theory and what its clauses are.

    The first eight as in `flat.FlatTheory`. exact[c]: 1 for an exactly-one clause. kind[c]:
    CELL, ROW, COLUMN, BOX or EXTRA; house[c]: its number, -1 for cells; digit[c]: its digit, 0 for
    cells. shift: left >> shift is the count.

    Meets: sets of two or more variables that two clauses share. Meet i is
    meet_members[meet_starts[i] : meet_starts[i + 1]], of the clauses meet_clauses[2 * i] and the
    next one; those of a clause are listed likewise in clause_meets; the widest has widest_meet
    members.

    Matrices: two lists of `side` clauses (-1 where there are fewer), each variable of one in just
    one of the other: lines[2 * matrix * side ...] and the next `side`. matrix_kind: 0 for the cells
    and digits of a house, 1 for the rows and columns of a digit. columns[line * side + k]: the
    place, in the other list, of the clause that holds member k of the line's clause.
    """

    cells: int
    size: int
    member_starts: Words
    members: Words
    holder_starts: Words
    holders: Words
    left: Words
    unit: int
    exact: Words
    kind: Words
    house: Words
    digit: Words
    shift: int
    houses: int
    meet_starts: Words
    meet_members: Words
    meet_clauses: Words
    clause_meet_starts: Words
    clause_meets: Words
    widest_meet: int
    side: int
    lines: Words
    columns: Words
    matrix_kind: Words


class State(NamedTuple):
    """A position; see the module's invariants."""

    status: Words
    left: Words
    unplaced: Words


@routine
def count(board: Board, state: State, clause: int) -> int:
    """Members of an exactly-one clause that are not denied."""
    return int(state.left[clause] >> board.shift)


@routine
def start(board: Board, state: State, houses: Words) -> None:
    """Nothing is known; houses: the number of cells of each."""
    fill(state.status, OPEN)
    copy(state.left, 0, board.left, 0, len(board.left))
    copy(state.unplaced, 0, houses, 0, len(houses))


@routine
def deny(board: Board, state: State, variable: int) -> None:
    """Take a candidate away."""
    if state.status[variable] == OPEN:
        state.status[variable] = DENIED
        for h in range(board.holder_starts[variable], board.holder_starts[variable + 1]):
            state.left[board.holders[h]] -= board.unit + variable


@routine
def place(board: Board, state: State, variable: int) -> None:
    """Assert a variable, and deny its peers."""
    if state.status[variable] == ASSERTED:
        return
    was_denied = state.status[variable] == DENIED
    state.status[variable] = ASSERTED
    for h in range(board.holder_starts[variable], board.holder_starts[variable + 1]):
        clause = board.holders[h]
        if was_denied:
            state.left[clause] = 0  # broken: no member is left
        if board.house[clause] >= 0:
            state.unplaced[board.house[clause]] -= 1
        for m in range(board.member_starts[clause], board.member_starts[clause + 1]):
            deny(board, state, board.members[m])


@routine
def outcome(board: Board, state: State) -> int:
    """STUCK while clauses are open, SOLVED, or BROKEN when one has no candidate left."""
    found = SOLVED
    for clause in range(len(board.exact)):
        if board.exact[clause]:
            rest = state.left[clause]
            if rest < board.unit:
                return BROKEN
            if rest >= 2 * board.unit or state.status[rest - board.unit] == OPEN:
                found = STUCK
    return found


@routine
def share_clause(board: Board, first: int, second: int) -> bool:
    """Two different variables are never true together."""
    if first == second:
        return False
    for h in range(board.holder_starts[first], board.holder_starts[first + 1]):
        for k in range(board.holder_starts[second], board.holder_starts[second + 1]):
            if board.holders[h] == board.holders[k]:
                return True
    return False


@routine
def holds(board: Board, clause: int, variable: int) -> bool:
    """The clause has this member."""
    for h in range(board.holder_starts[variable], board.holder_starts[variable + 1]):
        if board.holders[h] == clause:
            return True
    return False
