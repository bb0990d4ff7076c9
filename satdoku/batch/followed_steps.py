"""Base rules on many boards at once: whether a digit placed is a single, and whether a candidate
eliminated is in a house that already has the digit.

The cells of houses form a 0/1 matrix, so the contents of all houses are one matrix product.

>>> boards = np.array([[1, 2, 3, 0] + [0] * 12], np.uint8)
>>> _, _, follows = followed(boards, np.array([3]), np.array([4]), Layout.of_size(4))
>>> follows.tolist()
[True]
"""

from __future__ import annotations

import numpy as np

from ..errors import PuzzleError
from ..layout import Layout

#: Number of boards processed at a time.
BLOCK = 4096


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
    cells = np.asarray(cells, np.int64)
    digits = np.asarray(digits, np.int64)
    count = len(array)
    if cells.shape != (count,) or digits.shape != (count,):
        raise PuzzleError(f"{count:,} boards, {cells.size:,} cells and {digits.size:,} digits")
    _must_be_within("cell", cells, 0, board.cell_count - 1)
    _must_be_within("digit", digits, 1, board.size)
    follows = np.zeros(count, bool)
    removes = np.broadcast_to(np.asarray(denied, bool), count)
    houses = _Houses(board)
    for start in range(0, count, BLOCK):
        part = slice(start, start + BLOCK)
        block = _JudgedBlock(houses, array[part], cells[part], digits[part])
        follows[part] = np.where(removes[part], block.is_removable(), block.is_single())
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
        shape = (len(layout.houses), layout.cell_count)
        self.inside = np.zeros(shape, np.float32)
        for row, house in zip(self.inside, layout.houses, strict=True):
            members = list(house.cells)
            row[members] = 1
        self.whole = self.inside.sum(1) == layout.size
        shared = self.inside.T @ self.inside
        np.fill_diagonal(shared, 0)
        neighbours = shared > 0
        most = int(neighbours.sum(1).max())
        order = np.argsort(~neighbours, 1, kind="stable")
        self.near = order[:, :most]
        self.is_near = np.take_along_axis(neighbours, self.near, 1)


class _JudgedBlock:
    """Some boards, with a cell and a digit of each. possible: N × cells, the blank cells whose
    houses do not hold the board's digit yet."""

    def __init__(
        self, houses: _Houses, boards: np.ndarray, cells: np.ndarray, digits: np.ndarray
    ) -> None:
        self.houses = houses
        self.boards = boards
        self.cells = cells
        self.digits = digits
        inside = houses.inside
        is_digit = boards == digits[:, None]
        holds = is_digit.astype(np.float32) @ inside.T > 0
        is_seen = holds.astype(np.float32) @ inside > 0
        self.possible = (boards == 0) & ~is_seen

    def _at_cell(self, values: np.ndarray) -> np.ndarray:
        """Return what an array, N × cells, says of each board's cell."""
        rows = np.arange(len(values))
        found: np.ndarray = values[rows, self.cells]
        return found

    def is_removable(self) -> np.ndarray:
        """Return whether each cell is blank and sees its digit."""
        is_blank = self._at_cell(self.boards) == 0
        is_possible = self._at_cell(self.possible)
        removable: np.ndarray = is_blank & ~is_possible
        return removable

    def is_single(self) -> np.ndarray:
        """Return whether each digit is a single in its cell: the only place of the digit in a
        house, or the last digit of the cell."""
        hidden = self._is_hidden_single()
        naked = self._is_naked_single()
        possible = self._at_cell(self.possible)
        single: np.ndarray = possible & (hidden | naked)
        return single

    def _is_hidden_single(self) -> np.ndarray:
        inside = self.houses.inside
        places = self.possible.astype(np.float32) @ inside.T
        has_one_place = (places == 1) & self.houses.whole
        of_cell = inside.T[self.cells] > 0
        hidden: np.ndarray = np.any(has_one_place & of_cell, 1)
        return hidden

    def _is_naked_single(self) -> np.ndarray:
        near = self.houses.near[self.cells]
        is_near = self.houses.is_near[self.cells]
        around = is_near * np.take_along_axis(self.boards, near, 1)
        bits = _bit(around)
        seen = np.bitwise_or.reduce(bits, 1)
        size = self.houses.size
        every = np.uint64(2 ** (size + 1) - 2)
        left = every & ~seen
        naked: np.ndarray = left == _bit(self.digits)
        return naked


def _bit(digits: np.ndarray) -> np.ndarray:
    """Return a word for each digit, with the digit's bit set."""
    places = digits.astype(np.uint64)
    bits: np.ndarray = np.uint64(1) << places
    return bits
