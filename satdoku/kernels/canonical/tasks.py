"""Canonical forms of many boards: prepares the arrays of the kernel.

Only for layouts with boxes, or without (a Latin square is one band and one stack), and without
extra houses; see `satdoku.operations.layout_symmetries` for others.
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from ...layout import Layout
from .forms import canonical_boards
from .state import BAND, LISTS, Desk, Shape

#: Enough for any 9×9 board: a first row of nine digits has 18 · 3!⁴ = 23,328 arrangements.
STATES = 1 << 15


class Forms(NamedTuple):
    """forms: N × cells digits. automorphisms: of each board, 0 if the search gave up."""

    forms: np.ndarray
    automorphisms: np.ndarray


def shape_of(layout: Layout) -> Shape | None:
    """Return the bands and stacks of a layout; None if it has other houses or rules."""
    layout.must_be_regular("a canonical form")
    box = layout.box_shape if layout.regions else (layout.size, layout.size)
    if box is None or layout.extra_houses or layout.constraints:
        return None
    n, first = layout.size, BAND + 1
    *lists, fields = range(first, first + (LISTS + 1) * n, n)
    return Shape(n, *box, int(box[0] == box[1]), STATES, fields, *lists)


def move_count(shape: Shape) -> int:
    """Return the number of ways to permute rows and columns, transposition included."""
    rows = factorial(shape.height) ** (shape.size // shape.height)
    columns = factorial(shape.width) ** (shape.size // shape.width)
    bands, stacks = shape.size // shape.height, shape.size // shape.width
    return int(rows * factorial(bands) * columns * factorial(stacks) * (1 + shape.turns))


def canonical_forms(boards: np.ndarray, shape: Shape, compiled: bool = True) -> Forms:
    """Return the canonical forms of N × cells digits; no house may hold a digit twice.

    compiled: False runs the interpreter, whose integers are unbounded.
    """

    def whole(size: int) -> np.ndarray:
        return np.zeros(size, np.int64)

    n, size = shape.size, shape.states * shape.fields
    desk = Desk(
        old=whole(size), new=whole(size), hand=whole(shape.fields), found=whole(3 * shape.states),
        best=whole(n), row=whole(n), counts=whole(2 * n), boards=whole(2 * n * n),
    )  # fmt: skip
    forms, automorphisms = np.zeros_like(boards), np.zeros(len(boards), np.int64)
    run = canonical_boards if compiled else canonical_boards.interpreted
    run(shape, desk, boards.ravel(), len(boards), forms.ravel(), automorphisms)
    return Forms(forms, automorphisms)
