"""Steps from a single variant rule: propagation over its clauses alone, from the current
candidates.

The base rules run on a copy, on just the clauses of one rule, auxiliary variables included.
Everything they decide on the board is one step: a person sees which digits a cage leaves, not which
sets rule them out. A rule is tried again only after candidates of its cells have gone.

If a rule can no longer be satisfied, the step denies all candidates of a cell, which breaks the
cell's clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..any_theory.csr import ASSERTED, DENIED, OPEN
from ..kernel import kernel
from .found import ASSERTIONS, DENIALS, FoundStep, asserts, base, begin, denies, prove
from .state import NamedTheory, State, cell_of, share_clause
from .supposition import QUEUED, RUN, Supposition

if TYPE_CHECKING:
    from .search import Search

#: How: which rules. Those on single cells and pairs of cells; on sets of digits; all others.
PAIRS, SETS, WORDS = range(3)
#: Maximum number of assertions in one step.
MOST = 4


@kernel
def find_rule(search: Search, mode: int) -> bool:
    """Find the first rule of this sort that gives a new conclusion."""
    theory, state = search.theory, search.state
    for rule in range(len(theory.rule_kind)):
        if theory.rule_kind[rule] != mode:
            continue
        candidates = sum(state.status[variable] == OPEN for variable in theory.scopes[rule])
        if candidates == 0 or candidates == state.quiet[rule]:
            continue
        begin(search.found)
        if follow_alone(theory, state, search.guess, rule):
            conclude(theory, state, search.guess, search.found, rule)
        else:
            empty_cell(theory, state, search.found, rule)
        if search.found.numbers[DENIALS] + search.found.numbers[ASSERTIONS]:
            base(search.found, theory.rules[rule][0])
            prove(search.found, rule)
            return True
        state.quiet[rule] = candidates
    return False


def follow_alone(theory: NamedTheory, state: State, alone: Supposition, rule: int) -> bool:
    """Run the base rules on the rule's clauses, in `alone.state`; return False if one breaks."""
    status, left = alone.state.status, alone.state.left
    alone.numbers[RUN] += 1
    alone.numbers[QUEUED] = 0
    run, first_clause = alone.numbers[RUN], len(state.status)
    for clause in theory.rules[rule]:
        alone.queued[first_clause + clause] = run
        left[clause] = theory.left[clause]
        for variable in theory.members[clause]:
            status[variable] = state.status[variable] if variable <= theory.boards else OPEN
            if status[variable] == DENIED:
                left[clause] -= theory.unit + variable
            elif status[variable] == ASSERTED:
                wait(alone, variable)
    for clause in theory.rules[rule]:
        if left[clause] < theory.unit:
            return False
        if left[clause] < 2 * theory.unit:
            wait(alone, left[clause] - theory.unit)
    taken = 0
    while taken < alone.numbers[QUEUED]:
        variable = alone.queue[taken]
        taken += 1
        if status[variable] == DENIED:
            return False
        status[variable] = ASSERTED
        for clause in theory.holders[variable]:
            if alone.queued[first_clause + clause] == run:
                for other in theory.members[clause]:
                    if other != variable and not deny_alone(theory, alone, other, first_clause):
                        return False
    return True


def wait(alone: Supposition, variable: int) -> None:
    """Enqueue an assertion, once."""
    if alone.queued[variable] != alone.numbers[RUN]:
        alone.queued[variable] = alone.numbers[RUN]
        alone.queue[alone.numbers[QUEUED]] = variable
        alone.numbers[QUEUED] += 1


def deny_alone(theory: NamedTheory, alone: Supposition, variable: int, first_clause: int) -> bool:
    """Deny a variable in the rule's clauses; return False if that breaks one."""
    status, left = alone.state.status, alone.state.left
    if status[variable] != OPEN:
        return bool(status[variable] == DENIED)
    status[variable] = DENIED
    for clause in theory.holders[variable]:
        if alone.queued[first_clause + clause] == alone.numbers[RUN]:
            left[clause] -= theory.unit + variable
            if left[clause] < theory.unit:
                return False
            if left[clause] < 2 * theory.unit:
                wait(alone, left[clause] - theory.unit)
    return True


def conclude(
    theory: NamedTheory, state: State, alone: Supposition, found: FoundStep, rule: int
) -> None:
    """Fill in what was decided on the board, except denials that already follow from the
    assertions."""
    for variable in theory.scopes[rule]:
        if (
            state.status[variable] == OPEN
            and alone.state.status[variable] == ASSERTED
            and found.numbers[ASSERTIONS] < MOST
        ):
            asserts(found, variable)
    asserted = found.asserted[: found.numbers[ASSERTIONS]]
    for variable in theory.scopes[rule]:
        is_new = state.status[variable] == OPEN and alone.state.status[variable] == DENIED
        if is_new and not any(share_clause(theory, v, variable) for v in asserted):
            denies(found, variable)


def empty_cell(theory: NamedTheory, state: State, found: FoundStep, rule: int) -> None:
    """The rule is broken: deny all candidates of its first open cell."""
    for variable in theory.scopes[rule]:
        if state.status[variable] == OPEN:
            for other in theory.members[cell_of(theory, variable)]:
                if state.status[other] == OPEN:
                    denies(found, other)
            return
