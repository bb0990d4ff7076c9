"""Nested refutation: suppose x; where the base rules get stuck, refute further candidates inside
the supposition until a clause breaks.

Small inner refutations are tried first, and each is used at once; at the end the proof is trimmed
of those it does not need. Refutations that take few sweeps are preferred to those that take many.
Deeper nesting is in `satdoku.logic.search.deeper`.

Lesson: nested refutation

    A refutation with refutations inside, to any depth.

    Why: Each inner one denies, in every solution that fits what is supposed, one candidate more.
"""

from __future__ import annotations

from ....kernels.any_theory.csr import DENIED, OPEN
from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import fill
from ....kernels.logic.found import reported
from ....kernels.logic.propagation import ANY, deny_by, suppose, work_off
from ....kernels.logic.search import ROOM, StepSearch, Tried
from ....kernels.logic.state import BROKEN, NamedTheory, State, outcome
from ....kernels.logic.supposition import (
    BROKEN_CLAUSE,
    CUT,
    INNERS,
    NOTHING_KNOWN,
    PROOF_LENGTH,
    PROOF_SIZE,
    STAMP,
    TIME,
    Supposition,
    record,
    trace,
)
from ...catalog.row import ScaleRow

FINDER = f"{__name__}:find_nested"
ROWS = (
    ScaleRow("nested refutation", 9.5, FINDER, 0, "refutation", sets=("nested",),
         aliases=("nested forcing chain",),
         in_se=False, slow=True),
)  # fmt: skip
#: A limit that no puzzle is known to need.
MOST_SWEEPS = 1024


# Idea: where the base rules are stuck under the supposition x, a second supposition y that fails
# denies y under x, and the base rules go on. Such an inner refutation becomes a node of the outer
# supposition, with its own size and length, so the outer proof counts it as a whole.
#
# Invariant: `guess` is the position under x, with everything denied so far; `inner` is the last
# supposition in it. `deps` holds, for the k-th inner refutation from `deps_start[k]` on, the outer
# nodes it needs: by these the whole proof is traced back and trimmed of what it does not need.
#
# Sizes of inner refutations grow slowly, as the cost of a sweep does: all candidates are tried with
# the smallest size before any is tried with a larger one. What was found for x with a smaller size
# is repeated and not searched for again.
@kernel
def find_nested(search: StepSearch, mode: int) -> bool:
    """Find the smallest nested refutation of depth 2 within the reach of this search.

    Sizes of inner refutations grow first (4, 8, 16); once they fail for every x, size is unlimited
    and the number of sweeps doubles, up to MOST_SWEEPS.
    """
    theory = search.theory
    state = search.state
    guess = search.guess
    sweeps = 2
    largest = 4
    best = NOTHING_KNOWN
    best_x = 0
    then = 0
    before = 0
    while not best_x:
        if sweeps > MOST_SWEEPS:
            return False
        for x in range(1, theory.boards + 1):
            if search.stop[0]:
                return False
            if state.status[x] == OPEN and refute(
                search, x, best, sweeps=sweeps, before=before, largest=largest
            ):
                best_x = x
                then = best
                best = (guess.numbers[PROOF_SIZE] << 20) + guess.numbers[PROOF_LENGTH]
        if not best_x:
            before = largest
            if largest < 16:
                largest *= 2
            else:
                before = 0
                sweeps = 2 * sweeps
                largest = NOTHING_KNOWN >> 20
    refute(search, best_x, then, sweeps=sweeps, before=before, largest=largest)
    record(theory, state, guess, search.found, best_x)
    return reported(search)


