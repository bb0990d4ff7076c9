"""Sums that a puzzle's rules imply: innies, outies and both, of adjacent houses.

Houses that hold every digit have a known sum. Take one, or several adjacent ones, and subtract the
rules' sums that lie inside: the rest (innies) has a known sum. Add sums that also stick out until
all cells are covered: the cells outside (outies) have one. In between, where sums stick out a
little, innies minus outies have one. Small sums found in this way are used in a second round.

They are consequences, so they change no count and no solution. Engines search less with them:
`Theory.strengthened` adds them as clauses to the theory's own. No explanation, certificate or list
of rules includes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..layout_data import LayoutData
from .clauses.alternatives import add_union
from .clauses.builder import Clauses
from .clauses.counts import add_distinct_sum
from .clauses.form_clauses import say
from .clauses.segments import WRITERS, add_segment
from .forms import Candidates, Form, sets, weighted_sum
from .geometry import neighbours

#: Limits: cells of an implied sum, adjacent houses, rounds.
MOST_CELLS, MOST_HOUSES, ROUNDS = 6, 4, 2
#: Sums of at most this many cells are always used, larger ones only while there are fewer sums.
FEW_CELLS, ENOUGH = 3, 8
#: Cells as a bit mask → their sum.
Known = dict[int, int]


@dataclass(frozen=True, slots=True)
class ImpliedSum:
    """The digits of `plus` minus those of `minus` add up to the total. houses: the indexes in
    `layout.houses` of the houses that it comes from."""

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    houses: tuple[int, ...]

    def forms(self, layout: LayoutData) -> Iterator[Form]:
        """Yield it as generic forms."""
        digits, cells = layout.digits, {*self.plus}
        if not self.minus and any(cells <= set(house.cells) for house in layout.houses):
            if len(cells) == 1:
                yield Candidates(self.plus[0], frozenset({self.total}))
            else:
                total = self.total
                yield sets(self.plus, digits, lambda s: sum(s) == total, ("sum", total))
            return
        signs = [1] * len(self.plus) + [-1] * len(self.minus)
        yield weighted_sum((*self.plus, *self.minus), signs, self.total)

    def text(self, layout: LayoutData) -> str:
        """Return 'r1c1 + r2c1 - r3c4 = 7 (row 1, row 2)'."""
        names = " + ".join(map(layout.cell_name, self.plus))
        names += "".join(f" - {layout.cell_name(cell)}" for cell in self.minus)
        return f"{names} = {self.total} ({', '.join(str(layout.houses[h]) for h in self.houses)})"


def known_sums(layout: LayoutData) -> Known:
    """Return the sums of different cells that the rules give directly."""
    return {
        _bits(c.cells): c.values[0]
        for c in layout.constraints
        if c.kind in ("killer", "sum", "little-killer")
        and len(c.values) == 1
        and len(set(c.cells)) == len(c.cells)
    }


@lru_cache(maxsize=8)
def implied_sums(layout: LayoutData) -> tuple[ImpliedSum, ...]:
    """Return the sums that the rules of a layout imply, each once, those of few cells first."""
    known = known_sums(layout)
    if not known:
        return ()
    own = set(known)
    found: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
    groups = _groups(layout.without_constraints())
    for _ in range(ROUNDS):
        before = len(known)
        for group, inside in groups:
            whole = len(group) * sum(layout.digits)
            for plus, minus, total in _of_group(inside, whole, known):
                if minus or plus not in own:
                    found.setdefault((plus, minus), (total, group))
        for (plus, minus), (total, _group) in found.items():
            if not minus and plus.bit_count() <= FEW_CELLS:
                known.setdefault(plus, total)
        if len(known) == before:
            break
    by_size = sorted(found.items(), key=lambda one: (one[0][0] | one[0][1]).bit_count())
    sums = [ImpliedSum(_cells(both[0]), _cells(both[1]), *found) for both, found in by_size]
    largest = FEW_CELLS if len(sums) < ENOUGH else _size(sums[ENOUGH - 1])
    return tuple([one for one in sums if _size(one) <= max(FEW_CELLS, largest)])


def has_implied(layout: LayoutData) -> bool:
    """Return whether the rules may imply more clauses: see `strengthen`."""
    kinds = {c.kind for c in layout.constraints}
    return bool(kinds & {"counting-circles", "or", *WRITERS}) or bool(known_sums(layout))


def strengthen(clauses: Clauses) -> Clauses:
    """Return a copy of a layout's clauses with implied clauses added; the same if there are none.

    Counting circles imply more: each digit in them occurs as often as its value, so the different
    digits add up to the number of circles. Sandwiches and X-sums of whole lines are encoded by sets
    of digits (`clauses.segments`), and an `or` also as the union of what its alternatives allow.
    """
    layout = clauses.layout
    sums = implied_sums(layout)
    circles = [c.cells for c in layout.constraints if c.kind == "counting-circles"]
    segments = [c for c in layout.constraints if c.kind in WRITERS and _is_line(c.cells, layout)]
    if not sums and not circles and not segments and not clauses.alternatives:
        return clauses
    more = clauses.fork()
    for one in sums:
        say(more, "implied sum", one.forms(layout))
    for cells in circles:
        say(more, "implied sum", ())
        add_distinct_sum(more, cells, len(cells))
    for c in segments:
        say(more, "implied sum", ())
        add_segment(more, c.kind, c.cells, c.values[0])
    for what, alternatives, firsts in clauses.alternatives:
        say(more, what, ())
        add_union(more, alternatives, firsts)
    return more


def _is_line(cells: tuple[int, ...], layout: LayoutData) -> bool:
    """Return whether the cells are a house with each of four or more digits, counting from 1."""
    size = len(layout.digits)
    whole = len(set(cells)) == len(cells) == size > 3 and layout.digits[0] == 1
    return whole and any(set(cells) == set(house.cells) for house in layout.houses)


def _size(one: ImpliedSum) -> int:
    return len(one.plus) + len(one.minus)


def _of_group(inside: int, whole: int, known: Known) -> Iterator[tuple[int, int, int]]:
    """Yield (cells added, cells subtracted, total) for houses with these cells and this sum."""
    touching = sorted(
        ((cells & ~inside).bit_count(), -cells.bit_count(), cells)
        for cells in known
        if cells & inside
    )
    covered = 0
    left = whole
    last = 0
    for out, size, cells in touching:  # those inside first, then those that stick out more and more
        if out != last and covered:
            yield from _left_over(inside, covered, left)
        last = out
        if not cells & covered and (not out or 2 * out < -size):
            covered |= cells
            left -= known[cells]
    if covered:
        yield from _left_over(inside, covered, left)
    covered, left = 0, whole
    for _, _, cells in touching:
        if not cells & covered:
            covered |= cells
            left -= known[cells]
    if not inside & ~covered:
        yield from _left_over(inside, covered, left)


def _left_over(inside: int, covered: int, left: int) -> Iterator[tuple[int, int, int]]:
    plus, minus = inside & ~covered, covered & ~inside
    if 0 < (plus | minus).bit_count() <= MOST_CELLS:
        yield (plus, minus, left) if plus else (minus, 0, -left)


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _cells(bits: int) -> tuple[int, ...]:
    return tuple([cell for cell in range(bits.bit_length()) if bits >> cell & 1])


@lru_cache(maxsize=8)
def _groups(layout: LayoutData) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return (numbers, cells) of houses that hold every digit: each alone, and several adjacent
    ones of one kind that share no cell."""
    full = [h for h, house in enumerate(layout.houses) if len(house.cells) == len(layout.digits)]
    cells = {h: _bits(layout.houses[h].cells) for h in full}

    def beside(h: int) -> list[int]:
        house = layout.houses[h]
        around = _bits({near for cell in house.cells for near in neighbours(layout, cell)})
        alike = [k for k in full if layout.houses[k].kind == house.kind]
        return [k for k in alike if not cells[h] & cells[k] and around & cells[k]]

    near = {h: beside(h) for h in full}
    pending = {frozenset({h}): cells[h] for h in full}
    groups: dict[frozenset[int], int] = {}
    while pending:
        groups |= pending
        pending = {
            group | {k}: inside | cells[k]
            for group, inside in pending.items()
            if len(group) < MOST_HOUSES
            for h in group
            for k in near[h]
            if not cells[k] & inside
        }
    return tuple([(tuple(sorted(group)), inside) for group, inside in groups.items()])
