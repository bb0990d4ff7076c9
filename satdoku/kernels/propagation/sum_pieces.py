"""A sum as a propagator: its groups of distinct cells, and the bases of the sums in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb

from ...constraints import forms
from ...geometry import Cells
from ...layout import Layout
from . import dispatch
from .sums import BITS

#: The most sets of digits of a group in a sum; larger groups are split.
MOST_SETS = 600
#: A group: its coefficient, and its cells.
Group = tuple[int, Cells]


def sum_piece(
    form: forms.Sum, layout: Layout, distinct: Sequence[frozenset[int]]
) -> tuple[int, Sequence[int], int]:
    """Return (the kind of propagator, its parameters, the words of working space that it needs).

    distinct: sets of cells without a digit twice.
    """
    groups = list(_groups(form, layout.size, distinct))
    bases: list[int] = []
    widest = 0
    for bottom, top in _windows(groups, layout.digits, form.total):
        if top < bottom:
            # no digits have this total
            return dispatch.CANDIDATES, [form.cells[0], 0], 0
        bases.append(bottom)
        widest = max(widest, top - bottom + 1)
    if widest > BITS:
        terms = zip(form.coefficients, form.cells, strict=True)
        return dispatch.BOUNDS, [form.total, *chain.from_iterable(terms)], 0
    data = [len(groups), *bases]
    for coefficient, cells in groups:
        data.extend((coefficient, len(cells), *cells))
        sets: Sequence[int] = ()
        if len(cells) > 1:
            sets = _sets_by_sum(layout.digits[0], layout.size, len(cells), coefficient)
        data.append(len(sets) // 2)
        data.extend(sets)
    return dispatch.SUM, data, 2 * len(groups) + 1


def _groups(form: forms.Sum, size: int, distinct: Sequence[frozenset[int]]) -> Iterator[Group]:
    """Yield the groups of a sum, greedily the largest first. size: of the board."""
    most = 1
    while most < size and comb(size, most + 1) <= MOST_SETS:
        most += 1
    terms = dict(zip(form.cells, form.coefficients, strict=True))
    for coefficient in dict.fromkeys(form.coefficients):
        left = frozenset([cell for cell in form.cells if terms[cell] == coefficient])
        while left:
            together = [left & house for house in distinct]
            best: frozenset[int] = max(together, key=len, default=frozenset())
            length = most
            if len(best) < 2:
                best = left
                length = 1
            cells = sorted(best)
            for k in range(0, len(cells), length):
                yield coefficient, tuple(cells[k : k + length])
            left = left - best


def _windows(
    groups: Sequence[Group], digits: Sequence[int], total: int
) -> Iterator[tuple[int, int]]:
    """Yield, before each group and at the end, the least and the largest sum of the groups so far
    from which the total can be reached."""
    least = []
    most = []
    for coefficient, cells in groups:
        count = len(cells)
        smallest = sum(digits[:count])
        largest = sum(digits[-count:])
        ends = (coefficient * smallest, coefficient * largest)
        least.append(min(ends))
        most.append(max(ends))
    low = 0
    high = 0
    # what the groups behind add at least and at most
    rest_low = sum(least)
    rest_high = sum(most)
    for a, b in zip([*least, 0], [*most, 0], strict=True):
        bottom = max(low, total - rest_high)
        top = min(high, total - rest_low)
        yield bottom, top
        low += a
        high += b
        rest_low -= a
        rest_high -= b


@lru_cache(maxsize=500)
def _sets_by_sum(first: int, size: int, count: int, coefficient: int) -> list[int]:
    """Return the mask of each set of `count` digits, and its sum times the coefficient, by sum."""
    found: list[tuple[int, int]] = []
    for digits in combinations(range(size), count):
        worth = sum(digits) + first * count
        mask = sum([1 << d for d in digits])
        found.append((coefficient * worth, mask))
    found.sort()
    numbers: list[int] = []
    for worth, mask in found:
        numbers += (mask, worth)
    return numbers
