"""A rank as clauses: which lines, read as numbers, are less than one of them.

In each direction the lines begin with each digit once. So a rank determines the first digit, and
one line of each of the other directions begins with it too; only these need comparing. Two lines
are compared place by place: "equal so far" continues in one of three ways (equal, less, greater),
each of which has an auxiliary variable for each digit that the one line may then hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq, gt, lt

from .clause_making import Clauses
from .forms import Rank
from .templates import Recorder, recorded


def add_rank(made: Clauses, form: Rank) -> None:
    """Require: exactly `below` of the others are less than the line, and none is equal to it."""
    sides, first, below = _parts(made, form)
    made.never(made.v(form.line[0], d) for d in made.digits if d != first)
    less: list[int] = []
    for lines in sides:
        side = made.helper(f"{made.what}: line {len(less) + 1} with that digit is less")
        ways = [_less(made, other, form.line, first)[0] for other in lines]
        made.clause([made.complement(side), *ways])
        less.append(side)
    more = [made.complement(side) for side in less]
    if below in (0, len(less)):
        made.never(more if below else less)
    else:  # one of three is less, or one is not
        made.clause(less if below == 1 else more)


def rank_literals(made: Clauses, form: Rank) -> tuple[list[int], list[int], int]:
    """Return (variables that are all true, variables of which exactly `count` are true, count) iff
    the form holds. All ranks of a line share the comparisons with it."""
    sides, first, below = _parts(made, form)
    if form.line not in made.ranks:
        start, before = len(made.members), made.top
        made.ranks[form.line] = [_compared(made, form.line, lines) for lines in sides]
        made.defines(range(before + 1, made.top + 1), start)
    compared = made.ranks[form.line]
    needed = [made.v(form.line[0], first), *(made.complement(equal) for _, equal in compared)]
    return needed, [less for less, _ in compared], below


def _compared(
    made: Clauses, line: tuple[int, ...], others: Sequence[tuple[int, ...]]
) -> tuple[int, int]:
    """Return two variables for the one of the others that begins with the line's digit: it is less;
    it is equal."""
    ends = [_less(made, other, line, None) for other in others]
    found = []
    for word, ways in zip(("less than", "equal to"), zip(*ends, strict=True), strict=True):
        name = f"{made.what}: the line from {made.cell_name(others[0][0])} on that begins as that"
        side = made.helper(f"{name} from {made.cell_name(line[0])} is {word} it")
        made.clause([made.complement(side), *ways])
        found.append(side)
    less, equal = found
    return less, equal


def _parts(made: Clauses, form: Rank) -> tuple[list[list[tuple[int, ...]]], int, int]:
    """Return (the lines of each of the other directions, the line's first digit, how many of those
    lines with that digit are less)."""
    sides: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for other in form.others:
        sides.setdefault(_direction(made, other), []).append(other)
    sides.pop(_direction(made, form.line), None)
    place, below = divmod(form.below, len(sides) + 1)
    return list(sides.values()), made.digits[place], below


def _direction(made: Clauses, line: Sequence[int]) -> tuple[int, int]:
    (r, c), (down, across) = (made.layout.places.place(cell) for cell in line[:2])
    return down - r, across - c


def _less(
    made: Clauses, other: Sequence[int], line: Sequence[int], first: int | None
) -> tuple[int, int]:
    """Return variables that are true iff the other begins with the line's digit and is less; or is
    equal. first: the line's first digit, if known; then equality is denied."""
    length = len(line)
    shared = tuple(a == b for a, b in zip(other, line, strict=True))

    def write(recorder: Recorder) -> tuple[int, int]:
        return _write_less(recorder, shared, first)

    template = recorded(("rank", shared, first), made.digits, 2 * length, write)
    less, equal = template.result
    slots = made.replay(template, (*other, *line))
    return slots[less], slots[equal]


def _write_less(made: Recorder, shared: Sequence[bool], first: int | None) -> tuple[int, int]:
    """Return the slots of "less" and "equal". Cells: the other's, then the line's. shared: by
    place, whether both have the same cell."""
    name = f"{made.what}: from {made.cell_name(0)} the line"
    equal = _begin_alike(made, name, shared) if first is None else made.v(0, first)
    ways = []
    for a, same in enumerate(shared):
        if a == 0 or same:
            continue
        b, place = a + len(shared), a + 1
        goes_on, lower, higher = (
            made.helper(f"{name} is {word} at place {place}")
            for word in ("equal up to and", "less, first", "greater, first")
        )
        made.clause([*([made.complement(equal)] if equal else []), goes_on, lower, higher])
        ways.append(lower)
        ways_on: tuple[tuple[int, Callable[[int, int], bool]], ...] = (
            (goes_on, eq), (lower, lt), (higher, gt)
        )  # fmt: skip
        for way, allowed in ways_on:
            cases = []
            for d in made.digits:
                fits = frozenset(e for e in made.digits if allowed(d, e))
                if fits:
                    case = made.helper(f"{made.name(way)}, with {d}")
                    cases.append(case)
                    made.clause([case, made.complement(made.v(a, d))], exactly_one=False)
                    rest = frozenset(made.digits) - fits
                    if rest:
                        made.clause([case, made.is_in(b, rest)], exactly_one=False)
            made.clause([made.complement(way), *cases])
        equal = goes_on
    if first is not None:
        made.never([equal])
    less = made.helper(f"{name} is less")
    made.clause([made.complement(less), *ways])
    return less, equal


def _begin_alike(made: Recorder, name: str, shared: Sequence[bool]) -> int:
    """Return the slot of "both lines begin with one digit"; 0 if they begin with one cell."""
    if shared[0]:
        return 0
    cases = []
    for d in made.digits:
        theirs, mine = made.v(0, d), made.v(len(shared), d)
        both = made.helper(f"{name} begins with {d}, as the other does")
        alone = made.helper(f"{name} begins with {d}, and the other does not")
        made.clause([made.complement(theirs), both, alone])
        made.clause([alone, mine], exactly_one=False)
        made.clause([both, made.complement(mine)], exactly_one=False)
        cases.append(both)
    alike = made.helper(f"{name} begins as the other does")
    made.clause([made.complement(alike), *cases])
    return alike
