"""The judge of steps by equations: it makes the equations itself, of the houses and rules named.

A house holds every digit once, so the worths of its digits add up to a known number: each digit's
value, or 1 for the digits that count. What a rule says of its cells is asked of its forms, by
trying all digits that they allow. Of these equations, the cells that the step does not name are
eliminated; others may remain, over the cells that it names. The conclusion follows if no digits of
these cells, with its opposite, fulfil them all.

Nothing of the finder's arithmetic is used: for a step that names no houses and rules, as in text,
the finder's equations say which of them to try, and no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import gcd

from ...constraints.forms import Distinct, Form, Relation, Sets, Sum
from ...constraints.linear import Balance
from ...constraints.registry import all_forms
from ...frozen import frozen
from ...inference.deduction import DENIED
from ...inference.entailment import stands_for
from ...layout import Layout
from ...theory import Theory
from ..position import Position
from ..techniques.equations.equations import COUNTS, MOST_OPEN, SUMS, known_balances
from .base import Places

#: The worth of each digit, in order.
Worths = tuple[int, ...]
#: Numbers of houses, rules, cells or clauses.
Numbers = frozenset[int]
#: The digits that two related cells may hold.
Pairs = dict[tuple[int, int], frozenset[tuple[int, int]]]
#: A place among cells that are filled one by one, with some digits.
Apart = tuple[int, Numbers]
#: Places among these cells, and the sets of digits that they may hold.
Allowed = tuple[tuple[int, ...], frozenset[Numbers]]
#: The most cells any two of which a rule relates, that are looked at together; the most pairs of
#: cells that a rule relates where such cells are sought.
FEW, MOST_PAIRS = 4, 200
#: The most digits of a board of which all sets are tried.
MOST_DIGITS = 9


@frozen
class Sums:
    """An equation: worths times weights add up to the total."""

    weights: tuple[tuple[int, int], ...]
    total: int

    @property
    def cells(self) -> list[int]:
        """Its cells."""
        return [cell for cell, _ in self.weights]


def by_sums(position: Position, literal: int, _: Places) -> bool:
    """Return whether some equation of sums forces the literal."""
    return by_balance(position, literal, SUMS)


def by_counts(position: Position, literal: int, _: Places) -> bool:
    """Return whether some equation that counts digits of a set forces the literal."""
    return by_balance(position, literal, COUNTS)


#: The judges of steps by equations, and the equations that each adds up.
MODES = {by_sums: SUMS, by_counts: COUNTS}


def by_balance(position: Position, literal: int, mode: str, among: Numbers | None = None) -> bool:
    """Return whether equations force the literal. among: the clauses named, by index, if the houses
    and rules are to be these alone."""
    theory = position.theory
    layout = position.layout
    if among is not None:
        cells = _named_cells(theory, among) | _placed(position)
        for worths, houses, rules in _premises(theory, among, mode):
            equations = _left(layout, worths, houses, rules, cells)
            if _forces(position, literal, worths, equations, among):
                return True
        return False
    concerned = _cells_concerned(theory, literal)
    every = _of_houses_and_rules(theory)
    for balance, _ in known_balances(layout, mode):
        cells = frozenset(cell for cell, _ in balance.weights)
        left = [cell for cell in cells if not position.digit_in(cell)]
        if cells.isdisjoint(concerned) or len(left) > MOST_OPEN:
            continue
        houses, rules = _suggested(balance)
        equations = _left(layout, balance.worths, houses, rules, cells)
        if _forces(position, literal, balance.worths, equations, every):
            return True
    return False


def adds_up_to(layout: Layout, balance: Balance, weights: Mapping[int, int], total: int) -> bool:
    """Return whether the houses and rules of an equation leave over just this, whatever the
    equation says of them."""
    houses, rules = _suggested(balance)
    left = _left(layout, balance.worths, houses, rules, frozenset(weights))
    wanted = _sums(weights, total)
    opposite = _sums({cell: -weight for cell, weight in weights.items()}, -total)
    return wanted in left or opposite in left


def _cells_concerned(theory: Theory, literal: int) -> set[int]:
    """Return the cell of a literal and, if it is a denial, the cells from which its digit would be
    taken."""
    found = {theory.cell_of(abs(literal))}
    if literal < 0:
        found.update(theory.cell_of(v) for v in theory.on_board(theory.peers(-literal)))
    return found


# -- What is named --------------------------------------------------------------------------------


def _suggested(balance: Balance) -> tuple[Numbers, Numbers]:
    """Return the numbers of the houses and of the rules of an equation of the finder's."""
    houses = set[int]()
    rules = {row.rule for row, _ in balance.rules}
    for full in (*balance.added, *balance.taken):
        if full.house < 0:
            rules.add(full.rule)
        else:
            houses.add(full.house)
    return frozenset(houses), frozenset(rules)


