"""Arguments: candidates that are in no way to fill the cells of one, two or three premises.

A premise is a rule of the layout, or a house. The argument shows all ways that are left to fill the
cells of its premises, by the rules, the current candidates and what these cells see of each other;
what is in no way is false, and what is in every way is true (see `kernels.logic.ways`). One rule
alone gives cage combinations, X-sums, bounds of arrows and thermometers; two give killer pairs,
hidden cages, lines that share cells. An argument is only reported if the rules have a part in it:
what follows from houses alone has techniques of its own.

The rating says what a person must hold in mind to follow the reason, not how much was searched for
it: 1.6 for one premise, doubled for each further one; 0.1 for each open cell beyond two per
premise, up to `MOST_FOR_CELLS`; 0.1 for each set of digits beyond the first that the cells can
hold, in whatever order. A reason tells at most four sets, and otherwise a bound, a place or cases
of a cell, so more sets than that count as four (`MOST_FOR_SETS`). If a rule is about pairs of cells
and the base rules suffice, its pairs are taken one by one, and nothing is added.

Lesson: rule with few ways, rule with many ways

    A rule of a variant alone, with what its own cells see of each other: all ways to fill its cells
    with the candidates that are left. A candidate that is in no way goes; one that is in every way
    is placed.

    Why: Refutation by the clauses of the rule and of its cells: with the candidate there would be
    no way to fulfil them.

Lesson: two rules together

    Two rules that share cells or see each other, or a rule and a house: all ways to fill their
    cells. Killer pairs, hidden cages, crossing lines are cases of it.

    Why: Refutation by the clauses of both and of their cells: either alone leaves the candidate,
    both together do not.

Lesson: three rules together

    Three rules or houses, linked one to the next: all ways to fill their cells.

    Why: Refutation by the clauses of the three and of their cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...kernels.any_theory.csr import ASSERTED, DENIED, OPEN
from ...kernels.kernel import kernel
from ...kernels.lockstep.simd import copy, popcount
from ...kernels.logic.found import (
    ASSERTIONS,
    DENIALS,
    RATING,
    FoundStep,
    asserts,
    begin,
    denies,
    prove,
    reported,
)
from ...kernels.logic.search import StepSearch
from ...kernels.logic.state import NamedTheory, State, placed, share_clause
from ...kernels.logic.supports import all_supported, note_digits
from ...kernels.logic.ways import (
    CELLS,
    HOW_MANY,
    KEYS,
    MOST_CELLS,
    MOST_WAYS,
    RUN,
    UNKNOWN,
    Ways,
    count_ways,
    has_way,
    key_of_three,
    list_cells,
    note_states,
    rule_out,
    set_up,
)
from ..catalog.row import PAIRS, SINGLES, ScaleRow

FINDER = f"{__name__}:find_argument"
#: How: one premise with a rating below `MANY`, one premise, two, three.
FEW_WAYS, MANY_WAYS, TWO, THREE = range(1, 5)
#: Ratings in tenths: of one premise, doubled for each further one; of one with many ways.
BASE, MANY = 16, 23
MOST_FOR_CELLS, MOST_FOR_SETS = 7, 3
#: Digits that a set tells apart.
MASK = 62
#: Dead ends allowed in the search for a way, by the number of premises; none for a rule with more
#: than `MOST_CELLS`: what the base rules leave to it is taken to be in a way.
PATIENCE = np.array([0, 3000, 300, 150])
#: Three premises have at most this many cells, and at most so many threes are tried.
MOST_TOGETHER, MOST_THREES = 18, 4000
#: Most assertions in one step: those of all cells, for which `FoundStep` has room.
MOST_ASSERTED = MOST_CELLS
#: Names of arguments of several premises: the kinds of all of its rules, whether a house is among
#: the premises, whether only cells outside the rules lose candidates (None: either), the name.
CAGES, DOTS = {"killer", "sum"}, {"difference", "ratio", "pair-sum"}
TOGETHER = (
    (CAGES, True, True, "cages must contain"),
    (CAGES, True, False, "hidden cage"),
    (CAGES, False, None, "cages together"),
    ({"renban"}, True, True, "renban must contain"),
    ({"whisper"}, None, None, "whisper polarity"),
    ({"quadruple", "contain-exactly"}, True, True, "circle must contain"),
    (DOTS, False, None, "dot chain"),
    (DOTS, True, None, "dots in a house"),
    ({"thermometer", "slow-thermometer"}, None, None, "thermometer bounds"),
    ({"arrow"}, None, None, "arrow bounds"),
)  # fmt: skip
NAMES_TOGETHER = ("killer pair", *dict.fromkeys(name for *_, name in TOGETHER))
ROWS = (
    ScaleRow("rule with few ways", 1.6, FINDER, FEW_WAYS, "rule", sets=SINGLES,
         aliases=("rule of a pair", "rule of a set"), in_se=False),
    ScaleRow("rule with many ways", 2.3, FINDER, MANY_WAYS, "rule", sets=SINGLES,
         aliases=("rule of a line",), in_se=False),
    ScaleRow("two rules together", 3.2, FINDER, TWO, "rule", sets=PAIRS, aliases=NAMES_TOGETHER,
         in_se=False),
    ScaleRow("three rules together", 6.4, FINDER, THREE, "rule", sets=PAIRS, in_se=False),
)  # fmt: skip


def called_together(kinds: Sequence[str], with_house: bool, is_outside: bool) -> str:
    """Return the name of an argument of several premises; "" if it has none of its own."""
    for known, house, outside, name in TOGETHER:
        if {*kinds} <= known and house in (None, with_house) and outside in (None, is_outside):
            return "killer pair" if known == CAGES and outside and len(kinds) > 1 else name
    return ""


@kernel
def find_argument(search: StepSearch, mode: int) -> bool:
    """Find arguments of one premise, of two or of three."""
    note_states(search.state, search.ways)
    note_digits(search.theory, search.state, search.supports)
    if mode == THREE:
        return find_three(search)
    if mode == TWO:
        return find_two(search)
    ways = search.ways
    for rule in ways.alone:
        known = ways.states[rule]
        if known and ways.quiet_keys[known % KEYS] != known:
            ways.chosen[0] = rule
            if not says_something(search, 1):
                ways.quiet_keys[known % KEYS] = known
                continue
            is_of_many = search.found.numbers[RATING] >= MANY
            if is_of_many == (mode == MANY_WAYS) and reported(search):
                return True
    return False


def find_two(search: StepSearch) -> bool:
    """Find arguments of two linked premises."""
    ways = search.ways
    for k in range(len(ways.quiet) // 2):
        one = ways.pairs[k][0]
        two = ways.pairs[k][1]
        place = 2 * k
        if (
            ways.states[one]
            and ways.states[two]
            and (ways.quiet[place] != ways.states[one] or ways.quiet[place + 1] != ways.states[two])
        ):
            ways.chosen[0] = one
            ways.chosen[1] = two
            if says_something(search, 2):
                if reported(search):
                    return True
            else:
                ways.quiet[place] = ways.states[one]
                ways.quiet[place + 1] = ways.states[two]
            if search.stop[0]:
                return False
    return False


def find_three(search: StepSearch) -> bool:
    """Find arguments of three premises: two linked ones, and one linked to either."""
    ways = search.ways
    tried = 0
    for k in range(len(ways.quiet) // 2):
        one = ways.pairs[k][0]
        two = ways.pairs[k][1]
        if ways.states[one] == 0 or ways.states[two] == 0:
            continue
        for side in range(2):
            for three in ways.near[ways.pairs[k][side]]:
                # Each three once: by the first of its linked pairs.
                is_first = three > two or (one < three < two and not is_near(ways, one, three))
                if not is_first or (side == 1 and is_near(ways, one, three)):
                    continue
                ways.chosen[0] = one
                ways.chosen[1] = two
                ways.chosen[2] = three
                if ways.states[three] == 0 or cells_together(ways, 3) > MOST_TOGETHER:
                    continue
                tried += 1
                key = key_of_three(ways, one, two, three)
                if ways.quiet_keys[key % KEYS] != key:
                    if not says_something(search, 3):
                        ways.quiet_keys[key % KEYS] = key
                    elif reported(search):
                        return True
                if tried == MOST_THREES or search.stop[0]:
                    return False
    return False


def is_near(ways: Ways, one: int, two: int) -> bool:
    """Return whether two premises are linked."""
    return any(other == two for other in ways.near[one])


def cells_together(ways: Ways, count: int) -> int:
    """Return the number of cells of the chosen premises."""
    list_cells(ways, count)
    return int(ways.numbers[CELLS])


def says_something(search: StepSearch, count: int) -> bool:
    """Fill in the step that the chosen premises give, if any; most of them are known quickly to
    give none."""
    if len(search.supports.is_known) and all_supported(
        search.theory, search.ways, search.supports, count
    ):
        return False
    return argue(search, count)


# Idea: all ways to fill the cells of the premises are what a person would list; a candidate that is
# in none of them goes. The search looks for one way for each candidate (a support) and does not
# list them; only an argument that gives something is counted, for its rating and its text.
#
# Invariant: `ways.status` begins as the position on the cells of the premises and loses what is
# ruled out; `supported` marks candidates that are in a way found in this run, so each way found
# saves the search for all its candidates. `quiet` has the state in which premises gave nothing, so
# that they are tried again only after one of their cells has changed.
#
# What follows without one of the premises is dropped afterwards: it belongs to a simpler argument,
# which comes first.
def argue(search: StepSearch, count: int) -> bool:
    """Fill in the step that the chosen premises give, if any."""
    theory = search.theory
    state = search.state
    ways = search.ways
    found = search.found
    begin(found)
    ways.numbers[HOW_MANY] = UNKNOWN
    if not set_up(theory, state, ways, count, with_rules=True):
        return deny_a_cell(theory, state, ways, found, count)
    # A rule about pairs of cells: what its pairs give one by one comes before the rest.
    is_of_pairs = count == 1 and theory.rule_kind[ways.chosen[0]] == 0
    is_linked = is_of_pairs and list_denials(theory, state, ways, found) > 0
    if not is_linked and not search_ways(search, patience_for(ways, count)):
        return deny_a_cell(theory, state, ways, found, count)
    begin(found)
    total = list_denials(theory, state, ways, found)
    copy(ways.gone, 0, found.denied, 0, total)
    if ways.numbers[CELLS] and total:
        keep_what_needs_all(theory, state, ways, found, count)
        if found.numbers[DENIALS] and ways.numbers[CELLS] <= MOST_CELLS:
            set_up(theory, state, ways, count, with_rules=True)
            for k in range(total):
                rule_out(theory, ways, ways.gone[k])
            ways.numbers[HOW_MANY] = count_ways(theory, ways, MOST_WAYS, PATIENCE[count])
    assert_last(theory, state, ways, found)
    if found.numbers[DENIALS] + found.numbers[ASSERTIONS] == 0:
        return False
    rate(theory, state, ways, found, count, is_linked=is_linked)
    write_proof(ways, found, count)
    return True


def patience_for(ways: Ways, count: int) -> int:
    """Return the number of dead ends allowed."""
    return int(PATIENCE[count]) if ways.numbers[CELLS] <= MOST_CELLS else 0


def search_ways(search: StepSearch, patience: int) -> bool:
    """Deny the candidates of the cells that are in no way; return False if there is none at all."""
    theory = search.theory
    ways = search.ways
    for k in range(ways.numbers[CELLS]):
        if search.stop[0]:
            break
        cell = ways.own[k]
        for variable in range(cell * theory.size + 1, (cell + 1) * theory.size + 1):
            if (
                ways.status[variable] == OPEN
                and ways.supported[variable] != ways.numbers[RUN]
                and not has_way(theory, ways, variable, patience)
                and not rule_out(theory, ways, variable)
            ):
                return False
    return True


def list_denials(theory: NamedTheory, state: State, ways: Ways, found: FoundStep) -> int:
    """Add the candidates that were denied; return their number."""
    for variable in range(1, theory.boards + 1):
        if (
            ways.inside[variable] == ways.numbers[RUN]
            and ways.status[variable] == DENIED
            and state.status[variable] == OPEN
        ):
            denies(found, variable)
    return int(found.numbers[DENIALS])


def deny_a_cell(
    theory: NamedTheory, state: State, ways: Ways, found: FoundStep, count: int
) -> bool:
    """There is no way at all: deny all candidates of the first open cell."""
    begin(found)
    for variable in ways.variables[ways.chosen[0]]:
        if state.status[variable] == OPEN:
            first = (variable - 1) // theory.size * theory.size + 1
            for other in range(first, first + theory.size):
                if state.status[other] == OPEN:
                    denies(found, other)
            rate(theory, state, ways, found, count, is_linked=True)
            write_proof(ways, found, count)
            return True
    return False


def keep_what_needs_all(
    theory: NamedTheory, state: State, ways: Ways, found: FoundStep, count: int
) -> None:
    """Keep the denied candidates that follow neither without the rules, from what the cells see of
    each other, nor without one of the premises."""
    drop_what_follows(theory, state, ways, found, count, with_rules=False)
    if count == 1:
        return
    last = count - 1
    for k in range(count):
        left_out = ways.chosen[k]
        ways.chosen[k] = ways.chosen[last]
        drop_what_follows(theory, state, ways, found, last, with_rules=True)
        ways.chosen[k] = left_out


def drop_what_follows(
    theory: NamedTheory, state: State, ways: Ways, found: FoundStep, count: int, with_rules: bool
) -> None:
    """Drop the denied candidates that already follow from the first `count` chosen premises."""
    denials = found.numbers[DENIALS]
    found.numbers[DENIALS] = 0
    if set_up(theory, state, ways, count, with_rules):
        for k in range(denials):
            variable = found.denied[k]
            if ways.inside[variable] != ways.numbers[RUN] or (
                ways.status[variable] == OPEN
                and has_way(theory, ways, variable, patience_for(ways, count))
            ):
                denies(found, variable)


def assert_last(theory: NamedTheory, state: State, ways: Ways, found: FoundStep) -> None:
    """Assert what the ways assert in the cells of denied candidates (for a rule of the whole board,
    anywhere); drop the denials that follow from it."""
    denials = found.numbers[DENIALS]
    for variable in range(1, theory.boards + 1):
        if (
            ways.inside[variable] == ways.numbers[RUN]
            and ways.status[variable] == ASSERTED
            and state.status[variable] == OPEN
            and found.numbers[ASSERTIONS] < MOST_ASSERTED
        ):
            cell = (variable - 1) // theory.size
            is_of_cell = ways.numbers[CELLS] == 0
            for k in range(denials):
                is_of_cell = is_of_cell or (found.denied[k] - 1) // theory.size == cell
            if is_of_cell:
                asserts(found, variable)
    found.numbers[DENIALS] = 0
    for k in range(denials):
        variable = found.denied[k]
        follows = False
        for i in range(found.numbers[ASSERTIONS]):
            follows = follows or share_clause(theory, found.asserted[i], variable)
        if not follows:
            denies(found, variable)


def rate(
    theory: NamedTheory, state: State, ways: Ways, found: FoundStep, count: int, is_linked: bool
) -> None:
    """Set the rating; see the module docstring. is_linked: whether the rule's pairs suffice."""
    tenths = BASE << count - 1
    if not is_linked and ways.numbers[CELLS]:
        cells = 0
        for k in range(ways.numbers[CELLS]):
            cells += placed(theory, state, ways.own[k]) == 0
        tenths += max(0, min(cells - 2 * count, MOST_FOR_CELLS)) + further_sets(theory, ways)
    elif not is_linked:
        tenths = MANY
    found.numbers[RATING] = tenths


