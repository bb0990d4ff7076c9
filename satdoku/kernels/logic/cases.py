"""Proofs by cases: what follows from each of several suppositions, one of which must hold.

A source of cases is a clause c, numbered c + 1, whose cases are its candidates, or a candidate v,
numbered -v, whose cases are v and not v, or `FROM_LIST`, whose cases a finder lists. Of the sources
from all of whose cases the same literal follows, the one whose chains to it are shortest is
reported, with a branch for each case (see `logic.step_text.chain_text.branches_of`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..any_theory.csr import ASSERTED, DENIED, OPEN
from ..lockstep.simd import Words, fill
from .found import PROOF, FoundStep, asserts, begin, concludes, denies, measure, prove, reported
from .propagation import suppose
from .state import CELL
from .supposition import NOTHING_KNOWN, QUEUED, STAMP, Supposition, pushed, walk_back

if TYPE_CHECKING:
    from .search import StepSearch

#: Sources: cells, houses, candidates that are true or false.
CELLS, HOUSES, OPPOSITES = 4, 8, 16
SOURCES = CELLS | HOUSES | OPPOSITES
#: Instead of proofs, list what follows from each candidate by itself.
CONSEQUENCES = 32


#: The source whose cases are in `Cases.listed`.
FROM_LIST = 0


class Cases(NamedTuple):
    """By literal (2v if false, 2v + 1 if true).

    met: the cases of the current source from which it follows; depth: the sum of its depths in
    these. best: the least sum for any source so far; source: that source, or 0. listed: the cases
    of `FROM_LIST`, up to a 0.
    """

    met: Annotated[Words, 2, "boards+1"]
    depth: Annotated[Words, 2, "boards+1"]
    best: Annotated[Words, 2, "boards+1"]
    source: Annotated[Words, 2, "boards+1"]
    listed: Annotated[Words, 2, "boards+1"]


def list_cases(search: StepSearch, mode: int) -> None:
    """Report what follows from all cases of a source. mode: of `propagation`, with `SOURCES`."""
    theory = search.theory
    state = search.state
    cases = search.cases
    fill(cases.source, 0, len(cases.source), 0)
    for v in range(1, theory.boards + 1):
        if search.stop[0]:
            return
        if mode & OPPOSITES and state.status[v] == OPEN:
            consider(search, mode, -v)
    for clause in range(len(theory.exact)):
        if search.stop[0]:
            return
        if theory.exact[clause] and mode & (CELLS if theory.kind[clause] == CELL else HOUSES):
            consider(search, mode, clause + 1)
    # All sources were compared first: each conclusion is reported once, with its shortest proof.
    for literal in range(2, len(cases.source)):
        if cases.source[literal]:
            begin(search.found)
            v, is_on = literal // 2, literal & 1
            if fill_in_cases(search, mode, cases.source[literal], v, is_on) and reported(search):
                return


def list_consequences(search: StepSearch, mode: int) -> None:
    """Report what follows from each candidate that is not refuted: as asserted the candidate, the
    denied variables, and as proof the asserted ones in order, each with its reason."""
    theory = search.theory
    state = search.state
    guess = search.guess
    found = search.found
    for x in range(1, theory.boards + 1):
        if search.stop[0]:
            return
        if state.status[x] != OPEN or suppose(
            theory, state, guess, literal=x, mode=mode & ~CONSEQUENCES, best=NOTHING_KNOWN
        ):
            continue
        begin(found)
        asserts(found, x)
        for v in range(1, theory.boards + 1):
            if state.status[v] == OPEN and guess.state.status[v] == DENIED:
                denies(found, v)
        for k in range(guess.numbers[QUEUED]):
            prove(found, guess.queue[k])
            prove(found, guess.reason[guess.queue[k]])
        if reported(search):
            return


def case_of(search: StepSearch, source: int, k: int) -> int:
    """Return the k-th case of a source, a literal; 0 if there are no more.

    A clause with an asserted member has no cases: none of its candidates has to be true.
    """
    if source == FROM_LIST:
        return int(search.cases.listed[k])
    if source < 0:
        if k == 0:
            return -source
        return source if k == 1 else 0
    case = 0
    for member in search.theory.members[source - 1]:
        status = search.state.status[member]
        if status == ASSERTED:
            return 0
        if status == OPEN:
            if k == 0:
                case = int(member)
            k -= 1
    return case


def consider(search: StepSearch, mode: int, source: int) -> None:
    """Note what follows from all cases of a source, where its chains are the shortest so far."""
    cases = search.cases
    number = note_cases(search, mode, source)
    # With a single case the source is a single, and with none a case was refuted, which a simpler
    # rule reports.
    if number < 2:
        return
    for literal in range(2, len(cases.source)):
        # At equal sums the earlier source stays: opposites come before clauses.
        if cases.met[literal] == number and (
            not cases.source[literal] or cases.depth[literal] < cases.best[literal]
        ):
            cases.best[literal] = cases.depth[literal]
            cases.source[literal] = source


def note_cases(search: StepSearch, mode: int, source: int) -> int:
    """Note what follows from the cases of a source; return their number, 0 if one is refuted."""
    cases = search.cases
    fill(cases.met, 0, len(cases.met), 0)
    fill(cases.depth, 0, len(cases.depth), 0)
    number, case = 0, case_of(search, source, 0)
    while case:
        # A case that is an auxiliary variable cannot be told to a person.
        if case > search.theory.boards or not note_case(search, mode, case, number):
            return 0
        number += 1
        case = case_of(search, source, number)
    return number


def note_case(search: StepSearch, mode: int, case: int, number: int) -> bool:
    """Note what follows from a case after `number` others; return whether it is not refuted."""
    theory = search.theory
    state = search.state
    guess = search.guess
    cases = search.cases
    if suppose(theory, state, guess, literal=case, mode=mode & ~SOURCES, best=NOTHING_KNOWN):
        return False
    for v in range(1, theory.boards + 1):
        if state.status[v] == OPEN and guess.state.status[v] != OPEN:
            is_on = guess.state.status[v] == ASSERTED
            literal = 2 * v + is_on
            # A literal that misses one case falls behind here, and is never counted again.
            if cases.met[literal] == number:
                cases.met[literal] += 1
                cases.depth[literal] += guess.depth[v if is_on else guess.denier[v]]
    return True


def fill_in_cases(search: StepSearch, mode: int, source: int, v: int, is_on: int) -> bool:
    """Add to the step the literal that follows from all cases of a source, and the branches to it;
    return whether there is room for these."""
    found = search.found
    concludes(found, v, is_on)
    size, length, k = 0, 0, 0
    # The suppositions are repeated, since only the last one is in memory, and few sources are
    # reported.
    case = case_of(search, source, 0)
    while case:
        if not has_room(search):
            return False
        assertions, literals = add_branch(search, mode, case, v, is_on)
        size += assertions
        length += literals
        k += 1
        case = case_of(search, source, k)
    measure(found, size, length, 0)
    return True


def has_room(search: StepSearch) -> bool:
    """Return whether the proof has room for one more branch, however long."""
    most = 2 * len(search.found.denied) + 1  # each variable at most once
    return bool(search.found.numbers[PROOF] + most <= len(search.found.proof))


def add_branch(search: StepSearch, mode: int, case: int, v: int, is_on: int) -> tuple[int, int]:
    """Append the branch from a case to a literal that follows from it; return the numbers of
    assertions and of literals in it."""
    theory = search.theory
    state = search.state
    guess = search.guess
    suppose(theory, state, guess, literal=case, mode=mode & ~SOURCES, best=NOTHING_KNOWN)
    guess.numbers[STAMP] += 1
    top = pushed(guess, v if is_on else guess.denier[v], 0)
    assertions, literals = walk_back(theory, state, guess, top)
    prove_branch(search, case, v)
    return assertions, literals


def prove_branch(search: StepSearch, case: int, end: int) -> None:
    """Append the branch from a case to the variable at its end to the proof, from the nodes
    marked."""
    theory = search.theory
    guess = search.guess
    found = search.found
    stamp, start = guess.numbers[STAMP], found.numbers[PROOF]
    prove(found, 0)
    prove_literal(guess, found, abs(case), case > 0, -1)
    for k in range(guess.numbers[QUEUED]):
        node = guess.queue[k]
        if guess.marks[node] != stamp or guess.reason[node] < 0:
            continue
        for member in theory.members[guess.reason[node]]:
            if guess.marks[member] != stamp and search.state.status[member] == OPEN:
                prove_literal(guess, found, member, is_on=False, cause=-1)
        prove_literal(guess, found, node, is_on=True, cause=guess.reason[node])
    if guess.marks[end] != stamp:
        prove_literal(guess, found, end, is_on=False, cause=-1)
    # (The place at `start` itself makes the number odd; the division drops it.)
    found.proof[start] = (found.numbers[PROOF] - start) // 2


def prove_literal(guess: Supposition, found: FoundStep, v: int, is_on: bool, cause: int) -> None:
    """Append a literal and its cause to the proof: a clause, or -1 for an earlier literal."""
    guess.marks[v] = guess.numbers[STAMP]
    prove(found, 2 * v + is_on)
    prove(found, cause)
