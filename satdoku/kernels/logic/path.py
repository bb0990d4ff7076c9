"""The path to a solution: at every position the first step of the first rule that has one.

The rules, their order and their ratings come from outside (`logic/catalog/rules.py`); explaining
and rating both use this path. Rules are called by the address of their finders, each of which is a
kernel of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from ..any_theory.csr import OPEN
from ..kernel import kernel
from ..lockstep.simd import Words, call
from .found import ALL, ASSERTIONS, DENIALS, DEPTH, END, RATED, RATING, RULE, SIZE, write
from .search import StepSearch
from .state import STOPPED, STUCK, UNFINISHED, assert_one, deny, outcome, settle, start

#: Places in `cursor`: the current board, the number of its steps, whether one of them asserted
#: something, and where the log ends.
BOARD, STEPS, PLACED, LOGGED = range(4)
CURSOR = 4


class Rated(NamedTuple):
    """The result for each board.

    status: SOLVED, STUCK, BROKEN or UNFINISHED (a limit was reached). hardest, total: maximum and
    sum of the ratings of its steps, in tenths; first: the rating of the first step; until_placed:
    the highest rating up to and including the first step that places a digit. size, depth: of its
    largest and deepest refutation. uses: the number of steps of each rule, as many numbers per
    board as there are rules.
    """

    status: Words
    hardest: Words
    total: Words
    first: Words
    until_placed: Words
    size: Words
    depth: Words
    uses: Words


class StepPath(NamedTuple):
    """The task.

    finders: by rule, the address (in the interpreter: the function) of its finder; modes: the
    argument `mode` of the finder; ratings: in tenths. boards: flat digits. marks: initial status of
    each variable (empty: all open). allowed: bit r for rule r. step_limit: maximum number of steps;
    highest: the rating, in tenths, above which the first step ends a path (its outcome counts it).
    log: the numbers and lists of each step, one after the other; empty if no log is kept; logging
    ends when the next step does not fit. cursor: see above.
    """

    search: StepSearch
    finders: Words
    modes: Words
    ratings: Words
    boards: Words
    marks: Words
    allowed: int
    step_limit: int
    highest: int
    rated: Rated
    log: Words
    cursor: Words


@kernel
def follow_path(path: StepPath) -> None:
    """Take steps on each board until it is solved, broken or stuck."""
    cursor = path.cursor
    while cursor[BOARD] < len(path.rated.status):
        begin_board(path)
        status = follow_one(path)
        path.rated.status[cursor[BOARD]] = status
        if status == STOPPED:
            return
        cursor[BOARD] += 1


def begin_board(path: StepPath) -> None:
    """Set up the position of the current board."""
    theory = path.search.theory
    state = path.search.state
    cursor = path.cursor
    start(theory, state)
    at = cursor[BOARD] * theory.cells
    for cell in range(theory.cells):
        if path.boards[at + cell]:
            assert_one(theory, state, cell * theory.size + path.boards[at + cell])
    if len(path.marks):
        at = cursor[BOARD] * len(state.status)
        for variable in range(1, theory.boards + 1):
            if path.marks[at + variable] != OPEN:
                deny(theory, state, variable)
    settle(theory, state)
    cursor[STEPS] = 0
    cursor[PLACED] = 0


def follow_one(path: StepPath) -> int:
    """Take steps on the current board; return its outcome."""
    search, cursor = path.search, path.cursor
    while True:
        status = outcome(search.theory, search.state)
        if status:
            return status
        if cursor[STEPS] == path.step_limit:
            return UNFINISHED
        rule = first_rule(path)
        if search.stop[0]:
            return STOPPED
        if rule == len(path.modes):
            return STUCK
        if len(path.log):
            # Before the step counts: where the log is full, it and the figures end with the same
            # step.
            after = write(search.found, path.log, cursor[LOGGED])
            if after < 0:
                return UNFINISHED
            cursor[LOGGED] = after
        note(path, rule)
        found = search.found
        if found.numbers[RATING] > path.highest:
            return UNFINISHED
        for k in range(found.numbers[ASSERTIONS]):
            assert_one(search.theory, search.state, found.asserted[k])
        for k in range(found.numbers[DENIALS]):
            deny(search.theory, search.state, found.denied[k])
        settle(search.theory, search.state)


def first_rule(path: StepPath) -> int:
    """Return the first rule that has a step, which is then in `found`; the number of rules if none
    has."""
    numbers = path.search.found.numbers
    for rule in range(len(path.modes)):
        if path.allowed >> rule & 1:
            numbers[RULE] = rule
            numbers[RATED] = path.ratings[rule]
            if call(path.finders, rule, path.search, path.modes[rule]):
                return rule
    return len(path.modes)


def note(path: StepPath, rule: int) -> None:
    """Add the step to the results of the board."""
    numbers = path.search.found.numbers
    rated = path.rated
    i = path.cursor[BOARD]
    rating = numbers[RATING]
    if path.cursor[STEPS] == 0:
        rated.first[i] = rating
    path.cursor[STEPS] += 1
    rated.hardest[i] = max(rated.hardest[i], rating)
    rated.total[i] += rating
    rated.size[i] = max(rated.size[i], numbers[SIZE])
    rated.depth[i] = max(rated.depth[i], numbers[DEPTH])
    rated.uses[i * len(path.modes) + rule] += 1
    if not path.cursor[PLACED]:
        rated.until_placed[i] = max(rated.until_placed[i], rating)
        path.cursor[PLACED] = 1 if numbers[ASSERTIONS] else 0


@kernel
def list_steps(path: StepPath) -> None:
    """Log all steps of the single rule at the position of the single board; see `found`."""
    begin_board(path)
    search = path.search
    search.listing[ALL] = 1
    search.listing[END] = 0
    search.found.numbers[RULE] = 0
    search.found.numbers[RATED] = path.ratings[0]
    call(path.finders, 0, search, path.modes[0])
    # The search belongs to the caller, who may follow a path on it next.
    search.listing[ALL] = 0
