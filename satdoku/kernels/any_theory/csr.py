"""The base rules and search on any theory, over flat arrays.

The same deduction as `inference.deduction`, with the same invariants: a status for each variable
and, for each clause, `left`: a count and a sum packed into one integer. Nothing is undone: each
level of search saves the whole state, which is quicker to copy than to undo. Search decides the
same clauses in the same order as `inference.search`, so solutions and decisions are the same too.

Invariant: once the queue is empty, `left[c]` of a clause counts its members that are not denied and
sums their numbers, and an exactly-one clause with one such member has it asserted. When one is
left, the sum is its number: so no clause is ever searched for the variable that it asserts.

A board is a list of digits: the variable of a cell and its digit is size * cell + digit. A theory
without a layout has boards of size 1, one cell per variable. Auxiliary variables come after the
board's.
"""

from __future__ import annotations

from typing import NamedTuple

from ..kernel import part
from ..lockstep.simd import Words, copy, get, put

OPEN, ASSERTED, DENIED = 0, 1, 2
#: The count of a board that exceeded its conflicts, and the patience that means "no limit".
GIVEN_UP, ENDLESS = -1, 2**62


class FlatTheory(NamedTuple):
    """A theory as arrays in compressed sparse rows.

    The members of clause c are members[member_starts[c] : member_starts[c + 1]]; the clauses of a
    variable likewise in holders. left: the initial `left` of each clause, with its unit and at_most
    (see `inference.deduction`). units: the members of exactly-one clauses of length 1. is_broken: 1
    if an exactly-one clause is empty.
    """

    cells: int
    size: int
    member_starts: Words
    members: Words
    holder_starts: Words
    holders: Words
    left: Words
    unit: int
    at_most: int
    units: Words
    is_broken: int


class Knowledge(NamedTuple):
    """The state of deduction under some assertions.

    status: by variable. left: by clause. queue: pending literals; queued: one number, their count.
    peers: scratch space.
    """

    status: Words
    left: Words
    queue: Words
    queued: Words
    peers: Words


class Levels(NamedTuple):
    """The stack of a search: the state at each level, its clause or cell, the next candidate.

    status, left: one level's after the other. Each level decides at least a clause or cell, so
    there are no more levels than cells, or than clauses if there are auxiliary variables.
    """

    status: Words
    left: Words
    choice: Words
    tried: Words


@part
def push(known: Knowledge, literal: int) -> None:
    """Enqueue a literal (v asserted, -v denied)."""
    end = get(known.queued, 0)
    put(known.queue, end, literal)
    put(known.queued, 0, end + 1)


@part
def push_board(theory: FlatTheory, known: Knowledge, boards: Words, board: int) -> None:
    """Reset the state and enqueue the givens of a board."""
    for variable in range(len(known.status)):
        put(known.status, variable, OPEN)
    copy(known.left, 0, theory.left, 0, len(theory.left))
    for k in range(len(theory.units)):
        push(known, get(theory.units, k))
    for cell in range(theory.cells):
        digit = get(boards, board * theory.cells + cell)
        if digit:
            push(known, cell * theory.size + digit)


@part
def extend(theory: FlatTheory, known: Knowledge) -> bool:
    """Propagate the queue until it is empty; return False if a clause breaks."""
    consistent = theory.is_broken == 0
    taken = 0
    while consistent and taken < get(known.queued, 0):
        literal = get(known.queue, taken)
        taken += 1
        status = get(known.status, abs(literal))
        if literal < 0:
            consistent = status != ASSERTED and (status == DENIED or deny(theory, known, -literal))
        elif status != ASSERTED:
            consistent = status != DENIED and affirm(theory, known, literal)
    # After a conflict, too: the rest of the queue follows from a state that is about to be
    # restored.
    put(known.queued, 0, 0)
    return consistent


@part
def affirm(theory: FlatTheory, known: Knowledge, variable: int) -> bool:
    """Assert an open variable and deny its peers; return False if a clause breaks.

    All open peers are collected before any leaves its clauses: that loop has no branch for the
    processor to mispredict.
    """
    put(known.status, variable, ASSERTED)
    found = 0
    for h in range(get(theory.holder_starts, variable), get(theory.holder_starts, variable + 1)):
        clause = get(theory.holders, h)
        for m in range(get(theory.member_starts, clause), get(theory.member_starts, clause + 1)):
            peer = get(theory.members, m)
            status = get(known.status, peer)
            is_open = status == OPEN
            # A peer that is not open is written as well, and the next one overwrites it. One that
            # shares several clauses with the variable is open only the first time, so it leaves its
            # clauses once.
            put(known.peers, found, peer)
            put(known.status, peer, status + DENIED * is_open)
            found += is_open
    for k in range(found):  # noqa: SIM110 - kernels have no all()
        if not leave_clauses(theory, known, get(known.peers, k)):
            return False
    return True


