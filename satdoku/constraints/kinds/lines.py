"""Kinds along a line whose digits are read in order: sums, ends and what lies between them."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Hashable
from itertools import groupby
from typing import Any

from ...errors import LayoutError
from ...geometry import Cells
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import AnyOf, EqualSums, Form, Forms, Reader, automaton, everywhere_alike, sums
from ..geometry import box_of
from ..kind_table import MANY, OPTIONAL, TWO_OR_MORE, Kind, groups_of, value
from ..placement import Choices, Digits, Ends, Placement
from ..styles import GREY, PALE, Along, Outline

#: Lines on which the rule can hold whatever their first digits are.
ANY_LINE = Placement("line", (3, 6))


def _may_be_arrow(digits: Digits, ends: Ends) -> bool:
    return sum(digits[1:]) <= digits[0]


@Kind(
    "arrow",
    "the number in the first {0} cells of {it} is the sum of its other digits (default: 1)",
    noun="arrow",
    seen="the digits along an arrow add up to the digit in its circle",
    cells=TWO_OR_MORE,
    values=OPTIONAL,
    draws=Along(GREY, 3, end="arrow", ring=True),
    placement=Placement("line", (3, 5), may=_may_be_arrow),
)
def arrow(c: Constraint, layout: LayoutData) -> Forms:
    head = value(c, layout)
    if not 0 < head < len(c.cells):
        raise LayoutError(
            phrase(
                "an arrow with {head!s} cells in its circle and {count!s} in all",
                head=head,
                count=len(c.cells),
            )
        )
    factors = [-(10 ** (head - 1 - i)) for i in range(head)]
    factors += [1] * (len(c.cells) - head)
    yield from sums(c.cells, factors, 0)


@Kind(
    "double-arrow",
    "the digits on {it} between its ends add up to the sum of the ends",
    noun="double arrow",
    seen="the digits on a thin grey line between two circles add up to the sum of "
    "the digits in the circles",
    cells=(3, MANY),
    draws=Along(GREY, 3, "circle", "circle"),
    placement=Placement("line", (4, 6)),
)
def double_arrow(c: Constraint, layout: LayoutData) -> Forms:
    between_ends = [1] * (len(c.cells) - 2)
    yield from sums(c.cells, [-1, *between_ends, -1], 0)


@Kind(
    "between",
    "every digit on {it} between its ends is strictly between theirs",
    noun="between line",
    seen="every digit on a broad grey line between two circles is strictly between "
    "the digits in the circles",
    cells=(3, MANY),
    draws=Along(PALE, 9, "circle", "circle"),
    placement=ANY_LINE,
)
def between(c: Constraint, layout: LayoutData) -> Forms:
    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d,)
        if i == 1:
            return _in_order(q[0], d)
        low, high = q
        return q if low < d < high else None

    yield _by_ends(c, layout, step, "between")


def _in_order(d: int, e: int) -> tuple[int, int]:
    return (min(d, e), max(d, e))


@Kind(
    "lockout",
    "the ends of {it} differ by at least {0} (default: half the size, rounded "
    "down), and no digit on it is equal to an end or between the two",
    noun="lockout line",
    mark="light blue line with diamonds",
    seen="the digits in the diamonds of a light blue line differ by at least {0}, "
    "and no digit on the line is equal to one of them or between the two",
    cells=(3, MANY),
    values=OPTIONAL,
    draws=Along("#8fb4e8", 6, "diamond", "diamond"),
    placement=ANY_LINE,
)
def lockout(c: Constraint, layout: LayoutData) -> Forms:
    least = value(c, layout)

    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d,)
        if i == 1:
            return _in_order(q[0], d) if abs(q[0] - d) >= least else None
        low, high = q
        return None if low <= d <= high else q

    yield _by_ends(c, layout, step, ("lockout", least))


def _by_ends(c: Constraint, layout: LayoutData, step: Any, key: Hashable) -> Form:
    """Return an automaton that reads the two ends first."""
    # with the ends known, each digit between them is judged by itself; read from end to end, a
    # state would have to hold the extremes of all digits so far
    first, *inner, last = c.cells
    reader = Reader(None, step, say="the ends are {}".format)
    return automaton((first, last, *inner), layout.digits, reader, key)


@Kind(
    "zipper",
    "digits on {it} at equal distances from its ends add up to the same sum, which "
    "is the middle digit if there is a middle cell",
    noun="zipper line",
    mark="purple dashed line",
    cells=TWO_OR_MORE,
    draws=Along("#c1a9f5", 9, dashes="12 3"),
    placement=ANY_LINE,
)
def zipper(c: Constraint, layout: LayoutData) -> Forms:
    return _zipper(c, layout).differences()


def _zipper(c: Constraint, layout: LayoutData) -> EqualSums:
    half, odd = divmod(len(c.cells), 2)
    pairs: list[Cells] = [(c.cells[i], c.cells[-1 - i]) for i in range(half)]
    if odd:
        middle: Cells = (c.cells[half],)
    else:
        middle = pairs.pop()
    return EqualSums((middle, *pairs))


def _more_than_a_digit(digits: Digits, ends: Ends) -> Choices:
    """Return the smallest sum for which every part has several cells."""
    return ((ends[1] + 1,),)


@Kind(
    "sum-line",
    "{it} divides into consecutive segments that each add up to {0}; with a second "
    "number 1 it is a loop, and a segment may run across its end",
    noun="sum line",
    mark="orange line with a number",
    values=(1, 2),
    draws=Along("#f2a65a", 9, text="{0}"),
    placement=Placement("line", (3, 7), _more_than_a_digit),
)
def sum_line(c: Constraint, layout: LayoutData) -> Forms:
    total, *loop = c.values
    if total < 1 or loop not in ([], [0], [1]):
        raise LayoutError("a sum line needs a sum above 0; its second number is 1 for a loop")
    low = layout.digits[0]
    if loop != [1]:
        yield _sum_line(c.cells, layout, total)
        return
    # A loop is a line that begins with one of its first cells: a part is no longer than this.
    longest = len(c.cells)
    if low:
        longest = min(longest, total // low)
    lines = []
    for k in range(longest):
        # With digits 0, such a line could have no part at all, which a loop must have.
        turned = (*c.cells[k:], *c.cells[:k])
        lines.append(_sum_line(turned, layout, total, needs_part=not low))
    yield AnyOf(tuple([(line,) for line in lines])) if len(lines) > 1 else lines[0]


def _sum_line(cells: Cells, layout: LayoutData, total: int, *, needs_part: bool = False) -> Form:
    """Return a line in parts; the state is the sum of the part that has begun. With `needs_part`,
    states from `total` on are those after a part: `total` and that sum."""
    after = total if needs_part else 0

    def step(q: int, i: int, d: int) -> int | None:
        before = after if q >= after else 0
        made = q - before + d
        if made > total:
            return None
        return after if made == total else before + made

    def say(q: int) -> str:
        return f"the part's sum is {q % total}"

    reader = Reader(0, step, accept=lambda q: q == after, say=say, alike=everywhere_alike)
    return automaton(cells, layout.digits, reader, key=("sum-line", total, needs_part))


@Kind(
    "region-sum-line",
    "box borders divide {it} into segments with the same sum",
    noun="region sum line",
    mark="blue line",
    cells=TWO_OR_MORE,
    draws=Along("#4cb8e6", 6),
    placement=Placement("line", (3, 7)),
)
def region_sum_line(c: Constraint, layout: LayoutData) -> Forms:
    return _region_sum_line(c, layout).differences()


def _region_sum_line(c: Constraint, layout: LayoutData) -> EqualSums:
    box = box_of(layout)
    if not box:
        raise LayoutError("a region sum line needs boxes or regions")
    return EqualSums(tuple([tuple(part) for _, part in groupby(c.cells, box.get)]))


def _two_groups(digits: Digits, ends: Ends) -> Choices:
    """Return the sizes of any two groups that these cells divide into."""
    count = len(digits)
    return [(k, count - k) for k in range(1, count)]


def _nonempty_groups(c: Constraint, layout: LayoutData) -> list[Cells]:
    groups = groups_of(c)
    if not all(groups):
        raise LayoutError("a group has one cell or more")
    return groups


@Kind(
    "equal-sums",
    "{it} divide, in order, into groups of {} cells with the same sum",
    seen="the purple outlines of “Σ=” have the same sum",
    cells=TWO_OR_MORE,
    values=TWO_OR_MORE,
    draws=Outline("#8250df", "Σ=", dashed=False, groups="{}"),
    placement=Placement("line", (3, 6), _two_groups),
    check=_nonempty_groups,
)
def equal_groups(c: Constraint, layout: LayoutData) -> Forms:
    return _equal_groups(c, layout).differences()


def _equal_groups(c: Constraint, layout: LayoutData) -> EqualSums:
    return EqualSums(tuple(_nonempty_groups(c, layout)))


#: By kind: its parts with the same sum, as the search on masks reads them.
EQUAL_SUMS = {
    "zipper": _zipper,
    "region-sum-line": _region_sum_line,
    "equal-sums": _equal_groups,
}


@Kind(
    "value-index",
    "the second digit on {it} is an index: the first is the digit at that place after the second",
    noun="indexing arrow",
    mark="olive arrow from a square",
    seen="the digit after the square of an olive arrow is an index: the square "
    "holds the digit at that place on the rest of the arrow",
    cells=(3, MANY),
    draws=Along("#5a7d2b", 3, "square", "arrow"),
)
def value_index(c: Constraint, layout: LayoutData) -> Forms:
    # an index beyond the cells after it points nowhere
    last = len(c.cells) - 2
    found = "found"

    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d,)
        if i == 1:
            return (q[0], d) if 1 <= d <= last else None
        if q == found:
            return q
        wanted, place = q
        if i - 1 < place:
            return q
        return found if d == wanted else None

    def say(q: Any) -> str:
        return found if q == found else f"looked for is {q}"

    reader = Reader(None, step, accept=lambda q: q == found, say=say)
    yield automaton(c.cells, layout.digits, reader, key="value-index")
