"""What rules say as linear equations over cells, when each digit has a worth.

With the digits' own values as worths, an arrow says that its shaft minus its circle is 0, a cage
its sum. With worth 1 for the digits of a set and 0 for the others, an equation counts: a whisper
has one high digit in each two neighbours, a line of seven consecutive digits exactly one of 1 and
8, three neighbours on a modular line one digit of each remainder. Only equations that hold for
every way to fulfil the rule are given, whatever the candidates.

>>> from satdoku.layout import Layout
>>> layout = Layout.named("4x4+arrow:r1c1,r1c2,r1c3")
>>> linear_rows(layout, tuple(layout.digits))
(LinearRow(rule=0, weights=((0, -1), (1, 1), (2, 1)), total=0),)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..frozen import frozen
from ..geometry import Cells
from ..layout_data import LayoutData
from .forms import DigitPairs, Distinct, Form, Relation, Sets, Sum
from .registry import all_forms

#: The worth of each digit, in order.
Worths = tuple[int, ...]
#: Each cell with its factor.
Weights = tuple[tuple[int, int], ...]
#: Sets of digits, of which each digit is in one.
Classes = tuple[frozenset[int], ...]


@frozen
class LinearRow:
    """The worths of cells' digits, each times its weight, add up to the total. rule: the number of
    the constraint that says so."""

    rule: int
    weights: Weights
    total: int


@frozen
class FullSet:
    """Cells that hold every digit: a house, or a rule that says so (rule: its number, else -1;
    house: the number of the house, else -1)."""

    cells: Cells
    house: int
    rule: int
    kind: str


@dataclass(frozen=True)
class Balance:
    """An equation over cells: worths times weights add up to the total.

    worths: of the digits. added, taken: the full sets that are added and subtracted. rules: what
    rules say, each with how often it is subtracted. parts: the cells that are looked at together,
    once they are known.
    """

    worths: Worths
    added: tuple[FullSet, ...]
    taken: tuple[FullSet, ...]
    rules: tuple[tuple[LinearRow, int], ...]
    weights: Weights
    total: int
    parts: tuple[Cells, ...] = ()

    @cached_property
    def cell_bits(self) -> int:
        """The cells that are left over, as bits."""
        return sum(1 << cell for cell, _ in self.weights)

    @property
    def premises(self) -> int:
        """How many houses and rules it rests on."""
        return len(self.added) + len(self.taken) + len(self.rules)


@lru_cache(maxsize=256)
def linear_rows(layout: LayoutData, worths: Worths) -> tuple[LinearRow, ...]:
    """Return the equations of the layout's rules, each form of a rule by itself."""
    found = []
    for number, some in enumerate(all_forms(layout)):
        for form in some:
            for weights, total in _of_form(form, layout, worths):
                found.append(LinearRow(number, tuple(sorted(weights.items())), total))
        for cells, total in _of_classes(some, layout, worths):
            found.append(LinearRow(number, tuple((cell, 1) for cell in cells), total))
    return tuple(found)


@lru_cache(maxsize=8)
def full_sets(layout: LayoutData) -> tuple[FullSet, ...]:
    """Return the full sets of a board: houses first."""
    found = []
    for k, house in enumerate(layout.houses):
        if len(house.cells) == layout.size:
            found.append(FullSet(tuple(house.cells), k, -1, house.kind))
    for number, some in enumerate(all_forms(layout)):
        for form in some:
            if isinstance(form, Distinct | Sets) and len(set(form.cells)) == layout.size:
                found.append(FullSet(form.cells, -1, number, "rule"))
    return tuple(dict.fromkeys(found))


def _of_form(
    form: Form, layout: LayoutData, worths: Worths
) -> Iterator[tuple[dict[int, int], int]]:
    """Yield (weights, total) of each equation that a form says."""
    worth = dict(zip(layout.digits, worths, strict=True))
    match form:
        case Sum(cells, coefficients, total):
            if worths == tuple(layout.digits):
                yield dict(zip(cells, coefficients, strict=True)), total
        case Sets(cells, sets):
            totals = {sum(worth[d] for d in some) for some in sets}
            if len(totals) == 1:
                yield dict.fromkeys(cells, 1), totals.pop()
        case Relation(first, second, pairs):
            for sign in (1, -1):
                totals = {worth[a] + sign * worth[b] for a, b in pairs}
                if len(totals) == 1:
                    yield {first: 1, second: sign}, totals.pop()