@part
def deny(theory: FlatTheory, known: Knowledge, variable: int) -> bool:
    """Deny an open variable; return False if a clause breaks."""
    put(known.status, variable, DENIED)
    return leave_clauses(theory, known, variable)


@part
def leave_clauses(theory: FlatTheory, known: Knowledge, variable: int) -> bool:
    """Remove a denied variable from its clauses and enqueue the last member of each clause that has
    only one left; return False if a clause breaks."""
    unit = theory.unit
    for h in range(get(theory.holder_starts, variable), get(theory.holder_starts, variable + 1)):
        clause = get(theory.holders, h)
        rest = get(known.left, clause) - unit - variable
        put(known.left, clause, rest)
        # An at-most-one clause never comes here, because of its surplus: it asserts nothing and
        # breaks only through other clauses.
        if rest < 2 * unit:
            if rest < unit:
                return False
            # The last member may be the asserted variable that denied the others, or another peer
            # of it that is denied already and about to leave: that will break the clause.
            if get(known.status, rest - unit) == OPEN:
                push(known, rest - unit)
    return True


@part
def save(known: Knowledge, levels: Levels, level: int, choice: int) -> None:
    """Save the state as a level of search that decides a clause or cell."""
    variables = len(known.status)
    clauses = len(known.left)
    copy(levels.status, level * variables, known.status, 0, variables)
    copy(levels.left, level * clauses, known.left, 0, clauses)
    put(levels.choice, level, choice)
    put(levels.tried, level, 0)


@part
def restore(known: Knowledge, levels: Levels, level: int) -> None:
    """Restore the state that was saved at a level."""
    variables = len(known.status)
    clauses = len(known.left)
    copy(known.status, 0, levels.status, level * variables, variables)
    copy(known.left, 0, levels.left, level * clauses, clauses)


@part
def smallest_clause(theory: FlatTheory, known: Knowledge) -> int:
    """Return the open exactly-one clause with the fewest candidates; -1 if all is decided."""
    smallest = theory.at_most
    for clause in range(len(theory.left)):
        rest = get(known.left, clause)
        if rest >= 2 * theory.unit:
            smallest = min(smallest, rest)
    if smallest == theory.at_most:
        return -1
    # Of clauses that pack to the same number the first is taken, as `inference` does with
    # `list.index`.
    clause = 0
    while get(known.left, clause) != smallest:
        clause += 1
    return clause


@part
def next_candidate(theory: FlatTheory, known: Knowledge, levels: Levels, level: int) -> int:
    """Return the next open member of a level's clause; 0 if there is none."""
    clause = get(levels.choice, level)
    start = get(theory.member_starts, clause)
    k = start + get(levels.tried, level)
    while k < get(theory.member_starts, clause + 1):
        variable = get(theory.members, k)
        k += 1
        # The level's own state is asked, not the current one, in which the candidate that was tried
        # last has denied the others.
        if get(levels.status, level * len(known.status) + variable) == OPEN:
            put(levels.tried, level, k - start)
            return variable
    return 0


@part
def search(
    theory: FlatTheory,
    known: Knowledge,
    levels: Levels,
    limit: int,
    patience: int,
    solutions: Words,
    board: int,
    counts: Words,
    decisions: Words,
    stop: Words,
) -> None:
    """Count the completions of the current state, up to `limit`; the board's numbers start at 0.

    The first completion is written to the solutions, unless these are empty. After `patience`
    conflicts the count is GIVEN_UP.
    """
    conflicts, depth, descend = 0, 0, True
    while (descend or depth) and not get(stop, 0):
        if descend:
            clause = smallest_clause(theory, known)
            if clause < 0:
                found = get(counts, board) + 1
                put(counts, board, found)
                if found == 1 and len(solutions):
                    write_digits(theory, known, solutions, board)
                if found == limit:
                    break
                descend = False
            else:
                save(known, levels, depth, clause)
                depth += 1
        if not depth:
            break
        variable = next_candidate(theory, known, levels, depth - 1)
        if variable:
            restore(known, levels, depth - 1)
            put(decisions, board, get(decisions, board) + 1)
            push(known, variable)
            descend = extend(theory, known)
            conflicts += not descend
            if conflicts == patience:
                put(counts, board, GIVEN_UP)
                break
        else:
            depth -= 1
            descend = False


@part
def write_digits(theory: FlatTheory, known: Knowledge, boards: Words, board: int) -> None:
    """Write the asserted variables as a board's digits."""
    for cell in range(theory.cells):
        for digit in range(1, theory.size + 1):
            if get(known.status, cell * theory.size + digit) == ASSERTED:
                put(boards, board * theory.cells + cell, digit)
