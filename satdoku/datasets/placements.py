"""Score single steps by base rules in bulk: one digit placed, or one candidate eliminated, on each
of many boards.

>>> boards = np.array([[1, 2, 3, 0] + [0] * 12] * 3, np.uint8)
>>> verdict = score_placements(boards, np.array([3, 3, 9]), np.array([4, 3, 1]), layout="4x4")
>>> verdict.follows.tolist()
[True, False, False]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..batch.boards import Boards, as_boards
from ..batch.followed_steps import followed
from ..batch.solving import solve
from ..board import STANDARD
from ..layout import Layout


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
