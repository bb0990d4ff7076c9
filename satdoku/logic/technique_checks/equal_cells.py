"""The judge of equal cells: suppose the opposite of a conclusion, and put it into all equal cells.

Which cells are equal is derived here once more. Of two cells alone, a rule says so by all pairs of
digits that its forms allow, or an equation of sums over named houses and rules does, which the
judge of equations adds up. Then a cell equals another where, whatever digit it holds, all other
places of it in a house are taken: by what the cells that equal it see, houses or rules, and what
equals these.

A candidate is refuted if it is then missing in an equal cell, leaves a house without a place for
its digit, or leaves two or three cells that differ with fewer digits than cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from ...constraints.equations import count_balances, sum_balances
from ...constraints.forms import Relation, Sum
from ...constraints.registry import all_forms
from ...inference.entailment import is_entailed
from ...layout import Layout
from ...theory import Theory
from ..position import Position
from .balance import adds_up_to
from .base import Places

#: Cells that hold a digit once, by digit.
Houses = dict[int, list[frozenset[int]]]
#: The most cells that are looked at together; the most cells of a rule that keeps two of them
#: different.
MOST_TOGETHER, MOST_OF_RULE = 3, 20


def equal_cells(position: Position, literal: int, _: Places, with_sets: bool = False) -> bool:
    """Return whether equal cells refute the candidate that a literal denies. with_sets: whether
    cells that hold digits once by counting serve as houses."""
    if literal > 0:
        return False
    equal = _Equal(position, with_sets)
    equal.derive()
    return equal.refute(*position.theory.cell_and_digit(-literal))


def travelling_set(position: Position, literal: int, places: Places) -> bool:
    """Return whether equal cells and sets that travel refute the candidate that is denied."""
    return equal_cells(position, literal, places, with_sets=True)


class _Equal:
    """The open cells of a position with all cells known to be equal to each."""

    def __init__(self, position: Position, with_sets: bool) -> None:
        self.theory = position.theory
        layout = position.layout
        self.digits = layout.digit_numbers
        self.left: dict[int, set[int]] = {}
        for cell in range(layout.cell_count):
            if not position.digit_in(cell):
                self.left[cell] = set(position.candidates_in(cell))
        self.same = {cell: frozenset({cell}) for cell in self.left}
        self.houses: Houses = {d: [] for d in self.digits}
        every = list(_houses(self.theory))
        if with_sets:
            every += _counted_once(layout)
        for d, cells in every:
            # Where the digit is placed, the house has it.
            is_placed = any(position.digit_in(cell) == d for cell in cells)
            if not is_placed:
                self.houses[d].append(cells)
        for one, other in _equal_pairs(layout):
            if one in self.left and other in self.left:
                self._unite(one, other)

    def _unite(self, one: int, other: int) -> None:
        both = self.same[one] | self.same[other]
        for cell in both:
            self.same[cell] = both

    def differ(self, d: int, one: int, other: int) -> bool:
        """Return whether two cells cannot both hold a digit."""
        for a, b in product(self.same[one], self.same[other]):
            if b in _apart(self.theory, d, a):
                return True
        return False

    def derive(self) -> None:
        """Find all cells that equal each other."""
        changed = True
        while changed:
            changed = False
            for cell in self.left:
                for other in self._whatever_it_holds(cell):
                    if other not in self.same[cell]:
                        self._unite(cell, other)
                        changed = True

    def _whatever_it_holds(self, cell: int) -> Iterator[int]:
        """Yield cells that hold the digit of a cell, whichever it is."""
        common: set[int] | None = None
        for d in self.left[cell]:
            forced = set[int]()
            for house in self.houses[d]:
                places = []
                for other in house:
                    is_left = d in self.left.get(other, ())
                    if is_left and not self.differ(d, cell, other):
                        places.append(other)
                if len(places) == 1:
                    forced.update(places)
            common = forced if common is None else common & forced
        yield from common or ()

    def refute(self, cell: int, d: int) -> bool:
        """Return whether a cell cannot hold a digit."""
        if cell not in self.left:
            return False
        if any(d not in self.left[other] for other in self.same[cell]):
            return True
        left = {}
        for other, own in self.left.items():
            of_twins = [self.left[twin] for twin in self.same[other]]
            kept = own.intersection(*of_twins)
            if other in self.same[cell]:
                kept = {d}
            elif self.differ(d, cell, other):
                kept = kept - {d}
            left[other] = kept
        for house in self.houses[d]:
            if not any(d in left.get(other, ()) for other in house):
                return True
        few = []
        for other, digits in left.items():
            is_first = other == min(self.same[other])
            if is_first and len(digits) < MOST_TOGETHER:
                few.append(other)
        for count in range(1, MOST_TOGETHER + 1):
            for cells in combinations(few, count):
                held = set[int]().union(*(left[c] for c in cells))
                if len(held) < count and self._all_differ(cells, left):
                    return True
        return False

    def _all_differ(self, cells: tuple[int, ...], left: dict[int, set[int]]) -> bool:
        for one, other in combinations(cells, 2):
            if not all(self.differ(d, one, other) for d in left[one] & left[other]):
                return False
        return True


@lru_cache(maxsize=8)
def _houses(theory: Theory) -> tuple[tuple[int, frozenset[int]], ...]:
    """Return (digit, cells) of the clauses by which cells hold a digit once."""
    found = []
    for c, members in enumerate(theory.members):
        if not theory.exactly[c] or theory.clauses[c].cell or not theory.is_board(max(members)):
            continue
        held = [theory.cell_and_digit(v) for v in members]
        digits = {d for _, d in held}
        if len(digits) == 1:
            found.append((digits.pop(), frozenset(cell for cell, _ in held)))
    return tuple(found)


@lru_cache(maxsize=8)
def _counted_once(layout: Layout) -> tuple[tuple[int, frozenset[int]], ...]:
    """Return (digit, cells) of cells that hold a digit once by houses and rules, as the judge of
    equations adds them up; the finder's equations only say which of them to try."""
    found = []
    for balance in count_balances(layout):
        cells = frozenset(cell for cell, _ in balance.weights)
        once = dict.fromkeys(cells, 1)
        if sum(balance.worths) == 1 and adds_up_to(layout, balance, once, 1):
            digit = balance.worths.index(1) + 1
            found.append((digit, cells))
    return tuple(found)


