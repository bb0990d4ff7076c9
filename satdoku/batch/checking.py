"""Checks whether each of many boards is proper, minimal, solvable by the base rules."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..board import STANDARD
from ..layout import Layout
from .boards import Boards, as_boards
from .minimizing import having_spare_givens
from .solving import having, solve


class Checked(NamedTuple):
    """The report of `satdoku.check`, as arrays of N.

    clues; counts (0, 1, 2 for several); logic: solvable by the base rules. minimal, logic_minimal:
    0 or 1, but -1 unless the board is proper (solvable by the base rules).
    """

    clues: np.ndarray
    counts: np.ndarray
    minimal: np.ndarray
    logic: np.ndarray
    logic_minimal: np.ndarray


def check(
    puzzles: Boards,
    *,
    minimal: bool = True,
    logic: bool = True,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
) -> Checked:
    """Check whether each board is proper, minimal, solvable by the base rules.

    Without `minimal` or `logic` these are not computed, and `Checked` holds -1 and False.
    """
    boards, board = as_boards(puzzles, layout)
    solved = solve(boards, jobs=jobs, layout=board, solutions=minimal)
    decided = np.zeros(len(boards), bool)
    grids = boards
    if logic:
        decided, grids = having(boards, "logic", board, jobs)

    def irreducible(keep: str, holds: np.ndarray, grids: np.ndarray) -> np.ndarray:
        answer = np.full(len(boards), -1, np.int8)
        if not minimal:
            return answer
        at = np.flatnonzero(holds)
        answer[at] = 1 - having_spare_givens(boards[at], grids[at], keep, board, jobs)
        return answer

    return Checked(
        clues=(boards > 0).sum(1),
        counts=solved.counts,
        minimal=irreducible("proper", solved.counts == 1, solved.solutions),
        logic=decided,
        logic_minimal=irreducible("logic", decided, grids),
    )
