"""Place puzzles on pages: each in a slot of the page's grid, large boards in two or four slots.

>>> slots([(9, 9), (21, 21), (9, 9)], 2, 2, 0.7)
[[[0, 0, 0, 1, 1], [1, 0, 1, 2, 1], [2, 1, 0, 1, 1]]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

#: Maximum number of rows or columns of a board that fits in one slot.
USUAL = 16
#: Minimum enlargement that justifies more slots.
WORTH = 1.25
#: A puzzle's index (from 0), column and row of its first slot, and number of columns and rows.
Slot = list[int]


def slots(
    boards: Sequence[Sequence[int]], columns: int, rows: int, shape: float
) -> list[list[Slot]]:
    """Return the slots of each page. boards: (rows, columns) of each; columns, rows: of a page's
    grid; shape: a page's width divided by its height. Each puzzle takes the first free place."""
    pages: list[list[Slot]] = [[]]
    taken = set[tuple[int, int]]()
    for number, (high, wide) in enumerate(boards):
        across, down = _span(high, wide, columns, rows, shape)
        places = _places(taken, across, down, columns, rows)
        place = next(places, None)
        if place is None:
            pages.append([])
            taken = set()
            place = (0, 0)
        x, y = place
        taken |= {(x + i, y + j) for i in range(across) for j in range(down)}
        pages[-1].append([number, x, y, across, down])
    return pages


def _places(
    taken: set[tuple[int, int]], across: int, down: int, columns: int, rows: int
) -> Iterator[tuple[int, int]]:
    for y in range(rows - down + 1):
        for x in range(columns - across + 1):
            if taken.isdisjoint((x + i, y + j) for i in range(across) for j in range(down)):
                yield x, y


def _span(high: int, wide: int, columns: int, rows: int, shape: float) -> tuple[int, int]:
    """Return (columns, rows) of slots: for a large board two, or four if two hardly enlarge it."""
    if max(high, wide) <= USUAL:
        return 1, 1

    def cell(way: tuple[int, int]) -> float:
        """Return the side of a cell, relative to the page's height."""
        return min(way[0] * shape / columns / wide, way[1] / rows / high)

    for way in (max([(2, 1), (1, 2)], key=cell), (2, 2)):
        if way[0] <= columns and way[1] <= rows and cell(way) > WORTH * cell((1, 1)):
            return way
    return 1, 1
