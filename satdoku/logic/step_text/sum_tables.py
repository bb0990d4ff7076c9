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

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...constraints.constraint import Constraint
from ...constraints.forms import Relation, Sets, Sum
from ...constraints.kind_table import forms_of
from ...geometry import Cells
from ...grouping import grouped
from ...layout import Layout
from ..claims import Bound, Claim, Digits, Holding
from ..position import Position
from ..steps import LogicStep
from .rule_sentences import constraint_of, fits

#: The most sets or sums that are listed.
MOST_SUMS = 4
#: Kinds of which the sets of digits are told.
OF_SETS = ("killer", "renban", "rellik", "equality-cage")


def rule_claims(position: Position, rule: int, step: LogicStep, among: Cells) -> Iterator[Claim]:
    """Yield what a cage, X-sum or sandwich leaves after a step; nothing for other rules, or if that
    is too much to list."""
    constraint = constraint_of(position.theory, rule)
    after = position.copy()
    after.take(step.asserted, step.denied)
    if constraint.kind in OF_SETS:
        for cells, sets in _sets(constraint, position.layout):
            left = [{*after.candidates_in(cell)} for cell in cells]
            fitting = sorted(digits for digits in sets if fits(frozenset(digits), left))
            if 0 < len(fitting) <= MOST_SUMS:
                holding = Holding(tuple(sorted(cells)), tuple(fitting))
                yield Claim("sets of the rule", ((holding,),), among)
    elif constraint.kind in ("x-sum", "sandwich"):
        house = house_of(position, constraint)
        cases = tuple(_table(after, constraint)) if house else ()
        if cases and len({holdings[-1].sets for holdings in cases}) <= MOST_SUMS:
            yield Claim(constraint.kind, cases, among)


def house_of(position: Position, constraint: Constraint) -> str:
    """Return the house that has all cells of a constraint; "" if none has."""
    for house in position.layout.houses:
        if {*constraint.cells} <= {*house.cells}:
            return str(house)
    return ""


def table_name(position: Position, constraint: Constraint) -> str:
    """Return 'the X-sum of row 4 is 5'."""
    name = "X-sum" if constraint.kind == "x-sum" else constraint.kind
    return f"the {name} of {house_of(position, constraint)} is {constraint.values[0]}"


def _sets(constraint: Constraint, layout: Layout) -> Iterator[tuple[Cells, set[Digits]]]:
    """Yield cells of a rule and the sets that they may hold, digits from 1."""
    worth = layout.digits[0] - 1
    for form in forms_of(constraint, layout):
        match form:
            case Relation(first, second, pairs):
                yield (first, second), {tuple(sorted(d - worth for d in pair)) for pair in pairs}
            case Sets():
                yield form.cells, {tuple(sorted(d - worth for d in own)) for own in form.sets}


def _table(after: Position, constraint: Constraint) -> Iterator[tuple[Holding, ...]]:
    """Yield the cases of an X-sum (its first cell, and those that it counts) or sandwich (its two
    ends, and what is between them)."""
    layout = after.layout
    worth = layout.digits[0] - 1
    cells = constraint.cells
    left = [{d + worth for d in after.candidates_in(cell)} for cell in cells]
    total = constraint.values[0]
    if constraint.kind == "x-sum":
        for first, *rest in _x_sums(total, left):
            head = Holding(cells[:1], ((first - worth,),))
            tail = tuple(d - worth for d in rest)
            yield (head, Holding(cells[1:first], (tail,))) if tail else (head,)
        return
    ends = ((1,), (layout.size,))
    for i, j in combinations(range(len(cells)), 2):
        sums = list(_fillings(total, left, i, j, layout.digits[0], layout.digits[-1]))
        if sums:
            within = tuple(tuple(d - worth for d in digits) for digits in sums)
            inside = Holding(cells[i + 1 : j], within)
            yield Holding((cells[i],), ends), Holding((cells[j],), ends), inside


