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
#: The most cells any two of which a rule relates, that are looked at together; the most pairs of
#: cells that a rule relates where such cells are sought.
FEW, MOST_PAIRS = 4, 200


@frozen
class Sums:
    """An equation: worths times weights add up to the total."""

    weights: tuple[tuple[int, int], ...]
    total: int


def by_sums(position: Position, literal: int, _: Places) -> bool:
    """Return whether some equation of sums forces the literal."""
    return by_balance(position, literal, SUMS)


def by_counts(position: Position, literal: int, _: Places) -> bool:
    """Return whether some equation that counts digits of a set forces the literal."""
    return by_balance(position, literal, COUNTS)


#: The judges of steps by equations, and the equations that each adds up.
MODES = {by_sums: SUMS, by_counts: COUNTS}


def by_balance(
    position: Position, literal: int, mode: str, among: frozenset[int] | None = None
) -> bool:
    """Return whether equations force the literal. among: the clauses named, by index, if the houses
    and rules are to be these alone."""
    layout = position.layout
    if among is not None:
        named = _named_cells(position.theory, among)
        return any(
            _forces(position, literal, worths, _left(layout, worths, houses, rules, named), among)
            for worths, houses, rules in _premises(position.theory, among, mode)
        )
    own = 1 << position.theory.cell_of(abs(literal))
    every = _of_houses_and_rules(position.theory)
    for balance, _ in known_balances(layout, mode):
        open_cells = [cell for cell, _ in balance.weights if not position.digit_in(cell)]
        if balance.cell_bits & own and len(open_cells) <= MOST_OPEN:
            houses, rules, cells = _suggested(balance)
            equations = _left(layout, balance.worths, houses, rules, cells)
            if _forces(position, literal, balance.worths, equations, every):
                return True
    return False


# -- What is named --------------------------------------------------------------------------------


def _suggested(balance: Balance) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Return the numbers of the houses, of the rules, and the cells of an equation of the
    finder's."""
    full = (*balance.added, *balance.taken)
    houses = {one.house for one in full if one.house >= 0}
    rules = {one.rule for one in full if one.house < 0}
    rules.update(row.rule for row, _ in balance.rules)
    return frozenset(houses), frozenset(rules), frozenset(cell for cell, _ in balance.weights)


@lru_cache(maxsize=8)
def _of_houses_and_rules(theory: Theory) -> frozenset[int]:
    """Return the clauses of houses and rules."""
    found = set[int]()
    for c, clause in enumerate(theory.clauses):
        if clause.house or clause.rule is not None:
            found.add(c)
    return frozenset(found)


def _named_cells(theory: Theory, among: frozenset[int]) -> frozenset[int]:
    """Return the cells whose clauses are named."""
    named = [c for c in among if theory.clauses[c].cell]
    return frozenset(theory.cell_of(theory.members[c][0]) for c in named)


def _premises(
    theory: Theory, among: frozenset[int], mode: str
) -> Iterator[tuple[Worths, frozenset[int], frozenset[int]]]:
    """Yield the worths, the houses and the rules that named clauses may stand for: a house counts
    if the clauses of all digits that count are named."""
    layout = theory.known_layout
    rules = {theory.clauses[c].rule for c in among}
    known = frozenset(rule for rule in rules if rule is not None and _is_named(theory, rule, among))
    numbers = {house: k for k, house in enumerate(layout.houses)}
    digits_of: dict[int, set[int]] = {}
    for c in among:
        clause = theory.clauses[c]
        if clause.house in numbers and clause.digit:
            digits_of.setdefault(numbers[clause.house], set()).add(clause.digit)
    counted = {frozenset(layout.digit_numbers)}
    if mode == COUNTS:
        counted = {frozenset(digits) for digits in digits_of.values()}
        if not counted:
            some = [combinations(layout.digit_numbers, k) for k in range(1, FEW + 1)]
            counted = {frozenset(digits) for sizes in some for digits in sizes}
    for digits in sorted(counted, key=sorted):
        worths = tuple(int(d in digits) for d in layout.digit_numbers)
        if mode == SUMS:
            worths = tuple(layout.digits)
        houses = frozenset(k for k, own in digits_of.items() if own >= digits)
        yield worths, houses, known


def _is_named(theory: Theory, rule: int, among: frozenset[int]) -> bool:
    return stands_for(theory, rule) in among


