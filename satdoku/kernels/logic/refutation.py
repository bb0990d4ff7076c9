"""Refutation: suppose x; if the base rules leave a clause with no candidate, x is false.

The size of a proof is the number of assertions left in it after trimming, x included; the smallest
proof over all x is taken, then the shortest. Its length, which adds to the rating, is that of
Sudoku Explainer: the literals of all branches that end in the broken clause, each counted with
everything it rests on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..any_theory.csr import ASSERTED, OPEN
from ..kernel import kernel, routine
from .found import DEPTH, FoundStep, base, begin, denies, measure, prove
from .state import NamedTheory, State
from .supposing import suppose
from .supposition import (  # fmt: skip
    BROKEN_CLAUSE,
    NOTHING_KNOWN,
    PROOF_LENGTH,
    PROOF_SIZE,
    QUEUED,
    STAMP,
    Supposition,
    trace,
)

if TYPE_CHECKING:
    from .search import Search

#: Marks in a recorded proof, each followed by a clause and a variable.
SUPPOSED, ASSERTED_BY, LOCKED_IN, REFUTED, BROKEN_AT = range(5)


@kernel
def find_refutation(search: Search, mode: int) -> bool:
    """Find the smallest refutation, then the shortest. mode: of `supposing` (which clauses
    count).

    The first pass only establishes that a refutation exists. The second raises a bound on the size
    (2, 3, …, then doubling), which cuts suppositions off as soon as they cannot give a small enough
    proof.
    """
    theory, state, guess = search.theory, search.state, search.guess
    exists = False
    for x in range(1, theory.boards + 1):
        if search.stop[0]:
            return False
        if state.status[x] == OPEN and suppose(theory, state, guess, x, mode, NOTHING_KNOWN):
            exists = True
            break
    if not exists:
        return False
    bound, best, best_x, then = 2, 0, 0, 0
    while not best_x:  # small bounds first: they cut every supposition off early
        best = bound << 20
        for x in range(1, theory.boards + 1):
            if search.stop[0]:
                return False
            if state.status[x] == OPEN and suppose(theory, state, guess, x, mode, best):
                best_x, then = x, best
                best = (guess.numbers[PROOF_SIZE] << 20) + guess.numbers[PROOF_LENGTH]
        bound = bound + 1 if bound < 6 else bound * 2 if bound < 20 else NOTHING_KNOWN >> 20
    suppose(theory, state, guess, best_x, mode, then)
    record(theory, state, guess, search.found, best_x)
    return True


@routine
def record(theory: NamedTheory, outer: State, guess: Supposition, found: FoundStep, x: int) -> None:
    """Fill in the step: the trimmed proof in the order in which it was found. Each line is a mark,
    a clause and a variable."""
    numbers = guess.numbers
    begin(found)
    measure(found, numbers[PROOF_SIZE], numbers[PROOF_LENGTH], 1)
    denies(found, x)
    broken = numbers[BROKEN_CLAUSE]
    trace(theory, outer, guess, broken, 0, False)
    stamp, first_clause = numbers[STAMP], len(outer.status)
    enter(found, SUPPOSED, -1, x)
    # A locked clause or inner refutation takes the place of the first denial it caused.
    asserted, last = 1, -1
    locked_or_refuted = 0
    for node in range(first_clause, len(guess.marks)):
        locked_or_refuted += guess.marks[node] == stamp
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


@routine
def last_denial(theory: NamedTheory, outer: State, guess: Supposition, variable: int) -> int:
    """Return when the last member other than this variable of the clause that asserted it was
    denied."""
    clause, time = guess.reason[variable], 0
    for member in theory.members[clause]:
        if member != variable and outer.status[member] == OPEN:
            time = max(time, guess.order[member])
    return time


@routine
def enter(found: FoundStep, mark: int, clause: int, variable: int) -> None:
    """Append a line to the proof."""
    prove(found, mark)
    prove(found, clause)
    prove(found, variable)
