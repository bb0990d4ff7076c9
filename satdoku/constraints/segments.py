"""Rules about whole lines for the search on masks. Their automata forget which digits occurred, but
a line holds each digit once.

So sandwiches and X-sums are alternatives, one for each place of the segment, with the sets of
digits that it and the rest of the line can hold: they say more, and are made in a tenth of the
time. The automaton of skyscrapers asks that as many different digits as were read reach the highest
of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..geometry import Cells
from ..layout_data import LayoutData
from .constraint import Constraint
from .forms import AnyOf, Candidates, Form, Reader, automaton, sets

#: The most digits whose sets are listed.
MOST_DIGITS = 12
Digits = Sequence[int]
#: The forms of an alternative; it cannot hold if one of them is None.
Alternative = list[Form | None]


def line_form(c: Constraint, layout: LayoutData) -> Form:
    """Return the form of a rule about a whole line."""
    if c.kind == "skyscraper":
        return _skyscraper(c, layout)
    return _segment(c, layout)


def is_line(c: Constraint, layout: LayoutData) -> bool:
    """Return whether the cells of a rule are a house that holds every digit, each once, from 1."""
    size = layout.size
    cells = set(c.cells)
    if layout.digits[0] != 1 or size > MOST_DIGITS:
        return False
    if not len(cells) == len(c.cells) == size:
        return False
    return any(cells == set(house.cells) for house in layout.houses)


def _skyscraper(c: Constraint, layout: LayoutData) -> Form:
    number = c.values[0]

    def step(q: tuple[int, int], i: int, d: int) -> tuple[int, int] | None:
        top, seen = q
        if d > top:
            top = d
            seen += 1
        return (top, seen) if top > i and seen <= number else None

    reader = Reader((0, 0), step, accept=lambda q: q[1] == number)
    return automaton(c.cells, layout.digits, reader, key=("skyscraper of a line", number))


def _segment(c: Constraint, layout: LayoutData) -> Form:
    make = MAKERS[c.kind]
    total = c.values[0]
    alternatives = []
    for some in make(c.cells, layout.digits, total):
        parts = [form for form in some if form]
        if len(parts) == len(some):
            alternatives.append(tuple(parts))
    if alternatives:
        return AnyOf(tuple(alternatives))
    return Candidates(c.cells[0], frozenset())


def _sandwich(cells: Cells, digits: Digits, total: int) -> Iterator[Alternative]:
    crusts = frozenset((digits[0], digits[-1]))
    filling = digits[1:-1]
    rest = sum(filling) - total
    for a, b in combinations(range(len(cells)), 2):
        first = Candidates(cells[a], crusts)
        last = Candidates(cells[b], crusts)
        inside = cells[a + 1 : b]
        outside = cells[:a] + cells[b + 1 :]
        yield [first, last, *_summed(inside, filling, total), *_summed(outside, filling, rest)]


def _x_sum(cells: Cells, digits: Digits, total: int) -> Iterator[Alternative]:
    rest = sum(digits) - total
    for x in digits:
        first = Candidates(cells[0], frozenset((x,)))
        others = [d for d in digits if d != x]
        inside = cells[1:x]
        outside = cells[x:]
        yield [first, *_summed(inside, others, total - x), *_summed(outside, others, rest)]


def _summed(cells: Cells, digits: Digits, total: int) -> Alternative:
    """Return the form of different digits with this sum, if there are cells."""
    count = len(cells)
    least = sum(digits[:count])
    most = sum(digits[len(digits) - count :])
    if not least <= total <= most:
        return [None]
    if not cells:
        return []
    key = ("sum", total)
    return [sets(cells, digits, lambda some: sum(some) == total, key)]


#: By kind: what makes the alternatives.
MAKERS = {"sandwich": _sandwich, "x-sum": _x_sum}
