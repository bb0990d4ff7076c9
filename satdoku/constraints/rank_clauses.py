"""A rank as clauses: which lines, read as numbers, are less than one of them.

In each direction the lines begin with each digit once. So a rank tells the first digit, one line of
each of the other directions begins with it too, and only these need comparing. Two lines are
compared place by place: "equal so far" goes on in one of three ways (equal, less, greater), each of
which has a helper for each digit that the one line may then hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq, gt, lt

from .clause_making import Clauses
from .forms import Rank
from .templates import Recorder, recorded


def add_rank(made: Clauses, form: Rank) -> None:
    """Just so many of the others are less than the line, and none is equal to it."""
    sides: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for other in form.others:
        sides.setdefault(_direction(made, other), []).append(other)
    sides.pop(_direction(made, form.line), None)
    place, below = divmod(form.below, len(sides) + 1)
    first = made.digits[place]
    made.never(made.v(form.line[0], d) for d in made.digits if d != first)
    less: list[int] = []
    for lines in sides.values():
        side = made.helper(f"{made.what}: line {len(less) + 1} with that digit is less")
        ways = [_less(made, other, form.line, first) for other in lines]
        made.clause([made.complement(side), *ways])
        less.append(side)
    more = [made.complement(side) for side in less]
    if below in (0, len(less)):
        made.never(more if below else less)
    else:  # one of three is less, or one is not
        made.clause(less if below == 1 else more)


def _direction(made: Clauses, line: Sequence[int]) -> tuple[int, int]:
    (r, c), (down, across) = (made.layout.places.place(cell) for cell in line[:2])
    return down - r, across - c


def _less(made: Clauses, other: Sequence[int], line: Sequence[int], first: int) -> int:
    """A variable that is true just if the other begins with that digit, as the line does, and is
    less; that they are equal is denied."""
    length = len(line)
    shared = tuple(a == b for a, b in zip(other, line, strict=True))

    def write(recorder: Recorder) -> int:
        return _write_less(recorder, shared, first)

    template = recorded(("rank", shared, first), made.digits, 2 * length, write)
    less: int = template.result
    return made.replay(template, (*other, *line))[less]


def _write_less(made: Recorder, shared: Sequence[bool], first: int) -> int:
    """The slot of "less"; cells: the other's, then the line's. shared: where both have one cell."""
    equal, ways = made.v(0, first), []
    name = f"{made.what}: from {made.cell_name(0)} the line"
    for a, same in enumerate(shared):
        if a == 0 or same:
            continue
        b, place = a + len(shared), a + 1
        goes_on, lower, higher = (
            made.helper(f"{name} is {word} at place {place}")
            for word in ("equal up to and", "less, first", "greater, first")
        )
        made.clause([made.complement(equal), goes_on, lower, higher])
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
    made.never([equal])
    less = made.helper(f"{name} is less")
    made.clause([made.complement(less), *ways])
    return less
