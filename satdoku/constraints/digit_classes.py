"""Classes of digits between which rules alternate: low and high along a whisper, odd and even along
a parity line, low, middle and high along an entropic line, the remainders along a modular line.

A rule alternates between classes if no two of its related cells hold digits of one class; a class
of one digit (5 on a whisper of 9 digits) is not counted. Which classes these are is asked of the
pairs of digits that the rule allows, whatever the kind of rule, so that a relation of one's own has
them too.

>>> from satdoku.layout import Layout
>>> [classes] = digit_classes(Layout.named("9x9+whisper:5:r1c1-r1c3"))
>>> sorted(map(sorted, classes))
[[1, 2, 3, 4], [5], [6, 7, 8, 9]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..grouping import grouped
from ..layout_data import LayoutData
from .forms import DigitPairs, DigitSet, Relation
from .registry import all_forms

#: Sets of digits, of which each digit is in one.
DigitClasses = tuple[DigitSet, ...]
#: A cell, one related to it, and a digit of that one.
Partner = tuple[int, int, int]
#: Fewest cells of a line along which a class travels.
FEWEST_CELLS = 3


@lru_cache(maxsize=8)
def digit_classes(layout: LayoutData) -> tuple[DigitClasses, ...]:
    """Return the classes of digits of a board, each once: for each rule that relates three cells or
    more, the first of `_candidates` between which all of its pairs alternate."""
    digits = tuple(layout.digits)
    found = dict[DigitClasses, None]()
    for some in all_forms(layout):
        relations = [form for form in some if isinstance(form, Relation)]
        cells = set[int]()
        for one in relations:
            cells.add(one.first)
            cells.add(one.second)
        if len(cells) >= FEWEST_CELLS:
            classes = _classes_of(relations, digits)
            if classes:
                found[classes] = None
    return tuple(found)


def _classes_of(relations: Sequence[Relation], digits: Sequence[int]) -> DigitClasses:
    """Return the first classes between which all of the relations alternate; () if there are
    none."""
    for classes in _candidates(relations, digits):
        if all(alternates(one.pairs, classes) for one in relations):
            return classes
    return ()


def alternates(pairs: DigitPairs, classes: DigitClasses) -> bool:
    """Return whether no pair has both digits in one class of several digits, and there are two of
    these."""
    several = [own for own in classes if len(own) > 1]
    if len(several) < 2:
        return False
    for a, b in pairs:
        for own in several:
            if a in own and b in own:
                return False
    return True


def _candidates(relations: Sequence[Relation], digits: Sequence[int]) -> Iterator[DigitClasses]:
    """Yield the classes that are tried: those of digits that go with the same digits, halves with
    the middle digit apart, odd and even, thirds, remainders by 3."""
    yield _alike(relations, digits)
    half = len(digits) // 2
    above = len(digits) - half
    parts = (digits[:half], digits[half:above], digits[above:])
    yield tuple(frozenset(part) for part in parts if part)
    yield _by_remainder(digits, 2)
    third = len(digits) // 3
    if 3 * third == len(digits):
        parts = (digits[:third], digits[third : 2 * third], digits[2 * third :])
        yield tuple(map(frozenset, parts))
    yield _by_remainder(digits, 3)


def _alike(relations: Sequence[Relation], digits: Sequence[int]) -> DigitClasses:
    """Return the digits by those that they go with in related cells."""
    partners = dict[int, set[Partner]]()
    for d in digits:
        partners[d] = set()
    for one in relations:
        for a, b in one.pairs:
            partners[a].add((one.first, one.second, b))
            partners[b].add((one.second, one.first, a))
    alike = grouped((frozenset(known), d) for d, known in partners.items())
    return tuple(map(frozenset, alike.values()))


def _by_remainder(digits: Sequence[int], divisor: int) -> DigitClasses:
    """Return the digits by their remainders."""
    classes = grouped((d % divisor, d) for d in digits)
    return tuple(map(frozenset, classes.values()))
