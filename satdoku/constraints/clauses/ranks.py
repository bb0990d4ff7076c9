"""A rank as clauses: which lines, read as numbers, are less than one of them.

In each direction the lines begin with each digit once. So a rank determines the first digit, and
one line of each of the other directions begins with it too; only these need comparing. Two lines
are compared place by place: "equal so far" continues in one of three ways (equal, less, greater),
each of which has an auxiliary variable for each digit that the one line may then hold.

Invariant: exactly one of these cases is true at the place where the lines first differ, and none
after it; so the board's digits decide every variable, and no grid is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import eq, gt, lt

from ...geometry import Cells
from ...grouping import grouped
from ..forms import Rank
from .builder import Clauses
from .templates import Recorder, recorded


def add_rank(clauses: Clauses, form: Rank) -> None:
    """Require: exactly `below` of the others are less than the line, and none is equal to it (with
    ties: some may be)."""
    sides, first, below = _parts(clauses, form)
    clauses.never(clauses.v(form.line[0], d) for d in clauses.digits if d != first)
    less = []
    for number, lines in enumerate(sides, 1):
        side = clauses.helper(f"{clauses.what}: line {number} with that digit is less")
        clauses.cases(side, [_less(clauses, form, other, first)[0] for other in lines])
        less.append(side)
    more = [clauses.complement(side) for side in less]
    if below == 0:
        clauses.never(less)
    elif below == len(less):
        clauses.never(more)
    elif below == 1:
        clauses.clause(less)
    else:  # two of three are less: one is not
        clauses.clause(more)


def rank_literals(clauses: Clauses, form: Rank) -> tuple[list[int], list[int], int]:
    """Return (variables that are all true, variables of which exactly `count` are true, count) iff
    the form holds. All ranks of a line share the comparisons with it."""
    sides, first, below = _parts(clauses, form)
    line = form.line
    if line not in clauses.ranks:
        start = clauses.written
        before = clauses.top
        clauses.ranks[line] = [_compared(clauses, form, lines) for lines in sides]
        clauses.defines(range(before + 1, clauses.top + 1), start)
    compared = clauses.ranks[line]
    needed = [clauses.v(line[0], first)]
    if not form.ties:
        for _, equal in compared:
            needed.append(clauses.complement(equal))
    return needed, [less for less, _ in compared], below


def _compared(clauses: Clauses, form: Rank, others: Sequence[Cells]) -> tuple[int, int]:
    """Return two variables for the one of the others that begins with the line's digit: it is less;
    it is equal."""
    ends = [_less(clauses, form, other, None) for other in others]
    start = clauses.cell_name(others[0][0])
    own = clauses.cell_name(form.line[0])
    name = f"{clauses.what}: the line from {start} on that begins as that from {own} is"
    is_less = clauses.helper(f"{name} less than it")
    clauses.cases(is_less, [less for less, _ in ends])
    is_equal = clauses.helper(f"{name} equal to it")
    clauses.cases(is_equal, [equal for _, equal in ends])
    return is_less, is_equal


def _parts(clauses: Clauses, form: Rank) -> tuple[list[list[Cells]], int, int]:
    """Return (the lines of each of the other directions, the line's first digit, how many of those
    lines with that digit are less)."""
    sides = grouped((_direction(clauses, other), other) for other in form.others)
    sides.pop(_direction(clauses, form.line), None)
    # in each direction one line begins with each digit: so the lines with smaller first digits are
    # known by number, and `below` remains for those with the same one
    place, below = divmod(form.below, len(sides) + 1)
    return list(sides.values()), clauses.digits[place], below


def _direction(clauses: Clauses, line: Sequence[int]) -> tuple[int, int]:
    place = clauses.layout.places.place
    r, c = place(line[0])
    down, across = place(line[1])
    return down - r, across - c


def _less(clauses: Clauses, form: Rank, other: Sequence[int], first: int | None) -> tuple[int, int]:
    """Return variables that are true iff the other begins with the line's digit and is less; or is
    equal. first: the line's first digit, if known; then equality is denied without ties.
    """
    line = form.line
    shared = tuple(a == b for a, b in zip(other, line, strict=True))
    write = partial(_write_less, shared=shared, first=first, ties=form.ties)
    key = ("rank", shared, first, form.ties)
    template = recorded(key, clauses.digits, 2 * len(line), write)
    less, equal = template.result
    slots = clauses.replay(template, (*other, *line))
    return slots[less], slots[equal]


def _write_less(
    clauses: Recorder, shared: Sequence[bool], first: int | None, ties: bool
) -> tuple[int, int]:
    """Return the slots of "less" and "equal". Cells: the other's, then the line's. shared: by
    place, whether both have the same cell."""
    name = f"{clauses.what}: from {clauses.cell_name(0)} the line"
    equal = _begin_alike(clauses, name, shared) if first is None else clauses.v(0, first)
    ways = []
    for a, same in enumerate(shared):
        if a == 0 or same:
            continue
        place = a + 1
        goes_on = clauses.helper(f"{name} is equal up to and at place {place}")
        lower = clauses.helper(f"{name} is less, first at place {place}")
        higher = clauses.helper(f"{name} is greater, first at place {place}")
        if equal:
            clauses.cases(equal, (goes_on, lower, higher))
        else:
            clauses.clause((goes_on, lower, higher))
        b = a + len(shared)
        _cases_of_digits(clauses, goes_on, (a, b), eq)
        _cases_of_digits(clauses, lower, (a, b), lt)
        _cases_of_digits(clauses, higher, (a, b), gt)
        ways.append(lower)
        equal = goes_on
    # with a known first digit the rank is required, not asked about, and without ties it
    # excludes equal lines
    if first is not None and not ties:
        clauses.never([equal])
    less = clauses.helper(f"{name} is less")
    clauses.cases(less, ways)
    return less, equal


def _cases_of_digits(
    clauses: Recorder, way: int, cells: tuple[int, int], allowed: Callable[[int, int], bool]
) -> None:
    """Require: if the way is true, the digits of the two cells are `allowed`."""
    a, b = cells
    cases = []
    for d in clauses.digits:
        rest = frozenset(e for e in clauses.digits if not allowed(d, e))
        # no digit of the other line goes with this one here
        if len(rest) == len(clauses.digits):
            continue
        case = clauses.helper(f"{clauses.name(way)}, with {d}")
        cases.append(case)
        clauses.implies(case, clauses.v(a, d))
        if rest:
            clauses.at_most_one((case, clauses.is_in(b, rest)))
    clauses.cases(way, cases)


def _begin_alike(clauses: Recorder, name: str, shared: Sequence[bool]) -> int:
    """Return the slot of "both lines begin with one digit"; 0 if they begin with one cell."""
    if shared[0]:
        return 0
    cases = []
    for d in clauses.digits:
        theirs = clauses.v(0, d)
        mine = clauses.v(len(shared), d)
        both = clauses.helper(f"{name} begins with {d}, as the other does")
        alone = clauses.helper(f"{name} begins with {d}, and the other does not")
        clauses.cases(theirs, (both, alone))
        clauses.at_most_one((alone, mine))
        clauses.implies(both, mine)
        cases.append(both)
    alike = clauses.helper(f"{name} begins as the other does")
    clauses.cases(alike, cases)
    return alike
