"""Canonical forms of many boards: the kernel, and its arrays.

Only for layouts with boxes, or without (a Latin square is one band and one stack), and without
extra houses; see `satdoku.operations.layout_symmetries` for others.

The form is the lexically least board that results from renaming digits, permuting rows within a
band, columns within a stack, bands and stacks, and (where boxes are square) transposing.

It is built row by row. A state is one way to reach the rows built so far: which rows were used, how
the columns are arranged, and the new name of each digit. For the next row, every state tries every
row that may follow, and only the states with the least row survive. Columns (and stacks) that no
row has distinguished yet are tied: their order stays open until it matters. A blank is less than
any digit, and a digit without a name gets the next free one.

Invariant: after each row, the states are all ways to reach the least rows so far, each once or with
its weight. The states differ in what they make of the rows to come, so none may be dropped; a tie
stands for all orders of its columns at once, which keeps their number small.

To compare boards for isomorphism, a cheap invariant of rows and columns was once looked at first;
once this search was compiled, it was as quick without.

Rows without givens in one band are interchangeable, and so are bands without givens: only one of
them is tried, and the state's weight is multiplied by their number. The number of automorphisms
equals the number of ways to reach the canonical form: the sum, over the final states, of the
weight times the numbers of permutations of the tied columns and stacks.
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from ...layout import Layout
from ..kernel import kernel
from ..lockstep.simd import Words, copy, get, put
from .full import first_two_rows, is_full
from .rows import next_row
from .state import BAND, LISTS, BoardShape, FormWorkspace, begin, ways


@kernel
def canonical_boards(
    shape: BoardShape,
    desk: FormWorkspace,
    boards: Words,
    count: int,
    forms: Words,
    automorphisms: Words,
    stop: Words,
) -> None:
    """Write the canonical form of each board and the number of its automorphisms.

    boards, forms: size * size digits each. automorphisms: 0 where the search exceeded
    `shape.states` states.
    """
    n = shape.size
    for i in range(count):
        start = i * n * n
        live, known = begin(shape, desk, boards, start), 0
        if is_full(shape, desk):
            live, known = first_two_rows(shape, desk, stop), 2
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


#: Enough for any 9×9 board: a first row of nine digits has 18 · 3!⁴ = 23,328 arrangements.
STATES = 1 << 15


class Forms(NamedTuple):
    """forms: N × cells digits. automorphisms: of each board, 0 if the search gave up."""

    forms: np.ndarray
    automorphisms: np.ndarray


def shape_of(layout: Layout) -> BoardShape | None:
    """Return the bands and stacks of a layout; None if it has other houses or rules."""
    layout.must_be_regular("a canonical form")
    box = layout.box_shape if layout.regions else (layout.size, layout.size)
    if box is None or layout.extra_houses or layout.constraints:
        return None
    n, first = layout.size, BAND + 1
    # The fields come first, then the lists of n words each; what would be the start of one more
    # list is the length of a state.
    *lists, fields = range(first, first + (LISTS + 1) * n, n)
    return BoardShape(n, *box, int(box[0] == box[1]), STATES, fields, *lists)


def move_count(shape: BoardShape) -> int:
    """Return the number of ways to permute rows and columns, transposition included."""
    rows = factorial(shape.height) ** (shape.size // shape.height)
    columns = factorial(shape.width) ** (shape.size // shape.width)
    bands, stacks = shape.size // shape.height, shape.size // shape.width
    return int(rows * factorial(bands) * columns * factorial(stacks) * (1 + shape.turns))


def canonical_forms(boards: np.ndarray, shape: BoardShape, compiled: bool = True) -> Forms:
    """Return the canonical forms of N × cells digits; no house may hold a digit twice.

    compiled: False runs the interpreter, whose integers are unbounded.
    """

    def whole(size: int) -> np.ndarray:
        return np.zeros(size, np.int64)

    # Words of 64 bits throughout, also for digits: a weight is a product of factorials.
    n, size = shape.size, shape.states * shape.fields
    desk = FormWorkspace(
        old=whole(size),
        new=whole(size),
        hand=whole(shape.fields),
        found=whole(3 * shape.states),
        best=whole(n),
        row=whole(n),
        counts=whole(2 * n),
        boards=whole(2 * n * n),
    )
    forms = np.zeros_like(boards)
    automorphisms = np.zeros(len(boards), np.int64)
    run = canonical_boards if compiled else canonical_boards.interpreted
    run(
        shape,
        desk,
        boards.ravel(),
        count=len(boards),
        forms=forms.ravel(),
        automorphisms=automorphisms,
    )
    return Forms(forms, automorphisms)
