"""What the search for the canonical form works with: the board, and states (ways to begin)."""

from __future__ import annotations

from typing import NamedTuple

from ..kernel import part, routine
from ..simd import Words, get, put


class Shape(NamedTuple):
    """A board: size, rows of a band, columns of a stack, whether it may be transposed (0 or 1).

    states: the most there may be. fields: the length of a state.
    """

    size: int
    height: int
    width: int
    turns: int
    states: int
    fields: int


class Desk(NamedTuple):
    """What the search works with.

    old, new: states. hand: one more. found: (state, row, how many such rows) for each way to the
    least row. best, row: rows. counts, boards: of the board and of its transpose, givens of each
    row, and digits.
    """

    old: Words
    new: Words
    hand: Words
    found: Words
    best: Words
    row: Words
    counts: Words
    boards: Words


#: Places in a state: transposed; weight; how many digits have names; the band of the last row.
TURNED, WEIGHT, NAMES, BAND = range(4)
#: And lists of `size` numbers each, from place 4 on: is the row taken; the columns in order; is a
#: column tied to the one before it; is a stack; keys of the last row (0 for blank, names, size + 1
#: for those without); names of digits.
TAKEN, ORDER, TIED, STACK_TIED, KEYS, NAME = range(6)
FIRST, LISTS = 4, 6


@part
def place(shape: Shape, kind: int) -> int:
    """Where a list begins in a state."""
    return FIRST + kind * shape.size


@routine
def begin(shape: Shape, desk: Desk, boards: Words, start: int) -> int:
    """Lay out a board; the number of states before the first row: one for each way round."""
    n = shape.size
    for k in range(2 * n):
        put(desk.counts, k, 0)
    for r in range(n):
        for c in range(n):
            digit = get(boards, start + r * n + c)
            put(desk.boards, r * n + c, digit)
            put(desk.boards, n * n + c * n + r, digit)
            if digit:
                put(desk.counts, r, get(desk.counts, r) + 1)
                put(desk.counts, n + c, get(desk.counts, n + c) + 1)
    for turned in range(1 + shape.turns):
        at = turned * shape.fields
        for k in range(shape.fields):
            put(desk.old, at + k, 0)
        put(desk.old, at + TURNED, turned)
        put(desk.old, at + WEIGHT, 1)
        for p in range(n):
            put(desk.old, at + place(shape, ORDER) + p, p)
            put(desk.old, at + place(shape, TIED) + p, 1 if p % shape.width else 0)
            put(desk.old, at + place(shape, STACK_TIED) + p, 1 if p else 0)
    return 1 + shape.turns


@routine
def ways(shape: Shape, desk: Desk, live: int) -> int:
    """The automorphisms, from the states after the last row."""
    total = 0
    for i in range(live):
        at = i * shape.fields
        weight = get(desk.old, at + WEIGHT)
        run = 1
        for p in range(shape.size):
            run = run + 1 if get(desk.old, at + place(shape, TIED) + p) else 1
            weight *= run
        run = 1
        for s in range(shape.size // shape.width):
            run = run + 1 if get(desk.old, at + place(shape, STACK_TIED) + s) else 1
            weight *= run
        total += weight
    return total
