"""Kinds about values of cells that differ from their digits: doublers, negators, multipliers,
Schrödinger cells.

With the first three, the shaded cells of a layer (see `layers`) are those whose value is a multiple
of their digit; sums of values read digit and shade together. With Schrödinger cells the layer holds
the larger digit of a cell with two and 0 for others, so that a value is the sum of both variables,
and no pair is counted in both orders. In a formula `value(r1c1)` is the value of a cell.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Sequence

from ...errors import LayoutError
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import Candidates, Forms, OneOf, relation, sums
from ..kind_table import ANY, LAYER, NONE, ONE, SCHRODINGER, TWO_OR_MORE
from ..styles import INK, Along, Outline
from .layers import Layer, layered

#: The largest factor, and the largest total of a sum.
MOST_FACTOR, MOST_TOTAL = 99, 100_000
#: The common end of their sentences.
WHERE = (
    "; they are the shaded cells, one in each row, column and region, no two with the same digit"
)


def factor_of(layout: LayoutData) -> int | None:
    """Return the factor of shaded cells, None where the layer's digit is added; raise `LayoutError`
    unless exactly one kind defines the values."""
    rules = [c for c in layout.constraints if c.kind in FACTORS]
    if len(rules) != 1:
        kinds = ", ".join(FACTORS)
        raise LayoutError(
            phrase("cell values need one rule that defines them: one of {names!s}", names=kinds)
        )
    rule = rules[0]
    factor = FACTORS[rule.kind]
    return rule.values[0] if factor == 0 else factor


@layered(
    "multipliers",
    "a multiplier counts {0} times in sums of values" + WHERE,
    cells=NONE,
    values=ONE,
)
@layered("negators", "a negator counts as minus its digit in sums of values" + WHERE, cells=NONE)
@layered("doublers", "a doubler counts twice in sums of values" + WHERE, cells=NONE)
def modified(c: Constraint, layout: LayoutData) -> Forms:
    """Yield the forms for the positions of the cells with another value."""
    on = Layer.of(layout)
    factor = factor_of(layout)
    if factor and abs(factor) > MOST_FACTOR:
        raise LayoutError(
            phrase(
                "a factor of {factor!s} is too large: up to {most!s} are possible",
                factor=factor,
                most=MOST_FACTOR,
            )
        )
    for house in layout.houses:
        yield on.counted([on[cell] for cell in house.cells], 1)
    both = frozenset((on.unshaded, on.shaded))
    for digit in layout.digits:
        yield on.once(range(layout.board_cells), digit, on.shaded, both)


@layered(
    SCHRODINGER,
    "each row, column and region holds every digit once and has one "
    "Schrödinger cell, which holds two digits; {it} are such cells",
    noun="Schrödinger cells",
    title="Schrödinger cells",
    seen="each row, column and region holds every digit once and has one "
    "Schrödinger cell, which holds two digits; the cells outlined with an "
    "S are such cells",
    cells=ANY,
    draws=Outline(INK, "S", dashed=False),
)
def schrodinger(c: Constraint, layout: LayoutData) -> Forms:
    if c not in layout.constraints:
        raise LayoutError("Schrödinger cells inside `or` are not supported")
    on = Layer.of(layout, SCHRODINGER)
    digits = layout.digits
    high = layout.places.board_height
    is_square = high == layout.board_width
    if factor_of(layout) is not None or digits != range(high + 1) or not is_square:
        raise LayoutError(
            "Schrödinger cells need a square board with one more digit than a row has cells, and "
            "digits from 0: write 9x9+digits:0-9"
        )
    kinds = {one.kind for rule in layout.constraints for one in rule.all()}
    others = kinds - READ_VALUES
    if others:
        raise LayoutError(
            phrase(
                "{name!s} does not go with Schrödinger cells: use value-sum, value-arrow, "
                "formulas with value(…), and houses",
                name=min(others),
            )
        )
    # the layer holds 0 for a cell with one digit; the second digit is the larger one
    second = frozenset(digits[1:])
    for house in layout.houses:
        cells = house.cells
        more = tuple([on[cell] for cell in cells])
        full = len(cells) == high and house not in layout.extra_houses
        yield OneOf(cells, frozenset((0,)), full)
        for digit in second:
            yield OneOf((*cells, *more), frozenset((digit,)), full)
        if full:  # this follows, but the base rules do not see it
            yield OneOf(more, second)

    def is_second(d: int, e: int) -> bool:
        return e == 0 or d < e

    for cell in range(layout.board_cells):
        yield relation(cell, on[cell], digits, is_second, key="smaller, or 0")
    for cell in c.cells:
        yield Candidates(on[cell], second)


#: The factor of a shaded cell's digit, by kind; 0: the rule's number; None: see `factor_of`.
FACTORS = {"doublers": 2, "negators": -1, "multipliers": 0, SCHRODINGER: None}
#: The kinds that may accompany Schrödinger cells; cells in a formula hold the smaller digit.
READ_VALUES = {LAYER, SCHRODINGER, "value-sum", "value-arrow", "formula", "or"}


def _total(c: Constraint, layout: LayoutData, signs: Sequence[int], total: int) -> Forms:
    """Require: the values, times the signs, add up to the total."""
    factor = factor_of(layout)
    if factor is not None:
        yield Layer.of(layout).total(c.cells, signs, total, factors=(1, factor))
        return
    on = Layer.of(layout, SCHRODINGER)
    second = [on[cell] for cell in c.cells]
    yield from sums((*c.cells, *second), (*signs, *signs), total)


@layered(
    "value-sum",
    "the values of the cells in {it} add up to {0}",
    noun="value cage",
    mark="brown dashed outline",
    values=ONE,
    draws=Outline("#8b5a2b", "{0}"),
)
def value_sum(c: Constraint, layout: LayoutData) -> Forms:
    if abs(c.values[0]) > MOST_TOTAL:
        raise LayoutError(phrase("a sum of {total!s} is too large", total=c.values[0]))
    yield from _total(c, layout, [1] * len(c.cells), c.values[0])


@layered(
    "value-arrow",
    "the value of the first cell of {it} is the sum of the values of the others",
    noun="value arrow",
    seen="the values along a brown arrow add up to the value in its circle",
    cells=TWO_OR_MORE,
    draws=Along("#8b5a2b", 3, "circle", "arrow", ring=True),
)
def value_arrow(c: Constraint, layout: LayoutData) -> Forms:
    others = [1] * (len(c.cells) - 1)
    yield from _total(c, layout, [-1, *others], 0)