def refute(search: StepSearch, x: int, best: int, sweeps: int, before: int, largest: int) -> bool:
    """Refute x with refutations inside, by a proof better than `best`; return whether one was
    found.

    All candidates are swept for inner refutations of at most 2, 4 and 8 assertions and then of any
    size, but none larger than `largest`, each at most `sweeps` times. before: inner refutations up
    to this size were tried before with as many sweeps, without success; those found are recorded in
    `Tried` and repeated.

    Most suppositions inside are consistent, or were tried before and nothing has changed since.
    """
    theory = search.theory
    state = search.state
    guess = search.guess
    inner = search.inner
    tried = search.tried
    if suppose(theory, state, guess, x, mode=ANY, best=best):
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
        oldest = tried.version[0]  # small sizes were not tried before this version
        for _ in range(sweeps):
            if search.stop[0]:
                return False
            progress = False
            for y in range(1, theory.boards + 1):
                # `seen` is twice the version in which y was last tried, plus one if it was
                # consistent: then it fails in no attempt before something changes. If it was only
                # cut off, it may fail with a larger size.
                seen = tried.seen[y]
                now = tried.version[0]
                if guess.state.status[y] != OPEN:
                    continue
                if seen == 2 * now + 1:
                    continue
                if seen == 2 * now and now > oldest:
                    continue
                if suppose(theory, guess.state, inner, y, mode=ANY, best=size + 1 << 20):
                    progress = True
                    if guess.deps_start[guess.numbers[INNERS]] + len(state.status) > len(
                        guess.deps
                    ):
                        tried.plans[plan] = ROOM + 1
                        return False  # no room for more dependencies
                    tried.version[0] += 1
                    note(tried, plan, y, size)
                    better = use(theory, state, guess, inner, y)
                    if work_off(theory, state, guess) or better:
                        return True
                    if outcome(theory, guess.state) == BROKEN:
                        return False  # broken, but by a proof that is not better
                else:
                    tried.seen[y] = 2 * now + (1 - inner.numbers[CUT])
            if not progress:
                break
        if size >= best >> 20:
            return False
    return False


def note(tried: Tried, plan: int, y: int, size: int) -> None:
    """Record an inner refutation."""
    count = tried.plans[plan] + 1
    tried.plans[plan] = count
    if count <= ROOM:
        tried.plans[plan + count] = (y << 8) + min(size, 255)


def note_possible(search: StepSearch, x: int) -> None:
    """Record which candidates gave a consistent supposition, once x was not refuted."""
    tried = search.tried
    words = search.theory.boards // 64 + 1
    possible = 2 * tried.version[0] + 1
    fill(tried.possible, x * words, words, 0)
    for y in range(1, search.theory.boards + 1):
        if tried.seen[y] == possible:
            tried.possible[x * words + y // 64] |= 1 << (y % 64)


def repeat(search: StepSearch, x: int) -> None:
    """Repeat the recorded inner refutations of x."""
    theory = search.theory
    state = search.state
    guess = search.guess
    inner = search.inner
    tried = search.tried
    plan = x * (ROOM + 1)
    for k in range(tried.plans[plan]):
        y = tried.plans[plan + 1 + k] >> 8
        size = tried.plans[plan + 1 + k] & 255
        suppose(theory, guess.state, inner, y, mode=ANY, best=size + 1 << 20)
        use(theory, state, guess, inner, y)
        work_off(theory, state, guess)
    tried.version[0] += 1
    words = theory.boards // 64 + 1
    for y in range(1, theory.boards + 1):
        if tried.possible[x * words + y // 64] >> (y % 64) & 1:
            tried.seen[y] = 2 * tried.version[0] + 1


def use(theory: NamedTheory, state: State, guess: Supposition, inner: Supposition, y: int) -> bool:
    """Deny y by the inner refutation just found; return whether a clause broke with a better proof.

    The refutation becomes a node of the outer supposition: it depends on every outer node that
    denied a member of a clause in the inner proof.
    """
    k = guess.numbers[INNERS]
    broken = inner.numbers[BROKEN_CLAUSE]
    size, literals = trace(theory, guess.state, inner, broken, variable=0, only=False)
    stamp = inner.numbers[STAMP]
    end = guess.deps_start[k]
    end = depend(theory, state, guess, broken, end)
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
    return deny_by(theory, state, guess, y, node)


def depend(theory: NamedTheory, state: State, guess: Supposition, clause: int, end: int) -> int:
    """Add the outer nodes that denied members of the clause to the dependencies of the current
    inner refutation, each once; return where the list ends."""
    start = guess.deps_start[guess.numbers[INNERS]]
    for member in theory.members[clause]:
        if state.status[member] == OPEN and guess.state.status[member] == DENIED:
            node = guess.denier[member]
            if node not in guess.deps[start:end]:
                guess.deps[end] = node
                end += 1
    return end
