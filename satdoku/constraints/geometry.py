"""Where cells are: neighbours, moves of chess, boxes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..layout import Layout

ORTHOGONAL = ((0, 1), (1, 0))
DIAGONAL = ((1, 1), (1, -1))
KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))


def pairs_by(layout: Layout, moves: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    """Each pair of cells that is one of the moves (down, across) apart, once."""
    n = layout.size
    for cell in range(layout.cell_count):
        r, c = divmod(cell, n)
        for down, across in moves:
            if 0 <= r + down < n and 0 <= c + across < n:
                yield cell, (r + down) * n + c + across


def neighbours(layout: Layout, cell: int) -> list[int]:
    """The cells that share an edge with this one."""
    n = layout.size
    r, c = divmod(cell, n)
    moves = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return [(r + i) * n + c + j for i, j in moves if 0 <= r + i < n and 0 <= c + j < n]


def are_neighbours(layout: Layout, a: int, b: int) -> bool:
    """They share an edge."""
    n = layout.size
    return abs(a // n - b // n) + abs(a % n - b % n) == 1


@lru_cache(maxsize=32)
def box_of(layout: Layout) -> dict[int, int]:
    """The number (from 0) of each cell's box or region; {} without any."""
    return dict(enumerate(layout.regions))
