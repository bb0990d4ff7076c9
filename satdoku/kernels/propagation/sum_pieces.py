"""A sum as a propagator: its groups of distinct cells, and the bases of the sums in between."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

from ...constraints import forms
from ...geometry import Cells
from ...grouping import grouped
from ...layout import Layout
from . import dispatch
from .distinct_cells import distinct_groups
from .sums import BITS

#: The most sets of digits of a group in a sum; larger groups are split.
MOST_SETS = 600
#: A group: its coefficient, and its cells.
Group = tuple[int, Cells]
#: The kind of a propagator, its parameters, the words of working space that it needs.
Numbers = tuple[int, Sequence[int], int]


class Bases(NamedTuple):
    """bottoms: before each group and at the end, the least sum of the groups so far from which a
    total can be reached. widest: the most such sums at one place, with gaps."""

    bottoms: list[int]
    widest: int


def sum_piece(form: forms.Sum, layout: Layout, distinct: Sequence[int]) -> Numbers:
    """Return what `Numbers` says of a sum. distinct: see `distinct_cells`."""
    groups = list(_groups(form, layout.size, distinct))
    bases = _bases(groups, layout.digits, form.total, form.total)
    if not bases:
        # no digits have this total
        return dispatch.CANDIDATES, [form.cells[0], 0], 0
    if bases.widest > BITS:
        terms = zip(form.coefficients, form.cells, strict=True)
        return dispatch.BOUNDS, [form.total, *chain.from_iterable(terms)], 0
    return dispatch.SUM, _sum_data(groups, bases, layout), 2 * len(groups) + 1


def equal_sums_piece(
    form: forms.EqualSums, layout: Layout, distinct: Sequence[int]
) -> Numbers | None:
    """Return the same of parts with equal sums; None if their sums take more than a word."""
    parts = []
    least = []
    most = []
    for cells in form.parts:
        groups = list(_groups(forms.plain_sum(cells, 0), layout.size, distinct))
        parts.append(groups)
        ends = [_ends(group, layout.digits) for group in groups]
        least.append(sum([low for low, _ in ends]))
        most.append(sum([high for _, high in ends]))
    data = array("q", (len(parts),))
    rest = array("q")
    words = 0
    for groups in parts:
        bases = _bases(groups, layout.digits, max(least), min(most))
        if not bases:
            return dispatch.CANDIDATES, [form.parts[0][0], 0], 0
        if bases.widest > BITS:
            return None
        data.extend((1 + 2 * len(parts) + len(rest), words))
        rest.extend(_sum_data(groups, bases, layout))
        words += 2 * len(groups) + 1
    return dispatch.EQUAL_SUMS, data + rest, words


def _sum_data(groups: Sequence[Group], bases: Bases, layout: Layout) -> array[int]:
    """Return the parameters of a sum."""
    data = array("q", (len(groups), *bases.bottoms))
    for coefficient, cells in groups:
        count = len(cells)
        data.extend((coefficient, count, *cells))
        if count == 1:
            data.append(0)
            continue
        sets = _sets_by_sum(layout.digits[0], layout.size, count, coefficient)
        data.append(len(sets) // 2)
        data.extend(sets)
    return data


def _groups(form: forms.Sum, size: int, distinct: Sequence[int]) -> Iterator[Group]:
    """Yield the groups of a sum. size: of the board."""
    most = _most_cells(size)
    of_coefficient = grouped(zip(form.coefficients, form.cells, strict=True))
    for coefficient, cells in of_coefficient.items():
        for group in distinct_groups(cells, distinct):
            for k in range(0, len(group), most):
                yield coefficient, group[k : k + most]


@lru_cache(maxsize=64)
def _most_cells(size: int) -> int:
    """Return how many cells a group may have."""
    most = 1
    while most < size and comb(size, most + 1) <= MOST_SETS:
        most += 1
    return most


def _bases(
    groups: Sequence[Group], digits: Sequence[int], lowest: int, highest: int
) -> Bases | None:
    """Return the bases for totals in this range; None if no digits have one of them."""
    ends = [_ends(group, digits) for group in groups]
    low = 0
    high = 0
    # what the groups behind add at least and at most
    rest_low = sum([least for least, _ in ends])
    rest_high = sum([most for _, most in ends])
    bottoms: list[int] = []
    widest = 0
    for least, most in [*ends, (0, 0)]:
        bottom = max(low, lowest - rest_high)
        top = min(high, highest - rest_low)
        if top < bottom:
            return None
        bottoms.append(bottom)
        widest = max(widest, top - bottom + 1)
        low += least
        high += most
        rest_low -= least
        rest_high -= most
    return Bases(bottoms, widest)


def _ends(group: Group, digits: Sequence[int]) -> tuple[int, int]:
    """Return the least and the largest that a group adds to a sum."""
    coefficient, cells = group
    count = len(cells)
    smallest = coefficient * sum(digits[:count])
    largest = coefficient * sum(digits[-count:])
    return min(smallest, largest), max(smallest, largest)


@lru_cache(maxsize=500)
def _sets_by_sum(first: int, size: int, count: int, coefficient: int) -> array[int]:
    """Return the mask of each set of `count` digits, and its sum times the coefficient, by sum."""
    found: list[tuple[int, int]] = []
    for digits in combinations(range(size), count):
        worth = sum(digits) + first * count
        mask = sum([1 << d for d in digits])
        found.append((coefficient * worth, mask))
    found.sort()
    numbers = array("q")
    for worth, mask in found:
        numbers.extend((mask, worth))
    return numbers


@lru_cache(maxsize=500)
def sets_with_sum(digits: Sequence[int], total: int, most: int) -> list[Sequence[int]]:
    """Return the sets of at most so many of the digits with this sum."""
    found: list[Sequence[int]] = []
    for count in range(most + 1):
        found.extend([some for some in combinations(digits, count) if sum(some) == total])
    return found
