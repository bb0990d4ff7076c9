"""Solutions of many boards, and the fixed points of the base rules."""

from __future__ import annotations

import numpy as np

from ..board import STANDARD
from ..kernels.any_theory.csr import ENDLESS
from ..kernels.lockstep.base_rules import SOLVED
from ..kernels.tasks import Decided, Solved, Tasks
from ..layout import Layout
from ..operations.minimizing import property_named
from .boards import Boards, as_boards, check_number, decided_digits
from .sharing import joined, spread, tasks_for


def solve(
    puzzles: Boards,
    *,
    limit: int = 2,
    jobs: int = 1,
    solutions: bool = True,
    patience: int = ENDLESS,
    layout: Layout | str = STANDARD,
) -> Solved:
    """Count solutions of each board, up to `limit` >= 1; return the first found, and the guesses.

    Without `solutions`, only counts and guesses. A board other than 9×9 that takes `patience`
    conflicts is given up: its count is -1. Raises `PuzzleError` for an invalid board.
    """
    check_number("limit", limit, 1)
    boards, board = as_boards(puzzles, layout)
    return _solve(tasks_for("solve", board), boards, limit, solutions, patience, jobs)


def first_solutions(
    puzzles: Boards, *, jobs: int = 1, patience: int = ENDLESS, layout: Layout | str = STANDARD
) -> Solved:
    """Return the solution that the native engine finds first, and the candidates it tried for it.

    On 9×9 boards with several solutions `solve` may find another one first.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("solve", board, lockstep=False)
    return _solve(tasks, boards, 1, True, patience, jobs)


def _solve(
    tasks: Tasks, boards: np.ndarray, limit: int, solutions: bool, patience: int, jobs: int
) -> Solved:
    def work(block: slice) -> Solved:
        return tasks.solve(boards[block], limit, solutions, patience)

    return Solved(*joined(spread(work, len(boards), jobs)))


def base_rules(puzzles: Boards, *, jobs: int = 1, layout: Layout | str = STANDARD) -> Decided:
    """Compute the fixed point of the base rules for each board.

    status: STUCK 0, SOLVED 1, BROKEN 2; candidates left, bit d - 1 for digit d.
    """
    boards, board = as_boards(puzzles, layout)
    tasks = tasks_for("base_rules", board)
    parts = spread(lambda block: tasks.base_rules(boards[block]), len(boards), jobs)
    return Decided(*joined(parts))


def having(
    boards: np.ndarray, keep: str, layout: Layout, jobs: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return (which boards have the property, the solutions of those)."""
    property_named(keep)
    if keep == "proper":
        solved = solve(boards, jobs=jobs, layout=layout)
        return solved.counts == 1, solved.solutions
    decided = base_rules(boards, jobs=jobs, layout=layout)
    holds = decided.status == SOLVED
    return holds, decided_digits(decided.candidates) * holds[:, None]
