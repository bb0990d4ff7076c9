"""The layout of a board in a picture: thick lines show its regions, glyphs its symbols."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout
from ..layout_shapes import default_boxes
from .lattice import Lattice, thick

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
    found = thick(lattice)
    if found is None:
        return None
    across, down = found
    n = lattice.size
    regions = [-1] * (n * n)
    count = 0
    for start in range(n * n):
        if regions[start] >= 0:
            continue
        waiting = [start]
        regions[start] = count
        filled = 0
        while waiting:
            cell = waiting.pop()
            filled += 1
            row, column = divmod(cell, n)
            near = []
            if column and not across[column - 1, row]:
                near.append(cell - 1)
            if column < n - 1 and not across[column, row]:
                near.append(cell + 1)
            if row and not down[row - 1, column]:
                near.append(cell - n)
            if row < n - 1 and not down[row, column]:
                near.append(cell + n)
            for other in near:
                if regions[other] < 0:
                    regions[other] = count
                    waiting.append(other)
        if filled != n:
            return None
        count += 1
    return regions
