"""The sums that groups of cells can have, and what an equation leaves of their candidates.

An equation's open cells are split into parts: cells with one weight that a house keeps different,
all cells of a rule that lists its sets of digits, single cells. For each part its possible sums are
computed exactly, and a sum stays if the sums of the other parts can make up the rest. That is
bounds and parity at once. That cells of different parts may see each other is not used.

A digit that is in every filling of a part with such a sum is in one of its cells, so what sees all
places of it there cannot hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ....constraints.forms import Distinct, Sets
from ....constraints.linear import Balance, Worths
from ....constraints.registry import all_forms
from ....frozen import frozen
from ....geometry import Cells
from ....layout import Layout
from ...view import ones

#: The largest group whose fillings are listed.
LARGEST = 7
#: An equation with more open parts than this is only looked at by its bounds.
FEW_PARTS = 3


@frozen
class ApartCells:
    """Cells that hold different digits; sets: the sets that they can hold, as bits (None: any).
    rule: the number of the rule that says so, -1 for a house."""

    cells: frozenset[int]
    rule: int
    sets: frozenset[int] | None = None


@lru_cache(maxsize=8)
def groups_of(layout: Layout) -> tuple[ApartCells, ...]:
    """Return the groups of a board: rules with sets first, since they say most."""
    found = []
    low = layout.digits[0]
    for number, some in enumerate(all_forms(layout)):
        for form in some:
            if isinstance(form, Sets):
                sets = frozenset(sum(1 << d - low + 1 for d in digits) for digits in form.sets)
                found.append(ApartCells(frozenset(form.cells), number, sets))
    for number, some in enumerate(all_forms(layout)):
        for form in some:
            if isinstance(form, Distinct):
                found.append(ApartCells(frozenset(form.cells), number))
    found += [ApartCells(frozenset(house.cells), -1) for house in layout.houses]
    return tuple(found)


@dataclass(frozen=True)
class Summand:
    """Cells of an equation with one weight that are looked at together, and their candidates as
    bits. group: by which their digits differ, if they are several."""

    cells: Cells
    weight: int
    candidates: tuple[int, ...]
    group: ApartCells | None = None

    @cached_property
    def fillings(self) -> frozenset[int]:
        """The sets of digits, as bits, that its cells can hold."""
        return self._fillings(self.candidates)

    def any_fillings(self, digit_count: int) -> frozenset[int]:
        """Return the sets of digits that its cells could hold if they had all candidates."""
        every = sum(1 << d for d in range(1, digit_count + 1))
        return self._fillings([every] * len(self.cells))

    def _fillings(self, candidates: Sequence[int]) -> frozenset[int]:
        found = _sets_of_different(tuple(sorted(candidates)))
        if self.group and self.group.sets is not None:
            found &= self.group.sets
        return found

    def sums(self, worths: Worths) -> set[int]:
        """Return the sums, times the weight."""
        return {self.weight * _sum(some, worths) for some in self.fillings}

    def with_sums(self, worths: Worths, sums: set[int]) -> set[int]:
        """Return the fillings with one of the sums."""
        return {some for some in self.fillings if self.weight * _sum(some, worths) in sums}

    def places(self, d: int) -> Cells:
        """Return the cells that may hold a digit."""
        return tuple(c for c, own in zip(self.cells, self.candidates, strict=True) if own >> d & 1)

    def lost(self, worths: Worths, sums: set[int]) -> Iterator[tuple[int, int]]:
        """Yield (cell, digit) of the candidates that are in no filling with one of the sums."""
        held = [0] * len(self.cells)
        for some in self.with_sums(worths, sums):
            if any(own & some & ~known for own, known in zip(self.candidates, held, strict=True)):
                _note_held(self.candidates, some, held)
        for k, cell in enumerate(self.cells):
            for d in ones(self.candidates[k] & ~held[k]):
                yield cell, d


# The digits of a filling are those of all its cells, so a cell holds a digit in one of its orders
# just if the cells before it can hold some of the others, and the cells after it the rest.
def _note_held(candidates: Sequence[int], filling: int, held: list[int]) -> None:
    """Add to `held`, by cell, the digits that it holds in some order of a filling."""
    before = [{0}]
    for own in candidates[:-1]:
        before.append(_longer(before[-1], own & filling))
    after = {0}
    for k in range(len(candidates) - 1, -1, -1):
        own = candidates[k] & filling
        for d in ones(own):
            others = filling & ~(1 << d)
            if any(others & ~used in after for used in before[k] if not used >> d & 1):
                held[k] |= 1 << d
        after = _longer(after, own)


def _longer(sets: set[int], digits: int) -> set[int]:
    """Return the sets of digits with one more of these digits."""
    found = set[int]()
    for used in sets:
        free = digits & ~used
        while free:
            lowest = free & -free
            found.add(used | lowest)
            free ^= lowest
    return found


@lru_cache(maxsize=1 << 14)
def _sets_of_different(candidates: tuple[int, ...]) -> frozenset[int]:
    """Return the sets of digits, as bits, that cells with these candidates hold if all differ."""
    found = {0}
    for digits in sorted(candidates, key=int.bit_count):
        found = _longer(found, digits)
    return frozenset(found)


@lru_cache(maxsize=1 << 14)
def _sum(digits: int, worths: Worths) -> int:
    return sum(worths[d - 1] for d in ones(digits))


@lru_cache(maxsize=1 << 14)
def _bounds(digits: int, count: int, worths: Worths) -> tuple[int, int]:
    """Return the least and the largest worth of so many different ones of the digits."""
    some = sorted(worths[d - 1] for d in ones(digits))
    return sum(some[:count]), sum(some[-count:])


#: Cells with one weight, the weight, and the group by which their digits differ.
Place = tuple[Cells, int, ApartCells | None]


def places_of(layout: Layout, balance: Balance) -> tuple[Place, ...]:
    """Return the cells of an equation as they are looked at together: rules with sets as they come,
    then always the largest group left."""
    left = dict(balance.weights)
    groups = groups_of(layout)
    found: list[Place] = []
    for group in groups:
        weights = {left.get(cell, 0) for cell in group.cells}
        if group.sets is not None and len(weights) == 1 and 0 not in weights:
            found.append((tuple(sorted(group.cells)), weights.pop(), group))
            left = {cell: own for cell, own in left.items() if cell not in group.cells}
    while left:
        first = min(left)
        best: Place = ((first,), left[first], None)
        for weight in sorted(set(left.values())):
            own = {cell for cell in left if left[cell] == weight}
            for group in groups:
                inside = own & group.cells
                if group.sets is None and len(inside) > len(best[0]):
                    best = tuple(sorted(inside)), weight, group
        found.append(best)
        for cell in best[0]:
            del left[cell]
    return tuple(found)


@frozen
class Remainder:
    """What is left of an equation at a position: its parts add up to the total. lost: (cell,
    digit) of the candidates that cannot be. holder, held: if these are outside, the part that
    must hold digits, and these digits."""

    balance: Balance
    parts: tuple[Summand, ...]
    total: int
    lost: tuple[tuple[int, int], ...] = ()
    holder: Summand | None = None
    held: tuple[int, ...] = ()


def remainder(
    balance: Balance, places: Sequence[Place], candidates: Sequence[int], sees: Sequence[int]
) -> Remainder | None:
    """Return what an equation leaves at a position; None if it takes nothing away. places: its
    cells as they are looked at together. candidates: of each cell, as bits, the digit itself where
    it is placed. sees: of each cell, the cells that it sees, as bits."""
    worths = balance.worths
    if not _is_tight(places, candidates, worths, balance.total):
        return None
    total = balance.total
    parts = []
    for cells, weight, group in places:
        open_cells = []
        for cell in cells:
            if candidates[cell] & candidates[cell] - 1:
                open_cells.append(cell)
            else:
                total -= weight * _sum(candidates[cell], worths)
        if len(open_cells) > LARGEST:
            return None
        if open_cells:
            # The sets of a rule are those of all its cells.
            known = group
            if group and group.sets is not None and len(open_cells) < len(cells):
                known = ApartCells(group.cells, group.rule)
            left = tuple(candidates[cell] for cell in open_cells)
            parts.append(Summand(tuple(open_cells), weight, left, known))
    fitting = _fitting(parts, worths, total)
    lost = list[tuple[int, int]]()
    for part, sums in zip(parts, fitting, strict=True):
        if len(sums) < len(part.sums(worths)):
            lost += part.lost(worths, sums)
    if lost:
        return Remainder(balance, tuple(parts), total, tuple(lost))
    own = {cell for row, _ in balance.rules for cell, _ in row.weights}
    for part, sums in zip(parts, fitting, strict=True):
        outside = _lost_outside(part, part.with_sums(worths, sums), worths, candidates, sees)
        # What the cells of the rules cannot hold is said more simply by the rules.
        outside = tuple(one for one in outside if one[0] not in own)
        if outside:
            held = tuple(dict.fromkeys(d for _, d in outside))
            return Remainder(balance, tuple(parts), total, outside, part, held)
    return None


def _lost_outside(
    part: Summand,
    fillings: set[int],
    worths: Worths,
    candidates: Sequence[int],
    sees: Sequence[int],
) -> tuple[tuple[int, int], ...]:
    """Return (cell, digit) of the candidates that see all places of a digit that counts and is in
    each of these fillings of a part; but for digits that its rule puts there by itself."""
    if len(part.cells) < 2 or not fillings:
        return ()
    counting = sum(1 << d for d, worth in enumerate(worths, 1) if worth)
    held = _in_all(fillings) & counting
    if held and part.group:
        held &= ~_in_all(part.any_fillings(len(worths)))
    found = []
    for d in ones(held):
        seen = -1
        for cell in part.places(d):
            seen &= sees[cell]
        for cell in ones(seen):
            if candidates[cell] >> d & 1:
                found.append((cell, d))
    return tuple(found)


def _in_all(fillings: Iterable[int]) -> int:
    """Return the digits that are in each of some fillings."""
    digits = -1
    for some in fillings:
        digits &= some
    return digits


def _is_tight(
    places: Sequence[Place], candidates: Sequence[int], worths: Worths, total: int
) -> bool:
    """Return whether bounds or parity may take something away: a quick answer for most."""
    low = 0
    high = 0
    step = 0
    is_open = 0
    counts_twice = False
    for cells, weight, _ in places:
        least = 0
        most = 0
        every = 0
        largest = 0
        for cell in cells:
            digits = candidates[cell]
            every |= digits
            fewest, greatest = _bounds(digits, 1, worths)
            least += fewest
            most += greatest
            largest = max(largest, greatest - fewest)
        if len(cells) > 1:
            together = _bounds(every, len(cells), worths)
            least = max(least, together[0])
            most = min(most, together[1])
        low += weight * (least if weight > 0 else most)
        high += weight * (most if weight > 0 else least)
        if largest:
            is_open += 1
            step = max(step, largest * abs(weight))
            counts_twice = counts_twice or abs(weight) > 1
    if high - total < step or total - low < step:
        return is_open > 0
    return counts_twice and is_open <= FEW_PARTS


def _fitting(parts: Sequence[Summand], worths: Worths, total: int) -> list[set[int]]:
    """Return the sums of each part with which the others can make the total."""
    sums = [part.sums(worths) for part in parts]
    before = [{0}]
    for some in sums:
        before.append({one + other for one in before[-1] for other in some})
    after = {0}
    found = []
    for k in range(len(parts) - 1, -1, -1):
        fitting = {own for own in sums[k] if _makes(total - own, before[k], after)}
        found.append(fitting)
        after = {one + other for one in after for other in sums[k]}
    return found[::-1]


def _makes(rest: int, some: set[int], others: set[int]) -> bool:
    """Return whether a number of each set add up to the rest."""
    return any(rest - one in others for one in some)
