"""Score single steps by base rules in bulk: one digit placed, or one candidate eliminated, on each
of many boards.

The cells of houses form a 0/1 matrix, so the contents of all houses are one matrix product.

>>> boards = np.array([[1, 2, 3, 0] + [0] * 12] * 3, np.uint8)
>>> verdict = score_placements(boards, np.array([3, 3, 9]), np.array([4, 3, 1]), layout="4x4")
>>> verdict.follows.tolist()
[True, False, False]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..board import STANDARD
from ..errors import PuzzleError
from ..layout import Layout
from .boards import Boards, as_boards
from .solving import solve

#: Number of boards processed at a time.
BLOCK = 4096


class Placements(NamedTuple):
    """Boolean arrays of length N. right: whether the solution agrees. follows: whether the step
    follows by one base rule: a placed digit is a single (the last candidate of its cell, or the
    only place of its digit in a house); an eliminated candidate is in a house that already has the
    digit.

    >>> import satdoku
    >>> import numpy
    >>> boards = numpy.array([list(map(int, "1234341221430001"))])
    >>> satdoku.score_placements(boards, [12], [4], layout="4x4").follows.tolist()
    [True]
    """

    right: np.ndarray
    follows: np.ndarray


def score_placements(
    boards: Boards,
    cells: np.ndarray,
    digits: np.ndarray,
    *,
    denied: np.ndarray | bool = False,
    layout: Layout | str = STANDARD,
) -> Placements:
    """Judge one step on each of N boards: cells from 0 and digits from 1, N of each.

    denied: which steps eliminate the candidate instead of placing the digit. On a board without
    exactly one solution no step is right. Raises `PuzzleError` for an invalid board, cell or digit.

    >>> import satdoku
    >>> import numpy
    >>> boards = numpy.array([list(map(int, "1234341221430001"))] * 2)
    >>> satdoku.score_placements(boards, [12, 12], [4, 3], layout="4x4").right.tolist()
    [True, False]
    """
    array, board = as_boards(boards, layout)
    cells, digits, follows = followed(array, cells, digits, board, denied)
    solved = solve(array, layout=board)
    is_true = solved.solutions[np.arange(len(array)), cells] == digits
    right = (solved.counts == 1) & (is_true != np.asarray(denied, bool))
    return Placements(right, follows)


def followed(
    array: np.ndarray,
    cells: np.ndarray,
    digits: np.ndarray,
    board: Layout,
    denied: np.ndarray | bool = False,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (cells, digits, whether each step follows by a base rule), all as arrays; the
    arguments, and errors raised, are those of `score_placements`. array: N × cells."""
    board.must_be_plain("scoring placements")
    count = len(array)
    cells = np.asarray(cells, np.int64)
    digits = np.asarray(digits, np.int64)
    away = np.broadcast_to(np.asarray(denied, bool), count)
    if cells.shape != (count,) or digits.shape != (count,):
        raise PuzzleError(f"{count:,} boards, {cells.size:,} cells and {digits.size:,} digits")
    _must_be_within("cell", cells, 0, board.cell_count - 1)
    _must_be_within("digit", digits, 1, board.size)
    follows = np.zeros(count, bool)
    houses = _Houses(board)
    for start in range(0, count, BLOCK):
        part = slice(start, start + BLOCK)
        boards = array[part]
        places = cells[part]
        marks = digits[part]
        possible = houses.possible(boards, marks)
        places_digit = houses.places(boards, places, marks, possible)
        rows = np.arange(len(boards))
        removes = (boards[rows, places] == 0) & ~possible[rows, places]
        follows[part] = np.where(away[part], removes, places_digit)
    return cells, digits, follows


def _must_be_within(name: str, numbers: np.ndarray, least: int, most: int) -> None:
    if len(numbers) and not least <= numbers.min() <= numbers.max() <= most:
        raise PuzzleError(f"a {name} outside {least} to {most}")


class _Houses:
    """The houses of a layout as matrices. inside: houses × cells, 1 where the cell is in the house;
    whole: whether a house must hold every digit; near: by cell the cells that it sees, those of
    cells with fewer filled up with any others; is_near: which of them it sees."""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        self.inside = np.zeros((len(layout.houses), layout.cell_count), np.float32)
        for row, house in zip(self.inside, layout.houses, strict=True):
            row[list(house.cells)] = 1
        self.whole = self.inside.sum(1) == layout.size
        is_itself = np.eye(layout.cell_count, dtype=bool)
        neighbours = (self.inside.T @ self.inside > 0) & ~is_itself
        most = int(neighbours.sum(1).max())
        self.near = np.argsort(~neighbours, 1, kind="stable")[:, :most]
        self.is_near = np.take_along_axis(neighbours, self.near, 1)

    def possible(self, boards: np.ndarray, digits: np.ndarray) -> np.ndarray:
        """Return N × cells: the blank cells whose houses do not hold the board's digit yet."""
        holds = (boards == digits[:, None]).astype(np.float32) @ self.inside.T > 0
        open_: np.ndarray = (boards == 0) & (holds.astype(np.float32) @ self.inside == 0)
        return open_

    def places(
        self, boards: np.ndarray, cells: np.ndarray, digits: np.ndarray, possible: np.ndarray
    ) -> np.ndarray:
        """Return whether each digit is a single in its cell: the only place of the digit in a
        house, or the last digit of the cell. possible: as of `possible`."""
        rows = np.arange(len(boards))
        has_one_place = (possible.astype(np.float32) @ self.inside.T == 1) & self.whole
        hidden = (has_one_place & (self.inside.T[cells] > 0)).any(1)
        around = np.take_along_axis(boards, self.near[cells], 1) * self.is_near[cells]
        # the digits that a cell sees, as bits
        seen = np.bitwise_or.reduce(np.uint64(1) << around.astype(np.uint64), 1)
        left = np.uint64(2 ** (self.size + 1) - 2) & ~seen
        naked = left == np.uint64(1) << digits.astype(np.uint64)
        single: np.ndarray = possible[rows, cells] & (hidden | naked)
        return single
