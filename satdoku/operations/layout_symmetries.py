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
from ..geometry import Cells
from ..layout import Layout
from ..phrases import phrase

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
    search = _SymmetrySearch(layout)
    same = np.arange(n * n)
    group = same.reshape(1, -1)  # fixing all lines leaves only the identity
    for depth in range(2 * n - 1, -1, -1):
        # Those that fix the first `depth` lines, from those that fix one more.
        rows = list(range((depth + 1) // 2))
        columns = list(range(depth // 2))
        ways = [same]
        for k in range(depth // 2 + 1, n):
            if depth % 2 == 0:
                way = search.first(search.home, [*rows, k], columns)
            else:
                way = search.first(search.home, rows, [*columns, k])
            if way is not None:
                ways.append(way)
        group = _products(ways, group, layout)
    turned = search.first(search.home.T, [], [])
    if turned is None:
        return _in_order(group, n, turned=False)
    straight, transposed = np.split(_products([same, turned], group, layout), 2)
    return np.concatenate(
        [_in_order(straight, n, turned=False), _in_order(transposed, n, turned=True)]
    )


class _SymmetrySearch:
    """The search for single symmetries of a layout.

    home: the cells of the board, its lines in the order of the search. shared: for any two cells,
    in how many houses both are and by which rules they are tied, in one number; a symmetry keeps
    it. alike: the numbers of each line's cells with all cells so far, which the images must match.
    """

    def __init__(self, layout: Layout) -> None:
        n = layout.size
        self.houses = [house.cells for house in layout.houses[2 * n :]]
        self.wanted = {frozenset(cells) for cells in self.houses}
        self.forms = forms_on(layout)
        # Counted, since a board may have the same rule twice.
        self.rules = Counter(placed(form, int) for form in self.forms)
        self.shared = _shared_houses(self.houses, n)
        tied = np.zeros(n * n, np.int64)  # number of ties of each cell
        numbers: dict[Any, int] = {}
        for form in self.forms:
            for a, b, tie in pairs_in(form):
                number = numbers.setdefault(tie, len(numbers) + 1)
                # Below 2**50, so that the sum of many ties fits 64 bits.
                self.shared[a, b] += (number * SPREAD) % 2**50
                tied[a] += 1
                tied[b] += 1
        self.size = n
        self.home = _most_tied_first(tied.reshape(n, n))
        self.alike = _shared_by_depth(self.home, self.shared)
        self.work = SymmetryWork(layout)

    def first(self, grid: np.ndarray, rows: list[int], columns: list[int]) -> np.ndarray | None:
        """Return the first symmetry that begins with these lines; grid: the board, possibly
        transposed."""
        image = np.empty(self.size**2, np.int64)
        for lines in self._moves(grid, rows, columns):
            self.work.do(MOVE)
            image[self.home] = grid[np.ix_(*lines)]
            if self._is_symmetry(image):
                return image
        return None

    def _is_symmetry(self, image: np.ndarray) -> bool:
        """Whether every house is mapped to a house, and every rule to a rule."""
        # Pairs of cells do not tell all: three cells may share houses two by two, but not together.
        if {frozenset(image[list(cells)].tolist()) for cells in self.houses} != self.wanted:
            return False
        move = image.tolist().__getitem__
        return Counter(placed(form, move) for form in self.forms) == self.rules

    def _moves(self, grid: np.ndarray, rows: list[int], columns: list[int]) -> Iterator[Move]:
        """Yield (rows, columns) in new order that begin like this and keep what two cells share."""
        images = grid[:0, 0]
        for depth in range(len(rows) + len(columns)):
            k = depth // 2
            line = grid[rows[: k + 1], columns[k]] if depth % 2 else grid[rows[k], columns[:k]]
            images = np.concatenate((images, line))
            if not self._keeps(line, images, depth):
                return
        yield from self._extended(grid, rows, columns, images)

    def _extended(
        self, grid: np.ndarray, rows: list[int], columns: list[int], old: np.ndarray
    ) -> Iterator[Move]:
        """Extend the partial images. old: those of all cells so far, in the order of the lines."""
        depth = len(rows) + len(columns)
        if depth == 2 * self.size:
            yield rows, columns
            return
        next_is_row = depth % 2 == 0
        for k in range(self.size):
            if k in (rows if next_is_row else columns):
                continue
            line = grid[k, columns] if next_is_row else grid[rows, k]
            images = np.concatenate((old, line))
            if not self._keeps(line, images, depth):
                continue
            if next_is_row:
                yield from self._extended(grid, [*rows, k], columns, images)
            else:
                yield from self._extended(grid, rows, [*columns, k], images)

    def _keeps(self, line: np.ndarray, images: np.ndarray, depth: int) -> bool:
        """Whether the images of a line share with all images so far what the cells share."""
        self.work.do(LOOK + 4 * line.size * images.size)
        return bool(self.shared[line[:, None], images].tobytes() == self.alike[depth])


def _shared_houses(houses: list[Cells], n: int) -> np.ndarray:
    """Return for any two cells in how many of the houses both are."""
    if not houses:
        return np.zeros((n * n, n * n), np.int64)
    inside = np.zeros((len(houses), n * n), np.int64)
    for k, cells in enumerate(houses):
        inside[k, list(cells)] = 1
    # Houses of different lengths are counted separately.
    weights = np.array([(n * n + 1) ** 2 * len(cells) + 1 for cells in houses], np.int64)
    shared: np.ndarray = inside.T @ (inside * weights[:, None])
    return shared


def _products(ways: list[np.ndarray], group: np.ndarray, layout: Layout) -> np.ndarray:
    """Return the product of each of the ways with each element of the group."""
    if len(ways) * len(group) > MOST:
        raise PuzzleError(
            phrase(
                "the board {name!s} has more than {most:,} symmetries: canonical forms are not "
                "supported",
                name=layout.name,
                most=MOST,
            )
        )
    return np.array(ways)[:, group].reshape(-1, group.shape[1])


def _in_order(moves: np.ndarray, n: int, turned: bool) -> np.ndarray:
    """Sort by the images of the first row, the first column, the second row, …"""
    rows = moves // n
    columns = moves % n
    first, second = (columns, rows) if turned else (rows, columns)
    keys = []
    for k in range(n):
        keys.append(first[:, k * n])
        keys.append(second[:, k])
    return moves[np.lexsort(keys[::-1])]


def _most_tied_first(tied: np.ndarray) -> np.ndarray:
    """Return the cells of the board with its rows and its columns in the order of the search."""
    n = len(tied)
    rows = np.argsort(-tied.sum(axis=1), kind="stable")
    columns = np.argsort(-tied.sum(axis=0), kind="stable")
    cells: np.ndarray = np.arange(n * n).reshape(n, n)[np.ix_(rows, columns)]
    return cells


def _shared_by_depth(home: np.ndarray, shared: np.ndarray) -> list[bytes]:
    """Return what the cells of each line share with all cells so far: their images must match."""
    n = len(home)
    alike = list[bytes]()
    before = home[:0, 0]
    for depth in range(2 * n):
        k = depth // 2
        line = home[: k + 1, k] if depth % 2 else home[k, :k]
        before = np.concatenate((before, line))
        alike.append(shared[line[:, None], before].tobytes())
    return alike


class SymmetryWork:
    """The steps of the search so far, counted so that the limit is the same on every machine."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.done = layout, 0
        self.most = min(MOST_WORK, FOR_PAIR * layout.cell_count**2)

    def do(self, steps: int) -> None:
        """Count more steps; raise `PuzzleError` if there are too many."""
        self.done += steps
        if self.done > self.most:
            raise PuzzleError(
                phrase(
                    "the symmetries of the board {name!s} are too many to look through "
                    "({most:,} steps): canonical forms are not supported",
                    name=self.layout.name,
                    most=self.most,
                )
            )
