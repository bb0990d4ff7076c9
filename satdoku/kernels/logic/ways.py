"""Ways to fill the cells of a few premises: which candidates are in one, and how many there are.

A premise is a rule of the layout, or a house taken as one. Some premises together make a small
problem: the clauses of their rules, the clauses of their cells, and what these cells see of each
other (clauses of houses and of rules on the whole board, such as anti-knight). A candidate of
these cells that is in no way to fill them is false: relational consistency, R(*,m)C, of m premises.

Each candidate is supposed in turn, and the base rules and cases find a way that contains it; a way
supports all of its candidates at once. Two observations keep this fast. The clauses that are still
open have just their open variables as members, so the set of all open variables determines whether
there is a way: a set found to have none is remembered by two random numbers of 62 bits, and never
searched again, in whichever order it comes up. (So a line of nine distinct digits takes as many
steps as it has subsets, not permutations.) And a candidate that has no way is denied for all
further ones.

Invariants: a variable is inside, and a clause on, if it is marked by the current run. left[c] of a
clause that is on counts its members inside that are not denied, as in `state`, and `AT_MOST` units
more if they may all be false. The trail holds the variables decided, so that they can be undone.

Source: S. Karakashian, R. Woodward, C. Reeson, B. Choueiry, C. Bessiere, "A First Practical
Algorithm for High Levels of Relational Consistency" (AAAI 2010).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ..any_theory.csr import ASSERTED, DENIED, OPEN
from ..lockstep.simd import Words
from .state import Lists, NamedTheory, State

#: What an at-most-one clause has in `left` more than its members, in units.
AT_MOST = 1 << 20
#: Sets of open variables remembered as without a way; premises, alone and by threes, remembered as
#: without an argument.
DEAD, KEYS = 1 << 13, 1 << 16
#: Premises of an argument, cells of all of them, and ways listed, at most.
MOST_PREMISES, MOST_CELLS, MOST_WAYS = 3, 30, 64
#: Places in `numbers`. FIRST, SECOND: the random numbers of the set of open variables.
#: HOW_MANY: the number of ways listed last.
RUN, TRAIL, QUEUED, CELLS, CLAUSES, FIRST, SECOND, HOW_MANY = range(8)
#: The result of a search that took too long.
UNKNOWN = -1


class Ways(NamedTuple):
    """The premises of a theory, and the state of a search; see the module docstring.

    clauses[p], cells[p], variables[p]: of premise p (no cells for a rule of the whole board); rules
    come first, in their order. variables: those of the board. alone: the rules, those of few cells
    first. pairs: two linked premises each, those of few cells first; near[p]: the premises linked
    to p. seen[c]: 1 for a clause by which cells see each other. codes: two random numbers for each
    variable. states[p]: a number that premise p and its candidates determine, 0 if none is open;
    quiet: the two numbers of each pair when it last had no argument; quiet_keys: the numbers of
    premises, and the keys of threes (see `key_of_three`), that had none, each where its number
    says: suppositions meet the same states again and again. chosen: the premises of the current
    problem; own: its cells.
    """

    clauses: Lists
    cells: Lists
    variables: Lists
    alone: Words
    pairs: Lists
    near: Lists
    seen: Words
    codes: Words
    states: Annotated[Words, "premises"]
    quiet: Annotated[Words, "quiet"]
    quiet_keys: Annotated[Words, KEYS]
    chosen: Annotated[Words, MOST_PREMISES]
    own: Annotated[Words, "cells"]
    here: Annotated[Words, "cells"]
    status: Annotated[Words, "uint8", "statuses"]
    inside: Annotated[Words, "statuses"]
    supported: Annotated[Words, "statuses"]
    left: Annotated[Words, "clauses"]
    on: Annotated[Words, "clauses"]
    listed: Annotated[Words, "clauses"]
    trail: Annotated[Words, "statuses"]
    queue: Annotated[Words, 2, "places"]
    heights: Annotated[Words, "statuses"]
    tried: Annotated[Words, "statuses"]
    counts: Annotated[Words, "statuses"]
    keys: Annotated[Words, 2, "statuses"]
    dead: Annotated[Words, 3, DEAD]
    found: Annotated[Words, MOST_WAYS, MOST_CELLS]
    gone: Annotated[Words, "statuses"]
    numbers: Annotated[Words, 8]


def note_states(state: State, ways: Ways) -> None:
    """Compute the number that each premise and its candidates determine."""
    for premise in range(len(ways.states)):
        # Premises with the same candidates get different numbers, as each begins from its own.
        known, is_open = premise + 1, False
        for variable in ways.variables[premise]:
            if state.status[variable] != DENIED:
                known ^= ways.codes[2 * variable]
                is_open = is_open or state.status[variable] == OPEN
        ways.states[premise] = known if is_open else 0


def key_of_three(ways: Ways, one: int, two: int, three: int) -> int:
    """Return a number that three premises and their candidates determine.

    The numbers of the second and third are rotated, since the candidates that two premises share
    would cancel each other out.
    """
    return int(ways.states[one] ^ rotated(ways.states[two], 9) ^ rotated(ways.states[three], 23))


def rotated(code: int, by: int) -> int:
    """Return a number of 62 bits, rotated to the left."""
    return ((code & (1 << 62 - by) - 1) << by) | (code >> 62 - by)


def list_cells(ways: Ways, count: int) -> None:
    """Begin a run, and list the cells of the first `count` chosen premises."""
    numbers = ways.numbers
    numbers[RUN] += 1
    numbers[CELLS] = 0
    for k in range(count):
        for cell in ways.cells[ways.chosen[k]]:
            if ways.here[cell] != numbers[RUN]:
                ways.here[cell] = numbers[RUN]
                ways.own[numbers[CELLS]] = cell
                numbers[CELLS] += 1


def set_up(theory: NamedTheory, state: State, ways: Ways, count: int, with_rules: bool) -> bool:
    """Begin a run on the first `count` chosen premises (without their rules: only what the cells
    see); return whether the base rules find no contradiction."""
    list_cells(ways, count)
    numbers, run = ways.numbers, ways.numbers[RUN]
    for k in (TRAIL, QUEUED, CLAUSES, FIRST, SECOND):
        numbers[k] = 0
    # All variables first: whether a clause is whole depends on all of them.
    for k in range(numbers[CELLS]):
        for variable in range(ways.own[k] * theory.size + 1, (ways.own[k] + 1) * theory.size + 1):
            include(theory, state, ways, variable)
    for k in range(numbers[CELLS]):
        turn_on(theory, ways, theory.holders[ways.own[k] * theory.size + 1][0], is_whole=True)
    for k in range(numbers[CELLS]):
        for variable in range(ways.own[k] * theory.size + 1, (ways.own[k] + 1) * theory.size + 1):
            if ways.status[variable] != DENIED:
                for clause in theory.holders[variable]:
                    if ways.seen[clause] and ways.on[clause] != run:
                        is_whole = all(ways.inside[v] == run for v in theory.members[clause])
                        turn_on(theory, ways, clause, is_whole)
    for k in range(count if with_rules else 0):
        for clause in ways.clauses[ways.chosen[k]]:
            if ways.on[clause] != run:
                for variable in theory.members[clause]:
                    include(theory, state, ways, variable)
                turn_on(theory, ways, clause, is_whole=True)
    for k in range(numbers[CLAUSES]):
        rest = ways.left[ways.listed[k]]
        if rest < theory.unit:
            return False
        if rest < 2 * theory.unit:
            enqueue(ways, rest - theory.unit)
    return propagate(theory, ways)


def include(theory: NamedTheory, state: State, ways: Ways, variable: int) -> None:
    """Add a variable, with the status that a person knows: an auxiliary one is open."""
    if ways.inside[variable] == ways.numbers[RUN]:
        return
    ways.inside[variable] = ways.numbers[RUN]
    ways.status[variable] = OPEN
    if variable <= theory.boards and state.status[variable] == DENIED:
        ways.status[variable] = DENIED
        return
    flip(ways, variable)
    if variable <= theory.boards and state.status[variable] == ASSERTED:
        enqueue(ways, variable)


def turn_on(theory: NamedTheory, ways: Ways, clause: int, is_whole: bool) -> None:
    """Add a clause with those of its members that are inside, which are all if it is whole."""
    numbers = ways.numbers
    ways.on[clause] = numbers[RUN]
    ways.listed[numbers[CLAUSES]] = clause
    numbers[CLAUSES] += 1
    # The true member of a clause that is not whole may be outside, so it asserts nothing here.
    left = 0 if is_whole and theory.exact[clause] else theory.unit * AT_MOST
    for variable in theory.members[clause]:
        if ways.inside[variable] == numbers[RUN] and ways.status[variable] != DENIED:
            left += theory.unit + variable
    ways.left[clause] = left


def flip(ways: Ways, variable: int) -> None:
    """Add a variable to the set of open ones, or remove it."""
    ways.numbers[FIRST] ^= ways.codes[2 * variable]
    ways.numbers[SECOND] ^= ways.codes[2 * variable + 1]


def enqueue(ways: Ways, variable: int) -> None:
    """Enqueue an assertion."""
    ways.queue[ways.numbers[QUEUED]] = variable
    ways.numbers[QUEUED] += 1


def decide(ways: Ways, variable: int, status: int) -> None:
    """Set the status of an open variable."""
    ways.status[variable] = status
    ways.trail[ways.numbers[TRAIL]] = variable
    ways.numbers[TRAIL] += 1
    flip(ways, variable)


def propagate(theory: NamedTheory, ways: Ways) -> bool:
    """Assert what is enqueued and all that follows; return False if a clause breaks."""
    numbers = ways.numbers
    taken = 0
    holds = True
    while holds and taken < numbers[QUEUED]:
        variable = ways.queue[taken]
        taken += 1
        if ways.status[variable] == OPEN:
            decide(ways, variable, ASSERTED)
            for clause in theory.holders[variable]:
                if ways.on[clause] == numbers[RUN]:
                    for other in theory.members[clause]:
                        if ways.inside[other] == numbers[RUN] and ways.status[other] == OPEN:
                            holds = remove(theory, ways, other) and holds
        elif ways.status[variable] == DENIED:
            holds = False
    numbers[QUEUED] = 0
    return holds


def remove(theory: NamedTheory, ways: Ways, variable: int) -> bool:
    """Deny an open variable, and enqueue what its clauses are left with; return False if one
    breaks."""
    # Below, every clause takes the loss even if one broke, since `undo` gives it back to every one.
    decide(ways, variable, DENIED)
    holds, run = True, ways.numbers[RUN]
    for clause in theory.holders[variable]:
        if ways.on[clause] == run:
            rest = ways.left[clause] - theory.unit - variable
            ways.left[clause] = rest
            if rest < theory.unit:
                holds = False
            elif rest < 2 * theory.unit:
                enqueue(ways, rest - theory.unit)
    return holds


def rule_out(theory: NamedTheory, ways: Ways, variable: int) -> bool:
    """Deny a variable and all that follows; return False if a clause breaks."""
    if ways.status[variable] == OPEN:
        holds = remove(theory, ways, variable)
        return propagate(theory, ways) and holds
    return bool(ways.status[variable] == DENIED)


def undo(theory: NamedTheory, ways: Ways, height: int) -> None:
    """Undo what was decided since the trail had this height."""
    run = ways.numbers[RUN]
    while ways.numbers[TRAIL] > height:
        ways.numbers[TRAIL] -= 1
        variable = ways.trail[ways.numbers[TRAIL]]
        if ways.status[variable] == DENIED:
            for clause in theory.holders[variable]:
                if ways.on[clause] == run:
                    ways.left[clause] += theory.unit + variable
        ways.status[variable] = OPEN
        flip(ways, variable)


def suppose(theory: NamedTheory, ways: Ways, variable: int) -> bool:
    """Assert an open variable; return False if that is known to leave no way."""
    enqueue(ways, variable)
    return propagate(theory, ways) and not is_dead(ways)


def is_dead(ways: Ways) -> bool:
    """Return whether the open variables are a set that is known to have no way."""
    numbers = ways.numbers
    slot = 3 * (numbers[FIRST] % DEAD)
    return bool(
        ways.dead[slot] == numbers[FIRST]
        and ways.dead[slot + 1] == numbers[SECOND]
        and ways.dead[slot + 2] == numbers[RUN]
    )


def remember(ways: Ways, first: int, second: int) -> None:
    """Note a set of open variables that has no way."""
    slot = 3 * (first % DEAD)
    ways.dead[slot] = first
    ways.dead[slot + 1] = second
    ways.dead[slot + 2] = ways.numbers[RUN]


def has_way(theory: NamedTheory, ways: Ways, variable: int, patience: int) -> bool:
    """Return whether an open variable is in a way, or the search for one took too long; everything
    is left as it was."""
    height = ways.numbers[TRAIL]
    found = 0
    if suppose(theory, ways, variable):
        first, second = ways.numbers[FIRST], ways.numbers[SECOND]
        found = count_ways(theory, ways, 1, patience)
        # UNKNOWN is no proof that there is no way.
        if found == 0:
            remember(ways, first, second)
    undo(theory, ways, height)
    return found != 0


def count_ways(theory: NamedTheory, ways: Ways, limit: int, patience: int) -> int:
    """Count and list the ways, up to a limit; UNKNOWN after too many dead ends. Everything is left
    as it was."""
    numbers, start = ways.numbers, ways.numbers[TRAIL]
    depth, found, holds = 0, 0, True
    while True:
        if holds:
            clause = narrowest(theory, ways)
            if clause < 0:
                write_way(theory, ways, found)
                found += 1
                if found == limit:
                    break
                holds = False
                continue
            ways.heights[depth] = numbers[TRAIL]
            ways.counts[depth] = found
            ways.tried[depth] = first_inside(theory, ways, clause)
            holds = suppose(theory, ways, ways.tried[depth])
            ways.keys[2 * depth] = numbers[FIRST]
            ways.keys[2 * depth + 1] = numbers[SECOND]
            # What failed at once is not remembered: it cost no search, and its set of open
            # variables is that of a state in the middle of propagation.
            ways.counts[depth] = found if holds else UNKNOWN
            depth += 1
        elif depth == 0:
            break
        else:
            depth -= 1
            if ways.counts[depth] == found:
                remember(ways, ways.keys[2 * depth], ways.keys[2 * depth + 1])
            undo(theory, ways, ways.heights[depth])
            patience -= 1
            if patience < 0:
                found = UNKNOWN
                break
            holds = rule_out(theory, ways, ways.tried[depth])
    undo(theory, ways, start)
    return found


def narrowest(theory: NamedTheory, ways: Ways) -> int:
    """Return the open cell with the fewest candidates, as a clause; another open exactly-one clause
    if all cells are filled; -1 if everything is decided."""
    best, fewest = -1, AT_MOST
    for k in range(ways.numbers[CELLS]):
        clause = theory.holders[ways.own[k] * theory.size + 1][0]
        left = ways.left[clause] >> theory.shift
        if 1 < left < fewest:
            best, fewest = clause, left
    # Auxiliary variables come last: the cells decide most of them.
    if best < 0:
        for k in range(ways.numbers[CLAUSES]):
            left = ways.left[ways.listed[k]] >> theory.shift
            if 1 < left < fewest:
                return int(ways.listed[k])
    return int(best)


def first_inside(theory: NamedTheory, ways: Ways, clause: int) -> int:
    """Return the first open member of a clause that is on."""
    for variable in theory.members[clause]:
        if ways.inside[variable] == ways.numbers[RUN] and ways.status[variable] == OPEN:
            return int(variable)
    return 0


def write_way(theory: NamedTheory, ways: Ways, found: int) -> None:
    """List the way that was found, on its first cells; its candidates are supported."""
    for k in range(ways.numbers[CELLS]):
        cell = ways.own[k]
        for variable in range(cell * theory.size + 1, (cell + 1) * theory.size + 1):
            if ways.status[variable] == ASSERTED:
                ways.supported[variable] = ways.numbers[RUN]
                if k < MOST_CELLS:
                    ways.found[found * MOST_CELLS + k] = variable
