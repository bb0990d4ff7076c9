"""What one rule leaves: the sets of digits of a cage, the sums of an X-sum or sandwich, the least
and greatest sum that a candidate leaves to the others.

>>> from satdoku.logic.starting import position_of
>>> from satdoku.logic.steps import LogicStep
>>> position = position_of("." * 81, "9x9+x-sum:5:r4c9-r4c1")
>>> [claim] = rule_claims(position, 0, LogicStep(0, "", 0), ())
>>> [[holding.sets for holding in case] for case in claim.cases]
[[((2,),), ((3,),)]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from ...constraints.constraint import Constraint
from ...constraints.forms import Relation, Sets, Sum
from ...constraints.kind_table import forms_of
from ...geometry import Cells
from ...grouping import grouped
from ...layout import Layout
from ...phrases import phrase
from ..claims import CellClaim, Digits, Holding, SumBound
from ..position import Position
from ..steps import LogicStep
from .rule_sentences import constraint_of, fits

#: The most sets or sums that are listed.
MOST_SUMS = 4
#: Kinds of which the sets of digits are told.
OF_SETS = ("killer", "renban", "rellik", "equality-cage")


def rule_claims(
    position: Position, rule: int, step: LogicStep, among: Cells
) -> Iterator[CellClaim]:
    """Yield what a cage, X-sum or sandwich leaves after a step; nothing for other rules, or if that
    is too much to list."""
    constraint = constraint_of(position.theory, rule)
    after = position.copy()
    after.take(step.asserted, step.denied)
    if constraint.kind in OF_SETS:
        for holding in _sets_left(after, constraint):
            yield CellClaim("sets of the rule", ((holding,),), among)
        return
    if not house_of(position, constraint):
        return
    cases = []
    if constraint.kind == "x-sum":
        cases = list(_x_sums(after, constraint))
    elif constraint.kind == "sandwich":
        cases = list(_sandwiches(after, constraint))
    sums = {digits for case in cases for digits in case[-1].sets}
    if 0 < len(sums) <= MOST_SUMS:
        yield CellClaim(constraint.kind, tuple(cases), among)


def house_of(position: Position, constraint: Constraint) -> str:
    """Return the house that has all cells of a constraint; "" if none has."""
    for house in position.layout.houses:
        if {*constraint.cells} <= {*house.cells}:
            return str(house)
    return ""


def table_name(position: Position, constraint: Constraint) -> str:
    """Return 'the X-sum of row 4 is 5'."""
    name = "X-sum" if constraint.kind == "x-sum" else constraint.kind
    house = house_of(position, constraint)
    return phrase(f"the {name} of {{house}} is {{sum}}", house=house, sum=constraint.values[0])


def _sets_left(after: Position, constraint: Constraint) -> Iterator[Holding]:
    """Yield the cells of each form, and which of its sets they can hold, if these are few."""
    for cells, sets in _sets(constraint, after.layout):
        left = [{*after.candidates_in(cell)} for cell in cells]
        fitting = []
        for digits in sorted(sets):
            if fits(frozenset(digits), left):
                fitting.append(digits)
        if 0 < len(fitting) <= MOST_SUMS:
            own = tuple(sorted(cells))
            yield Holding(own, tuple(fitting))


def _sets(constraint: Constraint, layout: Layout) -> Iterator[tuple[Cells, set[Digits]]]:
    """Yield cells of a rule and the sets that they may hold, digits from 1."""
    worth = layout.digits[0] - 1
    for form in forms_of(constraint, layout):
        cells: Cells
        held: Iterable[Iterable[int]]
        match form:
            case Relation(first, second, pairs):
                cells = (first, second)
                held = pairs
            case Sets():
                cells = form.cells
                held = form.sets
            case _:
                continue
        sets = set()
        for one in held:
            digits = sorted(d - worth for d in one)
            sets.add(tuple(digits))
        yield cells, sets


def _x_sums(after: Position, constraint: Constraint) -> Iterator[tuple[Holding, ...]]:
    """Yield the ways of an X-sum: its first cell, and the cells that it counts beside it."""
    cells = constraint.cells
    total = constraint.values[0]
    worth = after.layout.digits[0] - 1
    left = [{*after.candidates_in(cell)} for cell in cells]
    digits = {d for own in left for d in own}
    for d in sorted(left[0]):
        first = d + worth
        if not 0 < first <= len(cells):
            continue
        head = Holding(cells[:1], ((d,),))
        counted = cells[1:first]
        others = sorted(digits - {d})
        for rest in combinations(others, first - 1):
            reached = first + sum(rest) + worth * len(rest)
            if reached != total or not fits(frozenset(rest), left[1:first]):
                continue
            if rest:
                yield head, Holding(counted, (rest,))
            else:
                yield (head,)


def _sandwiches(after: Position, constraint: Constraint) -> Iterator[tuple[Holding, ...]]:
    """Yield the ways of a sandwich: its two ends, and what is between them."""
    cells = constraint.cells
    size = after.layout.size
    ends = ((1,), (size,))
    left = [{*after.candidates_in(cell)} for cell in cells]
    worth = after.layout.digits[0] - 1
    for i, j in combinations(range(len(cells)), 2):
        is_upwards = 1 in left[i] and size in left[j]
        is_downwards = size in left[i] and 1 in left[j]
        if not (is_upwards or is_downwards):
            continue
        within = left[i + 1 : j]
        between = {d for own in within for d in own}
        sets = []
        for rest in combinations(sorted(between - {1, size}), len(within)):
            reached = sum(rest) + worth * len(rest)
            if reached == constraint.values[0] and fits(frozenset(rest), within):
                sets.append(rest)
        if sets:
            inside = Holding(cells[i + 1 : j], tuple(sets))
            first = Holding((cells[i],), ends)
            last = Holding((cells[j],), ends)
            yield first, last, inside


def bound_claims(position: Position, rule: int, denied: Sequence[int]) -> Iterator[SumBound]:
    """Yield for each cell of denied candidates why these are too large or too small for a sum;
    nothing for other rules."""
    constraint = constraint_of(position.theory, rule)
    sums = list(_sums(constraint, position.layout))
    by_cell = grouped(map(position.theory.cell_and_digit, denied))
    for cell, digits in by_cell.items():
        for plus, minus, total in sums:
            own, other = (plus, minus) if cell in plus else (minus, plus)
            if cell not in own:
                continue
            rest = tuple(sorted(c for c in own if c != cell))
            if other:
                against = tuple(sorted(other))
                one = SumBound(against, 0, (), cell, tuple(digits), rest)
            else:
                one = SumBound(rest, 0, (), cell, tuple(digits), total=total)
            for sign, differ in product((1, -1), (True, False)):
                yield from _bounds(position, replace(one, sign=sign), differ)


def _bounds(position: Position, one: SumBound, differ: bool) -> Iterator[SumBound]:
    """Yield the claim with its bound, and with those of its denied digits that lie beyond it.
    differ: whether cells in a house are known to (a step that names no house may not rest on it).

    Both sides of a sum are bounded by the extreme digits of their cells, each side in the direction
    in which it could still meet the other. If the least of one is above the most of the other, the
    digit is impossible.
    """
    worth = position.layout.digits[0] - 1
    sign = one.sign
    bound = _ends(position, one.cells, sign, differ)
    mine = _ends(position, one.beside, -sign, differ)
    if not bound or len(mine) < len(one.beside):
        return
    gone = []
    for d in one.denied:
        digit = d + worth
        reached = digit + sum(mine)
        if one.total is not None:
            reached = one.total - digit
        if (sum(bound) - reached) * sign > 0:
            gone.append(d)
    if gone:
        digits = tuple(bound)
        beside = tuple(mine)
        yield replace(one, digits=digits, denied=tuple(gone), beside_digits=beside)


def _ends(position: Position, cells: Cells, sign: int, differ: bool) -> list[int]:
    """Return the smallest digits of the cells (sign 1), or the largest (-1), with `differ` each at
    least one more (less) than the one before where all are in a house; [] for no cells."""
    worth = position.layout.digits[0] - 1
    are_apart = differ and any({*cells} <= {*house.cells} for house in position.layout.houses)
    nearest = []
    for cell in cells:
        digits = [sign * (d + worth) for d in position.candidates_in(cell)]
        if not digits:
            return []
        nearest.append(min(digits))
    nearest.sort()
    if are_apart:
        for k in range(1, len(nearest)):
            nearest[k] = max(nearest[k], nearest[k - 1] + 1)
    return [sign * d for d in nearest]


def _sums(constraint: Constraint, layout: Layout) -> Iterator[tuple[Cells, Cells, int]]:
    """Yield (cells, (), total) of a rule that is a sum of different cells; (cells, others, 0) if
    the cells add up to as much as the others."""
    if constraint.kind in ("killer", "sum") and len(constraint.values) == 1:
        yield constraint.cells, (), constraint.values[0]
    for form in forms_of(constraint, layout):
        if not isinstance(form, Sum):
            continue
        by_sign = grouped(zip(form.coefficients, form.cells, strict=True))
        if not {*by_sign} <= {1, -1}:
            continue
        plus = tuple(by_sign.get(1, ()))
        minus = tuple(by_sign.get(-1, ()))
        if not (minus and form.total):
            yield plus, minus, form.total
