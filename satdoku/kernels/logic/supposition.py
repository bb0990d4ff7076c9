"""A supposition: a record of everything that follows from it, and the measure of its proof.

Every conclusion is a node: an asserted variable v; a locked clause c as first_clause + c (its
candidates all lie in another clause); an inner refutation k as first_inner + k. reason: the clause
that asserted a variable (-1 for the supposition itself). denier: the node that denied a variable
(of those open at the outer position). order: when a variable was denied or a clause locked.

A proof is everything reachable backwards from the denied members of a broken clause; the rest is
trimmed.
"""

from __future__ import annotations

from typing import NamedTuple

from ..any_theory.csr import DENIED, OPEN
from ..kernel import part, routine
from ..lockstep.simd import Words
from .state import NamedTheory, State

#: Worse than any proof: the bound when none is known.
NOTHING_KNOWN = (1 << 20) << 20

#: Places in `numbers` of a supposition. CUT: 1 if something was dropped as too large, or a clause
#: broke; if 0, everything that follows from the supposition is known and it is consistent.
(
    TIME, QUEUED, TAKEN, RUN, BROKEN_CLAUSE, PROOF_SIZE, PROOF_LENGTH, STAMP, INNERS, CUT,
) = range(10)  # fmt: skip
NUMBERS = 10


class Supposition(NamedTuple):
    """What follows from one supposition; see the module docstring.

    state: the copy of the position. queued: by node, the run in which it was queued (for a clause:
    locked). depth: by node, the assertions in the longest line of reasons. marks: by node, valid if
    equal to the stamp. deps_start, deps, inner_sizes, inner_lengths, inner_of: for inner refutation
    k the outer nodes it rests on, its size, its length, and the variable it denied.
    """

    state: State
    queue: Words
    queued: Words
    reason: Words
    denier: Words
    order: Words
    depth: Words
    marks: Words
    stack: Words
    deps_start: Words
    deps: Words
    inner_sizes: Words
    inner_lengths: Words
    inner_of: Words
    numbers: Words


@routine
def weigh(theory: NamedTheory, outer: State, guess: Supposition, clause: int, last: int) -> bool:
    """Trim the proof that ends in this broken clause; keep it if it is better than the best known.

    last: the member denied last. Return whether it was kept.
    """
    numbers = guess.numbers
    size = trace(theory, outer, guess, clause, 0, False)[0]
    if size > numbers[PROOF_SIZE]:
        return False
    # One branch leads to the member denied last; the other to all the rest, which would assert it.
    length = trace(theory, outer, guess, clause, last, False)[1] + 1
    length += trace(theory, outer, guess, clause, last, True)[1]
    if size == numbers[PROOF_SIZE] and length >= numbers[PROOF_LENGTH]:
        return False
    numbers[PROOF_SIZE] = size
    numbers[PROOF_LENGTH] = length
    numbers[BROKEN_CLAUSE] = clause
    return True


@routine
def trace(
    theory: NamedTheory, outer: State, guess: Supposition, clause: int, variable: int, only: bool
) -> tuple[int, int]:
    """Return (assertions, literals) behind a clause's denied members.

    variable: 0 for all members; else all but this one, or with `only` this one alone. Walks back
    from each denied member to the node that denied it, and from there to the denied members of the
    clause that asserted that node, until the supposition. Each node counts once, an inner
    refutation with its own size and length. Marks the nodes reached with a new stamp.
    """
    numbers = guess.numbers
    numbers[STAMP] += 1
    stamp, top, size, literals = numbers[STAMP], 0, 0, 0
    for member in theory.members[clause]:
        if outer.status[member] == OPEN and (variable == 0 or (member == variable) == only):
            literals += 1
            top = pushed(guess, guess.denier[member], stamp, top)
    first_inner = len(outer.status) + len(theory.exact)
    while top:
        top -= 1
        node = guess.stack[top]
        if node >= first_inner:
            k = node - first_inner
            size += guess.inner_sizes[k]
            literals += guess.inner_lengths[k]
            for i in range(guess.deps_start[k], guess.deps_start[k + 1]):
                top = pushed(guess, guess.deps[i], stamp, top)
            continue
        size += 1
        literals += 1
        reason = guess.reason[node]
        if reason < 0:
            continue
        is_locked = node >= len(outer.status)
        for member in theory.members[reason]:
            if member == node or outer.status[member] != OPEN:
                continue
            if is_locked and (
                guess.state.status[member] != DENIED or guess.order[member] > guess.order[node]
            ):
                continue
            literals += 1
            top = pushed(guess, guess.denier[member], stamp, top)
    return size, literals


@part
def pushed(guess: Supposition, node: int, stamp: int, top: int) -> int:
    """Push a node on the stack unless it was pushed before; return the height of the stack."""
    if guess.marks[node] == stamp:
        return top
    guess.marks[node] = stamp
    guess.stack[top] = node
    return top + 1
