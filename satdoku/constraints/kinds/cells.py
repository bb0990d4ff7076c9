"""Kinds about single cells and sets of cells: marks, cages, circles, equal and different digits."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from ...errors import LayoutError
from ...geometry import Cells
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..drawings import equal_groups
from ..forms import (
    Alike,
    Candidates,
    Count,
    Distinct,
    DistinctCount,
    Forms,
    Reader,
    automaton,
    relation,
    sets,
    sums,
)
from ..geometry import neighbours
from ..kind_table import ANY, MANY, ONE, OPTIONAL, TWO_OR_MORE, Kind
from ..placement import Choices, Digits, Ends, Placement, some_of, total
from ..styles import WHITE, Along, Meeting, Outline, Shade

SINGLE = Placement("cell")
CAGES = Placement("cages", (2, 5), total)
CIRCLES = Placement("square", numbers=some_of)


def _sums_of(digits: Sequence[int]) -> set[int]:
    """Return the sums of one or more of the digits."""
    found: set[int] = set()
    for count in range(1, len(digits) + 1):
        found.update(map(sum, combinations(digits, count)))
    return found


@cache
def _missing_sums(own: Cells, digits: range) -> list[int]:
    """Return three numbers that are no sum of these digits, but of most others: they say most."""
    others: Counter[int] = Counter()
    for some in combinations(digits, len(own)):
        others.update(_sums_of(some))
    # a number that hardly any cage reaches would say nothing
    missing = set(others) - _sums_of(own)
    return sorted(missing, key=lambda n: (-others[n], n))[:3]


def _rellik_numbers(digits: Digits, ends: Ends) -> Choices:
    low, high = ends
    return [(n,) for n in _missing_sums(tuple(sorted(digits)), range(low, high + 1))]


@Kind(
    "candidates",
    "{each} holds one of {}",
    mark="pale blue cell with small digits",
    values=ANY,
    draws=Shade("cell", "#eef3fb", "{}"),
)
def candidates(c: Constraint, layout: LayoutData) -> Forms:
    allowed = frozenset(c.values).intersection(layout.digits)
    for cell in c.cells:
        yield Candidates(cell, allowed)


@Kind(
    "even",
    "{each} holds an even digit",
    mark="grey square",
    draws=Shade("square"),
    placement=SINGLE,
)
@Kind(
    "odd",
    "{each} holds an odd digit",
    mark="grey circle",
    draws=Shade("circle"),
    placement=SINGLE,
)
def parity(c: Constraint, layout: LayoutData) -> Forms:
    remainder = 1 if c.kind == "odd" else 0
    allowed = frozenset(d for d in layout.digits if d % 2 == remainder)
    for cell in c.cells:
        yield Candidates(cell, allowed)


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
    sign = 1 if c.kind == "minimum" else -1  # a maximum is a minimum of the negated digits
    marked: set[int] = set()
    for other in layout.constraints:
        if other.kind == c.kind:
            marked.update(other.cells)

    def is_extreme(d: int, e: int) -> bool:
        return sign * d < sign * e

    for cell in c.cells:
        for near in neighbours(layout, cell):
            if near not in marked:
                yield relation(cell, near, layout.digits, is_extreme, key=("<", sign))


@Kind(
    "distinct",
    "the digits in {it} are all different",
    cells=TWO_OR_MORE,
    mark="purple dashed outline",
    draws=Outline("#6639ba"),
)
def distinct(c: Constraint, layout: LayoutData) -> Forms:
    if len(set(c.cells)) > layout.size:
        raise LayoutError(
            phrase(
                "{count!s} cells cannot hold {size!s} digits without repeats",
                count=len(c.cells),
                size=layout.size,
            )
        )
    yield Distinct(c.cells)


@Kind(
    "killer",
    "the digits in {it} are different and add up to {0}, if a sum is given",
    noun="cage",
    mark="dashed cage",
    values=OPTIONAL,
    draws=Outline(text="{0}"),
    placement=CAGES,
)
def killer(c: Constraint, layout: LayoutData) -> Forms:
    if len(c.cells) > layout.size:
        raise LayoutError(
            phrase(
                "a cage of {count!s} cells cannot hold {size!s} digits",
                count=len(c.cells),
                size=layout.size,
            )
        )
    if not c.values:
        yield Distinct(c.cells)
        return
    wanted = c.values[0]
    yield sets(c.cells, layout.digits, lambda some: sum(some) == wanted, key=("sum", wanted))
    # of more than two cells it is also said by itself that they differ, in clauses without
    # auxiliary variables: so techniques see a cage as a house with holes
    if len(c.cells) > 2:
        yield Distinct(c.cells)


def _factors(c: Constraint, layout: LayoutData) -> Sequence[int]:
    """Return the factor of each cell of a sum."""
    count = len(c.cells)
    factors = c.values[1:] or (1,) * count
    if len(factors) != count:
        raise LayoutError(
            phrase("{count!s} coefficients for {cells!s} cells", count=len(factors), cells=count)
        )
    return factors


@Kind(
    "sum",
    "the digits in {it} add up to {0}; further numbers, one per cell, are factors of the digits",
    mark="outline with a Σ",
    values=(1, MANY),
    draws=Outline(text="Σ{0}", dashed=False),
    placement=CAGES,
    check=_factors,
)
def weighted(c: Constraint, layout: LayoutData) -> Forms:
    yield from sums(c.cells, _factors(c, layout), c.values[0])


@Kind(
    "rellik",
    "no digit repeats in {it}, and no one or more of its digits add up to {0}",
    noun="rellik cage",
    mark="red dashed cage with a ≠",
    values=ONE,
    draws=Outline("#cf222e", "≠{0}"),
    placement=Placement("cages", (4, 5), _rellik_numbers),
)
def rellik(c: Constraint, layout: LayoutData) -> Forms:
    avoided = c.values[0]

    def avoids(some: Cells) -> bool:
        return avoided not in _sums_of(some)

    yield sets(c.cells, layout.digits, avoids, key=("rellik", avoided))
    yield Distinct(c.cells)


@Kind(
    "equality-cage",
    "no digit repeats in {it}; there are as many even as odd digits, and as many low as high ones",
    noun="equality cage",
    mark="green dashed cage with a =",
    draws=Outline("#1a7f37", "="),
)
def equality_cage(c: Constraint, layout: LayoutData) -> Forms:
    middle = layout.digits[0] + layout.digits[-1]

    def balanced(some: Cells) -> bool:
        odd_ones = sum(d % 2 for d in some)
        # (a digit in the middle is neither low nor high)
        low = sum(2 * d < middle for d in some)
        high = sum(2 * d > middle for d in some)
        return 2 * odd_ones == len(some) and low == high

    yield sets(c.cells, layout.digits, balanced, key="balanced")
    yield Distinct(c.cells)


def _are_close(digits: Digits, ends: Ends) -> bool:
    """Accept digits that a line of five consecutive digits may begin with."""
    return max(digits) - min(digits) < 5


@Kind(
    "renban",
    "the digits on {it} are different and consecutive, in any order",
    noun="renban line",
    mark="pink line",
    draws=Along("#d96ad9"),
    placement=Placement("line", (3, 5), may=_are_close),
)
def renban(c: Constraint, layout: LayoutData) -> Forms:
    def consecutive(some: Cells) -> bool:
        return some[-1] - some[0] == len(some) - 1

    yield sets(c.cells, layout.digits, consecutive, key="renban")
    if len(c.cells) > 2:
        yield Distinct(c.cells)


@Kind(
    "same-values",
    "{it} divide, in order, into {0} groups of equal size, and each group holds "
    "the same digits, equally often",
    seen="the blue outlines of “same” hold the same digits, equally often",
    cells=TWO_OR_MORE,
    values=ONE,
    draws=Outline("#0a58ca", "same", dashed=False, groups="{0}"),
    check=lambda c, layout: equal_groups(c.cells, c.values[0]),
)
def same_values(c: Constraint, layout: LayoutData) -> Forms:
    parts = equal_groups(c.cells, c.values[0])
    # houses keep the digits of each group distinct: then it is enough that the sets are equal
    if len(parts[0]) > 1 and all(_in_a_house(part, layout) for part in parts):
        yield Alike(tuple(parts))
        return
    yield from as_often(parts, layout.digits)


def _in_a_house(cells: Cells, layout: LayoutData) -> bool:
    return any(set(house.cells).issuperset(cells) for house in layout.houses)


def as_often(parts: Sequence[Cells], digits: Sequence[int]) -> Forms:
    """Yield: each digit is as often in each group as in the first."""
    first, *others = parts
    for part in others:
        if len(first) == 1:
            yield relation(first[0], part[0], digits, lambda d, e: d == e, key="=")
            continue
        for digit in digits:
            reader = _surplus(digit, len(first))
            yield automaton((*first, *part), digits, reader, key=("as often", digit))


def _surplus(digit: int, size: int) -> Reader:
    """The state is how often the digit still has to come: it goes up in the first group, which has
    this size, and down in the second."""

    def step(count: int, i: int, d: int) -> int | None:
        now = count
        if d == digit:
            now += 1 if i < size else -1
        return now if 0 <= now <= size else None

    say = f"there are {{}} {digit}s more to come".format
    return Reader(0, step, accept=lambda count: count == 0, say=say)


@Kind(
    "contain-exactly",
    "{it} contains {}, exactly as often as listed",
    noun="exact group",
    seen="the cells in an orange outline with a ! contain {}, each exactly as "
    "often as it is listed",
    values=(1, MANY),
    draws=Outline("#bc4c00", "{}!", dashed=False),
    placement=CIRCLES,
)
@Kind(
    "quadruple",
    "{it} contain {}, at least as often as listed",
    seen="the cells around a circle contain the digits in it, each at least as "
    "often as it is shown",
    values=(1, 9),
    draws=Meeting(),
    placement=CIRCLES,
)
def contained(c: Constraint, layout: LayoutData) -> Forms:
    for digit, times in Counter(c.values).items():
        most = len(c.cells) if c.kind == "quadruple" else times
        yield Count(c.cells, digit, frozenset(range(times, most + 1)))


@Kind(
    "count-distinct",
    "the first digit on {it} is the number of different digits on the rest",
    noun="counting line",
    mark="dotted brown line with a ≠",
    seen="the digit in the circle of a dotted brown line with a ≠ is the number of "
    "different digits on the rest of the line",
    cells=TWO_OR_MORE,
    draws=Along("#8a6d3b", 3, "circle", dashes="2 5", text="≠"),
    placement=Placement("line", (4, 8)),
)
def count_distinct(c: Constraint, layout: LayoutData) -> Forms:
    yield DistinctCount(c.cells[0], c.cells[1:])


@Kind(
    "counting-circles",
    "each digit in {it} is the number of these cells that hold this digit",
    seen="each digit in a white circle is the number of white circles that hold this digit",
    draws=Shade("circle", WHITE),
)
def counting_circles(c: Constraint, layout: LayoutData) -> Forms:
    for digit in layout.digits:
        yield Count(c.cells, digit, frozenset((0, digit)))


def _two_digits_counted(digits: Digits, ends: Ends) -> Choices:
    """Return for each two different digits how many there are of them."""
    found: list[tuple[int, ...]] = []
    for d, e in combinations(sorted(set(digits)), 2):
        found.append((digits.count(d), d, digits.count(e), e))
    return found


@Kind(
    "look-and-say",
    "{it} contain exactly as many of each digit as {} say, which are pairs of a count and a digit",
    mark="teal outline with a quotation",
    seen="the number quoted in a teal outline is pairs of a count and a digit: the "
    "cells contain exactly that many of the digit",
    values=TWO_OR_MORE,
    draws=Outline("#0e7490", "“{}”"),
    placement=Placement("square", numbers=_two_digits_counted),
)
def look_and_say(c: Constraint, layout: LayoutData) -> Forms:
    if len(c.values) % 2:
        raise LayoutError("counts and digits come in pairs, but there is an odd number of numbers")
    for count, digit in zip(c.values[::2], c.values[1::2], strict=True):
        yield Count(c.cells, digit, frozenset((count,)))
