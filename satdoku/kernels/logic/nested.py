"""Nested refutation: suppose x; where the base rules stick, refute candidates, until a clause
breaks.

Inner refutations are tried small ones first, and each is used at once; in the end the proof is
trimmed of those that it does not need. What few sweeps refute comes before what takes many. Deeper
nesting is in `satdoku.logic.deeper`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..compiling import kernel
from ..flat import DENIED, OPEN
from .kinds import BROKEN
from .refutation import (
    ANY,
    BROKEN_CLAUSE,
    INNERS,
    NOTHING_KNOWN,
    PROOF_LENGTH,
    PROOF_SIZE,
    STAMP,
    TIME,
    Supposition,
    deny_by,
    record,
    suppose,
    trace,
    work_off,
)  # fmt: skip
from .routine import routine
from .state import NamedTheory, State, outcome

if TYPE_CHECKING:
    from .search import Search

#: Nobody needs more.
MOST_SWEEPS = 1024


@kernel
def find_nested(search: Search, how: int) -> bool:
    """The smallest nested refutation of depth 2 that this way finds."""
    theory, state, guess = search.theory, search.state, search.guess
    sweeps, largest, best, best_x, then = 2, 4, NOTHING_KNOWN, 0, 0
    while not best_x:
        if sweeps > MOST_SWEEPS:
            return False
        for x in range(1, theory.boards + 1):
            if search.stop[0]:
                return False
            if state.status[x] == OPEN and refute(search, x, best, sweeps, largest):
                best_x, then = x, best
                best = (guess.numbers[PROOF_SIZE] << 20) + guess.numbers[PROOF_LENGTH]
        if not best_x:
            if largest < 16:
                largest *= 2
            else:
                sweeps, largest = 2 * sweeps, NOTHING_KNOWN >> 20
    refute(search, best_x, then, sweeps, largest)
    record(theory, state, guess, search.found, best_x)
    return True


@routine
def refute(search: Search, x: int, best: int, sweeps: int, largest: int) -> bool:
    """Refute x with refutations inside, by a proof better than `best`.

    All candidates are swept for inner refutations of at most 2, 4 and 8 assertions, and then of any
    size, but none larger than `largest`: each so many times at most.
    """
    theory, state, guess, inner = search.theory, search.state, search.guess, search.inner
    if suppose(theory, state, guess, x, ANY, best):
        return True
    for size in (2, 4, 8, NOTHING_KNOWN >> 20):
        if size > largest:
            return False
        for _ in range(sweeps):
            if search.stop[0]:
                return False
            progress = False
            for y in range(1, theory.boards + 1):
                if guess.state.status[y] == OPEN and suppose(
                    theory, guess.state, inner, y, ANY, size + 1 << 20
                ):
                    progress = True
                    if guess.deps_start[guess.numbers[INNERS]] + len(state.status) > len(
                        guess.deps
                    ):
                        return False  # no room for what more rests on
                    better = use(theory, state, guess, inner, y)
                    if work_off(theory, state, guess, ANY) or better:
                        return True
                    if outcome(theory, guess.state) == BROKEN:
                        return False  # but by a proof no better
            if not progress:
                break
        if size >= best >> 20:
            return False
    return False


@routine
def use(theory: NamedTheory, state: State, guess: Supposition, inner: Supposition, y: int) -> bool:
    """Deny y by the inner refutation just found; True if a clause broke."""
    k = guess.numbers[INNERS]
    size, literals = trace(theory, guess.state, inner, inner.numbers[BROKEN_CLAUSE], 0, False)
    stamp = inner.numbers[STAMP]
    end = guess.deps_start[k]
    end = depend(theory, state, guess, inner.numbers[BROKEN_CLAUSE], end)
    for node in range(1, len(state.status)):
        if inner.marks[node] == stamp and inner.reason[node] >= 0:
            end = depend(theory, state, guess, inner.reason[node], end)
    deepest = 0
    for i in range(guess.deps_start[k], end):
        deepest = max(deepest, guess.depth[guess.deps[i]])
    guess.deps_start[k + 1] = end
    guess.inner_sizes[k] = size
    guess.inner_lengths[k] = literals
    guess.inner_of[k] = y
    guess.numbers[INNERS] = k + 1
    node = len(state.status) + len(theory.exact) + k
    guess.depth[node] = deepest + size
    guess.numbers[TIME] += 1
    guess.order[node] = guess.numbers[TIME]
    return deny_by(theory, state, guess, y, node, ANY, 0)


@routine
def depend(theory: NamedTheory, state: State, guess: Supposition, clause: int, end: int) -> int:
    """Note what the outer supposition denied of a clause; where the notes now end."""
    start = guess.deps_start[guess.numbers[INNERS]]
    for member in theory.members[clause]:
        if state.status[member] == OPEN and guess.state.status[member] == DENIED:
            node, known = guess.denier[member], False
            for i in range(start, end):
                known = known or guess.deps[i] == node
            if not known:
                guess.deps[end] = node
                end += 1
    return end
