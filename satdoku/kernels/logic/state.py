"""The state that a person sees, digits placed and candidates left; and the theory with named
clauses.

Invariants: status[v] is OPEN, ASSERTED or DENIED. left[c] is the packed count and sum of the
members of clause c that are not denied (see `inference.deduction`): below `unit` if none is left;
with one left, that member is left[c] - unit. unplaced[h] counts the cells of house h without a
digit. version[0] grows with every change. Unlike in `flat`, nothing is propagated except that an
asserted variable denies what a person excludes at sight (`theory.Theory.at_sight`). What the other
clauses of a rule exclude takes a step; until then such a clause, which is fulfilled, counts
FULFILLED units more, so that nothing looks for its last members. Auxiliary variables of rules are
not candidates: the base rules decide them at once (`settle`); they deny each other, but deny board
variables only through a step.

pending[1 … pending[0]] are auxiliary variables that are the last member left of a clause.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ..any_theory.csr import ASSERTED, DENIED, OPEN
from ..lockstep.simd import Words, copy_all, fill

#: Outcomes of a position. UNFINISHED: the step limit was reached; STOPPED: the search was
#: cancelled.
STUCK, SOLVED, BROKEN, UNFINISHED, STOPPED = range(5)
#: Kinds of clauses; RULE: of a variant rule.
CELL, ROW, COLUMN, BOX, EXTRA, RULE = range(6)
#: What a clause has in `left` more than its members, in units, once a member has been asserted
#: that does not exclude the others at sight.
FULFILLED = 1 << 20
#: The largest sum of an equation's open cells: sums are bits of a word.
HIGHEST_SUM = 62
#: A list of lists: an item is a list.
Lists = Any


class NamedTheory(NamedTuple):
    """A theory, with the kind and place of each clause.

    cells, size, left, unit: as in `flat.FlatTheory`. members[c]: the variables of clause c;
    holders[v]: the clauses that contain variable v. exact[c]: 1 for an exactly-one clause. kind[c]:
    CELL, ROW, COLUMN, BOX, EXTRA or RULE; house[c]: its number, -1 for none; digit[c]: the digit of
    all its members, 0 if they have several. at_sight[c]: 1 if an asserted member excludes the
    others at sight. shift: left >> shift is the count. house_cells: the number of cells of each
    house. boards: the highest board variable; larger numbers are auxiliary variables.

    rule_kind[r]: the difficulty of rule r (see `theory.Rule`). sum_cells[k], sum_weights[k],
    totals[k]: the cells of equation k, what the digit of each is multiplied by, and their total; a
    cell that is subtracted counts with size + 1 - digit instead.

    Meets are sets of two or more variables that two clauses share. The variables and, numbered
    after them, the meets are the nodes of chains; all are below `nodes`. holders[meet]: the two
    clauses. clause_meets[c]: the meets of a clause; widest_meet: the size of the largest.

    order: the clauses in the order in which singles are sought: boxes, columns, rows, other houses,
    cells.
    """

    cells: int
    size: int
    boards: int
    members: Lists
    holders: Lists
    left: Words
    unit: int
    exact: Words
    kind: Words
    house: Words
    digit: Words
    at_sight: Words
    shift: int
    house_cells: Words
    rule_kind: Words
    sum_cells: Lists
    sum_weights: Lists
    totals: Words
    nodes: int
    clause_meets: Lists
    widest_meet: int
    order: Words


class State(NamedTuple):
    """A position; the module docstring states its invariants."""

    status: Annotated[Words, "uint8", "statuses"]
    left: Annotated[Words, "clauses"]
    unplaced: Annotated[Words, "houses"]
    version: Annotated[Words, 1]
    pending: Annotated[Words, "clauses+1"]


def count(theory: NamedTheory, state: State, clause: int) -> int:
    """Return the number of members of an exactly-one clause that are not denied."""
    return int(state.left[clause] >> theory.shift)


def first_open(theory: NamedTheory, state: State, clause: int) -> int:
    """Return the clause's first candidate, or 0."""
    for variable in theory.members[clause]:
        if state.status[variable] == OPEN:
            return int(variable)
    return 0


def placed(theory: NamedTheory, state: State, cell: int) -> int:
    """Return the digit of a cell, 0 if it has none."""
    for digit in range(1, theory.size + 1):
        if state.status[cell * theory.size + digit] == ASSERTED:
            return digit
    return 0


