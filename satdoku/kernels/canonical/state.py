"""The data of the search for the canonical form: the board's shape, the workspace, the states."""

from __future__ import annotations

from typing import NamedTuple

from ..lockstep.simd import Words, get, put


class BoardShape(NamedTuple):
    """The shape of a board: its size, rows per band, columns per stack, and whether it may be
    transposed (0 or 1).

    states: the maximum number of states. fields: the length of a state, in words.

    The others are the places within a state where its lists begin, of `size` words each. taken:
    whether each row is taken. order: the columns in order. tied: whether each column is tied to the
    one before it; stack_tied: the same for stacks. keys: those of the last row (0 for a blank, a
    name, or size + 1 for a digit without a name). name: the names of digits.
    """

    size: int
    height: int
    width: int
    turns: int
    states: int
    fields: int
    taken: int
    order: int
    tied: int
    stack_tied: int
    keys: int
    name: int


class FormWorkspace(NamedTuple):
    """The workspace of the search.

    old, new: states. hand: one more state. found: for each way to the least row (state, row, number
    of interchangeable rows). best, row: rows of the form. counts, boards: for the board and then
    its transpose, the number of givens in each row, and the digits.
    """

    old: Words
    new: Words
    hand: Words
    found: Words
    best: Words
    row: Words
    counts: Words
    boards: Words


#: Fields of a state: transposed (0 or 1); weight; number of named digits; band of the last row.
TURNED, WEIGHT, NAMES, BAND = range(4)
#: The number of the lists that follow the fields.
LISTS = 6


def begin(shape: BoardShape, desk: FormWorkspace, boards: Words, start: int) -> int:
    """Load a board and create the initial states: one, or two where it may be transposed."""
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
        # Before any row is taken, all columns of a stack are alike, and so are all stacks.
        for p in range(n):
            put(desk.old, at + shape.order + p, p)
            put(desk.old, at + shape.tied + p, 1 if p % shape.width else 0)
            put(desk.old, at + shape.stack_tied + p, 1 if p else 0)
    return 1 + shape.turns


def ways(shape: BoardShape, desk: FormWorkspace, live: int) -> int:
    """Return the number of automorphisms, given the states after the last row.

    A state counts with its weight, times n! for each run of n tied columns or stacks.
    """
    total = 0
    for i in range(live):
        at = i * shape.fields
        weight = get(desk.old, at + WEIGHT)
        run = 1
        for p in range(shape.size):
            # Multiplied by the length of the run at each of its places, a run of n gives n!.
            run = run + 1 if get(desk.old, at + shape.tied + p) else 1
            weight *= run
        run = 1
        for s in range(shape.size // shape.width):
            run = run + 1 if get(desk.old, at + shape.stack_tied + s) else 1
            weight *= run
        total += weight
    return total
