"""Sums that a puzzle's rules imply: innies, outies and both, of adjacent houses.

Houses that hold every digit have a known sum. Take one, or several adjacent ones, and subtract the
rules' sums that lie inside: the rest (innies) has a known sum. Add sums that also stick out until
all cells are covered: the cells outside (outies) have one. In between, where sums stick out a
little, innies minus outies have one. (Small sums found in this way could be subtracted from others;
that gained nothing, since propagators do so.)

Sets of cells are bit masks, since each group of houses is compared with every sum. Sums are taken
greedily, those that stick out least first, and never two that overlap: so each is subtracted once,
and what is left over is what no sum covers. Another choice might leave fewer cells; trying all of
them would cost more than the search gains.

They are consequences, so they change no count and no solution. The search on masks has propagators
for them (`kernels.propagation.compiling`): with these, 31 of 36 hard killers are decided within
300 million of work, without them 24, and half of the killers take a tenth of the conflicts. Clauses
have them not: no theory, explanation, certificate or list of rules includes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ..frozen import frozen
from ..geometry import Cells
from ..layout_data import LayoutData
from .forms import (
    Candidates,
    Connected,
    Count,
    Distinct,
    Forms,
    Parted,
    Relation,
    Searched,
    sets,
    weighted_sum,
)
from .geometry import neighbours, pieces

#: Limits: cells of an implied sum, adjacent houses.
MOST_CELLS, MOST_HOUSES = 6, 4
#: Sums of at most this many cells are always used, larger ones only while there are fewer sums.
FEW_CELLS, ENOUGH = 3, 8
#: Cells as a bit mask → their sum.
Known = dict[int, int]


@frozen
class ImpliedSum:
    """The digits of `plus` minus those of `minus` add up to the total. houses: the indexes in
    `layout.houses` of the houses that it comes from."""

    plus: Cells
    minus: Cells
    total: int
    houses: tuple[int, ...]

    def forms(self, layout: LayoutData) -> Forms:
        """Yield it as generic forms."""
        total = self.total
        cells = {*self.plus}
        in_house = any(cells <= set(house.cells) for house in layout.houses)
        if self.minus or not in_house:
            signs = [1] * len(self.plus) + [-1] * len(self.minus)
            yield weighted_sum((*self.plus, *self.minus), signs, total)
        elif len(cells) == 1:
            yield Candidates(self.plus[0], frozenset({total}))
        else:
            key = ("sum", total)
            yield sets(self.plus, layout.digits, lambda some: sum(some) == total, key)

    def text(self, layout: LayoutData) -> str:
        """Return 'r1c1 + r2c1 - r3c4 = 7 (row 1, row 2)'."""
        names = " + ".join(map(layout.cell_name, self.plus))
        names += "".join(f" - {layout.cell_name(cell)}" for cell in self.minus)
        houses = ", ".join(str(layout.houses[h]) for h in self.houses)
        return f"{names} = {self.total} ({houses})"


def known_sums(layout: LayoutData) -> Known:
    """Return the sums of different cells that the rules give directly."""
    found = {}
    for c in layout.constraints:
        is_sum = c.kind in ("killer", "sum", "little-killer") and len(c.values) == 1
        if is_sum and len(set(c.cells)) == len(c.cells):
            found[_bits(c.cells)] = c.values[0]
    return found


def held_digits(layout: LayoutData) -> Cells:
    """Return the digits that cells in houses can hold: all, unless rules name the candidates of
    each of these cells."""
    allowed: dict[int, Cells] = {}
    for c in layout.constraints:
        if c.kind == "candidates":
            allowed.update(dict.fromkeys(c.cells, c.values))
    if not allowed:
        return tuple(layout.digits)
    held: set[int] = set()
    for house in layout.houses:
        for cell in house.cells:
            held.update(allowed.get(cell, layout.digits))
    return tuple([d for d in layout.digits if d in held])


@lru_cache(maxsize=8)
def implied_sums(layout: LayoutData) -> tuple[ImpliedSum, ...]:
    """Return the sums that the rules of a layout imply, each once, those of few cells first."""
    known = known_sums(layout)
    if not known:
        return ()
    found = {}  # masks (plus, minus) → sum
    held = held_digits(layout)
    whole = sum(held)
    summed = 0
    for cells in known:
        summed |= cells
    # houses alone decide the groups, so boards with other rules share them
    for houses, inside in _groups(layout.without_constraints(), len(held)):
        if (inside & ~summed).bit_count() > MOST_CELLS:
            continue  # whichever sums are subtracted, too many cells are left over
        for plus, minus, total in _of_group(inside, len(houses) * whole, known):
            # what the rules give directly is not implied
            is_new = minus or plus not in known
            if is_new and (plus, minus) not in found:
                found[plus, minus] = ImpliedSum(_cells(plus), _cells(minus), total, houses)
    sums = sorted(found.values(), key=_size)
    # larger sums cost an engine more than they save, unless there is little else
    largest = FEW_CELLS
    if len(sums) >= ENOUGH:
        largest = max(largest, _size(sums[ENOUGH - 1]))
    return tuple([one for one in sums if _size(one) <= largest])


def regions_in_part(parts: Sequence[Searched]) -> Iterator[Distinct]:
    """Yield that cells are distinct whose labels must be equal: they are in one region."""
    for regions in parts:
        if isinstance(regions, Parted):
            of_label = dict(zip(regions.labels, regions.cells, strict=True))
            edges = [pair for pair in _equal_pairs(parts) if of_label.keys() >= {*pair}]
            for labels in pieces(of_label, edges):
                if len(labels) > 1:
                    yield Distinct(tuple([of_label[label] for label in labels]))


def with_known_sizes(parts: Sequence[Searched]) -> Iterator[Searched]:
    """Yield the forms; where cells that hold a digit are connected, and other forms tell how many
    they are, with their number."""
    known: dict[tuple[Cells, int], int] = {}
    for form in parts:
        if isinstance(form, Count) and len(form.numbers) == 1:
            (known[form.cells, form.digit],) = form.numbers
    for form in parts:
        if isinstance(form, Connected):
            yield _with_known_size(form, known)
        else:
            yield form


def _with_known_size(form: Connected, known: dict[tuple[Cells, int], int]) -> Connected:
    if form.size or form.border or len(form.digits) != 1:
        return form
    (digit,) = form.digits
    number = known.get((form.cells, digit), 0)
    return replace(form, size=max(0, number))


def _equal_pairs(parts: Sequence[Searched]) -> Iterator[tuple[int, int]]:
    for form in parts:
        if isinstance(form, Relation) and all(d == e for d, e in form.pairs):
            yield form.first, form.second


def _size(one: ImpliedSum) -> int:
    return len(one.plus) + len(one.minus)


def _of_group(inside: int, whole: int, known: Known) -> Iterator[tuple[int, int, int]]:
    """Yield (cells added, cells subtracted, total) for houses with these cells and this sum."""
    # (cells outside, minus the size, cells)
    touching = [
        ((cells & ~inside).bit_count(), -cells.bit_count(), cells)
        for cells in known
        if cells & inside
    ]
    touching.sort()  # those inside first, then those that stick out more and more
    # innies, and innies minus outies: a sum with most of its cells outside would not help
    covered = 0
    left = whole
    last = 0
    for out, size, cells in touching:
        # once for each further overhang: what the sums so far leave over is an equation by itself
        if out != last and covered:
            yield from _left_over(inside, covered, left)
        last = out
        if not cells & covered and (not out or 2 * out < -size):
            covered |= cells
            left -= known[cells]
    if covered:
        yield from _left_over(inside, covered, left)
    # outies: any sums, if they cover all
    covered = 0
    left = whole
    for _, _, cells in touching:
        if not cells & covered:
            covered |= cells
            left -= known[cells]
    if not inside & ~covered:
        yield from _left_over(inside, covered, left)


def _left_over(inside: int, covered: int, left: int) -> Iterator[tuple[int, int, int]]:
    plus = inside & ~covered
    minus = covered & ~inside
    if 0 < (plus | minus).bit_count() <= MOST_CELLS:
        # if only outies are left, their sum is what was subtracted too much
        yield (plus, minus, left) if plus else (minus, 0, -left)


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _cells(bits: int) -> Cells:
    cells = []
    while bits:
        lowest = bits & -bits
        cells.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(cells)


@lru_cache(maxsize=8)
def _groups(layout: LayoutData, size: int) -> tuple[tuple[Cells, int], ...]:
    """Return (numbers, cells) of houses of `size` cells: each alone, and several adjacent ones of
    one kind that share no cell."""
    full = [h for h, house in enumerate(layout.houses) if len(house.cells) == size]
    cells = {h: _bits(layout.houses[h].cells) for h in full}

    def beside(h: int) -> list[int]:
        house = layout.houses[h]
        around = _bits({near for cell in house.cells for near in neighbours(layout, cell)})
        alike = [k for k in full if layout.houses[k].kind == house.kind]
        return [k for k in alike if not cells[h] & cells[k] and around & cells[k]]

    near = {h: beside(h) for h in full}
    groups = {frozenset({h}): cells[h] for h in full}
    pending = list(groups)
    for group in pending:  # the loop appends to it
        if len(group) == MOST_HOUSES:
            continue
        inside = groups[group]
        for h in group:
            for k in near[h]:
                larger = group | {k}
                if not cells[k] & inside and larger not in groups:
                    groups[larger] = inside | cells[k]
                    pending.append(larger)
    return tuple([(tuple(sorted(group)), inside) for group, inside in groups.items()])