@lru_cache(maxsize=8)
def _of_houses_and_rules(theory: Theory) -> Numbers:
    """Return the clauses of houses and rules."""
    found = set[int]()
    for c, clause in enumerate(theory.clauses):
        if clause.house or clause.rule is not None:
            found.add(c)
    return frozenset(found)


def _named_cells(theory: Theory, among: Numbers) -> Numbers:
    """Return the cells whose clauses are named."""
    cells = set[int]()
    for c in among:
        if theory.clauses[c].cell:
            first = theory.members[c][0]
            cells.add(theory.cell_of(first))
    return frozenset(cells)


def _placed(position: Position) -> Numbers:
    """Return the cells whose digits are known: a step need not name them."""
    return frozenset(cell for cell in position.layout.all_cells if position.digit_in(cell))


def _premises(
    theory: Theory, among: Numbers, mode: str
) -> Iterator[tuple[Worths, Numbers, Numbers]]:
    """Yield the worths, the houses and the rules that named clauses may stand for: a house counts
    if the clauses of all digits that count are named."""
    layout = theory.known_layout
    rules = set[int]()
    for rule in range(len(theory.rules)):
        if stands_for(theory, rule) in among:
            rules.add(rule)
    digits_of = _digits_by_house(theory, among)
    counted = {frozenset(layout.digit_numbers)}
    if mode == COUNTS:
        counted = set(map(frozenset, digits_of.values()))
        # The digits that a step names in a house may only say which cells see each other, so the
        # sets of digits that its rules count are tried too.
        counted |= _counted_by(layout, frozenset(rules))
        if not counted:
            counted = _few_digits(layout)
    for digits in sorted(counted, key=sorted):
        worths = tuple(layout.digits)
        if mode == COUNTS:
            worths = tuple(int(d in digits) for d in layout.digit_numbers)
        houses = {k for k, own in digits_of.items() if own >= digits}
        yield worths, frozenset(houses), frozenset(rules)


def _digits_by_house(theory: Theory, among: Numbers) -> dict[int, set[int]]:
    """Return the digits that are named of each house, by its number."""
    numbers = {house: k for k, house in enumerate(theory.known_layout.houses)}
    found: dict[int, set[int]] = {}
    for c in among:
        clause = theory.clauses[c]
        if clause.digit and clause.house in numbers:
            digits = found.setdefault(numbers[clause.house], set())
            digits.add(clause.digit)
    return found


@lru_cache(maxsize=64)
def _counted_by(layout: Layout, rules: Numbers) -> frozenset[Numbers]:
    """Return the sets of digits of which each of these rules holds a known number."""
    found = set[Numbers]()
    if not rules or layout.size > MOST_DIGITS:
        return frozenset()
    for k in range(1, layout.size):
        for some in combinations(layout.digit_numbers, k):
            worths = tuple(int(d in some) for d in layout.digit_numbers)
            if all(_rows_of(layout, rule, worths) for rule in sorted(rules)):
                found.add(frozenset(some))
    return frozenset(found)


