"""The lexically least form of a board under renaming of digits, moves of rows within a band, of
columns within a stack, of bands, of stacks, and (where boxes are square) transposition.

Rows of the form are found one after the other. A state is a way to begin: which rows were taken,
how the columns are arranged, what the digits are called. At each place all states try all rows that
may come next, and only those go on whose row is the least. Columns (and stacks) that no row has
told apart yet are tied: they are not arranged until that matters. A blank is less than any digit,
and a digit without a name gets the next one.

A row without givens is like any other such row of its band, and a band without givens like any
other: one of them is taken, and counted. So the number of automorphisms, which is that of the ways
to the canonical form, is the sum over states of their weight times the orders of the ties.
"""

from __future__ import annotations

from ..kernel import kernel
from ..simd import Words, copy, get, put
from .full import first_two_rows, is_full
from .rows import next_row
from .state import Desk, Shape, begin, ways


@kernel
def canonical_boards(
    shape: Shape,
    desk: Desk,
    boards: Words,
    count: int,
    forms: Words,
    automorphisms: Words,
    stop: Words,
) -> None:
    """Fill in the form of each board and the number of its automorphisms.

    boards, forms: size * size digits each. automorphisms: 0 where there were too many states.
    """
    n = shape.size
    for i in range(count):
        start = i * n * n
        live, known = begin(shape, desk, boards, start), 0
        if is_full(shape, desk):
            live, known = first_two_rows(shape, desk), 2
            for c in range(n):
                put(forms, start + c, c + 1)
                put(forms, start + n + c, get(desk.best, c))
        for r in range(known, n):
            if get(stop, 0):
                return
            if live:
                live = next_row(shape, desk, r, live)
                copy(desk.old, 0, desk.new, 0, live * shape.fields)
                for c in range(n):
                    put(forms, start + r * n + c, get(desk.best, c))
        put(automorphisms, i, ways(shape, desk, live))
