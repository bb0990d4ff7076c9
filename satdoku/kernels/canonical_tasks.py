"""Canonical forms of many boards: what the kernel needs is made here.

Only for layouts of boxes, or of none (a Latin square is one band and one stack), without extra
houses; see `satdoku.operations.layout_symmetries` for others.
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from ..layout import Layout
from .canonical.forms import canonical_boards
from .canonical.state import FIRST, LISTS, Desk, Shape

#: Enough for any 9×9 board: a first row of nine digits has 18 · 3!⁴ = 23,328 ways.
STATES = 1 << 15


class Forms(NamedTuple):
    """forms: N × cells digits. automorphisms: of each board, 0 where the search was given up."""

    forms: np.ndarray
    automorphisms: np.ndarray


def shape_of(layout: Layout) -> Shape | None:
    """The bands and stacks of a layout; None where it has others."""
    layout.must_be_regular("a canonical form")
    box = layout.box_shape if layout.regions else (layout.size, layout.size)
    if box is None or layout.extra_houses or layout.constraints:
        return None
    n = layout.size
    return Shape(n, box[0], box[1], int(box[0] == box[1]), STATES, FIRST + LISTS * n)


def move_count(shape: Shape) -> int:
    """How many ways there are to move rows and columns, transposition included."""
    rows = factorial(shape.height) ** (shape.size // shape.height)
    columns = factorial(shape.width) ** (shape.size // shape.width)
    bands, stacks = shape.size // shape.height, shape.size // shape.width
    return int(rows * factorial(bands) * columns * factorial(stacks) * (1 + shape.turns))


def canonical_forms(boards: np.ndarray, shape: Shape, compiled: bool = True) -> Forms:
    """The forms of N × cells digits, in which no house holds a digit twice.

    compiled: False leaves it to the interpreter, whose numbers have no end.
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
