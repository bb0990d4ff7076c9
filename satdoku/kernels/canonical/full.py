"""The first two rows of the canonical form of a full board.

Its first row is 1, 2, 3, …, however the columns are arranged. So the name of a digit is the place
of its column, and the second row tells the columns apart: at each place a column is chosen; what
stands there in the second row is the place of another column, which is put as far to the front as
it may be, unless it has its place. Only ways to the least row go on.
"""

from __future__ import annotations

from ..kernel import part, routine
from ..simd import copy, get, put
from .state import (  # fmt: skip
    BAND,
    KEYS,
    NAME,
    NAMES,
    ORDER,
    STACK_TIED,
    TAKEN,
    TIED,
    TURNED,
    WEIGHT,
    Desk,
    Shape,
    place,
)

#: On the way, lists of a state mean: ORDER the column at each place and KEYS the place of each
#: column, STACK_TIED the place of each stack and TIED the columns put there (all from 1, 0: none);
#: NAME the column of each digit in the first row. NAMES and BAND hold the two rows.
PLACES, STACK_PLACES, FILLED, COLUMN_OF = KEYS, STACK_TIED, TIED, NAME


@routine
def is_full(shape: Shape, desk: Desk) -> bool:
    """Every row of the board has all its digits, and a band has a second row."""
    for r in range(shape.size):
        if get(desk.counts, r) < shape.size:
            return False
    return shape.height > 1


@routine
def first_two_rows(shape: Shape, desk: Desk) -> int:
    """Find the least second row; the number of states after it, 0 if too many."""
    n, size = shape.size, shape.fields
    live = row_pairs(shape, desk)
    for p in range(n):
        made, least = 0, n + 1
        for i in range(live):
            at = i * size
            forced = get(desk.old, at + place(shape, ORDER) + p)
            for column in range(n):
                if not may_stand(shape, desk, at, p, column) or (forced and forced != column + 1):
                    continue
                copy(desk.hand, 0, desk.old, at, size)
                entry = put_column(shape, desk, p, column)
                if entry < least:
                    least, made = entry, 0
                if entry == least:
                    if made == shape.states:
                        return 0
                    copy(desk.new, made * size, desk.hand, 0, size)
                    made += 1
        put(desk.best, p, least)
        live = made
        copy(desk.old, 0, desk.new, 0, live * size)
    for i in range(live):
        settle(shape, desk, i * size)
    return live


@routine
def row_pairs(shape: Shape, desk: Desk) -> int:
    """A state for each two rows of one band that may come first, either way round."""
    n, size, made = shape.size, shape.fields, 0
    for turned in range(1 + shape.turns):
        for first in range(n):
            band = first // shape.height
            for second in range(band * shape.height, (band + 1) * shape.height):
                if first == second or made == shape.states:
                    continue
                at = made * size
                for k in range(size):
                    put(desk.old, at + k, 0)
                put(desk.old, at + TURNED, turned)
                put(desk.old, at + WEIGHT, 1)
                put(desk.old, at + NAMES, first)
                put(desk.old, at + BAND, second)
                for c in range(n):
                    digit = get(desk.boards, turned * n * n + first * n + c)
                    put(desk.old, at + place(shape, COLUMN_OF) + digit - 1, c + 1)
                made += 1
    return made


@part
def may_stand(shape: Shape, desk: Desk, at: int, p: int, column: int) -> bool:
    """The column has this place, or none and its stack has the place's stack or none at all."""
    here = get(desk.old, at + place(shape, PLACES) + column)
    if here:
        return bool(here == p + 1)
    stack = get(desk.old, at + place(shape, STACK_PLACES) + column // shape.width)
    if stack:
        return bool(stack == p // shape.width + 1)
    return bool(
        p % shape.width == 0 and not get(desk.old, at + place(shape, FILLED) + p // shape.width)
    )


@part
def put_column(shape: Shape, desk: Desk, p: int, column: int) -> int:
    """Put a column of the hand at a place; the place (from 1) of the one that it names."""
    hand, n = desk.hand, shape.size
    if get(hand, place(shape, PLACES) + column) == 0:
        put_at(shape, desk, p, column)
    digit = get(desk.boards, get(hand, TURNED) * n * n + get(hand, BAND) * n + column)
    other = get(hand, place(shape, COLUMN_OF) + digit - 1) - 1
    if get(hand, place(shape, PLACES) + other) == 0:
        stack = get(hand, place(shape, STACK_PLACES) + other // shape.width) - 1
        if stack < 0:
            stack = 0
            while get(hand, place(shape, FILLED) + stack):
                stack += 1
        free = stack * shape.width
        while get(hand, place(shape, ORDER) + free):
            free += 1
        put_at(shape, desk, free, other)
    return int(get(hand, place(shape, PLACES) + other))


@part
def put_at(shape: Shape, desk: Desk, p: int, column: int) -> None:
    """Note that a column has this place, and its stack that of the place."""
    put(desk.hand, place(shape, ORDER) + p, column + 1)
    put(desk.hand, place(shape, PLACES) + column, p + 1)
    put(desk.hand, place(shape, STACK_PLACES) + column // shape.width, p // shape.width + 1)
    put(
        desk.hand,
        place(shape, FILLED) + p // shape.width,
        get(desk.hand, place(shape, FILLED) + p // shape.width) + 1,
    )


@routine
def settle(shape: Shape, desk: Desk, at: int) -> None:
    """Make of a state on the way one that other rows go on from."""
    n, old = shape.size, desk.old
    first, second = get(old, at + NAMES), get(old, at + BAND)
    for p in range(n):
        put(old, at + place(shape, ORDER) + p, get(old, at + place(shape, ORDER) + p) - 1)
    for k in range(n):
        put(
            old,
            at + place(shape, NAME) + k,
            get(old, at + place(shape, PLACES) + get(old, at + place(shape, COLUMN_OF) + k) - 1),
        )
    for k in range(n):
        put(old, at + place(shape, TIED) + k, 0)
        put(old, at + place(shape, STACK_TIED) + k, 0)
    put(old, at + NAMES, n)
    put(old, at + BAND, first // shape.height)
    put(old, at + place(shape, TAKEN) + first, 1)
    put(old, at + place(shape, TAKEN) + second, 1)
