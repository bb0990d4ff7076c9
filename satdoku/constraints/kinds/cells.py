"""Kinds about single cells and sets of cells: marks, cages, circles, equal and different digits."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations

from ...errors import LayoutError
from ...layout_data import LayoutData
from .. import forms
from ..constraint import Constraint
from ..forms import Form, Forms
from ..geometry import neighbours
from ..kind_table import MANY, Kind
from ..placement import Placement, some_of, total
from ..styles import Along, Meeting, Outline, Shade


def _sums_of(digits: Sequence[int]) -> set[int]:
    """Return the sums of one or more of the digits."""
    return {sum(some) for k in range(1, len(digits) + 1) for some in combinations(digits, k)}


@cache
def _missing_sums(own: tuple[int, ...], digits: range) -> list[int]:
    """Return three numbers that are no sum of these digits, but of most others: they say most."""
    others = Counter(n for some in combinations(digits, len(own)) for n in _sums_of(some))
    return sorted(set(others) - _sums_of(own), key=lambda n: (-others[n], n))[:3]


@Kind(
    "candidates",
    "{each} holds one of {}",
    mark="pale blue cell with small digits",
    values=(0, MANY),
    draws=Shade("cell", "#eef3fb", "{}"),
)
def candidates(c: Constraint, layout: LayoutData) -> Forms:
    return (forms.Candidates(cell, frozenset(c.values)) for cell in c.cells)


@Kind(
    "even",
    "{each} holds an even digit",
    mark="grey square",
    draws=Shade("square"),
    placement=Placement("cell"),
)
@Kind(
    "odd",
    "{each} holds an odd digit",
    mark="grey circle",
    draws=Shade("circle"),
    placement=Placement("cell"),
)
def parity(c: Constraint, layout: LayoutData) -> Forms:
    allowed = frozenset(d for d in layout.digits if d % 2 == (c.kind == "odd"))
    return (forms.Candidates(cell, allowed) for cell in c.cells)


@Kind(
    "maximum",
    "{each} holds a larger digit than its neighbours without this mark",
    mark="cell with outward arrowheads",
    draws=Shade("outward"),
)
@Kind(
    "minimum",
    "{each} holds a smaller digit than its neighbours without this mark",
    mark="cell with inward arrowheads",
    draws=Shade("inward"),
)
def extreme(c: Constraint, layout: LayoutData) -> Forms:
    sign = 1 if c.kind == "minimum" else -1
    same = {cell for other in layout.constraints if other.kind == c.kind for cell in other.cells}
    for cell in c.cells:
        for near in neighbours(layout, cell):
            if near not in same:
                key = ("<", sign)
                yield forms.relation(
                    cell, near, layout.digits, lambda d, e: sign * d < sign * e, key
                )


@Kind(
    "distinct",
    "the digits in {it} are all different",
    cells=(2, MANY),
    mark="purple dashed outline",
    draws=Outline("#6639ba"),
)
def distinct(c: Constraint, layout: LayoutData) -> Forms:
    if len(set(c.cells)) > layout.size:
        raise LayoutError(f"{len(c.cells)} cells cannot hold {layout.size} digits without repeats")
    yield forms.Distinct(c.cells)


@Kind(
    "killer",
    "the digits in {it} are different and add up to {0}, if a sum is given",
    noun="cage",
    mark="dashed cage",
    values=(0, 1),
    draws=Outline(text="{0}"),
    placement=Placement("cages", (2, 5), total),
)
def killer(c: Constraint, layout: LayoutData) -> Forms:
    if len(c.cells) > layout.size:
        raise LayoutError(f"a cage of {len(c.cells)} cells cannot hold {layout.size} digits")
    if not c.values:
        yield forms.Distinct(c.cells)
        return
    yield forms.sets(c.cells, layout.digits, lambda s: sum(s) == c.values[0], ("sum", c.values[0]))
    if len(c.cells) > 2:
        yield forms.Distinct(c.cells)


@Kind(
    "sum",
    "the digits in {it} add up to {0}; further numbers, one per cell, are factors of the digits",
    mark="outline with a Σ",
    values=(1, MANY),
    draws=Outline(text="Σ{0}", dashed=False),
    placement=Placement("cages", (2, 5), total),
)
def weighted(c: Constraint, layout: LayoutData) -> Forms:
    total, *coefficients = c.values
    if coefficients and len(coefficients) != len(c.cells):
        raise LayoutError(f"{len(coefficients)} coefficients for {len(c.cells)} cells")
    yield from forms.sums(c.cells, coefficients or [1] * len(c.cells), total)


@Kind(
    "rellik",
    "no digit repeats in {it}, and no one or more of its digits add up to {0}",
    noun="rellik cage",
    mark="red dashed cage with a ≠",
    values=(1, 1),
    draws=Outline("#cf222e", "≠{0}"),
    placement=Placement(
        "cages",
        (4, 5),
        lambda ds, ends: [
            (n,) for n in _missing_sums(tuple(sorted(ds)), range(ends[0], ends[1] + 1))
        ],
    ),
)
def rellik(c: Constraint, layout: LayoutData) -> Forms:
    def free(s: tuple[int, ...]) -> bool:
        return c.values[0] not in _sums_of(s)

    yield forms.sets(c.cells, layout.digits, free, ("rellik", c.values[0]))
    yield forms.Distinct(c.cells)


@Kind(
    "equality-cage",
    "no digit repeats in {it}; there are as many even as odd digits, and as many low as high ones",
    noun="equality cage",
    mark="green dashed cage with a =",
    draws=Outline("#1a7f37", "="),
)
def equality_cage(c: Constraint, layout: LayoutData) -> Forms:
    middle = layout.digits[0] + layout.digits[-1]

    def balanced(s: tuple[int, ...]) -> bool:
        odd_ones = sum(d % 2 for d in s)
        low = sum(2 * d < middle for d in s)
        high = sum(2 * d > middle for d in s)
        return 2 * odd_ones == len(s) and low == high

    yield forms.sets(c.cells, layout.digits, balanced, "balanced")
    yield forms.Distinct(c.cells)


@Kind(
    "renban",
    "the digits on {it} are different and consecutive, in any order",
    noun="renban line",
    mark="pink line",
    draws=Along("#d96ad9"),
    placement=Placement("line", (3, 5), may=lambda ds, ends: max(ds) - min(ds) < 5),
)
def renban(c: Constraint, layout: LayoutData) -> Forms:
    yield forms.sets(c.cells, layout.digits, lambda s: s[-1] - s[0] == len(s) - 1, "renban")
    if len(c.cells) > 2:
        yield forms.Distinct(c.cells)


@Kind(
    "same-values",
    "{it} divide, in order, into {0} groups of equal size, and each group holds "
    "the same digits, equally often",
    seen="the blue outlines of “same” hold the same digits, equally often",
    cells=(2, MANY),
    values=(1, 1),
    draws=Outline("#0a58ca", "same", False, "{0}"),
)
def same_values(c: Constraint, layout: LayoutData) -> Forms:
    groups = c.values[0]
    if groups < 2 or len(c.cells) % groups:
        raise LayoutError(f"{len(c.cells)} cells do not divide into {groups} groups of equal size")
    size = len(c.cells) // groups
    parts = [c.cells[i : i + size] for i in range(0, len(c.cells), size)]
    houses = [set(house.cells) for house in layout.houses]
    if size > 1 and all(any(house.issuperset(part) for house in houses) for part in parts):
        yield forms.Alike(tuple(parts))
        return
    yield from as_often(parts, layout.digits)


def as_often(parts: Sequence[tuple[int, ...]], digits: Sequence[int]) -> Forms:
    """Yield: each digit is as often in each group as in the first."""
    size = len(parts[0])
    for part in parts[1:]:
        if size == 1:
            yield forms.relation(parts[0][0], part[0], digits, lambda d, e: d == e, "=")
            continue
        for digit in digits:
            yield forms.automaton(
                (*parts[0], *part),
                digits,
                forms.Reader(
                    0,
                    partial(_surplus, digit=digit, size=size),
                    accept=lambda q: q == 0,
                    say=f"there are {{}} {digit}s more to come".format,
                ),
                key=("as often", digit),
            )


def _surplus(count: int, i: int, d: int, digit: int, size: int) -> int | None:
    now = count + (d == digit if i < size else -(d == digit))
    return now if 0 <= now <= size else None


@Kind(
    "contain-exactly",
    "{it} contain {}, each exactly as often as it is listed",
    seen="the cells in an orange outline with a ! contain {}, each exactly as "
    "often as it is listed",
    values=(1, MANY),
    draws=Outline("#bc4c00", "{}!", False),
    placement=Placement("square", numbers=some_of),
)
@Kind(
    "quadruple",
    "{it} contain {}, each at least as often as it is listed",
    seen="the cells around a circle contain the digits in it, each at least as "
    "often as it is shown",
    values=(1, 9),
    draws=Meeting(),
    placement=Placement("square", numbers=some_of),
)
def contained(c: Constraint, layout: LayoutData) -> Forms:
    for digit, times in Counter(c.values).items():
        most = len(c.cells) if c.kind == "quadruple" else times
        yield _counted(c, layout, digit, times, most)


def _counted(c: Constraint, layout: LayoutData, digit: int, least: int, most: int) -> Form:
    """Require: the digit occurs in at least `least` and at most `most` of the cells."""

    def step(q: int, i: int, d: int) -> int | None:
        now = q + (d == digit)
        return min(now, least) if most == len(c.cells) else (now if now <= most else None)

    return forms.automaton(
        c.cells,
        layout.digits,
        forms.Reader(
            0,
            step,
            accept=lambda q: q >= least,
            say=f"there are {{}} {digit}s".format,
            uniform=True,
        ),
        key=("counted", digit, least, most),
    )


@Kind(
    "count-distinct",
    "the first digit on {it} is the number of different digits on the rest",
    noun="counting line",
    mark="dotted brown line with a ≠",
    seen="the digit in the circle of a dotted brown line with a ≠ is the number of "
    "different digits on the rest of the line",
    cells=(2, MANY),
    draws=Along("#8a6d3b", 3, "circle", dashes="2 5", text="≠"),
    placement=Placement("line", (4, 8)),
)
def count_distinct(c: Constraint, layout: LayoutData) -> Forms:
    yield forms.DistinctCount(c.cells[0], c.cells[1:])


@Kind(
    "counting-circles",
    "each digit in {it} is the number of these cells that hold this digit",
    seen="each digit in a white circle is the number of white circles that hold this digit",
    draws=Shade("circle", "#ffffff"),
)
def counting_circles(c: Constraint, layout: LayoutData) -> Forms:
    for digit in layout.digits:

        def step(q: int, i: int, d: int, digit: int = digit) -> int | None:
            now = q + (d == digit)
            return now if now <= digit else None

        yield forms.automaton(
            c.cells,
            layout.digits,
            forms.Reader(
                0,
                step,
                accept=(0, digit).__contains__,
                say=f"there are {{}} {digit}s".format,
                uniform=True,
            ),
            key=("circles", digit),
        )


@Kind(
    "look-and-say",
    "{it} contain exactly as many of each digit as {} say, which are pairs of a count and a digit",
    mark="teal outline with a quotation",
    seen="the number quoted in a teal outline is pairs of a count and a digit: the "
    "cells contain exactly that many of the digit",
    values=(2, MANY),
    draws=Outline("#0e7490", "“{}”"),
    placement=Placement(
        "square",
        numbers=lambda ds, _: [
            (ds.count(d), d, ds.count(e), e) for d, e in combinations(sorted(set(ds)), 2)
        ],
    ),
)
def look_and_say(c: Constraint, layout: LayoutData) -> Forms:
    if len(c.values) % 2:
        raise LayoutError("counts and digits come in pairs, but there is an odd number of numbers")
    for count, digit in zip(c.values[::2], c.values[1::2], strict=True):
        yield _counted(c, layout, digit, count, count)
