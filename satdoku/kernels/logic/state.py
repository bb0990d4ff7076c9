"""What a person sees: digits placed, candidates left. And the theory, with names for its clauses.

Invariants: status[v] is OPEN, ASSERTED or DENIED. left[c] is the packed count and sum of the
members of clause c that are not denied (see `inference.deduction`). unplaced[h] counts the cells of
house h without a digit. version[0] grows with every change. Unlike in `flat`, nothing follows by
itself but that an asserted variable denies its peers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..flat import ASSERTED, DENIED, OPEN
from ..vectors import Words
from .kinds import BROKEN, SOLVED, STUCK
from .routine import copy_all, routine

#: A list of lists: an item is a list.
Lists = Any


class NamedTheory(NamedTuple):
    """A theory and what its clauses are.

    cells, size, left, unit: as in `flat.FlatTheory`. members[c]: of clause c; holders[v]: the
    clauses that have variable v. exact[c]: 1 for an exactly-one clause. kind[c]: CELL, ROW, COLUMN,
    BOX or EXTRA; house[c]: its number, -1 for cells; digit[c]: its digit, 0 for cells. shift: left
    >> shift is the count. house_cells: how many of each house.

    Meets: sets of two or more variables that two clauses share. Together with the variables they
    are nodes, numbered after them, below `nodes`: node_members[node] are its variables (a
    variable's: itself), and holders[node] the two clauses. Those of a clause are clause_meets[c];
    the widest has widest_meet members.

    Matrices: two lists of `side` clauses (-1 where there are fewer), each variable of one in just
    one of the other: lines[2 * matrix * side ...] and the next `side`. matrix_kind: 0 for the cells
    and digits of a house, 1 for the rows and columns of a digit. columns[line * side + k]: the
    place, in the other list, of the clause that holds member k of the line's clause.
    """

    cells: int
    size: int
    members: Lists
    holders: Lists
    left: Words
    unit: int
    exact: Words
    kind: Words
    house: Words
    digit: Words
    shift: int
    house_cells: Words
    nodes: int
    node_members: Lists
    clause_meets: Lists
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
    version: Words


@routine
def count(theory: NamedTheory, state: State, clause: int) -> int:
    """Members of an exactly-one clause that are not denied."""
    return int(state.left[clause] >> theory.shift)


@routine
def first_open(theory: NamedTheory, state: State, clause: int) -> int:
    """The clause's first candidate; 0 where it has none."""
    for variable in theory.members[clause]:
        if state.status[variable] == OPEN:
            return int(variable)
    return 0


@routine
def start(theory: NamedTheory, state: State) -> None:
    """Nothing is known."""
    state.version[0] += 1
    for variable in range(len(state.status)):
        state.status[variable] = OPEN
    copy_all(state.left, theory.left)
    copy_all(state.unplaced, theory.house_cells)


@routine
def deny(theory: NamedTheory, state: State, variable: int) -> None:
    """Take a candidate away."""
    if state.status[variable] == OPEN:
        state.status[variable] = DENIED
        state.version[0] += 1
        for clause in theory.holders[variable]:
            state.left[clause] -= theory.unit + variable


@routine
def assert_one(theory: NamedTheory, state: State, variable: int) -> None:
    """Assert a variable, and deny its peers."""
    if state.status[variable] == ASSERTED:
        return
    was_denied = state.status[variable] == DENIED
    state.status[variable] = ASSERTED
    state.version[0] += 1
    for clause in theory.holders[variable]:
        if was_denied:
            state.left[clause] = 0  # broken: no member is left
        if theory.house[clause] >= 0:
            state.unplaced[theory.house[clause]] -= 1
        for other in theory.members[clause]:
            deny(theory, state, other)


@routine
def outcome(theory: NamedTheory, state: State) -> int:
    """STUCK while clauses are open, SOLVED, or BROKEN when one has no candidate left."""
    found = SOLVED
    for clause in range(len(theory.exact)):
        if theory.exact[clause]:
            rest = state.left[clause]
            if rest < theory.unit:
                return BROKEN
            if rest >= 2 * theory.unit or state.status[rest - theory.unit] == OPEN:
                found = STUCK
    return found


@routine
def share_clause(theory: NamedTheory, first: int, second: int) -> bool:
    """Two different variables are never true together."""
    if first == second:
        return False
    for clause in theory.holders[first]:
        if holds(theory, clause, second):
            return True
    return False


@routine
def holds(theory: NamedTheory, clause: int, variable: int) -> bool:
    """The clause has this member."""
    for other in theory.holders[variable]:
        if other == clause:
            return True
    return False
