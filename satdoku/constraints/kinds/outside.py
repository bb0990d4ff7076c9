"""Kinds of clues outside the board; their cells are those that the clue sees, from its own end."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from itertools import accumulate, combinations, pairwise
from typing import Any

from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import Distinct, Forms, Reader, automaton, everywhere_alike, plain_sum, relation
from ..in_sums import between_crusts, first_so_many
from ..kind_table import ONE, TWO_OR_MORE, Kind
from ..placement import Choices, Digits, Ends, Placement, different, total
from ..styles import Along, Outside

#: In the states of a sandwich and of a lunchbox: both crusts, both ends are behind.
AFTER, BOTH = "after", "both"


@Kind(
    "little-killer",
    "the digits on {it} add up to {0}",
    seen="the digits along an arrow outside the board add up to its number",
    values=ONE,
    draws=Outside(arrow=True),
    placement=Placement("diagonal", numbers=total),
)
def little_killer(c: Constraint, layout: LayoutData) -> Forms:
    yield plain_sum(c.cells, c.values[0])


def _between(digits: Digits, ends: Ends) -> Choices:
    """Yield the sum between the smallest and the largest digit, if both are there."""
    if {*ends} <= {*digits}:
        first, last = sorted(digits.index(end) for end in ends)
        yield (sum(digits[first + 1 : last]),)


def _between_extremes(digits: Digits, ends: Ends) -> Choices:
    """Yield the sum between the smallest and the largest of these digits."""
    return _between(digits, (min(digits), max(digits)))


@Kind(
    "sandwich",
    "the digits between {low} and {high} in {it} add up to {0}",
    seen="a number outside the board is the sum of the digits between {low} and "
    "{high} in its row or column",
    cells=TWO_OR_MORE,
    values=ONE,
    draws=Outside(),
    placement=Placement("house", numbers=_between),
    sums=between_crusts,
)
def sandwich(c: Constraint, layout: LayoutData) -> Forms:
    wanted = c.values[0]
    crusts = (layout.digits[0], layout.digits[-1])

    def step(q: Any, i: int, d: int) -> Any:
        seen, part = q
        if d not in crusts:
            if seen not in crusts:
                return q
            return (seen, part + d) if part + d <= wanted else None
        if seen is None:
            return (d, 0)
        if seen in (d, AFTER) or part != wanted:
            return None
        # one state for all words whose second crust is behind: what was between does not matter any
        # more
        return (AFTER, wanted)

    def say(q: Any) -> str:
        return f"the sum is {q[1]} after {q[0]}" if q[0] else "no crust is seen"

    reader = Reader(
        (None, 0), step, accept=lambda q: q[0] == AFTER, say=say, alike=everywhere_alike
    )
    yield automaton(c.cells, layout.digits, reader, key=("sandwich", wanted))


@Kind(
    "lunchbox",
    "no digit repeats on {it}, and the digits between the smallest and the largest "
    "one on it add up to {0}",
    noun="lunchbox",
    mark="broad line with a number",
    cells=TWO_OR_MORE,
    values=ONE,
    draws=Along("#d8c3a5", 22, text="{0}"),
    placement=Placement("line", (3, 6), _between_extremes, different),
)
def lunchbox(c: Constraint, layout: LayoutData) -> Forms:
    wanted = c.values[0]

    def step(q: Any, i: int, d: int) -> Any:
        ends, met, part = q
        low, high = ends
        if not low <= d <= high or d == met:
            return None
        if d in ends:
            if met is None:
                return (ends, d, 0)
            return (ends, BOTH, wanted) if met != BOTH and part == wanted else None
        if met in (None, BOTH):
            return q
        return (ends, met, part + d) if part + d <= wanted else None

    def say(q: Any) -> str:
        (low, high), _, part = q
        return f"between {low} and {high} the sum is {part}"

    # the extremes are known only in the end, so each pair of them has a start of its own; a word
    # has one pair, and is accepted from that start alone
    starts = []
    others = len(c.cells) - 2
    for low, high in combinations(layout.digits, 2):
        # `Distinct` says the same of the digits in between, but these states are never made
        between = range(low + 1, high)
        if others <= len(between) and wanted <= sum(between[len(between) - others :]):
            starts.append(((low, high), None, 0))
    # without any, a state that reads no digit
    dead = ((1, 0), None, 0)
    reader = Reader(dead, step, lambda q: q[1] == BOTH, say, starts, alike=everywhere_alike)
    yield automaton(c.cells, layout.digits, reader, key=("lunchbox", wanted))
    yield Distinct(c.cells)


def _first_so_many(digits: Digits, ends: Ends) -> Choices:
    """Return the sum of as many of the digits as the first says."""
    some = digits[: digits[0]]
    return ((sum(some),),)


@Kind(
    "x-sum",
    "the first X digits in {it}, where X is the first of them, add up to {0}",
    noun="X-sum",
    title="X-sum",
    seen="a number with an X outside the board is the sum of the first X digits "
    "from there, where X is the first of them",
    values=ONE,
    draws=Outside("X"),
    placement=Placement("ends", numbers=_first_so_many),
    sums=first_so_many,
)
def x_sum(c: Constraint, layout: LayoutData) -> Forms:
    wanted = c.values[0]
    # a dead end as soon as the digits left cannot reach the sum any more
    low = layout.digits[0]
    high = layout.digits[-1]

    def step(q: Any, i: int, d: int) -> Any:
        left, part = q or (d, 0)
        if left > 0:
            left -= 1
            part += d
        return (left, part) if left * low <= wanted - part <= left * high else None

    def say(q: Any) -> str:
        left, part = q
        return f"the sum is {part}, {left} to go"

    reader = Reader(None, step, accept=lambda q: q == (0, wanted), say=say, alike=everywhere_alike)
    yield automaton(c.cells, layout.digits, reader, key=("x-sum", wanted))


def _seen(digits: Digits, ends: Ends) -> Choices:
    """Return how many digits are seen, of those above 0."""
    heights = {0, *accumulate(digits, max)}
    return ((len(heights) - 1,),)


@Kind(
    "skyscraper",
    "{0} digits above 0 in {it} are larger than all digits before them",
    seen="a number with a ▲ outside the board is how many digits above 0 are "
    "larger than all digits before them, from there",
    values=ONE,
    draws=Outside("▲"),
    placement=Placement("ends", numbers=_seen),
)
def skyscraper(c: Constraint, layout: LayoutData) -> Forms:
    number = c.values[0]

    def step(q: Any, i: int, d: int) -> Any:
        top, seen = q
        if d > top:
            top = d
            seen += 1
        return (top, seen) if seen <= number else None

    def say(q: Any) -> str:
        top, seen = q
        return f"{seen} are seen, up to {top}"

    reader = Reader((0, 0), step, accept=lambda q: q[1] == number, say=say, alike=everywhere_alike)
    yield automaton(c.cells, layout.digits, reader, key=("skyscraper", number))


def _hidden(digits: Digits, ends: Ends) -> Choices:
    """Yield the first digit that is less than the one before it."""
    for d, e in pairwise(digits):
        if e < d:
            yield (e,)
            return


@Kind(
    "hidden-skyscraper",
    "the first digit in {it} behind a larger one is {0}",
    seen="a number with a ▽ outside the board is the first digit from there that "
    "is behind a larger one",
    values=ONE,
    draws=Outside("▽"),
    placement=Placement("ends", numbers=_hidden),
)
def hidden_skyscraper(c: Constraint, layout: LayoutData) -> Forms:
    number = c.values[0]
    # (no digit is below 0: -1 means found, and -2 stands before the first digit)
    found = -1

    def step(highest: int, i: int, d: int) -> int | None:
        if highest == found:
            return found
        if d > highest:  # a digit that is not hidden
            return None if d == number else d
        return found if d == number else None

    say = "the highest so far is {}".format
    reader = Reader(-2, step, accept=lambda highest: highest == found, say=say)
    yield automaton(c.cells, layout.digits, reader, key=("hidden-skyscraper", number))


def _in_room(digits: Digits, ends: Ends) -> Choices:
    """Yield the digit at the place given by the first digit, if there is such a place."""
    place = digits[0]
    if 0 < place <= len(digits):
        yield (digits[place - 1],)


@Kind(
    "numbered-room",
    "the first digit in {it} is an index: the digit at that place is {0}",
    seen="a ringed number outside the board is the digit at the place that the "
    "first digit from there gives",
    values=ONE,
    draws=Outside(ring=True),
    placement=Placement("ends", numbers=_in_room),
)
def numbered_room(c: Constraint, layout: LayoutData) -> Forms:
    number = c.values[0]
    # one relation for each place: the first digit decides which of them says something
    for place in layout.digits:
        here = 0 < place <= len(c.cells)

        def fits(d: int, e: int, place: int = place, here: bool = here) -> bool:
            return d != place or (here and e == number)

        other = c.cells[place - 1 if here else 0]
        key = ("numbered-room", place, here, number)
        yield relation(c.cells[0], other, layout.digits, fits, key)