def _x_sums(total: int, left: list[set[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the sums, each with the first digit first."""
    digits = {d for cell in left for d in cell}
    for first in sorted(left[0]):
        if not 0 < first <= len(left):
            continue
        others = sorted(digits - {first})
        for rest in combinations(others, first - 1):
            if first + sum(rest) == total and fits(frozenset(rest), left[1:first]):
                yield (first, *rest)


def _fillings(
    total: int, left: list[set[int]], i: int, j: int, low: int, high: int
) -> Iterator[Digits]:
    """Yield the digits between the smallest and the largest one, which are in cells i and j, in
    increasing order."""
    is_upwards = low in left[i] and high in left[j]
    is_downwards = high in left[i] and low in left[j]
    if not (is_upwards or is_downwards):
        return
    inside = left[i + 1 : j]
    digits = sorted({d for cell in inside for d in cell} - {low, high})
    for rest in combinations(digits, len(inside)):
        if sum(rest) == total and fits(frozenset(rest), inside):
            yield rest


def bound_claims(position: Position, rule: int, denied: Sequence[int]) -> Iterator[Bound]:
    """Yield for each cell of denied candidates why these are too large or too small for a sum;
    nothing for other rules."""
    sums = list(_sums(constraint_of(position.theory, rule), position.layout))
    by_cell = grouped(map(position.theory.cell_and_digit, denied))
    for cell, digits in by_cell.items():
        for plus, minus, total in sums:
            own, other = (plus, minus) if cell in plus else (minus, plus)
            if cell in own:
                yield from _bounds(position, cell, digits, own, other, total)


def _bounds(
    position: Position,
    cell: int,
    digits: Sequence[int],
    own: Cells,
    other: Cells,
    total: int,
) -> Iterator[Bound]:
    """Yield which digits of one of the own cells are too large or too small: these add up to the
    total, if there are no others, or else to the sum of the others.

    Both sides are bounded by the extreme digits of their cells, each side in the direction in which
    it could still meet the other. If the least of one is above the most of the other, the digit is
    impossible.
    """
    worth = position.layout.digits[0] - 1
    rest = tuple(sorted(c for c in own if c != cell))
    against = tuple(sorted(other)) or rest
    beside = rest if other else ()
    for sign in (1, -1):
        bound = _ends(position, against, sign)
        mine = _ends(position, beside, -sign)
        if not bound or len(mine) < len(beside):
            continue
        gone = []
        for d in digits:
            reached = d + worth + sum(mine) if other else total - d - worth
            if (sum(bound) - reached) * sign > 0:
                gone.append(d)
        if gone:
            yield Bound(
                cells=against,
                sign=sign,
                digits=tuple(bound),
                own=cell,
                denied=tuple(gone),
                beside=beside,
                beside_digits=tuple(mine),
                total=None if other else total,
            )


def _ends(position: Position, cells: Sequence[int], sign: int) -> list[int]:
    """Return the smallest digits of the cells (sign 1), or the largest (-1); [] for no cells."""
    layout = position.layout
    worth = layout.digits[0] - 1
    differ = any({*cells} <= {*house.cells} for house in layout.houses)
    left = [sorted(sign * (x + worth) for x in position.candidates_in(c)) for c in cells]
    return [sign * x for x in _least(left, differ)]


def _sums(
    constraint: Constraint, layout: Layout
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Yield (cells, (), total) of a rule that is a sum of different cells; (cells, others, 0) if
    the cells add up to as much as the others."""
    if constraint.kind in ("killer", "sum") and len(constraint.values) == 1:
        yield constraint.cells, (), constraint.values[0]
    for form in forms_of(constraint, layout):
        if not isinstance(form, Sum) or not {*form.coefficients} <= {1, -1}:
            continue
        signs = list(zip(form.cells, form.coefficients, strict=True))
        plus = tuple(cell for cell, sign in signs if sign == 1)
        minus = tuple(cell for cell, sign in signs if sign == -1)
        if not (minus and form.total):
            yield plus, minus, form.total


def _least(left: list[list[int]], differ: bool) -> list[int]:
    """Return the smallest digits of the cells, in increasing order; if they differ, each is at
    least one more than the one before (a bound, perhaps below what is possible)."""
    if not all(left):
        return []
    digits = sorted(own[0] for own in left)
    if differ:
        for k in range(1, len(digits)):
            digits[k] = max(digits[k], digits[k - 1] + 1)
    return digits
