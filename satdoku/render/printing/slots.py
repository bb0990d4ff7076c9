"""Place puzzles on pages: each in a slot of the page's grid, large boards in two or four slots.

>>> slots([(9, 9), (21, 21), (9, 9)], 2, 2, 0.7)
[[[0, 0, 0, 1, 1], [1, 0, 1, 2, 1], [2, 1, 0, 1, 1]]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

#: Maximum number of rows or columns of a board that fits in one slot.
USUAL = 16
#: Minimum enlargement that justifies more slots.
WORTH = 1.25
#: A puzzle's index (from 0), column and row of its first slot, and number of columns and rows.
Slot = list[int]
#: Column and row of a slot.
Place = tuple[int, int]


def slots(
    boards: Sequence[Sequence[int]], columns: int, rows: int, shape: float
) -> list[list[Slot]]:
    """Return the slots of each page. boards: (rows, columns) of each; columns, rows: of a page's
    grid; shape: a page's width divided by its height. Each puzzle takes the first free place."""
    pages: list[list[Slot]] = [[]]
    taken = set[Place]()
    for number, (high, wide) in enumerate(boards):
        across, down = _span(high, wide, columns, rows, shape)
        place = None
        for y, x in product(range(rows - down + 1), range(columns - across + 1)):
            if taken.isdisjoint(_covered((x, y), across, down)):
                place = (x, y)
                break
        if place is None:
            pages.append([])
            taken = set()
            place = (0, 0)
        taken.update(_covered(place, across, down))
        pages[-1].append([number, *place, across, down])
    return pages


def _covered(place: Place, across: int, down: int) -> Iterator[Place]:
    """Yield the slots that a board takes from its first one on."""
    x, y = place
    for i in range(across):
        for j in range(down):
            yield x + i, y + j


def _span(high: int, wide: int, columns: int, rows: int, shape: float) -> tuple[int, int]:
    """Return (columns, rows) of slots: for a large board two, or four if two hardly enlarge it."""
    if max(high, wide) <= USUAL:
        return 1, 1

    def side(span: tuple[int, int]) -> float:
        """Return the side of a cell, relative to the page's height."""
        return min(span[0] * shape / columns / wide, span[1] / rows / high)

    better_half = max([(2, 1), (1, 2)], key=side)
    for span in (better_half, (2, 2)):
        fits = span[0] <= columns and span[1] <= rows
        if fits and side(span) > WORTH * side((1, 1)):
            return span
    return 1, 1