def start(theory: NamedTheory, state: State) -> None:
    """Reset the state: every variable open, then the auxiliary variables that follow settled."""
    # Not set to 0: what a technique noted at an earlier position must never look current.
    state.version[0] += 1
    fill(state.status, 0, len(state.status), OPEN)
    copy_all(state.left, theory.left)
    copy_all(state.unplaced, theory.house_cells)
    state.pending[0] = 0
    if len(state.status) > theory.boards + 1:
        for clause in range(len(theory.exact)):
            leave_alone(theory, state, state.left[clause])
        settle(theory, state)


def leave_alone(theory: NamedTheory, state: State, rest: int) -> None:
    """Add to `pending` if `rest`, what is left of a clause, is a single auxiliary variable."""
    # A count of one, and a number beyond the board's. A clause comes down to one member once, so
    # `pending` has room for all.
    if theory.unit + theory.boards < rest < 2 * theory.unit:
        state.pending[0] += 1
        state.pending[state.pending[0]] = rest - theory.unit


def settle(theory: NamedTheory, state: State) -> None:
    """Assert the pending auxiliary variables, which deny others, until none is pending."""
    while state.pending[0]:
        helper = state.pending[state.pending[0]]
        state.pending[0] -= 1
        if state.status[helper] == OPEN:
            state.status[helper] = ASSERTED
            for clause in theory.holders[helper]:
                for other in theory.members[clause]:
                    if other > theory.boards:
                        deny(theory, state, other)


def deny(theory: NamedTheory, state: State, variable: int) -> None:
    """Deny a variable, if it is open."""
    if state.status[variable] == OPEN:
        state.status[variable] = DENIED
        state.version[0] += 1
        for clause in theory.holders[variable]:
            state.left[clause] -= theory.unit + variable
            leave_alone(theory, state, state.left[clause])


def assert_one(theory: NamedTheory, state: State, variable: int) -> None:
    """Assert a variable, and deny what it excludes at sight.

    If it was denied before, all its clauses are marked as broken.
    """
    if state.status[variable] == ASSERTED:
        return
    # Rules deny board variables only through steps, so a digit that a rule excludes may still be
    # open; placing it breaks the clauses all the same.
    was_denied = state.status[variable] == DENIED or by_rule(theory, state, variable)
    state.status[variable] = ASSERTED
    state.version[0] += 1
    for clause in theory.holders[variable]:
        if was_denied:
            state.left[clause] = 0  # broken: no member is left
        if theory.house[clause] >= 0:
            state.unplaced[theory.house[clause]] -= 1
        for other in theory.members[clause]:
            if theory.at_sight[clause] or other > theory.boards:
                deny(theory, state, other)
        if not theory.at_sight[clause] and not was_denied:
            state.left[clause] += FULFILLED * theory.unit


def by_rule(theory: NamedTheory, state: State, variable: int) -> bool:
    """Return whether a variable that was asserted before denies this one by a clause of a rule."""
    return any(
        state.status[other] == ASSERTED
        for clause in theory.holders[variable]
        if theory.kind[clause] == RULE
        for other in theory.members[clause]
    )


def outcome(theory: NamedTheory, state: State) -> int:
    """Return STUCK while clauses are open, SOLVED, or BROKEN if a clause has no candidate left."""
    # All clauses are looked at even after an open one: BROKEN goes before STUCK.
    found = SOLVED
    for clause in range(len(theory.exact)):
        if theory.exact[clause]:
            rest = state.left[clause]
            if rest < theory.unit:
                return BROKEN
            if rest >= FULFILLED * theory.unit:
                continue
            if rest >= 2 * theory.unit or state.status[rest - theory.unit] == OPEN:
                found = STUCK
    return found


def share_clause(theory: NamedTheory, first: int, second: int) -> bool:
    """Return whether two different variables share a clause, so that they are never both true."""
    return first != second and any(holds(theory, c, second) for c in theory.holders[first])


def holds(theory: NamedTheory, clause: int, variable: int) -> bool:
    """Return whether the clause contains this variable."""
    return bool(clause in theory.holders[variable])


def lies_in(theory: NamedTheory, state: State, clause: int, other: int) -> bool:
    """Return whether all candidates of a clause are in the other."""
    return all(state.status[v] != OPEN or holds(theory, other, v) for v in theory.members[clause])


def cell_of(theory: NamedTheory, variable: int) -> int:
    """Return the clause of the variable's cell."""
    for clause in theory.holders[variable]:
        if theory.kind[clause] == CELL:
            return int(clause)
    return -1
