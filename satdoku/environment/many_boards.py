"""Many boards at a time, for placements that follow by singles: arrays in, arrays out."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..batch.boards import as_boards
from ..batch.followed_steps import followed
from ..batch.solving import solve
from ..board import STANDARD
from ..errors import PuzzleError
from ..layout import Layout


class Sudokus:
    """Many boards at a time.

    verdicts: 2 follows by a single, 1 true but no single shows it, 0 false (not made), -1 already
    filled. Raises `PuzzleError` for a board without exactly one solution.

    >>> game = Sudokus(["....43..1.....4.", "....43..1.....4."], "4x4")
    >>> game.place(np.array([2, 2]), np.array([1, 3])).tolist()
    [0, 1]
    """

    def __init__(self, boards: Any, layout: Layout | str = STANDARD) -> None:
        array, self.layout = as_boards(boards, layout)
        solved = solve(array, layout=self.layout)
        is_bad = solved.counts != 1
        if is_bad.any():
            first = int(is_bad.argmax())
            raise PuzzleError(f"board {first} does not have exactly one solution")
        self.boards = array.copy()
        self.solutions = solved.solutions

    def place(self, cells: np.ndarray, digits: np.ndarray) -> np.ndarray:
        """Place a digit (from 1) in a cell (from 0) of each of the N boards; return N verdicts.
        True ones are made. Raises `PuzzleError` for arrays of another length or out of range."""
        boards = self.boards
        cells, digits, follows = followed(boards, cells, digits, self.layout)
        rows = np.arange(len(boards))
        is_true = self.solutions[rows, cells] == digits
        is_filled = boards[rows, cells] > 0
        verdicts = np.where(is_true, 1 + follows, 0)
        verdicts[is_filled] = -1
        boards[rows[is_true], cells[is_true]] = digits[is_true]
        return verdicts
