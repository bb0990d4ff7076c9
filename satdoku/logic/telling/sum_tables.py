"""The tables of X-sums and sandwiches: the sums of different digits that a clue still allows.

>>> from satdoku.logic.starting import position_of
>>> from satdoku.logic.steps import LogicStep
>>> position = position_of("." * 81, "9x9+x-sum:5:r4c9-r4c1")
>>> sums_left(position, 0, LogicStep(0, "", 0))
'the X-sum of row 4 is 5: 2+3 is the only way'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...constraints.constraint import Constraint
from ..position import Position
from ..steps import LogicStep
from .rule_sentences import constraint_of, fits

#: The most sums that are listed.
MOST_SUMS = 4


def sums_left(position: Position, rule: int, step: LogicStep) -> str:
    """Return what an X-sum or sandwich within a house leaves after a step; "" for other rules, or
    if the sums are too many to list."""
    constraint = constraint_of(position.theory, rule)
    layout = position.layout
    house = next((h for h in layout.houses if {*constraint.cells} <= {*h.cells}), None)
    if house is None or constraint.kind not in ("x-sum", "sandwich"):
        return ""
    after = position.copy()
    after.take(step.asserted, step.denied)
    worth = layout.digits[0] - 1
    left = [{d + worth for d in after.candidates_in(cell)} for cell in constraint.cells]
    total = constraint.values[0]
    if constraint.kind == "x-sum":
        sums = list(dict.fromkeys(_x_sums(total, left)))
        what, empty = f"the X-sum of {house}", ""
    else:
        low, high = layout.digits[0], layout.digits[-1]
        sums = list(dict.fromkeys(_fillings(constraint, left, low, high)))
        what = f"the sandwich of {house}"
        empty = f"{low} and {high} are side by side"
        if sums == [tuple(range(low + 1, high))]:
            return (
                f"{what} is {total}, the sum of all other digits: {low} and {high} are at its ends"
            )
    if sums == [()]:
        return f"{what} is {total}: {empty}"
    if not 0 < len(sums) <= MOST_SUMS:
        return ""
    *some, last = ["+".join(map(str, one)) or f"nothing ({empty})" for one in sums]
    ways = f"{', '.join(some)} or {last} is left" if some else f"{last} is the only way"
    return f"{what} is {total}: {ways}"


def _x_sums(total: int, left: list[set[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the sums, each with the first digit first."""
    for first in sorted(left[0]):
        others = sorted({d for cell in left for d in cell} - {first})
        for rest in combinations(others, first - 1) if 0 < first <= len(left) else ():
            if first + sum(rest) == total and fits(frozenset(rest), left[1:first]):
                yield (first, *rest)


def _fillings(
    constraint: Constraint, left: list[set[int]], low: int, high: int
) -> Iterator[tuple[int, ...]]:
    """Yield the digits between the smallest and the largest one."""
    ends = {low, high}
    for i, j in combinations(range(len(left)), 2):
        if not ((low in left[i] and high in left[j]) or (high in left[i] and low in left[j])):
            continue
        inside = left[i + 1 : j]
        digits = sorted({d for cell in inside for d in cell} - ends)
        for rest in combinations(digits, len(inside)):
            if sum(rest) == constraint.values[0] and fits(frozenset(rest), inside):
                yield rest
