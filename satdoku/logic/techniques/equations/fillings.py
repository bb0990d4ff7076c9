"""The sums that groups of cells can have, and what an equation leaves of their candidates.

An equation's open cells are split into parts: cells with one weight that a house keeps different,
all cells of a rule that lists its sets of digits, single cells. For each part its possible sums are
computed exactly, and a sum stays if the sums of the other parts can make up the rest. That is
bounds and parity at once. That cells of different parts may see each other is not used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from ....constraints.forms import Distinct, Sets
from ....constraints.linear import Worths
from ....constraints.registry import all_forms
from ....frozen import frozen
from ....geometry import Cells
from ....layout import Layout
from ...view import View, ones
from .system import Balance

#: The largest group whose fillings are listed.
LARGEST = 7
#: An equation with more parts than this is only looked at by its bounds.
FEW_PARTS = 4


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


class Summand:
    """Cells of an equation with one weight, and what they can hold."""

    def __init__(
        self, cells: Cells, weight: int, candidates: Sequence[int], group: ApartCells | None = None
    ) -> None:
        self.cells = cells
        self.weight = weight
        self.candidates = candidates
        self.group = group

    def bounds(self, worths: Worths) -> tuple[int, int, int]:
        """Return the least and the largest sum, times the weight, roughly; and how far the sum can
        move by one cell."""
        least = 0
        most = 0
        step = 0
        for digits in self.candidates:
            some = [worths[d - 1] for d in ones(digits)]
            least += min(some)
            most += max(some)
            step = max(step, max(some) - min(some))
        if self.group:
            every = 0
            for digits in self.candidates:
                every |= digits
            some = sorted(worths[d - 1] for d in ones(every))
            least = max(least, sum(some[: len(self.cells)]))
            most = min(most, sum(some[-len(self.cells) :]))
        least, most = sorted((self.weight * least, self.weight * most))
        return least, most, abs(self.weight) * step

    @cached_property
    def fillings(self) -> frozenset[int]:
        """The sets of digits, as bits, that its cells can hold."""
        return self._fillings(self.candidates)

    def _fillings(self, candidates: Sequence[int]) -> frozenset[int]:
        found = {0}
        for digits in sorted(candidates, key=int.bit_count):
            found = {used | 1 << d for used in found for d in ones(digits & ~used)}
        if self.group and self.group.sets is not None:
            found &= self.group.sets
        return frozenset(found)

    def sums(self, worths: Worths) -> set[int]:
        """Return the sums, times the weight."""
        return {self.weight * _sum(some, worths) for some in self.fillings}

    def lost(self, worths: Worths, sums: set[int]) -> Iterator[tuple[int, int]]:
        """Yield (cell, digit) of the candidates that are in no filling with one of the sums."""
        good = {some for some in self.fillings if self.weight * _sum(some, worths) in sums}
        for k, cell in enumerate(self.cells):
            for d in ones(self.candidates[k]):
                if not any(some >> d & 1 for some in good):
                    yield cell, d
                    continue
                fixed = list(self.candidates)
                fixed[k] = 1 << d
                if not self._fillings(fixed) & good:
                    yield cell, d


@lru_cache(maxsize=1 << 14)
def _sum(digits: int, worths: Worths) -> int:
    return sum(worths[d - 1] for d in ones(digits))


@frozen
class Remainder:
    """What is left of an equation at a position: its parts add up to the total. lost: (cell,
    digit) of the candidates that cannot be."""

    balance: Balance
    parts: tuple[Summand, ...]
    total: int
    lost: tuple[tuple[int, int], ...]


def remainder(view: View, balance: Balance, candidates: Sequence[int]) -> Remainder | None:
    """Return what an equation leaves at a position; None if it takes nothing away. candidates: of
    each cell, as bits, the digit itself where it is placed."""
    total = balance.total
    worths = balance.worths
    weights = {}
    for cell, weight in balance.weights:
        some = {worths[d - 1] for d in ones(candidates[cell])}
        if len(some) == 1:
            total -= weight * some.pop()
        else:
            weights[cell] = weight
    if not weights:
        return None
    parts = tuple(_parts(view, weights, candidates))
    if not _is_tight(parts, worths, total):
        return None
    if max(len(part.cells) for part in parts) > LARGEST:
        return None
    lost = tuple(_lost(parts, worths, total))
    return Remainder(balance, parts, total, lost) if lost else None


def _parts(view: View, weights: dict[int, int], candidates: Sequence[int]) -> Iterator[Summand]:
    """Yield the parts: rules with sets as they come, then always the largest group left."""
    left = dict(weights)
    groups = groups_of(view.layout)
    for group in groups:
        if group.sets is not None and len({left.get(cell, 0) for cell in group.cells}) == 1:
            cells = tuple(sorted(group.cells))
            weight = left.get(cells[0], 0)
            if weight:
                yield Summand(cells, weight, [candidates[cell] for cell in cells], group)
                left = {cell: own for cell, own in left.items() if cell not in group.cells}
    while len(left) > 1:
        best: tuple[list[int], ApartCells | None] = ([], None)
        for weight in sorted(set(left.values())):
            own = [cell for cell in left if left[cell] == weight]
            for group in groups:
                if group.sets is None:
                    inside = [cell for cell in own if cell in group.cells]
                    if len(inside) > max(1, len(best[0])):
                        best = inside, group
        cells = tuple(best[0])
        if not cells:
            break
        yield Summand(cells, left[cells[0]], [candidates[cell] for cell in cells], best[1])
        for cell in cells:
            del left[cell]
    for cell, weight in left.items():
        yield Summand((cell,), weight, [candidates[cell]])


def _is_tight(parts: Sequence[Summand], worths: Worths, total: int) -> bool:
    """Return whether bounds or parity may take something away: a quick answer for most."""
    least = 0
    most = 0
    step = 0
    for part in parts:
        low, high, own = part.bounds(worths)
        least += low
        most += high
        step = max(step, own)
    if most - total < step or total - least < step:
        return True
    return len(parts) <= FEW_PARTS and any(abs(part.weight) > 1 for part in parts)


def _lost(parts: Sequence[Summand], worths: Worths, total: int) -> Iterator[tuple[int, int]]:
    """Yield the candidates that no sums of all parts together have."""
    sums = [part.sums(worths) for part in parts]
    before = [{0}]
    for some in sums:
        before.append({one + other for one in before[-1] for other in some})
    after = {0}
    for k in range(len(parts) - 1, -1, -1):
        fitting = {own for own in sums[k] if _makes(total - own, before[k], after)}
        if len(fitting) < len(sums[k]):
            yield from parts[k].lost(worths, fitting)
        after = {one + other for one in after for other in sums[k]}


def _makes(rest: int, some: set[int], others: set[int]) -> bool:
    """Return whether a number of each set add up to the rest."""
    return any(rest - one in others for one in some)