def _of_classes(
    some: Sequence[Form], layout: LayoutData, worths: Worths
) -> Iterator[tuple[Cells, int]]:
    """Yield (cells, total) of cells any two of which a rule's pairs keep in different classes of
    digits, such as those of a remainder: as many cells as classes hold one digit of each."""
    worth = dict(zip(layout.digits, worths, strict=True))
    near: dict[Classes, dict[int, set[int]]] = {}
    for form in some:
        if isinstance(form, Relation):
            classes = _classes(form.pairs, tuple(layout.digits))
            edges = near.setdefault(classes, {})
            joined = edges.setdefault(form.first, set())
            joined.add(form.second)
            joined = edges.setdefault(form.second, set())
            joined.add(form.first)
    for classes, edges in near.items():
        total = 0
        are_even = bool(classes)
        for own in classes:
            worths_of = {worth[d] for d in own}
            are_even = are_even and len(worths_of) == 1
            total += worths_of.pop()
        if are_even:
            for cells in _all_near(edges, len(classes)):
                yield cells, total


def _all_near(edges: dict[int, set[int]], count: int) -> Iterator[Cells]:
    """Yield each choice of as many cells any two of which are joined, in increasing order."""
    chosen: list[Cells] = [(cell,) for cell in sorted(edges)]
    for _ in range(count - 1):
        longer = []
        for cells in chosen:
            last = cells[-1]
            for cell in sorted(edges[last]):
                is_near = all(cell in edges[other] for other in cells)
                if is_near and cell > last:
                    longer.append((*cells, cell))
        chosen = longer
    yield from chosen


@lru_cache(maxsize=64)
def _classes(pairs: DigitPairs, digits: tuple[int, ...]) -> Classes:
    """Return the classes of digits if the pairs are those of different classes; () if they are not,
    or there are two classes (`_of_form`), or each digit is one (`Distinct`)."""
    found = dict[frozenset[int], None]()
    for d in digits:
        own = frozenset(e for e in digits if (d, e) not in pairs)
        found[own] = None
    count = len(found)
    if sum(map(len, found)) != len(digits) or not 2 < count < len(digits):
        return ()
    if not all((e, d) in pairs for d, e in pairs):
        return ()
    return tuple(found)


def telling_sets(layout: LayoutData) -> tuple[frozenset[int], ...]:
    """Return sets of digits whose number in a rule's cells its ways agree on, or nearly: those that
    all or none of its ways have, and the sides or classes between which a rule of pairs alternates.

    Of a set and its complement one is enough. Those of many rules come first.
    """
    found = Counter[frozenset[int]]()
    everything = frozenset(layout.digits)
    for some in all_forms(layout):
        for form in some:
            if isinstance(form, Sets) and form.sets:
                found[frozenset.intersection(*form.sets)] += 1
                found[frozenset.union(*form.sets)] += 1
            elif isinstance(form, Relation):
                found.update(_sides(form))
                found.update(_classes(form.pairs, tuple(layout.digits)))
    for digit in layout.digits:
        found[frozenset({digit})] += 1
    kept = dict[frozenset[int], None]()
    for known, _ in found.most_common():
        if known and known != everything and everything - known not in kept:
            kept[known] = None
    return tuple(kept)


def _sides(form: Relation) -> Iterator[frozenset[int]]:
    """Yield the sides of a relation's digits, if its pairs always join one side to the other."""
    near: dict[int, set[int]] = {}
    for first, second in form.pairs:
        near.setdefault(first, set()).add(second)
        near.setdefault(second, set()).add(first)
    sides: dict[int, int] = {}
    parts = []
    for start in sorted(near):
        if start in sides:
            continue
        sides[start] = 0
        part = [start]
        for digit in part:  # grows during iteration
            for other in sorted(near[digit]):
                if other not in sides:
                    sides[other] = 1 - sides[digit]
                    part.append(other)
        parts.append(part)
    is_two_sided = all(sides[a] != sides[b] for a, b in form.pairs)
    if is_two_sided:
        yield frozenset(digit for digit, side in sides.items() if side)
    if len(parts) > 1:
        yield from map(frozenset, parts)
