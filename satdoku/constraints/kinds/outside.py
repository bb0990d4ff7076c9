"""Kinds of clues outside the board; their cells are those that the clue sees, from its own end."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, combinations, pairwise
from typing import Any

from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import Distinct, Forms, Reader, automaton, relation, weighted_sum
from ..in_sums import between_crusts, first_so_many
from ..kind_table import MANY, Kind
from ..placement import Digits, Placement, different, total
from ..styles import Along, Outside

#: The state of a lunchbox after both ends.
AFTER = "both"


@Kind(
    "little-killer",
    "the digits on {it} add up to {0}",
    seen="the digits along an arrow outside the board add up to its number",
    values=(1, 1),
    draws=Outside(arrow=True),
    placement=Placement("diagonal", numbers=total),
)
def little_killer(c: Constraint, layout: LayoutData) -> Forms:
    yield weighted_sum(c.cells, [1] * len(c.cells), c.values[0])


def _between(digits: Digits, ends: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield the sum between the smallest and the largest digit, if both are there."""
    if {*ends} <= {*digits}:
        first, last = sorted((digits.index(ends[0]), digits.index(ends[1])))
        yield (sum(digits[first + 1 : last]),)


def _between_extremes(digits: Digits, ends: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield the sum between the smallest and the largest of these digits."""
    return _between(digits, (min(digits), max(digits)))


@Kind(
    "sandwich",
    "the digits between {low} and {high} in {it} add up to {0}",
    seen="a number outside the board is the sum of the digits between {low} and "
    "{high} in its row or column",
    cells=(2, MANY),
    values=(1, 1),
    draws=Outside(),
    placement=Placement("house", numbers=_between),
    sums=between_crusts,
)
def sandwich(c: Constraint, layout: LayoutData) -> Forms:
    total, crusts = c.values[0], (layout.digits[0], layout.digits[-1])

    def step(q: Any, i: int, d: int) -> Any:
        seen, part = q
        if d in crusts and d != seen:
            if seen is None:
                return (d, 0)
            return ("after", total) if seen in crusts and part == total else None
        if d in crusts:
            return None
        if seen in crusts:
            return (seen, part + d) if part + d <= total else None
        return q

    yield automaton(
        c.cells,
        layout.digits,
        Reader(
            (None, 0),
            step,
            accept=lambda q: q[0] == "after",
            say=lambda q: f"the sum is {q[1]} after {q[0]}" if q[0] else "no crust is seen",
            uniform=True,
        ),
        key=("sandwich", total),
    )


@Kind(
    "lunchbox",
    "no digit repeats on {it}, and the digits between the smallest and the largest "
    "one on it add up to {0}",
    noun="lunchbox",
    mark="broad line with a number",
    cells=(2, MANY),
    values=(1, 1),
    draws=Along("#d8c3a5", 22, text="{0}"),
    placement=Placement("line", (3, 6), _between_extremes, different),
)
def lunchbox(c: Constraint, layout: LayoutData) -> Forms:
    total = c.values[0]

    def step(q: Any, i: int, d: int) -> Any:
        ends, met, part = q
        if not ends[0] <= d <= ends[1] or d == met:
            return None
        if d in ends:
            if met is None:
                return (ends, d, 0)
            return (ends, AFTER, total) if met != AFTER and part == total else None
        if met in (None, AFTER):
            return q
        return (ends, met, part + d) if part + d <= total else None

    yield automaton(
        c.cells,
        layout.digits,
        Reader(
            None,
            step,
            accept=lambda q: q[1] == AFTER,
            say=lambda q: f"between {q[0][0]} and {q[0][1]} the sum is {q[2]}",
            starts=[(ends, None, 0) for ends in combinations(layout.digits, 2)],
            uniform=True,
        ),
        key=("lunchbox", total),
    )
    yield Distinct(c.cells)


@Kind(
    "x-sum",
    "the first X digits in {it}, where X is the first of them, add up to {0}",
    noun="X-sum",
    title="X-sum",
    seen="a number with an X outside the board is the sum of the first X digits "
    "from there, where X is the first of them",
    values=(1, 1),
    draws=Outside("X"),
    placement=Placement("ends", numbers=lambda ds, ends: ((sum(ds[: ds[0]]),),)),
    sums=first_so_many,
)
def x_sum(c: Constraint, layout: LayoutData) -> Forms:
    total = c.values[0]
    low = layout.digits[0]
    high = layout.digits[-1]

    def step(q: Any, i: int, d: int) -> Any:
        left, part = q or (d, 0)
        if left > 0:
            left, part = left - 1, part + d
        return (left, part) if left * low <= total - part <= left * high else None

    yield automaton(
        c.cells,
        layout.digits,
        Reader(
            None,
            step,
            accept=lambda q: q == (0, total),
            say=lambda q: f"the sum is {q[1]}, {q[0]} to go",
            uniform=True,
        ),
        key=("x-sum", total),
    )


@Kind(
    "skyscraper",
    "{0} digits above 0 in {it} are larger than all digits before them",
    seen="a number with a ▲ outside the board is how many digits above 0 are "
    "larger than all digits before them, from there",
    values=(1, 1),
    draws=Outside("▲"),
    placement=Placement("ends", numbers=lambda ds, ends: ((len({0, *accumulate(ds, max)}) - 1,),)),
)
def skyscraper(c: Constraint, layout: LayoutData) -> Forms:
    number = c.values[0]

    def step(q: tuple[int, int], i: int, d: int) -> tuple[int, int] | None:
        top, seen = (d, q[1] + 1) if d > q[0] else q
        return (top, seen) if seen <= number else None

    yield automaton(
        c.cells,
        layout.digits,
        Reader(
            (0, 0),
            step,
            accept=lambda q: q[1] == number,
            say=lambda q: f"{q[1]} are seen, up to {q[0]}",
            uniform=True,
        ),
        key=("skyscraper", number),
    )


def _hidden(digits: Digits, ends: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield the first digit that is less than the one before it."""
    yield from [(e,) for d, e in pairwise(digits) if e < d][:1]


@Kind(
    "hidden-skyscraper",
    "the first digit in {it} behind a larger one is {0}",
    seen="a number with a ▽ outside the board is the first digit from there that "
    "is behind a larger one",
    values=(1, 1),
    draws=Outside("▽"),
    placement=Placement("ends", numbers=_hidden),
)
def hidden_skyscraper(c: Constraint, layout: LayoutData) -> Forms:
    def step(q: int, i: int, d: int) -> int | None:
        if q == -1:
            return q
        if d > q:
            return None if d == c.values[0] else d
        return -1 if d == c.values[0] else None

    yield automaton(
        c.cells,
        layout.digits,
        Reader(-2, step, accept=lambda q: q == -1, say="the highest so far is {}".format),
        key=("hidden-skyscraper", c.values[0]),
    )


def _in_room(digits: Digits, ends: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield the digit at the place given by the first digit, if there is such a place."""
    yield from [(d,) for d in digits[max(0, digits[0] - 1) : digits[0]]]


@Kind(
    "numbered-room",
    "the first digit in {it} is an index: the digit at that place is {0}",
    seen="a ringed number outside the board is the digit at the place that the "
    "first digit from there gives",
    values=(1, 1),
    draws=Outside(ring=True),
    placement=Placement("ends", numbers=_in_room),
)
def numbered_room(c: Constraint, layout: LayoutData) -> Forms:
    for place in layout.digits:
        here = 0 < place <= len(c.cells)

        def fits(d: int, e: int, place: int = place, here: bool = here) -> bool:
            return d != place or (here and e == c.values[0])

        key, other = ("numbered-room", place, here, c.values[0]), c.cells[place - 1 if here else 0]
        yield relation(c.cells[0], other, layout.digits, fits, key)
