"""The symmetries of any layout: moves of rows and columns, and transposition, under which every
house stays one and every rule says what a rule says.

Found by backtracking: images are chosen for a row and a column by turns, as long as any two cells
share as many boxes and extra houses, and are tied by the same rules, as their images.

>>> len(symmetries(Layout.of_size(4))), len(symmetries(Layout.named("4x4+diagonal")))
(128, 16)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..constraints.moved import forms_on, pairs_in, placed
from ..errors import PuzzleError
from ..layout import Layout

Move = tuple[list[int], list[int]]
#: The most symmetries that are listed.
MOST = 200_000
#: Parts the numbers of ties so far that their sums tell them apart (nearly always: it only saves
#: looking at moves that would be turned down).
SPREAD = 0x9E3779B97F4A7C15


@lru_cache(maxsize=4)
def symmetries(layout: Layout) -> np.ndarray:
    """G × cells: in symmetry g the cell k of the new board is what cell [g, k] was.

    Raises `PuzzleError` for a layout with more than `MOST`.
    """
    layout.must_be_regular("a symmetry")
    n = layout.size
    houses = [house.cells for house in layout.houses[2 * n :]]
    inside = np.zeros((len(houses), n * n), np.int64)
    for k, cells in enumerate(houses):
        inside[k, list(cells)] = 1
    # Houses of different lengths count apart.
    weights = np.array([(n * n + 1) ** 2 * len(cells) + 1 for cells in houses], np.int64)
    shared = inside.T @ (inside * weights[:, None]) if houses else np.zeros((n * n,) * 2, np.int64)
    forms = forms_on(layout)
    ties: dict[Any, int] = {}
    for form in forms:
        for a, b, tie in pairs_in(form):
            shared[a, b] += (ties.setdefault(tie, len(ties) + 1) * SPREAD) % 2**50
    rules = Counter(placed(form, int) for form in forms)
    wanted = {frozenset(cells) for cells in houses}
    found = []
    for turned in (False, True):
        grid = np.arange(n * n).reshape(n, n)
        grid = grid.T if turned else grid
        for rows, columns in _moves(n, shared, grid):
            image = grid[np.ix_(rows, columns)].ravel()
            fits = {frozenset(image[list(cells)].tolist()) for cells in houses} == wanted
            move = image.tolist().__getitem__
            if fits and Counter(placed(form, move) for form in forms) == rules:
                found.append(image)
            if len(found) > MOST:
                raise PuzzleError(
                    f"the board {layout.name} has more than {MOST:,} symmetries: no least form "
                    "is looked for"
                )
    return np.array(found)


def _moves(n: int, shared: np.ndarray, grid: np.ndarray) -> Iterator[Move]:
    """(rows, columns), each in their new order, that keep what any two cells share."""
    home = np.arange(n * n).reshape(n, n)

    def fits(rows: list[int], columns: list[int], longer: bool) -> bool:
        """The cells of the last row (or column) share with all so far what their images share."""
        r, c = len(rows), len(columns)
        new, old = home[:r, :c].ravel(), grid[np.ix_(rows, columns)]
        last_new = home[r - 1, :c] if longer else home[:r, c - 1]
        last_old = old[-1] if longer else old[:, -1]
        before, after = shared[last_new[:, None], new], shared[last_old[:, None], old.ravel()]
        return bool((before == after).all())

    def extend(rows: list[int], columns: list[int]) -> Iterator[Move]:
        if len(columns) == n:
            yield rows, columns
            return
        longer = len(rows) == len(columns)
        for k in range(n):
            if k not in (rows if longer else columns):
                more = ([*rows, k], columns) if longer else (rows, [*columns, k])
                if fits(*more, longer):
                    yield from extend(*more)

    yield from extend([], [])
