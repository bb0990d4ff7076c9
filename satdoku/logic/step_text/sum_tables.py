"""Sums in words: the sums that an X-sum or sandwich still allows; the least and greatest sum that a
candidate leaves to the others.

>>> from satdoku.logic.starting import position_of
>>> from satdoku.logic.steps import LogicStep
>>> position = position_of("." * 81, "9x9+x-sum:5:r4c9-r4c1")
>>> sums_left(position, 0, LogicStep(0, "", 0))
'the X-sum of row 4 is 5: 2+3 is the only way'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...constraints.constraint import Constraint
from ...constraints.forms import Sum
from ...constraints.kind_table import forms_of
from ...layout import Layout
from ..position import Position
from ..steps import LogicStep
from .rule_sentences import constraint_of, fits
from .sentences import cells_text, digit_text, either

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
        return _sums_text(f"the X-sum of {house} is {total}", sums)
    low = layout.digits[0]
    high = layout.digits[-1]
    what = f"the sandwich of {house} is {total}"
    sums = list(dict.fromkeys(_fillings(total, left, low, high)))
    if sums == [tuple(range(low + 1, high))]:
        return f"{what}, the sum of all other digits: {low} and {high} are at its ends"
    return _sums_text(what, sums, empty=f"{low} and {high} are side by side")


def _sums_text(what: str, sums: list[tuple[int, ...]], empty: str = "") -> str:
    """Return what is said, and the sums that are left; "" if they are too many. empty: what it
    means if a sum has no digits."""
    if sums == [()]:
        return f"{what}: {empty}"
    if not 0 < len(sums) <= MOST_SUMS:
        return ""
    words = ["+".join(map(str, digits)) or f"nothing ({empty})" for digits in sums]
    if len(words) == 1:
        return f"{what}: {words[0]} is the only way"
    return f"{what}: {either(words)} is left"


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


def _fillings(total: int, left: list[set[int]], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield the digits between the smallest and the largest one, in increasing order."""
    ends = {low, high}
    for i, j in combinations(range(len(left)), 2):
        is_upwards = low in left[i] and high in left[j]
        is_downwards = high in left[i] and low in left[j]
        if not (is_upwards or is_downwards):
            continue
        inside = left[i + 1 : j]
        digits = sorted({d for cell in inside for d in cell} - ends)
        for rest in combinations(digits, len(inside)):
            if sum(rest) == total and fits(frozenset(rest), inside):
                yield rest


def bound_text(position: Position, rule: int, step: LogicStep) -> str:
    """Return '9 in r2c8 leaves 5 for r2c9,r3c8, which hold at least 1+5 = 6', or '2 in r2c7 is less
    than r34c6, which hold at least 1+2 = 3', for a denied candidate that is too large or too small
    for a sum; "" for other rules."""
    theory = position.theory
    sums = list(_sums(constraint_of(theory, rule), position.layout))
    for v in step.denied:
        cell, _ = theory.cell_and_digit(v)
        for plus, minus, total in sums:
            own, other = (plus, minus) if cell in plus else (minus, plus)
            if cell not in own:
                continue
            text = _bound(position, v, own, other, total)
            if text:
                return text
    return ""


def _bound(
    position: Position, v: int, own: tuple[int, ...], other: tuple[int, ...], total: int
) -> str:
    """Return why a candidate of one of the own cells is too large or too small: these add up to the
    total, if there are no others, or else to the sum of the others.

    Both sides are bounded by the extreme digits of their cells, each side in the direction in which
    it could still meet the other. If the least of one is above the most of the other, the candidate
    is impossible.
    """
    theory = position.theory
    layout = position.layout
    cell, d = theory.cell_and_digit(v)
    digit = d + layout.digits[0] - 1
    rest = [c for c in own if c != cell]
    against = other or rest
    if not against:
        return ""
    names = cells_text(theory, [layout.variable_of(c, 1) for c in against])
    verb = "holds" if len(against) == 1 else "hold"
    placed = f"{digit_text(theory, v)} in {cells_text(theory, [v])}"
    for word, opposite, sign, than in (("least", "most", 1, "less"), ("most", "least", -1, "more")):
        bound = _ends(position, against, sign)
        mine = [digit, *_ends(position, rest, -sign)] if other else [total - digit]
        is_whole = len(mine) == (len(own) if other else 1)
        if not bound or not is_whole or (sum(bound) - sum(mine)) * sign <= 0:
            continue
        terms = "+".join(map(str, bound))
        if len(bound) > 1:
            terms += f" = {sum(bound)}"
        if not other:
            return f"{placed} leaves {mine[0]} for {names}, which {verb} at {word} {terms}"
        if not rest:
            return f"{placed} is {than} than {names}, which {verb} at {word} {terms}"
        all_own = cells_text(theory, [layout.variable_of(c, 1) for c in own])
        return (
            f"with {placed}, {all_own} hold at {opposite} {sum(mine)}, but {names} {verb} "
            f"at {word} {terms}"
        )
    return ""


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
