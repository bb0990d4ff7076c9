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

from collections.abc import Iterable, Iterator, Sequence
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
            match form:
                case Relation(first, second, pairs) if pairs and all(d == e for d, e in pairs):
                    found.setdefault((min(first, second), max(first, second)), rule)
                case Sum(cells, coefficients, 0) if sorted(coefficients) == [-1, 1]:
                    found.setdefault((min(cells), max(cells)), rule)
    return found


@lru_cache(maxsize=8)
def apart_by_rules(layout: LayoutData) -> dict[Pair, tuple[int, int]]:
    """Return for two cells the digits (bit d for the d-th) that a rule keeps from being in both,
    and its number; of several rules, the one that excludes most. Both orders are there."""
    found: dict[Pair, tuple[int, int]] = {}
    for rule, forms in enumerate(all_forms(layout)):
        for pair, digits in _apart(layout, forms):
            if digits.bit_count() > found.get(pair, (0, 0))[0].bit_count():
                found[pair] = digits, rule
    return found


def _apart(layout: LayoutData, forms: Sequence[Form]) -> Iterator[tuple[Pair, int]]:
    """Yield two cells and the digits that forms of one rule keep from being in both."""
    along = _paths([form for form in forms if isinstance(form, Relation)])
    for pair, allowed in along.items():
        lost = 0
        for k, d in enumerate(layout.digits, 1):
            if (d, d) not in allowed:
                lost |= 1 << k
        yield pair, lost
    for form in forms:
        if isinstance(form, Sum) and len(form.cells) <= MOST_SUMMED:
            yield from _by_bounds(form, layout)


def _by_bounds(form: Sum, layout: LayoutData) -> Iterator[tuple[Pair, int]]:
    """Yield two cells and the digits with which in both the others cannot make the total."""
    low, high = layout.digits[0], layout.digits[-1]
    for j, k in combinations(range(len(form.cells)), 2):
        least = 0
        most = 0
        for i, factor in enumerate(form.coefficients):
            if i not in (j, k):
                least += min(factor * low, factor * high)
                most += max(factor * low, factor * high)
        both = form.coefficients[j] + form.coefficients[k]
        lost = 0
        for number, d in enumerate(layout.digits, 1):
            if not least <= form.total - both * d <= most:
                lost |= 1 << number
        one, other = form.cells[j], form.cells[k]
        yield (one, other), lost
        yield (other, one), lost


def _paths(forms: Sequence[Relation]) -> dict[Pair, DigitPairs]:
    """Return the digits that two cells can have by the pairs of cells between them, both ways."""
    cells = sorted({cell for form in forms for cell in (form.first, form.second)})
    found: dict[Pair, DigitPairs] = {}
    if len(cells) > MOST_ON_PATH:
        return found

    def narrow(one: int, other: int, pairs: Iterable[tuple[int, int]]) -> None:
        allowed = frozenset(pairs)
        before = found.get((one, other))
        both = allowed if before is None else allowed & before
        found[one, other] = both
        found[other, one] = frozenset((e, d) for d, e in both)

    for form in forms:
        narrow(form.first, form.second, form.pairs)
    for middle in cells:
        near = [cell for cell in cells if (middle, cell) in found]
        for one, other in combinations(near, 2):
            narrow(one, other, _joined(found[one, middle], found[middle, other]))
    return found


def _joined(some: DigitPairs, others: DigitPairs) -> set[tuple[int, int]]:
    """Return the ends of two pairs that meet in a digit."""
    after: dict[int, list[int]] = {}
    for d, e in others:
        ends = after.setdefault(d, [])
        ends.append(e)
    return {(d, end) for d, e in some for end in after.get(e, ())}