# -- The equations --------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _left(
    layout: Layout,
    worths: Worths,
    houses: frozenset[int],
    rules: frozenset[int],
    named: frozenset[int],
) -> tuple[Sums, ...]:
    """Return the equations over the named cells that are left of those of houses and rules when all
    other cells are eliminated."""
    rows = list[Sums]()
    for k in sorted(houses):
        cells = layout.houses[k].cells
        if len(cells) == layout.size:
            rows.append(_sums(dict.fromkeys(cells, 1), sum(worths)))
    for rule in sorted(rules):
        rows += _rows_of(layout, rule, worths)
    cells_of_rows = {cell for row in rows for cell, _ in row.weights}
    for cell in sorted(cells_of_rows - named):
        with_it = [row for row in rows if cell in dict(row.weights)]
        if with_it:
            pivot = min(with_it, key=lambda row: len(row.weights))
            rows.remove(pivot)
            rows = [_without(row, pivot, cell) for row in rows]
    return tuple(dict.fromkeys(row for row in rows if row.weights))


def _sums(weights: Mapping[int, int], total: int) -> Sums:
    left = tuple(sorted((cell, weight) for cell, weight in weights.items() if weight))
    common = gcd(total, *(weight for _, weight in left)) or 1
    return Sums(tuple((cell, weight // common) for cell, weight in left), total // common)


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
            totals = {sum(worth[d] for d in some) for some in sets}
            if len(totals) == 1:
                yield _sums(dict.fromkeys(cells, 1), totals.pop())
        case Distinct(cells):
            if len(set(cells)) == len(worth):
                yield _sums(dict.fromkeys(cells, 1), sum(worth.values()))
        case Relation(first, second, pairs):
            for sign in (1, -1):
                totals = {worth[d] + sign * worth[e] for d, e in pairs}
                if len(totals) == 1:
                    yield _sums({first: 1, second: sign}, totals.pop())


def _of_near_cells(forms: Sequence[Form], worth: Mapping[int, int]) -> Iterator[Sums]:
    """Yield what is said of three or four cells any two of which are related."""
    pairs = dict[tuple[int, int], frozenset[tuple[int, int]]]()
    for form in forms:
        if isinstance(form, Relation):
            pairs[form.first, form.second] = frozenset(form.pairs)
            pairs[form.second, form.first] = frozenset((e, d) for d, e in form.pairs)
    if len(pairs) > MOST_PAIRS:
        return
    near = {cell: {other for one, other in pairs if one == cell} for cell, _ in pairs}
    for first, others in near.items():
        later = sorted(other for other in others if other > first)
        for count in range(2, FEW):
            for some in combinations(later, count):
                cells = (first, *some)
                if all(two in pairs for two in combinations(cells, 2)):
                    totals = _totals(cells, pairs, worth)
                    if len(totals) == 1:
                        yield _sums(dict.fromkeys(cells, 1), totals.pop())


def _totals(
    cells: Sequence[int],
    pairs: Mapping[tuple[int, int], frozenset[tuple[int, int]]],
    worth: Mapping[int, int],
) -> set[int]:
    """Return the sums that related cells can have."""
    found = set[int]()
    for digits in product(worth, repeat=len(cells)):
        places = combinations(zip(cells, digits, strict=True), 2)
        if all((d, e) in pairs[one, other] for (one, d), (other, e) in places):
            found.add(sum(worth[d] for d in digits))
    return found


# -- Whether they force the conclusion ------------------------------------------------------------


class _Filling:
    """A search for digits of cells that fulfil equations, cell by cell.

    apart: for each cell, those before it, each with the digits that a named clause keeps from being
    in both. ends: the sets that named rules allow, by the last of their cells. seen_later: for each
    number of cells filled, those whose digits matter to the others. bounds: for each, the least and
    the greatest sum of the others in each equation. failed: what is known to lead nowhere.
    """

    def __init__(
        self,
        position: Position,
        worths: Worths,
        equations: Sequence[Sums],
        named: Collection[int],
        digits: Mapping[int, Sequence[int]],
    ) -> None:
        """digits: of each cell of the equations, those that it may hold."""
        self.worths = worths
        self.equations = equations
        self.cells = list(digits)
        self.digits = [digits[cell] for cell in self.cells]
        theory = position.theory
        self.apart = [_kept_apart(theory, named, self.cells[: k + 1]) for k in range(len(digits))]
        self.ends = _sets_within(theory, named, self.cells)
        self.seen_later = [self._seen_from(k) for k in range(len(digits) + 1)]
        self.bounds = [self._bounds_from(k) for k in range(len(digits) + 1)]
        self.failed = set[object]()

    def exists(self, filled: tuple[int, ...] = (), sums: tuple[int, ...] = ()) -> bool:
        """Return whether there is a way to go on. filled: the digits so far; sums: what each
        equation still needs."""
        k = len(filled)
        sums = sums or tuple(row.total for row in self.equations)
        for left, (least, greatest) in zip(sums, self.bounds[k], strict=True):
            if not least <= left <= greatest:
                return False
        if k == len(self.cells):
            return True
        state = k, sums, tuple(filled[j] for j in self.seen_later[k])
        if state in self.failed:
            return False
        for d in self.digits[k]:
            if any(filled[j] == d and d in kept for j, kept in self.apart[k]):
                continue
            now = (*filled, d)
            if all(self._fits(now, places, sets) for places, sets in self.ends.get(k, ())):
                worth = self.worths[d - 1]
                rest = [
                    left - dict(row.weights).get(self.cells[k], 0) * worth
                    for left, row in zip(sums, self.equations, strict=True)
                ]
                if self.exists(now, tuple(rest)):
                    return True
        self.failed.add(state)
        return False

    def _fits(
        self, filled: Sequence[int], places: Sequence[int], sets: Collection[frozenset[int]]
    ) -> bool:
        return frozenset(filled[j] for j in places) in sets

    def _seen_from(self, k: int) -> tuple[int, ...]:
        later = {j for apart in self.apart[k:] for j, _ in apart if j < k}
        for end, some in self.ends.items():
            if end >= k:
                later.update(j for places, _ in some for j in places if j < k)
        return tuple(sorted(later))

    def _bounds_from(self, k: int) -> list[tuple[int, int]]:
        found = []
        for row in self.equations:
            weights = dict(row.weights)
            least = greatest = 0
            for cell, digits in zip(self.cells[k:], self.digits[k:], strict=True):
                values = [weights.get(cell, 0) * self.worths[d - 1] for d in digits]
                least += min(values)
                greatest += max(values)
            found.append((least, greatest))
        return found


def _forces(
    position: Position,
    literal: int,
    worths: Worths,
    equations: Sequence[Sums],
    named: frozenset[int],
) -> bool:
    """Return whether no digits of the cells, with the opposite of the literal, fulfil the
    equations."""
    theory = position.theory
    own, own_digit = theory.cell_and_digit(abs(literal))
    digits = dict[int, list[int]]()
    for cell in sorted({cell for row in equations for cell, _ in row.weights}):
        digits[cell] = []
        for d in theory.known_layout.digit_numbers:
            is_possible = position.status[theory.variable_of(cell, d)] != DENIED
            if cell == own and (d == own_digit) != (literal < 0):
                is_possible = False
            if is_possible:
                digits[cell].append(d)
    if own not in digits:
        return False
    if not all(digits.values()):
        return True
    return not _Filling(position, worths, equations, named, digits).exists()


def _kept_apart(
    theory: Theory, named: Collection[int], cells: Sequence[int]
) -> list[tuple[int, frozenset[int]]]:
    """Return the places of those before the last of some cells, each with the digits that a named
    clause keeps from being in it and in the last."""
    *before, last = cells
    found = []
    for j, cell in enumerate(before):
        digits = set[int]()
        for d in theory.known_layout.digit_numbers:
            of_both = [theory.occurrences[theory.variable_of(one, d)] for one in (cell, last)]
            if any(c in named for c in set(of_both[0]).intersection(of_both[1])):
                digits.add(d)
        if digits:
            found.append((j, frozenset(digits)))
    return found


def _sets_within(
    theory: Theory, named: Collection[int], cells: Sequence[int]
) -> dict[int, list[tuple[tuple[int, ...], frozenset[frozenset[int]]]]]:
    """Return the sets of digits, by number, that named rules allow to some of the cells, with the
    places of these, by the last of them."""
    low = theory.known_layout.digits[0] - 1
    rules = {theory.clauses[c].rule for c in named}
    found: dict[int, list[tuple[tuple[int, ...], frozenset[frozenset[int]]]]] = {}
    for number, forms in enumerate(all_forms(theory.known_layout)):
        for form in forms if number in rules else ():
            if isinstance(form, Sets) and set(form.cells) <= set(cells):
                places = tuple(sorted(cells.index(cell) for cell in form.cells))
                allowed = frozenset(frozenset(d - low for d in some) for some in form.sets)
                found.setdefault(places[-1], []).append((places, allowed))
    return found
