"""The next row of the canonical form, and the states in which it is the least.

Every state offers every row that may come next (of the same band, or of a band that has not begun).
A row is first arranged: the columns that are still tied are sorted by what the row would have
there, with all digits without a name alike, since the first of them in the row gets the next free
name whichever it is. The rows offered are then compared, and the least wins. Its states are told
apart only then: where tied columns hold different digits without names, each order of them names
the digits otherwise, and is a state of its own from here on.

Invariant: within a state, columns that are tied are alike in all rows so far, and every digit in
these rows has a name.
"""

from __future__ import annotations

from ..kernel import part
from ..lockstep.simd import Words, copy, get, put
from .state import BAND, NAMES, TURNED, WEIGHT, BoardShape, FormWorkspace


def next_row(shape: BoardShape, desk: FormWorkspace, r: int, live: int) -> int:
    """Find the least row r that any state allows. Return the number of new states, 0 if too many.

    The least row is written to `desk.best`, the new states to `desk.new`.
    """
    # Two rounds: the first only notes which (state, row) pairs give the least row, since most pairs
    # that look least are beaten by a later one and need no new state.
    n = shape.size
    size = shape.fields
    found = 0
    for i in range(live):
        for row in range(n):
            alike = rows_alike(shape, desk, i * size, row, r)
            if alike == 0:
                continue
            copy(desk.hand, 0, desk.old, i * size, size)
            arrange(shape, desk, desk.hand, 0, row)
            order = compare(shape, desk) if found else -1
            # What was found so far is beaten: with it go all its pairs.
            if order < 0:
                found = 0
                copy(desk.best, 0, desk.row, 0, n)
            if order <= 0:
                if found == shape.states:
                    return 0
                put(desk.found, 3 * found, i)
                put(desk.found, 3 * found + 1, row)
                put(desk.found, 3 * found + 2, alike)
                found += 1
    made = 0
    for f in range(found):
        if made == shape.states:
            return 0
        at, row = made * size, get(desk.found, 3 * f + 1)
        copy(desk.new, at, desk.old, get(desk.found, 3 * f) * size, size)
        arrange(shape, desk, desk.new, at, row)
        put(desk.new, at + WEIGHT, get(desk.new, at + WEIGHT) * get(desk.found, 3 * f + 2))
        put(desk.new, at + BAND, row // shape.height)
        put(desk.new, at + shape.taken + row, 1)
        made = tell_apart(shape, desk, made, row)
        if made == 0:
            return 0
    return made


@part
def rows_alike(shape: BoardShape, desk: FormWorkspace, at: int, row: int, r: int) -> int:
    """Return how many interchangeable rows this one stands for at row r of the form.

    0: the row may not come next, or an interchangeable row stands for it.
    """
    n = shape.size
    height = shape.height
    band = row // shape.height
    taken, counts = at + shape.taken, n * get(desk.old, at + TURNED)
    if get(desk.old, taken + row) or (r % height and band != get(desk.old, at + BAND)):
        return 0
    if r % height == 0:  # a band begins: one of which no row is taken
        for other in range(band * height, (band + 1) * height):
            if get(desk.old, taken + other):
                return 0
    # Only rows without givens are recognised as interchangeable. Others may be too, but then they
    # give equal rows and survive as two states, which `ways` counts as two automorphisms.
    if get(desk.counts, counts + row):
        return 1
    # Of rows without givens only the first that is free stands for all, and of blank bands the
    # first.
    alike, blank = 0, True
    for other in range(band * height, (band + 1) * height):
        if get(desk.counts, counts + other):
            blank = False
        elif not get(desk.old, taken + other):
            if other < row:
                return 0
            alike += 1
    if blank and r % height == 0:
        bands = 0
        for other in range(n // height):
            is_like = True
            for k in range(other * height, (other + 1) * height):
                if get(desk.counts, counts + k) or get(desk.old, taken + k):
                    is_like = False
            if is_like:
                if other < band:
                    return 0
                bands += 1
        alike *= bands
    return alike


@part
def arrange(shape: BoardShape, desk: FormWorkspace, states: Words, at: int, row: int) -> None:
    """Order the tied columns and stacks of a state so that this row is least; write the row to
    `desk.row`.

    Ties that the row resolves are removed. Columns are sorted by insertion among those they are
    tied with, then stacks.
    """
    n, width = shape.size, shape.width
    order = at + shape.order
    tied = at + shape.tied
    keys = at + shape.keys
    stack_tied, name = at + shape.stack_tied, at + shape.name
    digits = n * n * get(states, at + TURNED) + n * row
    for p in range(n):
        column = get(states, order + p)
        digit = get(desk.boards, digits + column)
        # The entry that this column would give the row. Digits without a name share one key, since
        # which of them gets the next name is decided by the order of the columns, not by the digit.
        key = 0
        if digit:
            key = get(states, name + digit - 1)
            if key == 0:
                key = n + 1
        # A tie belongs to a place and says that the columns there and before may be exchanged. So
        # it stays where it is while columns and their keys move past it.
        k = p
        while get(states, tied + k) and get(states, keys + k - 1) > key:
            put(states, keys + k, get(states, keys + k - 1))
            put(states, order + k, get(states, order + k - 1))
            k -= 1
        put(states, keys + k, key)
        put(states, order + k, column)
    for s in range(1, n // width):
        k = s
        while get(states, stack_tied + k) and compare_stacks(shape, states, keys, k) > 0:
            swap_stacks(shape, states, at, k - 1, k)
            k -= 1
    # Ties end only now: a sort that cut them on the way would not move a stack past the first cut.
    for s in range(1, n // width):
        if get(states, stack_tied + s) and compare_stacks(shape, states, keys, s):
            put(states, stack_tied + s, 0)
    names = get(states, at + NAMES)
    for p in range(n):
        if get(states, tied + p) and get(states, keys + p) != get(states, keys + p - 1):
            put(states, tied + p, 0)
        key = get(states, keys + p)
        if key > n:
            names += 1
            key = names
        put(desk.row, p, key)


@part
def compare_stacks(shape: BoardShape, states: Words, keys: int, s: int) -> int:
    """Compare stacks s - 1 and s by their keys: negative, 0 or positive."""
    for p in range(keys + s * shape.width, keys + (s + 1) * shape.width):
        if get(states, p - shape.width) != get(states, p):
            return int(get(states, p - shape.width) - get(states, p))
    return 0


@part
def swap_stacks(shape: BoardShape, states: Words, at: int, first: int, second: int) -> None:
    """Exchange two tied stacks: columns, their ties and their keys."""
    # Ties between columns of a stack move with it; the tie between the two stacks belongs to their
    # places and stays.
    for part_of_state in (shape.order, shape.tied, shape.keys):
        a = at + part_of_state + first * shape.width
        b = at + part_of_state + second * shape.width
        for k in range(shape.width):
            word = get(states, a + k)
            put(states, a + k, get(states, b + k))
            put(states, b + k, word)


@part
def compare(shape: BoardShape, desk: FormWorkspace) -> int:
    """Compare the current row with the best: negative if it is less, 0 if they are equal."""
    for p in range(shape.size):
        if get(desk.row, p) != get(desk.best, p):
            return int(get(desk.row, p) - get(desk.best, p))
    return 0


def tell_apart(shape: BoardShape, desk: FormWorkspace, first: int, row: int) -> int:
    """Split new state `first` into one state for each order of the tied columns that hold digits
    without names, and name those digits. Return the number of new states, 0 if too many."""
    n = shape.size
    size = shape.fields
    new = desk.new
    stack_tied, order = shape.stack_tied, shape.order
    tied = shape.tied
    keys = shape.keys
    name = shape.name
    # States i … end-1 still have to be split. Each turn takes the leftmost tie that matters from
    # state i and appends a state for every other choice there, until i has none left and its digits
    # can be named from left to right. To name them while ties are open would be wrong: columns that
    # hold different unnamed digits give the same row now and different rows later.
    i, end = first, first + 1
    while i < end:
        at = i * size
        stack = unsettled_stack(shape, new, at)
        p = 0 if stack else unsettled_column(shape, new, at)
        if stack:
            put(new, at + stack_tied + stack, 0)
            # Each stack of the run may be the first of it: a copy of the state for every one, and
            # the state itself for the one that is there. The rest of the run is taken apart when
            # their turn comes.
            other = stack
            while other < n // shape.width and (
                other == stack or get(new, at + stack_tied + other)
            ):
                if end == shape.states:
                    return 0
                copy(new, end * size, new, at, size)
                swap_stacks(shape, new, end * size, stack - 1, other)
                end += 1
                other += 1
        elif p:
            put(new, at + tied + p, 0)
            other = p
            while other < n and (other == p or get(new, at + tied + other)):
                if end == shape.states:
                    return 0
                copy(new, end * size, new, at, size)
                put(new, end * size + order + p - 1, get(new, at + order + other))
                put(new, end * size + order + other, get(new, at + order + p - 1))
                end += 1
                other += 1
        else:
            for p in range(n):
                if get(new, at + keys + p) > n:
                    start = n * n * get(new, at + TURNED) + n * row
                    digit = get(desk.boards, start + get(new, at + order + p))
                    put(new, at + NAMES, get(new, at + NAMES) + 1)
                    put(new, at + name + digit - 1, get(new, at + NAMES))
            i += 1
    return end


@part
def unsettled_stack(shape: BoardShape, states: Words, at: int) -> int:
    """Return a stack that is tied to the one before it though both hold unnamed digits, or 0."""
    for s in range(1, shape.size // shape.width):
        if get(states, at + shape.stack_tied + s):
            last = at + shape.keys + (s + 1) * shape.width - 1
            for p in range(last - shape.width + 1, last + 1):
                if get(states, p) > shape.size:
                    return s
    return 0


@part
def unsettled_column(shape: BoardShape, states: Words, at: int) -> int:
    """Return a place whose column is tied to the one before it though both hold unnamed digits, or
    0."""
    for p in range(1, shape.size):
        if get(states, at + shape.tied + p) and get(states, at + shape.keys + p) > shape.size:
            return p
    return 0
