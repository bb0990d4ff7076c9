"""The layout of a board in a picture: thick lines show its regions, glyphs its symbols."""

from __future__ import annotations

import numpy as np

from ..layout import Layout
from ..layout_shapes import default_boxes
from .lattice import Lattice, thick
from .opencv import opencv

#: Marks of regions in the name of a jigsaw.
MARKS = "ABCDEFGHIJKLMNOP"


def layout_of(lattice: Lattice, symbols: str) -> tuple[Layout, bool]:
    """Return the layout, and whether its regions are those that the picture shows.

    Without thick lines, or if they are around no regions of one size, it is the usual one.
    """
    n = lattice.size
    name = f"{n}x{n}"
    regions = _regions(lattice)
    if regions is None:
        if not default_boxes(n, n, n):
            name += "/latin"
        return Layout.named(name, symbols), False
    marks = "".join([MARKS[region] for region in regions])
    shape = f"jigsaw:{marks}"
    for height in range(2, n):
        wide = n // height
        if height * wide == n and regions == _boxes(n, height):
            shape = f"{height}x{wide}"
    return Layout.named(f"{name}/{shape}", symbols), True


def _boxes(n: int, height: int) -> list[int]:
    """Return the box of each cell, row by row, for boxes of that height."""
    band = np.arange(n) // height
    stack = np.arange(n) // (n // height)
    boxes = band[:, None] * height + stack
    numbers: list[int] = boxes.ravel().tolist()
    return numbers


def _regions(lattice: Lattice) -> list[int] | None:
    """Return the region of each cell: n regions of n cells; None if the lines make no such ones."""
    n = lattice.size
    lines = thick(lattice)
    if lines is None:
        return None
    # Cells, what is between two cells (open if no thick line is there), and corners, as pixels.
    across, down = lines
    side = 2 * n - 1
    plan = np.zeros((side, side), np.uint8)
    plan[::2, ::2] = 1
    plan[::2, 1::2] = ~across.T
    plan[1::2, ::2] = ~down
    _, labels = opencv().connectedComponents(plan, connectivity=4)
    of_cells = labels[::2, ::2] - 1
    regions: list[int] = of_cells.ravel().tolist()
    sizes = [regions.count(region) for region in range(n)]
    return regions if sizes == [n] * n else None
