"""The layout of a board in a picture: thick lines show its regions, glyphs its symbols."""

from __future__ import annotations

import numpy as np

from ..errors import LayoutError
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
    regions = _regions(lattice)
    if regions is None:
        name = f"{n}x{n}" if default_boxes(n, n, n) else f"{n}x{n}/latin"
        return Layout.named(name, symbols), False
    for height in range(2, n // 2 + 1):
        if n % height == 0 and regions == _boxes(n, height):
            return Layout.named(f"{n}x{n}/{height}x{n // height}", symbols), True
    marks = "".join(MARKS[region] for region in regions)
    try:
        return Layout.named(f"{n}x{n}/jigsaw:{marks}", symbols), True
    except LayoutError:
        return Layout.named(f"{n}x{n}/latin", symbols), False


def _boxes(n: int, height: int) -> list[int]:
    """Return the box of each cell, row by row, for boxes of that height."""
    wide = n // height
    return [row // height * height + column // wide for row in range(n) for column in range(n)]


def _regions(lattice: Lattice) -> list[int] | None:
    """Return the region of each cell: n regions of n cells; None if the lines make no such ones."""
    n = lattice.size
    lines = thick(lattice)
    if lines is None:
        return None
    # Cells, what is between two cells (open if no thick line is there), and corners, as pixels.
    across, down = lines
    plan = np.zeros((2 * n - 1, 2 * n - 1), np.uint8)
    plan[::2, ::2] = 1
    plan[::2, 1::2] = ~across.T
    plan[1::2, ::2] = ~down
    _, labels = opencv().connectedComponents(plan, connectivity=4)
    regions = labels[::2, ::2].ravel() - 1
    sizes = np.bincount(regions)
    if len(sizes) != n or (sizes != n).any():
        return None
    return [int(region) for region in regions]
