"""A supposition: a record of everything that follows from it, and the proofs that it contains.

Every conclusion is a node: an asserted variable v; a locked clause c as first_clause + c (its
candidates all lie in another clause); an inner refutation k as first_inner + k; 0 if the
supposition is that a candidate is false. reason: the clause that asserted a variable (-1 for the
supposition itself). source: by node, the asserted candidate that it rests on beside the supposition
(of a candidate: itself; 0: none). denier: the node that denied a variable (of those open at the
outer position). order: when a variable was denied or a clause locked.

A proof is everything reachable backwards from the denied members of a broken clause; the rest is
trimmed. Its size is the number of assertions left in it, the supposition included. Its length,
which adds to the rating, is that of Sudoku Explainer: the literals of all branches that end in the
broken clause, each counted with everything it rests on.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ..any_theory.csr import ASSERTED, DENIED, OPEN
from ..kernel import part
from ..lockstep.simd import Words
from .found import DEPTH, FoundStep, asserts, base, begin, denies, measure, prove
from .state import NamedTheory, State

#: Marks of the lines of a recorded proof, each followed by a clause and a variable.
SUPPOSED_NOT, SUPPOSED, ASSERTED_BY, LOCKED_IN, REFUTED, BROKEN_AT = range(-1, 5)
#: The marks as lines of steps have them, from SUPPOSED_NOT on.
WORDS = ("suppose not", "suppose", "assert", "locked", "refute", "broken")

#: Worse than any proof: the bound when none is known.
NOTHING_KNOWN = (1 << 20) << 20

#: Places in `numbers` of a supposition. MODE: see `propagation`; DIGIT: the digit whose clauses
#: count, 0 for all. CUT: 1 if something was dropped as too large, or a clause broke; if 0,
#: everything that follows from the supposition is known and it is consistent.
(
    TIME, QUEUED, TAKEN, RUN, BROKEN_CLAUSE, PROOF_SIZE, PROOF_LENGTH, STAMP, INNERS, CUT, MODE,
    DIGIT,
) = range(12)  # fmt: skip
NUMBERS = 12


class Supposition(NamedTuple):
    """What follows from one supposition; see the module docstring.

    state: the copy of the position. queued: by node, the run in which it was queued (for a clause:
    locked). depth: by node, the assertions in the longest line of reasons. marks: by node, valid if
    equal to the stamp. deps_start, deps, inner_sizes, inner_lengths, inner_of: for inner refutation
    k the outer nodes it rests on, its size, its length, and the variable it denied.
    """

    state: State
    queue: Annotated[Words, "statuses"]
    queued: Annotated[Words, "nodes"]
    reason: Annotated[Words, "nodes"]
    source: Annotated[Words, "nodes"]
    denier: Annotated[Words, "statuses"]
    order: Annotated[Words, "nodes"]
    depth: Annotated[Words, 2, "nodes"]
    marks: Annotated[Words, "nodes"]
    stack: Annotated[Words, "nodes"]
    deps_start: Annotated[Words, "inners+2"]
    deps: Annotated[Words, "deps"]
    inner_sizes: Annotated[Words, "inners+1"]
    inner_lengths: Annotated[Words, "inners+1"]
    inner_of: Annotated[Words, "inners+1"]
    numbers: Annotated[Words, NUMBERS]


def weigh(theory: NamedTheory, outer: State, guess: Supposition, clause: int, last: int) -> bool:
    """Trim the proof that ends in this broken clause; keep it if it is better than the best known.

    last: the member denied last. Return whether it was kept.
    """
    numbers = guess.numbers
    size = trace(theory, outer, guess, clause=clause, variable=0, only=False)[0]
    if size > numbers[PROOF_SIZE]:
        return False
    # One branch leads to the member denied last; the other to all the rest, which would assert it.
    # (Nodes that both branches rest on count in each, so one walk from all members would not do.)
    length = trace(theory, outer, guess, clause=clause, variable=last, only=False)[1] + 1
    length += trace(theory, outer, guess, clause=clause, variable=last, only=True)[1]
    if size == numbers[PROOF_SIZE] and length >= numbers[PROOF_LENGTH]:
        return False
    numbers[PROOF_SIZE] = size
    numbers[PROOF_LENGTH] = length
    numbers[BROKEN_CLAUSE] = clause
    return True


def trace(
    theory: NamedTheory, outer: State, guess: Supposition, clause: int, variable: int, only: bool
) -> tuple[int, int]:
    """Return (assertions, literals) behind a clause's denied members.

    variable: 0 for all members; else all but this one, or with `only` this one alone. Walks back
    from each denied member to the node that denied it, and from there to the denied members of the
    clause that asserted that node, until the supposition. Each node counts once, an inner
    refutation with its own size and length. Marks the nodes reached with a new stamp.
    """
    guess.numbers[STAMP] += 1
    top, ends = 0, 0
    for member in theory.members[clause]:
        if outer.status[member] == OPEN and (variable == 0 or (member == variable) == only):
            ends += 1
            top = pushed(guess, guess.denier[member], top)
    size, literals = walk_back(theory, outer, guess, top)
    return size, literals + ends


def walk_back(theory: NamedTheory, outer: State, guess: Supposition, top: int) -> tuple[int, int]:
    """Mark the nodes that the `top` nodes on the stack rest on; return as `trace` does."""
    size, literals = 0, 0
    first_inner = len(outer.status) + len(theory.exact)
    while top:
        top -= 1
        node = guess.stack[top]
        if node >= first_inner:
            k = node - first_inner
            size += guess.inner_sizes[k]
            literals += guess.inner_lengths[k]
            for i in range(guess.deps_start[k], guess.deps_start[k + 1]):
                top = pushed(guess, guess.deps[i], top)
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
            # What was denied after the clause was locked is no reason for the lock.
            if is_locked and (
                guess.state.status[member] != DENIED or guess.order[member] > guess.order[node]
            ):
                continue
            literals += 1
            top = pushed(guess, guess.denier[member], top)
    return size, literals


@part
def pushed(guess: Supposition, node: int, top: int) -> int:
    """Push a node on the stack unless it was pushed before; return the height of the stack."""
    if guess.marks[node] == guess.numbers[STAMP]:
        return top
    guess.marks[node] = guess.numbers[STAMP]
    guess.stack[top] = node
    return top + 1


def record(
    theory: NamedTheory, outer: State, guess: Supposition, found: FoundStep, literal: int
) -> None:
    """Fill in the step of a refuted literal: the trimmed proof in the order in which it was found.
    Each line is a mark, a clause and a variable."""
    numbers = guess.numbers
    begin(found)
    measure(found, numbers[PROOF_SIZE], numbers[PROOF_LENGTH], 1)
    if literal > 0:
        denies(found, literal)
        enter(found, SUPPOSED, -1, literal)
    else:
        asserts(found, -literal)
        enter(found, SUPPOSED_NOT, -1, -literal)
    broken = numbers[BROKEN_CLAUSE]
    trace(theory, outer, guess, clause=broken, variable=0, only=False)
    stamp, first_clause = numbers[STAMP], len(outer.status)
    # A locked clause or inner refutation takes the place of the first denial it caused.
    asserted, last = 1 if literal > 0 else 0, -1
    locked_or_refuted = sum(mark == stamp for mark in guess.marks[first_clause : len(guess.marks)])
    while asserted < numbers[QUEUED] or locked_or_refuted:
        # The next entry by time: an assertion is as late as the last denial in its clause.
        best_time, best_node = 1 << 30, 0
        for k in range(asserted, numbers[QUEUED]):
            variable = guess.queue[k]
            if guess.marks[variable] == stamp and guess.state.status[variable] == ASSERTED:
                best_time, best_node = last_denial(theory, outer, guess, variable), variable
                break
            if k == asserted:
                asserted += 1
        if locked_or_refuted:
            for node in range(first_clause, len(guess.marks)):
                if guess.marks[node] == stamp and last < guess.order[node] < best_time:
                    best_time, best_node = guess.order[node], node
        if not best_node:
            break
        if best_node < first_clause:
            enter(found, ASSERTED_BY, guess.reason[best_node], best_node)
            base(found, guess.reason[best_node])
            asserted += 1
            continue
        last = guess.order[best_node]
        locked_or_refuted -= 1
        inner = best_node - first_clause - len(theory.exact)
        if inner < 0:
            enter(found, LOCKED_IN, guess.reason[best_node], 0)
            base(found, guess.reason[best_node])
        else:
            enter(found, REFUTED, -1, guess.inner_of[inner])
            found.numbers[DEPTH] = 2
    enter(found, BROKEN_AT, broken, 0)
    base(found, broken)


def last_denial(theory: NamedTheory, outer: State, guess: Supposition, variable: int) -> int:
    """Return when the last member other than this variable of the clause that asserted it was
    denied."""
    clause, time = guess.reason[variable], 0
    for member in theory.members[clause]:
        if member != variable and outer.status[member] == OPEN:
            time = max(time, guess.order[member])
    return time


def enter(found: FoundStep, mark: int, clause: int, variable: int) -> None:
    """Append a line to the proof."""
    prove(found, mark)
    prove(found, clause)
    prove(found, variable)
