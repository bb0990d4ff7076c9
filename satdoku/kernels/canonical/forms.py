"""The canonical form of a board: the lexically least board that results from renaming digits,
permuting rows within a band, columns within a stack, bands and stacks, and (where boxes are
square) transposing.

The form is built row by row. A state is one way to reach the rows built so far: which rows were
used, how the columns are arranged, and the new name of each digit. For the next row, every state
tries every row that may follow, and only the states with the least row survive. Columns (and
stacks) that no row has distinguished yet are tied: their order stays open until it matters. A
blank is less than any digit, and a digit without a name gets the next free one.

Rows without givens in one band are interchangeable, and so are bands without givens: only one of
them is tried, and the state's weight is multiplied by their number. The number of automorphisms
equals the number of ways to reach the canonical form: the sum, over the final states, of the
weight times the numbers of permutations of the tied columns and stacks.
"""

from __future__ import annotations

from ..kernel import kernel
from ..lockstep.simd import Words, copy, get, put
from .full import first_two_rows, is_full
from .rows import next_row
from .state import Desk, Shape, begin, ways


@kernel
def canonical_boards(
    shape: Shape, desk: Desk, boards: Words, count: int, forms: Words, automorphisms: Words,
    stop: Words,
) -> None:  # fmt: skip
    """Write the canonical form of each board and the number of its automorphisms.

    boards, forms: size * size digits each. automorphisms: 0 where the search exceeded
    `shape.states` states.
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
