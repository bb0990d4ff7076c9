"""A rank as clauses: which lines, read as numbers, are less than one of them.

In each direction the lines begin with each digit once. So a rank determines the first digit, and
one line of each of the other directions begins with it too; only these need comparing. Two lines
are compared place by place: "equal so far" continues in one of three ways (equal, less, greater),
each of which has an auxiliary variable for each digit that the one line may then hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import eq, gt, lt

from ...grouping import grouped
from ..forms import Rank
from .builder import Clauses
from .templates import Recorder, recorded


def add_rank(clauses: Clauses, form: Rank) -> None:
    """Require: exactly `below` of the others are less than the line, and none is equal to it."""
    sides, first, below = _parts(clauses, form)
    clauses.never(clauses.v(form.line[0], d) for d in clauses.digits if d != first)
    less: list[int] = []
    for lines in sides:
        side = clauses.helper(f"{clauses.what}: line {len(less) + 1} with that digit is less")
        ways = [_less(clauses, other, form.line, first)[0] for other in lines]
        clauses.clause([clauses.complement(side), *ways])
        less.append(side)
    more = [clauses.complement(side) for side in less]
    if below in (0, len(less)):
        clauses.never(more if below else less)
    else:  # one of three is less, or one is not
        clauses.clause(less if below == 1 else more)


def rank_literals(clauses: Clauses, form: Rank) -> tuple[list[int], list[int], int]:
    """Return (variables that are all true, variables of which exactly `count` are true, count) iff
    the form holds. All ranks of a line share the comparisons with it."""
    sides, first, below = _parts(clauses, form)
    if form.line not in clauses.ranks:
        start, before = clauses.written, clauses.top
        clauses.ranks[form.line] = [_compared(clauses, form.line, lines) for lines in sides]
        clauses.defines(range(before + 1, clauses.top + 1), start)
    compared = clauses.ranks[form.line]
    needed = [clauses.v(form.line[0], first), *(clauses.complement(equal) for _, equal in compared)]
    return needed, [less for less, _ in compared], below


def _compared(
    clauses: Clauses, line: tuple[int, ...], others: Sequence[tuple[int, ...]]
) -> tuple[int, int]:
    """Return two variables for the one of the others that begins with the line's digit: it is less;
    it is equal."""
    ends = [_less(clauses, other, line, None) for other in others]
    found = []
    for word, ways in zip(("less than", "equal to"), zip(*ends, strict=True), strict=True):
        start = clauses.cell_name(others[0][0])
        name = f"{clauses.what}: the line from {start} on that begins as that"
        side = clauses.helper(f"{name} from {clauses.cell_name(line[0])} is {word} it")
        clauses.clause([clauses.complement(side), *ways])
        found.append(side)
    less, equal = found
    return less, equal


def _parts(clauses: Clauses, form: Rank) -> tuple[list[list[tuple[int, ...]]], int, int]:
    """Return (the lines of each of the other directions, the line's first digit, how many of those
    lines with that digit are less)."""
    sides = grouped((_direction(clauses, other), other) for other in form.others)
    sides.pop(_direction(clauses, form.line), None)
    place, below = divmod(form.below, len(sides) + 1)
    return list(sides.values()), clauses.digits[place], below


def _direction(clauses: Clauses, line: Sequence[int]) -> tuple[int, int]:
    (r, c), (down, across) = (clauses.layout.places.place(cell) for cell in line[:2])
    return down - r, across - c


def _less(
    clauses: Clauses, other: Sequence[int], line: Sequence[int], first: int | None
) -> tuple[int, int]:
    """Return variables that are true iff the other begins with the line's digit and is less; or is
    equal. first: the line's first digit, if known; then equality is denied."""
    shared = tuple(a == b for a, b in zip(other, line, strict=True))
    write = partial(_write_less, shared=shared, first=first)
    template = recorded(("rank", shared, first), clauses.digits, 2 * len(line), write)
    less, equal = template.result
    slots = clauses.replay(template, (*other, *line))
    return slots[less], slots[equal]


def _write_less(clauses: Recorder, shared: Sequence[bool], first: int | None) -> tuple[int, int]:
    """Return the slots of "less" and "equal". Cells: the other's, then the line's. shared: by
    place, whether both have the same cell."""
    name = f"{clauses.what}: from {clauses.cell_name(0)} the line"
    equal = _begin_alike(clauses, name, shared) if first is None else clauses.v(0, first)
    ways = []
    for a, same in enumerate(shared):
        if a == 0 or same:
            continue
        b, place = a + len(shared), a + 1
        goes_on, lower, higher = (
            clauses.helper(f"{name} is {word} at place {place}")
            for word in ("equal up to and", "less, first", "greater, first")
        )
        clauses.clause([*([clauses.complement(equal)] if equal else []), goes_on, lower, higher])
        ways.append(lower)
        ways_on: tuple[tuple[int, Callable[[int, int], bool]], ...] = (
            (goes_on, eq),
            (lower, lt),
            (higher, gt),
        )
        for way, allowed in ways_on:
            cases = []
            for d in clauses.digits:
                if fits := frozenset(e for e in clauses.digits if allowed(d, e)):
                    case = clauses.helper(f"{clauses.name(way)}, with {d}")
                    cases.append(case)
                    clauses.clause([case, clauses.complement(clauses.v(a, d))], exactly_one=False)
                    if rest := frozenset(clauses.digits) - fits:
                        clauses.clause([case, clauses.is_in(b, rest)], exactly_one=False)
            clauses.clause([clauses.complement(way), *cases])
        equal = goes_on
    if first is not None:
        clauses.never([equal])
    less = clauses.helper(f"{name} is less")
    clauses.clause([clauses.complement(less), *ways])
    return less, equal


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
        clauses.clause([clauses.complement(theirs), both, alone])
        clauses.clause([alone, mine], exactly_one=False)
        clauses.clause([both, clauses.complement(mine)], exactly_one=False)
        cases.append(both)
    alike = clauses.helper(f"{name} begins as the other does")
    clauses.clause([clauses.complement(alike), *cases])
    return alike