def further_sets(theory: NamedTheory, ways: Ways) -> int:
    """Return how many sets of digits beyond the first the ways have, at most `MOST_FOR_SETS`; that
    many if the list of ways is not complete, and they have more digits than cells."""
    listed = ways.numbers[HOW_MANY]
    if listed < 0 or listed == MOST_WAYS:
        left = 0
        for k in range(ways.numbers[CELLS]):
            for digit in range(theory.size):
                if ways.status[ways.own[k] * theory.size + 1 + digit] != DENIED:
                    left |= 1 << digit % MASK
        return MOST_FOR_SETS if popcount(left) > ways.numbers[CELLS] else 0
    sets = 0
    for k in range(listed):
        digits = 0
        for i in range(ways.numbers[CELLS]):
            digit = (ways.found[k * MOST_CELLS + i] - 1) % theory.size
            digits |= 1 << digit % MASK
        is_known = False
        for j in range(sets):
            is_known = is_known or ways.heights[j] == digits
        if not is_known:
            if sets > MOST_FOR_SETS:
                break
            # `heights` belongs to the search for ways, which is over.
            ways.heights[sets] = digits
            sets += 1
    return max(0, min(sets - 1, MOST_FOR_SETS))


def write_proof(ways: Ways, found: FoundStep, count: int) -> None:
    """Write the premises, and the ways that are left: (number of premises, premises, number of ways
    or UNKNOWN, number of cells, the candidates of each way)."""
    listed = ways.numbers[HOW_MANY]
    cells = ways.numbers[CELLS]
    prove(found, count)
    for k in range(count):
        prove(found, ways.chosen[k])
    prove(found, listed)
    prove(found, cells)
    for k in range(listed):
        for i in range(cells):
            prove(found, ways.found[k * MOST_CELLS + i])