def _few_digits(layout: Layout) -> set[Numbers]:
    """Return the sets of few digits: where rules alone are named, any may count."""
    found = set[Numbers]()
    for k in range(1, FEW + 1):
        some = combinations(layout.digit_numbers, k)
        found.update(map(frozenset, some))
    return found


# -- The equations --------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _left(
    layout: Layout, worths: Worths, houses: Numbers, rules: Numbers, named: Numbers
) -> tuple[Sums, ...]:
    """Return the equations over the named cells that are left of those of houses and rules when all
    other cells are eliminated."""
    rows = list[Sums]()
    for k in sorted(houses):
        cells = layout.houses[k].cells
        if len(cells) == layout.size:
            row = _sums(dict.fromkeys(cells, 1), sum(worths))
            rows.append(row)
    for rule in sorted(rules):
        rows += _rows_of(layout, rule, worths)
    every = {cell for row in rows for cell in row.cells}
    for cell in sorted(every - named):
        with_it = [row for row in rows if cell in row.cells]
        if with_it:
            pivot = min(with_it, key=lambda row: len(row.weights))
            rows.remove(pivot)
            rows = [_without(row, pivot, cell) for row in rows]
    left = [row for row in rows if row.weights]
    return tuple(dict.fromkeys(left))


def _sums(weights: Mapping[int, int], total: int) -> Sums:
    left = {cell: weight for cell, weight in weights.items() if weight}
    common = gcd(total, *left.values()) or 1
    shared = [(cell, weight // common) for cell, weight in sorted(left.items())]
    return Sums(tuple(shared), total // common)


def _without(row: Sums, pivot: Sums, cell: int) -> Sums:
    """Return a row less so often the pivot that the cell is not in it."""
    weights = Counter(dict(row.weights))
    times = weights[cell]
    if not times:
        return row
    by = dict(pivot.weights)[cell]
    for other in weights:
        weights[other] *= by
    for other, weight in pivot.weights:
        weights[other] -= times * weight
    return _sums(weights, by * row.total - times * pivot.total)


@lru_cache(maxsize=1024)
def _rows_of(layout: Layout, rule: int, worths: Worths) -> tuple[Sums, ...]:
    """Return what a rule says as equations, each true for all digits that its forms allow."""
    forms = all_forms(layout)[rule]
    worth = dict(zip(layout.digits, worths, strict=True))
    found = [row for form in forms for row in _of_form(form, worth)]
    return tuple(dict.fromkeys([*found, *_of_near_cells(forms, worth)]))


def _of_form(form: Form, worth: Mapping[int, int]) -> Iterator[Sums]:
    match form:
        case Sum(cells, coefficients, total):
            if all(worth[d] == d for d in worth):
                weights = Counter[int]()
                for cell, factor in zip(cells, coefficients, strict=True):
                    weights[cell] += factor
                yield _sums(weights, total)
        case Sets(cells, sets):
            totals = set[int]()
            for digits in sets:
                total = sum(worth[d] for d in digits)
                totals.add(total)
            if len(totals) == 1:
                yield _sums(dict.fromkeys(cells, 1), totals.pop())
        case Distinct(cells):
            if len(set(cells)) == len(worth):
                total = sum(worth.values())
                yield _sums(dict.fromkeys(cells, 1), total)
        case Relation(first, second, pairs):
            for sign in (1, -1):
                totals = {worth[d] + sign * worth[e] for d, e in pairs}
                if len(totals) == 1:
                    yield _sums({first: 1, second: sign}, totals.pop())


def _of_near_cells(forms: Sequence[Form], worth: Mapping[int, int]) -> Iterator[Sums]:
    """Yield what is said of three or four cells any two of which are related."""
    pairs: Pairs = {}
    near: dict[int, set[int]] = {}
    for form in forms:
        if isinstance(form, Relation):
            first, second = sorted((form.first, form.second))
            allowed = form.pairs
            if first != form.first:
                allowed = frozenset((e, d) for d, e in allowed)
            pairs[first, second] = frozenset(allowed)
            later = near.setdefault(first, set())
            later.add(second)
    if len(pairs) > MOST_PAIRS:
        return
    for first, later in near.items():
        for count in range(2, FEW):
            for others in combinations(sorted(later), count):
                cells = (first, *others)
                if all(two in pairs for two in combinations(cells, 2)):
                    totals = _totals(cells, pairs, worth)
                    if len(totals) == 1:
                        yield _sums(dict.fromkeys(cells, 1), totals.pop())


def _totals(cells: Sequence[int], pairs: Pairs, worth: Mapping[int, int]) -> set[int]:
    """Return the sums that related cells can have."""
    found = set[int]()
    twos = list(combinations(range(len(cells)), 2))
    for digits in product(worth, repeat=len(cells)):
        are_allowed = True
        for j, k in twos:
            allowed = pairs[cells[j], cells[k]]
            are_allowed = are_allowed and (digits[j], digits[k]) in allowed
        if are_allowed:
            total = sum(worth[d] for d in digits)
            found.add(total)
    return found


# -- Whether they force the conclusion ------------------------------------------------------------


class _Filling:
    """A search for digits of cells that fulfil equations, cell by cell.

    apart: for each cell, those before it, each with the digits that a named clause keeps from being
    in both. ends: what named rules allow, by the last of their cells. seen_later: for each number
    of cells filled, those whose digits matter to the others. bounds: for each, the least and the
    greatest sum of the others in each equation. failed: what is known to lead nowhere.
    """

    def __init__(
        self,
        theory: Theory,
        worths: Worths,
        equations: Sequence[Sums],
        named: Numbers,
        digits: Mapping[int, Sequence[int]],
    ) -> None:
        """digits: of each cell of the equations, those that it may hold."""
        self.worths = worths
        self.totals = tuple(row.total for row in equations)
        self.weights = [dict(row.weights) for row in equations]
        self.cells = list(digits)
        self.digits = list(digits.values())
        self.ends = _sets_within(theory, named, self.cells)
        self.apart = list[list[Apart]]()
        for k in range(len(self.cells)):
            apart = _kept_apart(theory, named, self.cells[: k + 1])
            self.apart.append(apart)
        counts = range(len(self.cells) + 1)
        self.seen_later = [self._seen_from(k) for k in counts]
        self.bounds = [self._bounds_from(k) for k in counts]
        self.failed = set[object]()

    def exists(self) -> bool:
        """Return whether there is one."""
        return self._goes_on((), self.totals)

    def _goes_on(self, filled: tuple[int, ...], needed: tuple[int, ...]) -> bool:
        """Return whether there is a way to go on. filled: the digits so far; needed: what each
        equation still needs."""
        k = len(filled)
        for sought, (least, greatest) in zip(needed, self.bounds[k], strict=True):
            if not least <= sought <= greatest:
                return False
        if k == len(self.cells):
            return True
        that_matter = tuple(filled[j] for j in self.seen_later[k])
        state = (k, needed, that_matter)
        if state in self.failed:
            return False
        for d in self.digits[k]:
            now = (*filled, d)
            if self._fits(now):
                rest = self._rest(needed, k, d)
                if self._goes_on(now, rest):
                    return True
        self.failed.add(state)
        return False

    def _rest(self, needed: Sequence[int], k: int, d: int) -> tuple[int, ...]:
        """Return what equations need after a digit of a cell."""
        cell = self.cells[k]
        worth = self.worths[d - 1]
        rest = []
        for sought, weights in zip(needed, self.weights, strict=True):
            factor = weights.get(cell, 0)
            rest.append(sought - factor * worth)
        return tuple(rest)

    def _fits(self, filled: Sequence[int]) -> bool:
        """Return whether the last digit goes with those before it."""
        k = len(filled) - 1
        last = filled[k]
        for j, kept in self.apart[k]:
            if filled[j] == last and last in kept:
                return False
        for places, sets in self.ends.get(k, ()):
            held = frozenset(filled[j] for j in places)
            if held not in sets:
                return False
        return True

    def _seen_from(self, k: int) -> tuple[int, ...]:
        seen = set[int]()
        for apart in self.apart[k:]:
            seen.update(j for j, _ in apart)
        for end, allowed in self.ends.items():
            if end >= k:
                for places, _ in allowed:
                    seen.update(places)
        return tuple(j for j in sorted(seen) if j < k)

    def _bounds_from(self, k: int) -> list[tuple[int, int]]:
        found = []
        for weights in self.weights:
            least = greatest = 0
            for j in range(k, len(self.cells)):
                factor = weights.get(self.cells[j], 0)
                values = [factor * self.worths[d - 1] for d in self.digits[j]]
                least += min(values)
                greatest += max(values)
            found.append((least, greatest))
        return found


def _forces(
    position: Position, literal: int, worths: Worths, equations: Sequence[Sums], named: Numbers
) -> bool:
    """Return whether no digits of the cells, with the opposite of the literal, fulfil the
    equations. If it is about a cell of none of them, the digit is taken from those that see it."""
    theory = position.theory
    own = theory.cell_of(abs(literal))
    digits = dict[int, list[int]]()
    for cell in sorted({cell for row in equations for cell in row.cells}):
        digits[cell] = _possible(position, cell, -literal)
    if own not in digits:
        if literal > 0:
            return False
        for cell, own_digits in digits.items():
            digits[cell] = [
                d for d in own_digits if not _share_one(theory, named, cell, d, -literal)
            ]
    if not all(digits.values()):
        return True
    filling = _Filling(theory, worths, equations, named, digits)
    return not filling.exists()


def _share_one(theory: Theory, named: Numbers, cell: int, d: int, other: int) -> bool:
    """Return whether a named clause has both a digit of a cell and another candidate."""
    one = theory.occurrences[theory.variable_of(cell, d)]
    return bool(named.intersection(one, theory.occurrences[other]))


def _possible(position: Position, cell: int, literal: int) -> list[int]:
    """Return the digits that a cell may hold, if a literal is true."""
    theory = position.theory
    found = []
    for d in theory.known_layout.digit_numbers:
        v = theory.variable_of(cell, d)
        if literal > 0 and cell == theory.cell_of(literal):
            is_possible = v == literal
        else:
            is_possible = v != -literal
        if is_possible and position.status[v] != DENIED:
            found.append(d)
    return found


def _kept_apart(theory: Theory, named: Numbers, cells: Sequence[int]) -> list[Apart]:
    """Return the places of those before the last of some cells, each with the digits that a named
    clause keeps from being in it and in the last."""
    *before, last = cells
    found = []
    for j, cell in enumerate(before):
        digits = set[int]()
        for d in theory.known_layout.digit_numbers:
            one = theory.occurrences[theory.variable_of(cell, d)]
            other = theory.occurrences[theory.variable_of(last, d)]
            if named.intersection(one, other):
                digits.add(d)
        if digits:
            found.append((j, frozenset(digits)))
    return found


def _sets_within(theory: Theory, named: Numbers, cells: Sequence[int]) -> dict[int, list[Allowed]]:
    """Return the sets of digits, by number, that named rules allow to some of the cells, with the
    places of these, by the last of them."""
    rules = {theory.clauses[c].rule for c in named}
    found: dict[int, list[Allowed]] = {}
    for number, forms in enumerate(all_forms(theory.known_layout)):
        if number not in rules:
            continue
        for form in forms:
            if isinstance(form, Sets) and set(form.cells) <= set(cells):
                places = sorted(cells.index(cell) for cell in form.cells)
                allowed = frozenset(_by_number(theory, digits) for digits in form.sets)
                at_end = found.setdefault(places[-1], [])
                at_end.append((tuple(places), allowed))
    return found


def _by_number(theory: Theory, digits: Collection[int]) -> Numbers:
    """Return digits as numbers from 1."""
    low = theory.known_layout.digits[0]
    return frozenset(d - low + 1 for d in digits)
