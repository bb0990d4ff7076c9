"""Cells that a rule keeps different, and cells that it makes equal, whatever they hold.

Where a rule's clauses have auxiliary variables, no clause says so of two cells. It is read from the
rule's forms: from the pairs of digits of neighbours, one after the other along the cells of the
rule (path consistency), and from the bounds of a sum.

>>> from satdoku.layout import Layout
>>> layout = Layout.named("4x4+arrow:r1c1,r2c3,r4c2+palindrome:r1c2,r3c1")
>>> apart_by_rules(layout)[0, 6]
(30, 0)
>>> equal_by_rules(layout)
{(1, 8): 1}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from ..layout_data import LayoutData
from .forms import DigitPairs, Form, Relation, Sum
from .registry import all_forms

#: Two cells, by number.
Pair = tuple[int, int]
#: Most cells of a sum, and of a rule of pairs, that are compared with each other.
MOST_SUMMED, MOST_ON_PATH = 9, 20


@lru_cache(maxsize=8)
def equal_by_rules(layout: LayoutData) -> dict[Pair, int]:
    """Return the two cells that a rule makes equal, the lower first, with its number."""
    found: dict[Pair, int] = {}
    for rule, forms in enumerate(all_forms(layout)):
        for form in forms:
            cells = _made_equal(form)
            if cells:
                first, second = sorted(cells)
                found.setdefault((first, second), rule)
    return found


def _made_equal(form: Form) -> Sequence[int]:
    """Return the two cells that a form makes equal; () if it says something else."""
    if isinstance(form, Relation):
        are_equal = all(d == e for d, e in form.pairs)
        if form.pairs and are_equal:
            return form.first, form.second
    if isinstance(form, Sum):
        factors = sorted(form.coefficients)
        if factors == [-1, 1] and form.total == 0:
            return form.cells
    return ()


@lru_cache(maxsize=8)
def apart_by_rules(layout: LayoutData) -> dict[Pair, tuple[int, int]]:
    """Return for two cells the digits (bit d for the d-th) that a rule keeps from being in both,
    and its number; of several rules, the one that excludes most. Both orders are there."""
    found: dict[Pair, tuple[int, int]] = {}
    for rule, forms in enumerate(all_forms(layout)):
        for pair, digits in _apart(layout, forms):
            known, _ = found.get(pair, (0, 0))
            if digits.bit_count() > known.bit_count():
                found[pair] = digits, rule
    return found


def _apart(layout: LayoutData, forms: Sequence[Form]) -> Iterator[tuple[Pair, int]]:
    """Yield two cells and the digits that forms of one rule keep from being in both."""
    relations = [form for form in forms if isinstance(form, Relation)]
    for pair, allowed in _paths(relations).items():
        lost = 0
        for number, d in enumerate(layout.digits, 1):
            if (d, d) not in allowed:
                lost |= 1 << number
        yield pair, lost
    for form in forms:
        if isinstance(form, Sum) and len(form.cells) <= MOST_SUMMED:
            yield from _by_bounds(form, layout)


def _by_bounds(form: Sum, layout: LayoutData) -> Iterator[tuple[Pair, int]]:
    """Yield two cells and the digits with which in both the others cannot make the total."""
    low = layout.digits[0]
    high = layout.digits[-1]
    factors = form.coefficients
    places = range(len(form.cells))
    for j, k in combinations(places, 2):
        others = [factors[i] for i in places if i not in (j, k)]
        least = 0
        most = 0
        for factor in others:
            ends = factor * low, factor * high
            least += min(ends)
            most += max(ends)
        both = factors[j] + factors[k]
        lost = 0
        for number, d in enumerate(layout.digits, 1):
            rest = form.total - both * d
            if not least <= rest <= most:
                lost |= 1 << number
        one = form.cells[j]
        other = form.cells[k]
        yield (one, other), lost
        yield (other, one), lost


def _paths(forms: Sequence[Relation]) -> dict[Pair, DigitPairs]:
    """Return the digits that two cells can have by the pairs of cells between them, both ways."""
    found: dict[Pair, DigitPairs] = {}
    cells = set[int]()
    for form in forms:
        cells.add(form.first)
        cells.add(form.second)
    if len(cells) > MOST_ON_PATH:
        return found
    for form in forms:
        _narrow(found, (form.first, form.second), form.pairs)
    for middle in sorted(cells):
        near = [cell for cell in sorted(cells) if (middle, cell) in found]
        for one, other in combinations(near, 2):
            before = found[one, middle]
            after = found[middle, other]
            _narrow(found, (one, other), _joined(before, after))
    return found


def _narrow(found: dict[Pair, DigitPairs], pair: Pair, allowed: DigitPairs) -> None:
    """Leave two cells only these pairs of digits of those that they have."""
    one, other = pair
    both = allowed & found.get(pair, allowed)
    found[one, other] = both
    found[other, one] = frozenset((e, d) for d, e in both)


def _joined(some: DigitPairs, others: DigitPairs) -> DigitPairs:
    """Return the ends of two pairs that meet in a digit."""
    after: dict[int, set[int]] = {}
    for d, e in others:
        ends = after.setdefault(d, set())
        ends.add(e)
    found = set[tuple[int, int]]()
    for d, e in some:
        ends = after.get(e, set())
        found.update((d, end) for end in ends)
    return frozenset(found)
