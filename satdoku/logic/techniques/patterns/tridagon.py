"""Tridagon (Thor's hammer): four boxes in a rectangle, with three cells each in three rows and
three columns, and three digits.

If the twelve cells held nothing but these digits, the digits in each box would be a permutation of
either parity. If the cells themselves have odd parity in an odd number of boxes, the parities
cannot match: there is no solution. So one of the other candidates in the twelve cells, the
guardians, is true. What all of them deny is false, and what follows from each of them by the base
rules (a forcing chain from the guardians) is true. Every known puzzle that two levels of
suppositions do not solve contains one.

The finder takes the fewest guardians first. Forcing chains from guardians come after all other
refutations that are not nested, so no guardian is refuted by itself. The pattern without guardians
is proved impossible in `tests/logic/techniques/test_tridagon.py`, by a certificate that the checker
accepts.

Sources: the Sudoku Players' Forum, "The hardest sudokus" (Loki, by mith); D. Berthier, "The
tridagon rule" (chains from guardians are his OR-k forcing whips).

Lesson: Tridagon

    Four boxes in a rectangle, in each three cells in three rows and columns with the same three
    digits, an odd number of them running the other way. Not all cells hold these digits alone: one
    of the others in them, the guardians, is true.

    Why: In each box the digits would be turned one way or the other, and the four turns do not fit
    together: a refutation by cases. A single guardian is true; what all of several deny is false.

Lesson: Tridagon forcing chain

    A Tridagon from each of whose guardians a chain or net leads to the same conclusion.

    Why: One of the guardians is true, as in a Tridagon; each branch is made of base rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import copy, ones, popcount
from ....kernels.logic.cases import FROM_LIST, fill_in_cases, note_cases
from ....kernels.logic.found import (
    ALL,
    BASES,
    RATED,
    RATING,
    SIZE,
    asserts,
    base,
    begin,
    prove,
    reported,
)
from ....kernels.logic.grid import BLOCK, COLUMN, deny_common, is_worth, update_grid
from ....kernels.logic.propagation import ANY
from ....kernels.logic.search import StepSearch
from ....phrases import phrase
from ...catalog.row import ScaleRow
from ...view import View, bits_of

if TYPE_CHECKING:
    from ...steps import LogicStep

#: The mode that looks for what follows from each guardian.
FORCING = 1
#: Maximum number of guardians, candidates besides the three digits.
MOST_GUARDIANS = 6
#: Ways to choose three cells in three rows and columns of a box: the first three have one parity,
#: the others the other.
WAYS = 6

ROWS = (
    ScaleRow("Tridagon", 8.0, f"{__name__}:find_tridagon", 0, "own reason",
         aliases=("Thor's hammer", "Thors hammer", "anti-Tridagon"), in_se=False),
    ScaleRow("Tridagon forcing chain", 9.1, f"{__name__}:find_tridagon", FORCING, "own branches",
         aliases=("OR-k forcing whip",), in_se=False),
)  # fmt: skip


# Idea: three cells of a box in different rows and columns, filled with three digits, are a
# permutation of one parity or the other. Four boxes in a rectangle share their rows and columns in
# pairs, so their parities must fit together; if the cells are chosen so that they do not, the cells
# cannot hold the three digits alone.
#
# Invariant: `chosen` has, for each box and each of its six ways to choose such cells, the number of
# guardians there, or -1. It is filled once for each choice of digits; then every pattern is a sum
# of four of its entries.
#
# The number of guardians is the outermost loop, since fewer make a simpler step: the sums are
# compared with it from box to box, which cuts most of the 6⁴ combinations off early.
@kernel
def find_tridagon(search: StepSearch, mode: int) -> bool:
    """Find tridagons, by the number of guardians, then by digits and boxes; each guardian after the
    first adds 0.1 to the rating (with forcing chains the third to the fifth do). mode: FORCING, 0.
    Only on boards of nine boxes of 3×3 cells."""
    update_grid(search)
    if not has_square_boxes(search):
        return False
    first_number = 2 if mode == FORCING else 1
    for most in range(first_number, MOST_GUARDIANS + 1):
        for third in range(2, 9):
            for second in range(1, third):
                for first in range(second):
                    digits = 1 << first | 1 << second | 1 << third
                    if note_ways(search, digits) and of_digits(search, digits, most, mode):
                        return True
    return False


def has_square_boxes(search: StepSearch) -> bool:
    """Return whether the board is 9×9 cells in nine square boxes."""
    grid = search.grid
    if grid.size != 9 or grid.cells != 81 or grid.boards != 1:
        return False
    if grid.type_starts[COLUMN] - grid.type_starts[BLOCK] != 9:
        return False
    for box in range(9):
        for place in range(9):
            if grid.region_cells[box][place] != cell_at(box, place):
                return False
    return True


def cell_at(box: int, place: int) -> int:
    """Return the cell at a place of a square box."""
    row = box // 3 * 3 + place // 3
    column = box % 3 * 3 + place % 3
    return row * 9 + column


def place_in(way: int, row: int) -> int:
    """Return the place in its box of the cell that a way has in a row."""
    column = (way + row) % 3 if way < 3 else (way - row + 3) % 3
    return 3 * row + column


def note_ways(search: StepSearch, digits: int) -> bool:
    """Store in `StepSearch.chosen`, for each box and way, the number of guardians, or -1 if not
    all of its cells have two of the digits; return whether at least four boxes have a way."""
    grid = search.grid
    chosen = search.chosen
    boxes = 0
    for box in range(9):
        able = 0
        for way in range(WAYS):
            guardians = 0
            for row in range(3):
                left = grid.left[cell_at(box, place_in(way, row))]
                # A cell that holds a digit, or only one of the three, is not part of any such
                # pattern. A large negative number marks the way as impossible, whatever its other
                # cells add.
                if popcount(left & digits) < 2:
                    guardians = -100
                guardians += popcount(left & ~digits)
            chosen[WAYS * box + way] = guardians if guardians >= 0 else -1
            able |= 1 if guardians >= 0 else 0
        boxes += able
    return boxes >= 4


def of_digits(search: StepSearch, digits: int, most: int, mode: int) -> bool:
    """Report tridagons of these digits with exactly `most` guardians; return whether to stop."""
    for rectangle in range(9):
        top = rectangle // 3
        left = rectangle % 3
        # Leave out one band and one stack.
        upper = 0 if top else 1
        lower = 2 if top < 2 else 1
        west = 0 if left else 1
        east = 2 if left < 2 else 1
        first = 3 * upper + west
        second = 3 * upper + east
        third = 3 * lower + west
        fourth = 3 * lower + east
        ways = search.chosen
        for a in range(WAYS):
            one = ways[WAYS * first + a]
            if one < 0 or one > most:
                continue
            for b in range(WAYS):
                more = ways[WAYS * second + b]
                two = one + more
                if more < 0 or two > most:
                    continue
                for c in range(WAYS):
                    more = ways[WAYS * third + c]
                    three = two + more
                    if more < 0 or three > most:
                        continue
                    for d in range(WAYS):
                        is_odd = (a >= 3) ^ (b >= 3) ^ (c >= 3) ^ (d >= 3)
                        more = ways[WAYS * fourth + d]
                        if not is_odd or more < 0 or three + more != most:
                            continue
                        begin(search.found)
                        prove(search.found, digits)
                        add_box(search, first, a, digits)
                        add_box(search, second, b, digits)
                        add_box(search, third, c, digits)
                        add_box(search, fourth, d, digits)
                        if mode == FORCING:
                            if force(search, digits, most):
                                return True
                        elif conclude(search, most) and reported(search):
                            return True
    return False


def add_box(search: StepSearch, box: int, way: int, digits: int) -> None:
    """Add the cells of a box to the bases, and their guardians to the proof."""
    grid = search.grid
    found = search.found
    for row in range(3):
        cell = cell_at(box, place_in(way, row))
        base(found, grid.cell_clause[cell])
        for d in ones(grid.left[cell] & ~digits):
            prove(found, 9 * cell + d + 1)


def conclude(search: StepSearch, guardians: int) -> bool:
    """Assert a single guardian, or deny what all guardians deny; return whether that gives
    anything."""
    found = search.found
    found.numbers[RATING] = found.numbers[RATED] + guardians - 1
    found.numbers[SIZE] = guardians
    if guardians == 1:
        asserts(found, found.proof[1])
        return True
    deny_common(search, found.proof[1 : guardians + 1])
    return is_worth(search)


def force(search: StepSearch, digits: int, guardians: int) -> bool:
    """Report what follows from each guardian of the pattern in the step begun; in the search, only
    what the shortest chains lead to. Return whether to stop."""
    found = search.found
    cases = search.cases
    copy(cases.listed, 0, found.proof, 1, guardians)
    cases.listed[guardians] = 0
    if not note_cases(search, ANY, FROM_LIST):
        return False
    best = 0
    for literal in range(2, len(cases.met)):
        if cases.met[literal] != guardians or is_guardian(search, guardians, literal):
            continue
        if search.listing[ALL]:
            if fill_in(search, digits, guardians, literal) and reported(search):
                return True
        elif not best or cases.depth[literal] < cases.depth[best]:
            best = literal
    return best > 0 and fill_in(search, digits, guardians, best) and reported(search)


def is_guardian(search: StepSearch, guardians: int, literal: int) -> bool:
    """Return whether the literal is that one of the guardians is true."""
    return any(literal == 2 * guardian + 1 for guardian in search.cases.listed[:guardians])


def fill_in(search: StepSearch, digits: int, guardians: int, literal: int) -> bool:
    """Fill in the step of a literal that follows from all guardians, on the same bases; return
    whether there is room for its proof: the digits, then the branches."""
    found = search.found
    bases = found.numbers[BASES]
    begin(found)
    found.numbers[BASES] = bases
    prove(found, digits)
    if not fill_in_cases(search, ANY, FROM_LIST, literal // 2, literal & 1):
        return False
    found.numbers[RATING] = found.numbers[RATED] + min(guardians - 2, 3)
    return True


def tell(view: View, step: LogicStep, proof: tuple[int, ...]) -> LogicStep:
    """Return the step with its cells, digits and guardians."""
    digits = proof[0] << 1
    guardians = proof[1:]
    if step.branches:
        guardians = tuple(branch[0].literal for branch in step.branches)
    cells = bits_of(view.cell_of(clause) for clause in step.bases)
    inside = view.held(cells, digits)
    links = step.links
    if not step.denied or step.branches:  # the clauses that the cells share
        occurrences = view.theory.occurrences
        members = view.theory.members
        beside = dict.fromkeys(clause for v in inside for clause in occurrences[v])
        links = tuple(c for c in beside if len({*members[c]}.intersection(inside)) > 1)
    names = view.names(guardians)
    three = view.symbols(digits)
    reason = phrase(
        "{held}. Each of the four boxes has three of these cells in three rows and columns. With "
        "{digits} alone they cannot be filled: from box to box around the rectangle the order of "
        "the three digits is kept or reversed, and it would come back reversed",
        held=view.only(cells, digits),
        digits=three,
    )
    if len(guardians) > 1:
        one_of = "{reason}. So one of {candidates} is true"
        reason = phrase(one_of, reason=reason, candidates=names)
    if step.branches:
        reason = phrase("{reason}; each leads to the same conclusion", reason=reason)
    roles = (("pattern", inside), ("guardian", guardians))
    return replace(step, reason=reason, roles=roles, links=links)
