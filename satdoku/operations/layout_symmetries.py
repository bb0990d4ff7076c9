"""The symmetries of any layout: permutations of rows and columns, and transposition, that map every
house to a house and every rule to a rule.

They form a group, and so do those that fix the first k lines (rows and columns alternately): the
group that fixes k lines consists of the products of the group that fixes k + 1 lines with one
symmetry for each possible image of the next line. Only these single symmetries are searched for, by
backtracking: images are chosen for a row and a column alternately, as long as any two cells share
as many boxes and extra houses, and are tied by the same rules, as their images. So the work grows
with the number of lines, not with the number of symmetries. Lines with the most ties come first:
in board order, an image that a rule far down excludes was excluded only there, again and again for
every order of the free lines above it.

>>> len(symmetries(Layout.of_size(4))), len(symmetries(Layout.named("4x4+diagonal")))
(128, 16)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..constraints.symmetry import forms_on, pairs_in, placed
from ..errors import PuzzleError
from ..layout import Layout

Move = tuple[list[int], list[int]]
#: The maximum number of symmetries listed.
MOST = 200_000
#: The maximum number of steps of the search: a comparison costs four per number compared, plus
#: LOOK, and a complete permutation costs MOVE. Small boards, which have few symmetries, have a
#: lower limit: FOR_PAIR for each pair of cells. It is for boards where many partial images fit
#: until the end. In millions, 9x9 with a sum of three cells in one box takes 3 of 853, 16x16
#: with diagonals 19 of 8,500.
MOST_WORK, FOR_PAIR = 8_500_000_000, 130_000
LOOK, MOVE = 2_000, 10_000
#: Spreads the numbers of ties so that their sums are distinct (nearly always: this only avoids
#: candidates that would be rejected later).
SPREAD = 0x9E3779B97F4A7C15


@lru_cache(maxsize=4)
def symmetries(layout: Layout) -> np.ndarray:
    """Return an array G × cells: in symmetry g the cell k of the new board was cell [g, k] before.

    Order: those without transposition first, then by the images of the first row, the first column,
    … Raises `PuzzleError` for a layout with more than `MOST`.
    """
    layout.must_be_regular("a symmetry")
    n = layout.size
    houses = [house.cells for house in layout.houses[2 * n :]]
    inside = np.zeros((len(houses), n * n), np.int64)
    for k, cells in enumerate(houses):
        inside[k, list(cells)] = 1
    # Houses of different lengths are counted separately.
    weights = np.array([(n * n + 1) ** 2 * len(cells) + 1 for cells in houses], np.int64)
    shared = inside.T @ (inside * weights[:, None]) if houses else np.zeros((n * n,) * 2, np.int64)
    forms = forms_on(layout)
    ties: dict[Any, int] = {}
    tied = np.zeros(n * n, np.int64)  # number of ties of each cell
    for form in forms:
        for a, b, tie in pairs_in(form):
            shared[a, b] += (ties.setdefault(tie, len(ties) + 1) * SPREAD) % 2**50
            tied[a] += 1
            tied[b] += 1
    home = _most_tied_first(tied.reshape(n, n))
    rules = Counter(placed(form, int) for form in forms)
    wanted = {frozenset(cells) for cells in houses}
    work = Work(layout)
    alike = _shared_by_depth(home, shared)

    def first_that_fits(grid: np.ndarray, rows: list[int], columns: list[int]) -> np.ndarray | None:
        """Return a symmetry with these first lines; grid: the board, possibly transposed."""
        image = np.empty(n * n, np.int64)
        for lines in _moves(n, shared, alike, grid, rows, columns, work):
            work.do(MOVE)
            image[home] = grid[np.ix_(*lines)]
            fits = {frozenset(image[list(cells)].tolist()) for cells in houses} == wanted
            move = image.tolist().__getitem__
            if fits and Counter(placed(form, move) for form in forms) == rules:
                return image
        return None

    same = np.arange(n * n)
    group = same.reshape(1, -1)  # fixing all lines leaves only the identity
    for depth in range(2 * n - 1, -1, -1):
        # Those that fix the first `depth` lines, from those that fix one more.
        rows = list(range((depth + 1) // 2))
        columns = list(range(depth // 2))
        ways = [same]
        for k in range(depth // 2 + 1, n):
            begun = ([*rows, k], columns) if depth % 2 == 0 else (rows, [*columns, k])
            if (way := first_that_fits(home, *begun)) is not None:
                ways.append(way)
        group = _products(ways, group, layout)
    turned = first_that_fits(home.T, [], [])
    if turned is None:
        return _in_order(group, n, False)
    whole = _products([same, turned], group, layout)
    return np.concatenate([_in_order(half, n, i == 1) for i, half in enumerate(np.split(whole, 2))])


def _products(ways: list[np.ndarray], group: np.ndarray, layout: Layout) -> np.ndarray:
    """Return the product of each of the ways with each element of the group."""
    if len(ways) * len(group) > MOST:
        raise PuzzleError(
            f"the board {layout.name} has more than {MOST:,} symmetries: canonical forms are not "
            "supported"
        )
    return np.array(ways)[:, group].reshape(-1, group.shape[1])


def _in_order(moves: np.ndarray, n: int, turned: bool) -> np.ndarray:
    """Sort by the images of the first row, the first column, the second row, …"""
    first, second = (moves % n, moves // n) if turned else (moves // n, moves % n)
    keys = [line for k in range(n) for line in (first[:, k * n], second[:, k])]
    return moves[np.lexsort(keys[::-1])]


def _most_tied_first(tied: np.ndarray) -> np.ndarray:
    """Return the cells of the board with its rows and its columns in the order of the search."""
    n = len(tied)
    rows, columns = (np.argsort(-tied.sum(axis), kind="stable") for axis in (1, 0))
    cells: np.ndarray = np.arange(n * n).reshape(n, n)[np.ix_(rows, columns)]
    return cells


def _shared_by_depth(home: np.ndarray, shared: np.ndarray) -> list[bytes]:
    """Return what the cells of each line share with all cells so far: their images must match."""
    n = len(home)
    alike, before = list[bytes](), home[:0, 0]
    for depth in range(2 * n):
        k = depth // 2
        line = home[: k + 1, k] if depth % 2 else home[k, :k]
        before = np.concatenate((before, line))
        alike.append(shared[line[:, None], before].tobytes())
    return alike


def _moves(
    n: int,
    shared: np.ndarray,
    alike: list[bytes],
    grid: np.ndarray,
    rows: list[int],
    columns: list[int],
    work: Work,
) -> Iterator[Move]:
    """Yield (rows, columns) in new order that begin like this and keep what two cells share."""
    images = grid[:0, 0]

    def keeps(line: np.ndarray, images: np.ndarray, depth: int) -> bool:
        work.do(LOOK + 4 * line.size * images.size)
        return bool(shared[line[:, None], images].tobytes() == alike[depth])

    def extend(rows: list[int], columns: list[int], old: np.ndarray) -> Iterator[Move]:
        """Extend the partial images. old: those of all cells so far, in the order of the lines."""
        depth = len(rows) + len(columns)
        if depth == 2 * n:
            yield rows, columns
            return
        longer = depth % 2 == 0
        for k in range(n):
            if k not in (rows if longer else columns):
                line = grid[k, columns] if longer else grid[rows, k]
                images = np.concatenate((old, line))
                if keeps(line, images, depth):
                    more = ([*rows, k], columns) if longer else (rows, [*columns, k])
                    yield from extend(*more, images)

    for depth in range(len(rows) + len(columns)):
        k = depth // 2
        line = grid[rows[: k + 1], columns[k]] if depth % 2 else grid[rows[k], columns[:k]]
        images = np.concatenate((images, line))
        if not keeps(line, images, depth):
            return
    yield from extend(rows, columns, images)


class Work:
    """The steps of the search so far, counted so that the limit is the same on every machine."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.done = layout, 0
        self.most = min(MOST_WORK, FOR_PAIR * layout.cell_count**2)

    def do(self, steps: int) -> None:
        """Count more steps; raise `PuzzleError` if there are too many."""
        self.done += steps
        if self.done > self.most:
            raise PuzzleError(
                f"the symmetries of the board {self.layout.name} are too many to look through "
                f"({self.most:,} steps): canonical forms are not supported"
            )
