"""The base rules, propagated from a supposition, breadth first, so that the first broken clause
found has a short proof.

A supposition works on a copy of the position. A nested one leaves the outer copy unchanged.
"""

from __future__ import annotations

from ..any_theory.csr import ASSERTED, DENIED, OPEN
from ..kernel import part
from ..lockstep.simd import copy_all
from .state import CELL, RULE, NamedTheory, State, count, first_open, holds, lies_in
from .supposition import (
    BROKEN_CLAUSE,
    CUT,
    DIGIT,
    INNERS,
    MODE,
    PROOF_LENGTH,
    PROOF_SIZE,
    QUEUED,
    RUN,
    TAKEN,
    TIME,
    Supposition,
    weigh,
)

#: Modes, by what a supposition may use: clauses of one digit; only clauses of two candidates
#: (except the one that breaks); any clause; also locked candidates; any clause, if each assertion
#: rests only on the supposition and the one candidate asserted before.
ONE_DIGIT, STATIC, ANY, WITH_LOCKED, IN_LINE = 0, 1, 2, 3, 64


@part
def suppose(
    theory: NamedTheory, outer: State, guess: Supposition, literal: int, mode: int, best: int
) -> bool:
    """Suppose v or -v at the outer position; return whether it is refuted by a proof better than
    `best`.

    best: size << 20 | length of the best proof known. Those of the new proof are in the numbers.
    """
    node = max(literal, 0)
    numbers = guess.numbers
    copy_all(guess.state.status, outer.status)
    copy_all(guess.state.left, outer.left)
    numbers[TIME] = 0
    numbers[INNERS] = 0
    numbers[CUT] = 0
    numbers[BROKEN_CLAUSE] = -1
    numbers[MODE] = mode
    numbers[DIGIT] = (abs(literal) - 1) % theory.size + 1 if mode == ONE_DIGIT else 0
    # `queued` keeps numbers of runs, so it need not be emptied.
    numbers[RUN] += 1
    guess.queued[node] = numbers[RUN]
    guess.deps_start[0] = 0
    guess.queue[0] = node
    guess.reason[node] = -1
    guess.source[node] = 0
    guess.depth[node] = 1
    numbers[QUEUED] = 1 if node else 0
    numbers[TAKEN] = 0
    numbers[PROOF_SIZE] = best >> 20
    numbers[PROOF_LENGTH] = best & ((1 << 20) - 1)
    better = literal < 0 and deny_by(theory, outer, guess, -literal, node)
    return work_off(theory, outer, guess) or better


@part
def work_off(theory: NamedTheory, outer: State, guess: Supposition) -> bool:
    """Propagate what is queued; return whether a proof better than the one in the numbers was
    found.

    Assertions too deep to be part of a better proof are dropped, which sets CUT.
    """
    numbers = guess.numbers
    better = False
    while True:
        while numbers[TAKEN] < numbers[QUEUED]:
            variable = guess.queue[numbers[TAKEN]]
            numbers[TAKEN] += 1
            # A proof that uses this assertion has at least as many as its depth. One with as many
            # as the best known is still better if that one's length can be undercut.
            if guess.depth[variable] >= numbers[PROOF_SIZE] + (numbers[PROOF_LENGTH] > 0):
                numbers[CUT] = 1
                continue  # any proof that uses it is too large
            if guess.state.status[variable] != OPEN:
                continue
            guess.state.status[variable] = ASSERTED
            if deny_peers(theory, outer, guess, variable):
                better = True
        if numbers[MODE] != WITH_LOCKED or better:
            return better
        # One locked clause at a time, and only where no single is left: so a proof that does
        # without is found first.
        locked = lock(theory, outer, guess)
        if not locked or guess.numbers[BROKEN_CLAUSE] >= 0:
            return locked


@part
def deny_peers(theory: NamedTheory, outer: State, guess: Supposition, variable: int) -> bool:
    """Deny what shares a clause with an asserted variable; return whether a better proof was
    found."""
    better, digit = False, guess.numbers[DIGIT]
    for clause in theory.holders[variable]:
        if digit and theory.digit[clause] != digit:
            continue
        for other in theory.members[clause]:
            if guess.state.status[other] == OPEN and deny_by(theory, outer, guess, other, variable):
                better = True
    return better


