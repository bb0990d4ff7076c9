"""The equations of a board: sums of houses minus sums of rules, as far as few cells are left over.

Every house has a known total of worths: 45 if each digit is worth its value, 1 if only one digit
counts. Take some houses, perhaps less others that cross them, and subtract what the rules say
(`linear`): what is left over is an equation over few cells. This one idea gives the rule of 45,
with cages, arrows, lines and region sums; set equivalence; high and low along whispers; the digits
that a line of consecutive digits must have.

Which equations there are depends on the layout alone: they are computed once. Rules are subtracted
greedily, always the one that leaves the fewest cells; trying all choices would cost more than
steps gain. What a single house leaves over in this way serves as a rule for the others (a hidden
cage).

>>> from satdoku.layout import Layout
>>> first, *_ = sums_of_lines(Layout.named("4x4+killer:6:r1c1-r1c3"))
>>> first.weights, first.total
(((3, 1),), 4)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import combinations

from ..layout_data import LayoutData
from .linear import (
    Balance,
    FullSet,
    LinearRow,
    Weights,
    Worths,
    full_sets,
    linear_rows,
    telling_sets,
)

#: Limits: cells left over; cells of a hidden cage; rules subtracted; parallel lines together.
MOST_CELLS, MOST_HIDDEN, MOST_RULES, MOST_LINES = 12, 5, 16, 4
#: Houses that share at least this many cells are subtracted from each other.
CROSSING = 2
#: What a rule must save to be subtracted (see `_cost`).
LEAST_GAIN = 3
#: Full sets that are added.
SomeSets = tuple[FullSet, ...]
#: Full sets added, full sets subtracted, and the weights of the cells that are left.
Group = tuple[SomeSets, SomeSets, Weights]


@lru_cache(maxsize=4)
def sum_balances(layout: LayoutData) -> tuple[Balance, ...]:
    """Return the equations of sums, those with few premises and cells first."""
    groups = _groups(full_sets(layout), layout.size)
    return _sorted(_balances(layout, tuple(layout.digits), groups))


@lru_cache(maxsize=4)
def sums_of_lines(layout: LayoutData) -> tuple[Balance, ...]:
    """Return the equations of sums of single houses and of lines side by side, in the same
    order."""
    groups = _alone_or_side_by_side(full_sets(layout))
    return _sorted(_balances(layout, tuple(layout.digits), groups, has_hidden=False))


@lru_cache(maxsize=4)
def count_balances(layout: LayoutData) -> tuple[Balance, ...]:
    """Return the equations that count digits of a set, in the same order."""
    found: list[Balance] = []
    groups = _groups(full_sets(layout), layout.size)
    for digits in telling_sets(layout):
        worths = tuple(int(d in digits) for d in layout.digits)
        found += _balances(layout, worths, groups)
    return _sorted(found)


def sets_side_by_side(known: Sequence[FullSet], most: int = MOST_LINES) -> list[SomeSets]:
    """Return the full sets, each alone, then two to `most` rows or columns side by side."""
    found: list[SomeSets] = [(one,) for one in known]
    for count in range(2, most + 1):
        for kind in ("row", "column"):
            lines = [one for one in known if one.kind == kind]
            for k in range(len(lines) - count + 1):
                found.append(tuple(lines[k : k + count]))
    return found


def _sorted(found: Iterable[Balance]) -> tuple[Balance, ...]:
    return tuple(sorted(found, key=lambda one: one.premises + len(one.weights)))


def _balances(
    layout: LayoutData,
    worths: Worths,
    groups: Sequence[Group],
    has_hidden: bool = True,
) -> Iterator[Balance]:
    """Yield the equations with these worths, of full sets less others, that need a rule."""
    rows = [
        Balance(worths, (), (), ((row, -1),), row.weights, row.total)
        for row in linear_rows(layout, worths)
    ]
    known = {(row.weights, row.total) for row in rows}
    wholes = []
    for added, taken, weights in groups:
        total = sum(worths) * (len(added) - len(taken))
        whole = Balance(worths, added, taken, (), weights, total)
        wholes.append(whole)
        needs_rule = any(full.rule >= 0 for full in (*added, *taken))
        key = (weights, total)
        if needs_rule and taken and len(weights) <= MOST_CELLS and key not in known:
            known.add(key)
            yield whole
    if not rows:
        return
    hidden = []
    if has_hidden:
        saving = _Subtractables(rows)
        for whole in wholes:
            if whole.premises == 1:
                hidden += [one for one in saving.subtracted_from(whole, MOST_HIDDEN) if one.weights]
    for more in ([], hidden) if hidden else ([],):
        saving = _Subtractables([*rows, *more])
        for whole in wholes:
            for one in saving.subtracted_from(whole, MOST_CELLS):
                said = one if one.added else _together(worths, [(one, -1)])
                key = (said.weights, said.total)
                if said.rules and said.weights and key not in known:
                    known.add(key)
                    yield said


def _weights(weights: dict[int, int]) -> Weights:
    return tuple(sorted((cell, weight) for cell, weight in weights.items() if weight))


def _cost(weight: int) -> int:
    """Return what a cell costs by its weight: one that counts twice is not as bad as two."""
    return 6 * abs(weight) + 4 if weight else 0


class _Subtractables:
    """What rules say, to be subtracted where that leaves fewer cells.

    What a row saves changes only when one that shares a cell with it is subtracted, so the numbers
    of the rows of each cell are kept (`of_cell`), and those beside each row (`beside`).
    """

    def __init__(self, rows: Sequence[Balance]) -> None:
        self.rows = rows
        self.cells = [frozenset(cell for cell, _ in row.weights) for row in rows]
        self.of_cell: dict[int, list[int]] = {}
        for number, cells in enumerate(self.cells):
            for cell in cells:
                self.of_cell.setdefault(cell, []).append(number)
        self.beside = [self._at(cells) for cells in self.cells]

    def _at(self, cells: Iterable[int]) -> frozenset[int]:
        """Return the numbers of the rows with one of these cells."""
        found = set[int]()
        for cell in cells:
            found.update(self.of_cell.get(cell, ()))
        return frozenset(found)

    def subtracted_from(self, start: Balance, most: int) -> Iterator[Balance]:
        """Yield the equation less the rows that lie inside it, then less others, too, as long as
        one leaves fewer cells; each row at most once. Equations of more than `most` cells are left
        out, and so are those less nothing."""
        weights = dict(start.weights)
        there = {cell for cell, weight in start.weights if weight}
        near = self._at(weights)
        inside = {number for number in near if self.cells[number] <= weights.keys()}
        parts = [(start, 1)]
        used = set[int]()
        for allowed in (inside, None):
            before = len(parts)
            gains: dict[int, tuple[int, int]] = {}
            changed = near
            while len(parts) <= MOST_RULES:
                for number in changed - used:
                    if allowed is None or number in allowed:
                        gains[number] = self._gain(number, weights, there)
                best = _best(gains)
                if best < 0:
                    break
                _, sign = gains.pop(best)
                used.add(best)
                parts.append((self.rows[best], -sign))
                for cell, weight in self.rows[best].weights:
                    own = weights.get(cell, 0) - sign * weight
                    weights[cell] = own
                    if own:
                        there.add(cell)
                    else:
                        there.discard(cell)
                changed = self.beside[best]
                near |= changed
            left = [weight for weight in weights.values() if weight]
            if len(parts) > before and len(left) <= most:
                yield _together(start.worths, parts)

    def _gain(
        self, number: int, weights: dict[int, int], there: AbstractSet[int]
    ) -> tuple[int, int]:
        """Return what a row saves, and the sign with which it is subtracted. there: the cells that
        have a weight."""
        own = self.rows[number].weights
        # Only a row most of whose cells are there can leave fewer.
        if 2 * len(self.cells[number] & there) <= len(own):
            return 0, 1
        found = (0, 1)
        for sign in (1, -1):
            gain = 0
            for cell, weight in own:
                before = weights.get(cell, 0)
                gain += _cost(before)
                gain -= _cost(before - sign * weight)
            if gain > found[0]:
                found = (gain, sign)
        return found


def _best(gains: dict[int, tuple[int, int]]) -> int:
    """Return the number of the row that saves most, the first of these; -1 if none saves enough."""
    best = -1
    most_gained = LEAST_GAIN
    for number, (gain, _) in gains.items():
        if gain > most_gained or (gain == most_gained and number < best):
            best = number
            most_gained = gain
    return best


def _together(worths: Worths, parts: Sequence[tuple[Balance, int]]) -> Balance:
    """Return the sum of equations, each times its factor."""
    weights = Counter[int]()
    rules = Counter[LinearRow]()
    sets = Counter[FullSet]()
    total = 0
    for one, factor in parts:
        total += factor * one.total
        for cell, weight in one.weights:
            weights[cell] += factor * weight
        for row, often in one.rules:
            rules[row] += factor * often
        for full in one.added:
            sets[full] += factor
        for full in one.taken:
            sets[full] -= factor
    return Balance(
        worths=worths,
        added=tuple(sets.elements()),
        taken=tuple((-sets).elements()),
        rules=tuple((row, often) for row, often in rules.items() if often),
        weights=_weights(weights),
        total=total,
    )


@lru_cache(maxsize=4)
def _alone_or_side_by_side(known: SomeSets) -> tuple[Group, ...]:
    """Return the groups of full sets each alone, and of lines side by side."""
    return tuple(_weighed(some, ()) for some in sets_side_by_side(known))


@lru_cache(maxsize=4)
def _groups(known: SomeSets, size: int) -> tuple[Group, ...]:
    """Return the groups of full sets side by side, of two that share no cell, of one less one that
    crosses it, and of lines less regions that lie mostly in them. size: of the board."""
    cells = {one: frozenset(one.cells) for one in known}
    runs = sets_side_by_side(known)
    found: list[tuple[SomeSets, SomeSets]] = [(some, ()) for some in runs]
    for one, other in combinations(known, 2):
        shared = len(cells[one] & cells[other])
        if shared >= CROSSING:
            found.append(((one,), (other,)))
        elif not shared:
            are_parallel = one.kind == other.kind and one.kind in ("row", "column")
            if not are_parallel:
                found.append(((one, other), ()))
    regions = [one for one in known if one.kind not in ("row", "column")]
    for run in runs:
        if run[0] in regions:
            continue
        inside = set[int]()
        for line in run:
            inside |= cells[line]
        mostly = []
        for one in regions:
            shared = len(cells[one] & inside)
            if 2 * shared > size:
                mostly.append(one)
        for count in range(1, min(len(run), 3) + 1):
            found += [(run, some) for some in combinations(mostly, count)]
    return tuple(_weighed(added, taken) for added, taken in dict.fromkeys(found))


def _weighed(added: SomeSets, taken: SomeSets) -> Group:
    """Return full sets, less others, with the weights of the cells that are left."""
    weights = Counter[int]()
    for one in added:
        weights.update(one.cells)
    for one in taken:
        weights.subtract(one.cells)
    return added, taken, _weights(weights)
