"""Locked candidates, Cover(1): if all candidates of a clause lie in another, the rest of that is
false.

From a box to a line this is called pointing, from a line to a box claiming. It is direct if it
leaves the digit one place in another house of the same kind as the first, which is where a person
looks who goes from box to box, or from row to row.

Sources: Sudoku Explainer (the order, and which are direct); Sudopedia, "Locked Candidates".

Lesson: direct pointing, direct claiming

    Pointing (or claiming) after which the same digit has one place left in another house of the
    same kind: a box beside, or a line beside. The digit is placed at once.

    Why: Two steps in one: Cover(1) takes the other places away, and simplification asserts the
    last.

Lesson: pointing

    In a box all places of a digit lie in one line. The digit is removed from the rest of the line.

    Why: Cover(1): the base is the digit in the box, the cover the digit in the line. The one true
    place of the base is the one of the cover.

Lesson: claiming

    In a line all places of a digit lie in one box. The digit is removed from the rest of the box.

    Why: Cover(1): the base is the digit in the line, the cover the digit in the box.

Lesson: locked candidates

    Pointing or claiming: all places of a digit in one house lie in another, too.

    Why: Cover(1): one house's clause is the base, the other's the cover.
"""

from __future__ import annotations

from ...kernels.any_theory.csr import ASSERTED, OPEN
from ...kernels.kernel import kernel
from ...kernels.lockstep.simd import lowest_bit, popcount
from ...kernels.logic.found import ASSERTIONS, BASES, asserts, base, begin, cover, denies, reported
from ...kernels.logic.grid import (
    BLOCK,
    COLUMN,
    ROW,
    cells_at,
    deny_digits,
    is_locked,
    is_worth,
    region_clause,
    update_grid,
)
from ...kernels.logic.search import StepSearch
from ...kernels.logic.state import (
    BOX,
    CELL,
    RULE,
    NamedTheory,
    State,
    count,
    first_open,
    holds,
    lies_in,
)
from ..catalog.row import LOCKED, ScaleRow

#: How: from boxes or from other houses, and DIRECT or not.
POINTING, CLAIMING, DIRECT = 0, 1, 2
FINDER = f"{__name__}:find_locked"
ROWS = (
    ScaleRow("direct pointing", 1.7, FINDER, POINTING + DIRECT, "locked"),
    ScaleRow("direct claiming", 1.9, FINDER, CLAIMING + DIRECT, "locked"),
    ScaleRow("pointing", 2.6, FINDER, POINTING, "locked", sets=LOCKED,
         aliases=("locked candidates type 1", "intersection removal",
          "locked candidates type 1 (pointing)", "pointing pair", "pointing triple")),
    ScaleRow("claiming", 2.8, FINDER, CLAIMING, "locked", sets=LOCKED,
         aliases=("locked candidates type 2", "box/line reduction",
          "locked candidates type 2 (claiming)", "claiming pair", "claiming triple")),
)  # fmt: skip
#: Joint rows, with a rating.
JOINT = {"locked candidates": (2.6, ("pointing", "claiming"))}


# Houses come before clauses of rules, and types of houses in a fixed order: Sudoku Explainer's
# order of steps depends on it. Clauses of rules are looked at one by one, as they have no type and
# no masks.
@kernel
def find_locked(search: StepSearch, mode: int) -> bool:
    """Find locked candidates of this sort, in houses first, then by clauses of rules."""
    update_grid(search)
    grid = search.grid
    for t in range(4):
        if (t == BLOCK) != ((mode & 1) == POINTING):
            continue
        for other in range(4):
            # Blocks lock in lines, lines in blocks; extra houses in every type but their own.
            if other == t:
                continue
            if t in (COLUMN, ROW) and other in (COLUMN, ROW):
                continue
            for region in range(grid.type_starts[t], grid.type_starts[t + 1]):
                if not any(is_locked(grid, region, d) for d in range(grid.size)):
                    continue
                for cover_region in range(grid.type_starts[other], grid.type_starts[other + 1]):
                    if locks(search, region, cover_region, mode):
                        return True
    if mode & DIRECT or not len(search.theory.rule_kind):  # no rules
        return False
    return any(rule_locks(search, clause, mode) for clause in range(len(search.theory.exact)))