@part
def deny_by(
    theory: NamedTheory, outer: State, guess: Supposition, variable: int, node: int
) -> bool:
    """Deny a variable because of this node; return whether a clause broke with a better proof.

    A clause with one member left enqueues it (in STATIC mode only if it had two at the outer
    position).
    """
    guess.state.status[variable] = DENIED
    guess.denier[variable] = node
    time = guess.numbers[TIME] + 1
    guess.numbers[TIME] = time
    guess.order[variable] = time
    better, digit = False, guess.numbers[DIGIT]
    for clause in theory.holders[variable]:
        # Every clause keeps its count, but with a single digit only that digit's clauses conclude
        # something.
        rest = guess.state.left[clause] - theory.unit - variable
        guess.state.left[clause] = rest
        if rest < 2 * theory.unit and (digit == 0 or theory.digit[clause] == digit):
            if rest < theory.unit:
                # The clause breaks by a proof that may be no better than the best known: then the
                # supposition is not refuted here, but it is not known to be consistent either.
                guess.numbers[CUT] = 1
                if ends_in_line(theory, outer, guess, clause) and weigh(
                    theory, outer, guess, clause, variable
                ):
                    better = True
            elif guess.state.status[rest - theory.unit] == OPEN and follows_in_mode(
                theory, outer, guess, clause
            ):
                enqueue(theory, outer, guess, rest - theory.unit, clause=clause, node=node)
    return better


def follows_in_mode(theory: NamedTheory, outer: State, guess: Supposition, clause: int) -> bool:
    """Return whether the mode lets a clause assert its last member."""
    mode = guess.numbers[MODE]
    if mode == STATIC:
        return count(theory, outer, clause) == 2
    return mode != IN_LINE or sources(theory, outer, guess, clause)[0] <= 1


def ends_in_line(theory: NamedTheory, outer: State, guess: Supposition, clause: int) -> bool:
    """Return whether the mode lets a broken clause end the refutation: both ends of a chain may
    meet in it."""
    return guess.numbers[MODE] != IN_LINE or sources(theory, outer, guess, clause)[0] <= 2


def sources(theory: NamedTheory, outer: State, guess: Supposition, clause: int) -> tuple[int, int]:
    """Return how many sources the denials of a clause's members have (three stands for more), and
    the first of them."""
    first = 0
    second = 0
    for member in theory.members[clause]:
        if outer.status[member] == OPEN and guess.state.status[member] == DENIED:
            source = guess.source[guess.denier[member]]
            if source in (0, first, second):
                continue
            if second:
                return 3, first
            if first:
                second = source
            else:
                first = source
    return (1 if first else 0) + (1 if second else 0), first


@part
def enqueue(
    theory: NamedTheory, outer: State, guess: Supposition, variable: int, clause: int, node: int
) -> None:
    """Queue the variable that a clause asserts after this node denied another member, at most
    once."""
    run = guess.numbers[RUN]
    if guess.queued[variable] != run:
        guess.queued[variable] = run
        guess.reason[variable] = clause
        guess.source[variable] = variable
        if variable > theory.boards and guess.numbers[MODE] == IN_LINE:
            # What a rule says inside itself is one link with the candidate that it follows from.
            guess.source[variable] = sources(theory, outer, guess, clause)[1]
        guess.depth[variable] = guess.depth[node] + 1
        end = guess.numbers[QUEUED]
        guess.queue[end] = variable
        guess.numbers[QUEUED] = end + 1


def lock(theory: NamedTheory, outer: State, guess: Supposition) -> bool:
    """Deny what the first locked clause denies; return False if there is none.

    A clause is locked if it has lost candidates since the outer position, still has at least two,
    and all of these lie in another clause, whose other candidates are denied.
    """
    numbers = guess.numbers
    first_clause = len(guess.state.status)
    for clause in range(len(theory.exact)):
        if not theory.exact[clause] or theory.kind[clause] == CELL or theory.kind[clause] == RULE:
            continue
        rest = guess.state.left[clause] >> theory.shift
        if rest < 2 or rest == count(theory, outer, clause):
            continue
        # A clause has one node in a run, with the reasons that it had when it was locked.
        if guess.queued[first_clause + clause] == numbers[RUN]:
            continue
        first = first_open(theory, guess.state, clause)
        if first == 0:
            continue
        node, is_new = first_clause + clause, False
        for other in theory.holders[first]:
            if other == clause or not lies_in(theory, guess.state, clause, other):
                continue
            for variable in theory.members[other]:
                if guess.state.status[variable] == OPEN and not holds(theory, clause, variable):
                    if not is_new:
                        is_new = True
                        numbers[TIME] += 1
                        guess.order[node] = numbers[TIME]
                        guess.queued[node] = numbers[RUN]
                        guess.reason[node] = clause
                        guess.depth[node] = deepest(theory, outer, guess, clause) + 1
                    deny_by(theory, outer, guess, variable, node)
        if is_new:
            return True
    return False


def deepest(theory: NamedTheory, outer: State, guess: Supposition, clause: int) -> int:
    """Return the depth of the longest line of reasons behind a clause's denied members."""
    depth = 0
    for variable in theory.members[clause]:
        if guess.state.status[variable] == DENIED and outer.status[variable] == OPEN:
            depth = max(depth, guess.depth[guess.denier[variable]])
    return depth
