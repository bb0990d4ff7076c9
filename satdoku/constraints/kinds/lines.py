"""Kinds along a line whose digits are read in order: sums, ends and what lies between them."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby, islice
from typing import Any

from ...errors import LayoutError
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import AnyOf, Form, Forms, Reader, automaton, sums, weighted_sum
from ..geometry import box_of
from ..kind_table import MANY, Kind, value
from ..placement import Placement
from ..styles import GREY, PALE, Along, Outline


@Kind(
    "arrow",
    "the number in the first {0} cells of {it} is the sum of its other digits (default: 1)",
    noun="arrow",
    seen="the digits along an arrow add up to the digit in its circle",
    cells=(2, MANY),
    values=(0, 1),
    draws=Along(GREY, 3, end="arrow", ring=True),
    placement=Placement("line", (3, 5), may=lambda ds, ends: sum(ds[1:]) <= ds[0]),
)
def arrow(c: Constraint, layout: LayoutData) -> Forms:
    head = value(c, layout)
    if not 0 < head < len(c.cells):
        raise LayoutError(f"an arrow with {head} cells in its circle and {len(c.cells)} in all")
    places = [-(10 ** (head - 1 - i)) for i in range(head)]
    yield from sums(c.cells, places + [1] * (len(c.cells) - head), 0)


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
    yield from sums(c.cells, [-1, *[1] * (len(c.cells) - 2), -1], 0)


@Kind(
    "between",
    "every digit on {it} between its ends is strictly between theirs",
    noun="between line",
    seen="every digit on a broad grey line between two circles is strictly between "
    "the digits in the circles",
    cells=(3, MANY),
    draws=Along(PALE, 9, "circle", "circle"),
    placement=Placement("line", (3, 6)),
)
def between(c: Constraint, layout: LayoutData) -> Forms:
    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d,)
        if i == 1:
            return (min(q[0], d), max(q[0], d))
        return q if q[0] < d < q[1] else None

    yield _by_ends(c, layout, step, "between")


@Kind(
    "lockout",
    "the ends of {it} differ by at least {0} (default: half the size, rounded "
    "down), and no digit on it is equal to an end or between the two",
    noun="lockout line",
    mark="light blue line with diamonds",
    seen="the digits in the diamonds of a light blue line differ by at least {0}, "
    "and no digit on the line is equal to one of them or between the two",
    cells=(3, MANY),
    values=(0, 1),
    draws=Along("#8fb4e8", 6, "diamond", "diamond"),
    placement=Placement("line", (3, 6)),
)
def lockout(c: Constraint, layout: LayoutData) -> Forms:
    least = value(c, layout)

    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d,)
        if i == 1:
            return (min(q[0], d), max(q[0], d)) if abs(q[0] - d) >= least else None
        return None if q[0] <= d <= q[1] else q

    yield _by_ends(c, layout, step, ("lockout", least))


def _by_ends(c: Constraint, layout: LayoutData, step: Any, key: Hashable) -> Form:
    """Return an automaton that reads the two ends first."""
    cells = (c.cells[0], c.cells[-1], *c.cells[1:-1])
    return automaton(
        cells, layout.digits, Reader(None, step, say="the ends are {}".format), key=key
    )


@Kind(
    "zipper",
    "digits on {it} at equal distances from its ends add up to the same sum, which "
    "is the middle digit if there is a middle cell",
    noun="zipper line",
    mark="purple dashed line",
    cells=(2, MANY),
    draws=Along("#c1a9f5", 9, dashes="12 3"),
    placement=Placement("line", (3, 6)),
)
def zipper(c: Constraint, layout: LayoutData) -> Forms:
    half, odd = divmod(len(c.cells), 2)
    pairs = [(c.cells[i], c.cells[-1 - i]) for i in range(half)]
    middle = (c.cells[half],) if odd else pairs.pop()
    return _same_sum([middle, *pairs])


@Kind(
    "sum-line",
    "{it} divides into consecutive segments that each add up to {0}; with a second "
    "number 1 it is a loop, and a segment may run across its end",
    noun="sum line",
    mark="orange line with a number",
    values=(1, 2),
    draws=Along("#f2a65a", 9, text="{0}"),
    placement=Placement("line", (3, 7), lambda ds, ends: ((ends[1] + 1,),)),
)
def sum_line(c: Constraint, layout: LayoutData) -> Forms:
    total, *loop = c.values
    if total < 1 or loop not in ([], [0], [1]):
        raise LayoutError("a sum line needs a sum above 0; its second number is 1 for a loop")
    # A loop is a line that begins with one of its first cells: a part is no longer than this.
    longest = total // layout.digits[0] if layout.digits[0] else len(c.cells)
    starts = range(min(longest, len(c.cells))) if loop == [1] else range(1)
    # With digits 0, such a line could have no part at all, which a loop must have.
    needs_part = loop == [1] and not layout.digits[0]
    lines = [_sum_line((*c.cells[k:], *c.cells[:k]), layout, total, needs_part) for k in starts]
    yield AnyOf(tuple([(line,) for line in lines])) if len(lines) > 1 else lines[0]


def _sum_line(cells: tuple[int, ...], layout: LayoutData, total: int, needs_part: bool) -> Form:
    """Return a line in parts. With `needs_part`, states from `total` on are those after a part."""
    after = total if needs_part else 0

    def step(q: int, i: int, d: int) -> int | None:
        before, made = (after, q % total + d) if q >= after else (0, q + d)
        if made > total:
            return None
        return after if made == total else before + made

    return automaton(
        cells,
        layout.digits,
        Reader(
            0,
            step,
            accept=lambda q: q == after,
            say=lambda q: f"the part's sum is {q % total}",
            uniform=True,
        ),
        key=("sum-line", total, needs_part),
    )


@Kind(
    "region-sum-line",
    "box borders divide {it} into segments with the same sum",
    noun="region sum line",
    mark="blue line",
    cells=(2, MANY),
    draws=Along("#4cb8e6", 6),
    placement=Placement("line", (3, 7)),
)
def region_sum_line(c: Constraint, layout: LayoutData) -> Forms:
    box = box_of(layout)
    if not box:
        raise LayoutError("a region sum line needs boxes or regions")
    return _same_sum([tuple(part) for _, part in groupby(c.cells, box.get)])


@Kind(
    "equal-sums",
    "{it} divide, in order, into groups of {} cells with the same sum",
    seen="the purple outlines of “Σ=” have the same sum",
    cells=(2, MANY),
    values=(2, MANY),
    draws=Outline("#8250df", "Σ=", False, "{}"),
    placement=Placement(
        "line", (3, 6), lambda ds, _: [(k, len(ds) - k) for k in range(1, len(ds))]
    ),
)
def equal_groups(c: Constraint, layout: LayoutData) -> Forms:
    if sum(c.values) != len(c.cells) or min(c.values) < 1:
        raise LayoutError(f"groups of {c.values} cells are not the {len(c.cells)} cells named")
    rest = iter(c.cells)
    return _same_sum([tuple(islice(rest, count)) for count in c.values])


def _same_sum(parts: Sequence[tuple[int, ...]]) -> Forms:
    """Yield: the other parts have the sum of the first."""
    first, *others = parts
    for part in others:
        form = weighted_sum((*first, *part), [1] * len(first) + [-1] * len(part), 0)
        if form.cells:  # the same cells twice: trivial
            yield form


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
    def step(q: Any, i: int, d: int) -> Any:
        if i == 0:
            return (d,)
        if i == 1:
            return (q[0], d) if 1 <= d <= len(c.cells) - 2 else None
        if q == "found" or i - 1 < q[1]:
            return q
        return "found" if d == q[0] else None

    yield automaton(
        c.cells,
        layout.digits,
        Reader(
            None,
            step,
            accept=lambda q: q == "found",
            say=lambda q: q if q == "found" else f"looked for is {q}",
        ),
        key="value-index",
    )