def locks(search: StepSearch, region: int, other: int, mode: int) -> bool:
    """Fill in and report the digits of a region that are locked in another; return whether to
    stop."""
    grid = search.grid
    crossing = grid.cross[region * len(grid.full) + other]
    if not crossing or not grid.full[region]:
        return False
    for d in range(grid.size):
        spots = grid.spots[region * grid.size + d]
        if spots & ~crossing or popcount(spots) < 2:
            continue
        if popcount(grid.spots[other * grid.size + d]) == popcount(spots):
            continue
        begin(search.found)
        base(search.found, region_clause(grid, region, d))
        cover(search.found, region_clause(grid, other, d))
        outside = grid.spots[other * grid.size + d] & ~grid.cross[other * len(grid.full) + region]
        if mode & DIRECT:
            if leaves_one(search, region, other, d):
                return True
            continue
        for cell in cells_at(grid, other, outside):
            deny_digits(search, cell, 1 << d)
        if reported(search):
            return True
    return False


def leaves_one(search: StepSearch, region: int, other: int, d: int) -> bool:
    """Report a digit left with one place in a further region of the first's type, once the other
    region's places outside the first are gone; the step asserts it. Return whether to stop."""
    grid = search.grid
    found = search.found
    t = grid.types[region]
    for third in range(grid.type_starts[t], grid.type_starts[t + 1]):
        spots = grid.spots[third * grid.size + d]
        if third == region or popcount(spots) < 2 or not grid.full[third]:
            continue
        gone = grid.cross[third * len(grid.full) + other]
        # Extra houses of one type may share cells: places also in the base are not removed.
        spots &= ~(gone & ~grid.cross[third * len(grid.full) + region])
        if popcount(spots) == 1:
            found.numbers[ASSERTIONS] = 0
            found.numbers[BASES] = 1
            cell = grid.region_cells[third][lowest_bit(spots)]
            asserts(found, cell * grid.size + d + 1)
            base(found, region_clause(grid, third, d))
            if reported(search):
                return True
    return False


def rule_locks(search: StepSearch, clause: int, mode: int) -> bool:
    """Report a clause of a house that lies in one of a rule, or one of a rule that lies in any;
    return whether to stop."""
    theory = search.theory
    state = search.state
    found = search.found
    kind = theory.kind[clause]
    from_box = kind in (BOX, RULE)
    if not theory.exact[clause] or kind == CELL:
        return False
    if from_box != ((mode & 1) == POINTING):
        return False
    if count(theory, state, clause) < 2:
        return False
    if kind == RULE and not of_one_digit(theory, state, clause):
        return False
    for other in theory.holders[first_open(theory, state, clause)]:
        if other == clause or (kind != RULE and theory.kind[other] != RULE):
            continue
        if not lies_in(theory, state, clause, other):
            continue
        begin(found)
        for variable in theory.members[other]:
            if (
                variable <= theory.boards
                and state.status[variable] == OPEN
                and not holds(theory, clause, variable)
            ):
                denies(found, variable)
        base(found, clause)
        cover(found, other)
        if is_worth(search) and reported(search):
            return True
    return False


def of_one_digit(theory: NamedTheory, state: State, clause: int) -> bool:
    """Return whether all candidates of a rule's clause are board variables of one digit, and none
    is asserted."""
    digit = -1
    for variable in theory.members[clause]:
        if state.status[variable] == ASSERTED:
            return False  # its denials on the board are steps of their own
        if state.status[variable] == OPEN:
            if variable > theory.boards:
                return False
            if digit >= 0 and (variable - 1) % theory.size != digit:
                return False
            digit = (variable - 1) % theory.size
    return True
