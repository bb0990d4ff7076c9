"""The first two rows of the canonical form of a full board.

The first row is 1, 2, 3, …, however the columns are arranged. So the name of a digit is the place
of its column, and the second row distinguishes the columns. Places are filled from the left: for
each, a column is chosen; its digit in the second row is named after the place of another column,
and that column, unless it has a place already, goes as far left as it can. Only the states with
the least second row survive.

Row by row instead, the first row would leave a state for each of its arrangements (23,328 on the
9×9 board, see `form_kernel.STATES`), since all of them give 1, 2, 3, …; only the second row tells
them apart.

Invariant: while this goes on, `keys` of a state has the place of each column (from 1; 0: none yet).
"""

from __future__ import annotations

from ..kernel import part
from ..lockstep.simd import Words, copy, get, put
from .state import BAND, NAMES, TURNED, WEIGHT, BoardShape, FormWorkspace

# During this search the lists of a state mean: order, the column at each place; keys, the place of
# each column; stack_tied, the place of each stack; tied, the columns placed so far in each stack
# place (numbers from 1, 0 for none); name, the column of each digit in the first row. NAMES and
# BAND hold the two rows.


def is_full(shape: BoardShape, desk: FormWorkspace) -> bool:
    """Return whether every row of the board is full and a band has more than one row."""
    for r in range(shape.size):
        if get(desk.counts, r) < shape.size:
            return False
    # In bands of a single row the second row is of another band, and `row_pairs` has no pair.
    return shape.height > 1


def first_two_rows(shape: BoardShape, desk: FormWorkspace, stop: Words) -> int:
    """Find the least second row. Return the number of states after it, 0 if there are too many, or
    the search was stopped."""
    n, size = shape.size, shape.fields
    live = row_pairs(shape, desk)
    for p in range(n):
        # All live states agree on the entries before p, so only those with the least entry at p go
        # on.
        made, least = 0, n + 1
        for i in range(live):
            if get(stop, 0):
                return 0
            at = i * size
            # An earlier column may have been named after this place already; then no other can have
            # it.
            forced = get(desk.old, at + shape.order + p)
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


def row_pairs(shape: BoardShape, desk: FormWorkspace) -> int:
    """Create a state for each ordered pair of rows of one band; return the number of states."""
    n = shape.size
    size = shape.fields
    made = 0
    for turned in range(1 + shape.turns):
        for first in range(n):
            band = first // shape.height
            for second in range(band * shape.height, (band + 1) * shape.height):
                # There are at most 2 n (height - 1) pairs, far fewer than STATES: no pair is left
                # out.
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
                    put(desk.old, at + shape.name + digit - 1, c + 1)
                made += 1
    return made


@part
def may_stand(shape: BoardShape, desk: FormWorkspace, at: int, p: int, column: int) -> bool:
    """Return whether a column may go to place p: it has that place already; or it has none and its
    stack covers the place; or its stack has no place and p is the first place of a free stack."""
    here = get(desk.old, at + shape.keys + column)
    if here:
        return bool(here == p + 1)
    stack, wanted = get(desk.old, at + shape.stack_tied + column // shape.width), p // shape.width
    # A stack that has a place keeps its columns together there.
    if stack:
        return bool(stack == wanted + 1)
    return bool(p % shape.width == 0 and not get(desk.old, at + shape.tied + wanted))


@part
def put_column(shape: BoardShape, desk: FormWorkspace, p: int, column: int) -> int:
    """Put a column of the hand at place p, and the column that it names as far left as it can.

    Return the place (from 1) of the named column: the entry of the second row at p.
    """
    hand, n = desk.hand, shape.size
    if get(hand, shape.keys + column) == 0:
        put_at(shape, desk, p, column)
    digit = get(desk.boards, get(hand, TURNED) * n * n + get(hand, BAND) * n + column)
    other = get(hand, shape.name + digit - 1) - 1
    if get(hand, shape.keys + other) == 0:
        stack = get(hand, shape.stack_tied + other // shape.width) - 1
        # All free places of stacks are alike so far, so the leftmost is the least.
        if stack < 0:
            stack = 0
            while get(hand, shape.tied + stack):
                stack += 1
        free = stack * shape.width
        while get(hand, shape.order + free):
            free += 1
        put_at(shape, desk, free, other)
    return int(get(hand, shape.keys + other))


@part
def put_at(shape: BoardShape, desk: FormWorkspace, p: int, column: int) -> None:
    """Record that a column has place p, and its stack the stack place of p."""
    put(desk.hand, shape.order + p, column + 1)
    put(desk.hand, shape.keys + column, p + 1)
    stack = p // shape.width
    put(desk.hand, shape.stack_tied + column // shape.width, stack + 1)
    put(desk.hand, shape.tied + stack, get(desk.hand, shape.tied + stack) + 1)


def settle(shape: BoardShape, desk: FormWorkspace, at: int) -> None:
    """Convert a state of this search into one that `rows.next_row` can continue from."""
    n, old = shape.size, desk.old
    first = get(old, at + NAMES)
    second = get(old, at + BAND)
    # Two full rows tell all columns apart, so that no tie is left for the rows to come.
    for p in range(n):
        put(old, at + shape.order + p, get(old, at + shape.order + p) - 1)
    for k in range(n):
        column = get(old, at + shape.name + k) - 1
        put(old, at + shape.name + k, get(old, at + shape.keys + column))
        put(old, at + shape.tied + k, 0)
        put(old, at + shape.stack_tied + k, 0)
    put(old, at + NAMES, n)
    put(old, at + BAND, first // shape.height)
    put(old, at + shape.taken + first, 1)
    put(old, at + shape.taken + second, 1)