@lru_cache(maxsize=8)
def _equal_pairs(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Return the cells that are equal by a rule or by an equation of sums."""
    found = []
    for forms in all_forms(layout):
        for form in forms:
            if isinstance(form, Relation | Sum):
                found += _equal_by(form, layout.digits)
    for balance in sum_balances(layout):
        if len(balance.weights) != 2:
            continue
        one, other = (cell for cell, _ in balance.weights)
        differ = {one: 1, other: -1}
        if adds_up_to(layout, balance, differ, 0):
            found.append((one, other))
    return tuple(found)


def _equal_by(form: Relation | Sum, digits: range | tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the two cells of a form that allows equal digits alone; [] for any other."""
    if isinstance(form, Sum):
        if len(form.cells) != 2:
            return []
        one, other = form.cells
        times, often = form.coefficients
        ways = []
        for d, e in product(digits, digits):
            if times * d + often * e == form.total:
                ways.append((d, e))
    else:
        one, other = form.first, form.second
        ways = list(form.pairs)
    are_equal = all(d == e for d, e in ways)
    return [(one, other)] if ways and are_equal else []


@lru_cache(maxsize=4096)
def _apart(theory: Theory, d: int, cell: int) -> frozenset[int]:
    """Return the cells that cannot hold a digit beside a cell: those with a clause in common, and
    those for which the clauses of one rule alone exclude it."""
    v = theory.variable_of(cell, d)
    peers = theory.on_board(theory.peers(v))
    held = [theory.cell_and_digit(w) for w in peers]
    found = {other for other, e in held if e == d}
    status = bytearray(theory.variable_count + 1)
    status[v] = 1
    for rule in theory.rules:
        members = {w for c in rule.clauses for w in theory.members[c]}
        cells = {theory.cell_of(w) for w in theory.on_board(members)}
        if cell not in cells or len(cells) > MOST_OF_RULE:
            continue
        for other in cells - found - {cell}:
            w = theory.variable_of(other, d)
            near = (*theory.occurrences[v], *theory.occurrences[w])
            of_cells = [c for c in near if theory.clauses[c].cell]
            named = (*rule.clauses, *of_cells)
            if is_entailed(theory, status, named, -w):
                found.add(other)
    return frozenset(found - {cell})
