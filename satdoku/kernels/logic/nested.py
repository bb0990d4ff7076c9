"""Nested refutation: suppose x; where the base rules stick, refute candidates, until a clause
breaks.

Inner refutations are tried small ones first, and each is used at once; in the end the proof is
trimmed of those that it does not need. What few sweeps refute comes before what takes many. Deeper
nesting is in `satdoku.logic.deeper`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..csr import DENIED, OPEN
from ..kernel import kernel, routine
from ..simd import Words
from .kinds import BROKEN
from .refutation import record
from .state import NamedTheory, State, outcome
from .supposing import ANY, deny_by, suppose, work_off
from .supposition import (
    BROKEN_CLAUSE,
    CUT,
    INNERS,
    NOTHING_KNOWN,
    PROOF_LENGTH,
    PROOF_SIZE,
    STAMP,
    TIME,
    Supposition,
    trace,
)

if TYPE_CHECKING:
    from .search import Search

#: Nobody needs more.
MOST_SWEEPS = 1024
#: Inner refutations of a supposition that are noted, at most.
ROOM = 63


class Tried(NamedTuple):
    """What need not be tried again, since nothing changed.

    seen: by variable, when it was supposed inside last, and in vain: version << 1, and 1 where it
    is possible, whatever size is allowed. version: one number, other after each change. For each x
    that was not refuted, of the smallest sizes (see `find_nested`): plans, how many inner
    refutations were used (more than ROOM: not noted) and these, candidate << 8 | size; possible, a
    bit for each candidate that was possible in the end.
    """

    seen: Words
    version: Words
    plans: Words
    possible: Words


@kernel
def find_nested(search: Search, how: int) -> bool:
    """The smallest nested refutation of depth 2 that this way finds."""
    theory, state, guess = search.theory, search.state, search.guess
    sweeps, largest, best, best_x, then = 2, 4, NOTHING_KNOWN, 0, 0
    before = 0
    while not best_x:
        if sweeps > MOST_SWEEPS:
            return False
        for x in range(1, theory.boards + 1):
            if search.stop[0]:
                return False
            if state.status[x] == OPEN and refute(search, x, best, sweeps, before, largest):
                best_x, then = x, best
                best = (guess.numbers[PROOF_SIZE] << 20) + guess.numbers[PROOF_LENGTH]
        if not best_x:
            before = largest
            if largest < 16:
                largest *= 2
            else:
                before, sweeps, largest = 0, 2 * sweeps, NOTHING_KNOWN >> 20
    refute(search, best_x, then, sweeps, before, largest)
    record(theory, state, guess, search.found, best_x)
    return True


@routine
def refute(search: Search, x: int, best: int, sweeps: int, before: int, largest: int) -> bool:
    """Refute x with refutations inside, by a proof better than `best`.

    All candidates are swept for inner refutations of at most 2, 4 and 8 assertions, and then of any
    size, but none larger than `largest`: each so many times at most. before: what is no larger than
    this was tried before in vain, with as many sweeps, and is noted.

    Most of what is supposed inside is possible, or was supposed before and nothing changed since.
    """
    theory, state, guess, inner, tried = (
        search.theory, search.state, search.guess, search.inner, search.tried,
    )  # fmt: skip
    if suppose(theory, state, guess, x, ANY, best):
        return True
    tried.version[0] += 1
    plan = x * (ROOM + 1)
    if before == 0 or tried.plans[plan] > ROOM:
        before = 0
        tried.plans[plan] = 0
    else:
        repeat(search, x)
    for size in (2, 4, 8, NOTHING_KNOWN >> 20):
        if size <= before:
            continue
        if size > largest:
            note_possible(search, x)
            return False
        oldest = tried.version[0]  # so small ones were not tried before this
        for _ in range(sweeps):
            if search.stop[0]:
                return False
            progress = False
            for y in range(1, theory.boards + 1):
                seen = tried.seen[y]
                now = tried.version[0]
                if guess.state.status[y] != OPEN or seen == 2 * now + 1:
                    continue
                if seen == 2 * now and now > oldest:
                    continue
                if suppose(theory, guess.state, inner, y, ANY, size + 1 << 20):
                    progress = True
                    if guess.deps_start[guess.numbers[INNERS]] + len(state.status) > len(
                        guess.deps
                    ):
                        tried.plans[plan] = ROOM + 1
                        return False  # no room for what more rests on
                    tried.version[0] += 1
                    note(tried, plan, y, size)
                    better = use(theory, state, guess, inner, y)
                    if work_off(theory, state, guess, ANY) or better:
                        return True
                    if outcome(theory, guess.state) == BROKEN:
                        return False  # but by a proof no better
                else:
                    tried.seen[y] = 2 * now + (1 - inner.numbers[CUT])
            if not progress:
                break
        if size >= best >> 20:
            return False
    return False


@routine
def note(tried: Tried, plan: int, y: int, size: int) -> None:
    """Note an inner refutation."""
    count = tried.plans[plan] + 1
    tried.plans[plan] = count
    if count <= ROOM:
        tried.plans[plan + count] = (y << 8) + min(size, 255)


@routine
def note_possible(search: Search, x: int) -> None:
    """Note which candidates are possible, now that x was not refuted."""
    tried = search.tried
    words = len(search.state.status) // 64 + 1
    possible = 2 * tried.version[0] + 1
    for k in range(words):
        tried.possible[x * words + k] = 0
    for y in range(1, search.theory.boards + 1):
        if tried.seen[y] == possible:
            tried.possible[x * words + y // 64] |= 1 << (y % 64)


@routine
def repeat(search: Search, x: int) -> None:
    """Use the inner refutations of x that were noted."""
    theory, state, guess, inner, tried = (
        search.theory, search.state, search.guess, search.inner, search.tried,
    )  # fmt: skip
    plan = x * (ROOM + 1)
    for k in range(tried.plans[plan]):
        y, size = tried.plans[plan + 1 + k] >> 8, tried.plans[plan + 1 + k] & 255
        suppose(theory, guess.state, inner, y, ANY, size + 1 << 20)
        use(theory, state, guess, inner, y)
        work_off(theory, state, guess, ANY)
    tried.version[0] += 1
    words = len(state.status) // 64 + 1
    for y in range(1, theory.boards + 1):
        if tried.possible[x * words + y // 64] >> (y % 64) & 1:
            tried.seen[y] = 2 * tried.version[0] + 1


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
