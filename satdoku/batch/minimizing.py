"""Minimising many boards: in the same random order as one board, so with the same results."""

from __future__ import annotations

import numpy as np

from ..board import STANDARD
from ..errors import PuzzleError
from ..kernels.stream import streams
from ..kernels.tasks import Removals
from ..layout import Layout
from ..operations.minimizing import IN_WORDS, Keep
from ..operations.symmetry import orbits
from .boards import Boards, as_boards, check_number, groups_of, named
from .sharing import spread, tasks_for
from .solving import having


def minimize(
    puzzles: Boards,
    *,
    keep: Keep = "logic",
    symmetry: str = "none",
    seed: int = 0,
    start: int = 0,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
    lacking: str = "raise",
) -> np.ndarray:
    """Return an irreducible puzzle below each board: that of `satdoku.minimize`, index start + i.

    lacking: "raise" a `PuzzleError` for a board without the property `keep`, or leave it "blank".
    """
    orbits(symmetry, named(layout).size)
    if lacking not in ("raise", "blank"):
        raise PuzzleError(f"lacking {lacking!r}: choose 'raise' or 'blank'")
    boards, board = as_boards(puzzles, layout)
    holds, solutions = having(boards, keep, board, jobs)
    if lacking == "raise" and not holds.all():
        raise PuzzleError(f"board {int(np.argmin(holds))} (from 0) is not {IN_WORDS[keep]}")
    at = np.flatnonzero(holds)
    small = np.zeros_like(boards)
    kept = boards[at]
    states, least = streams_from(seed, start, at), np.zeros(len(at), np.int64)
    removals = Removals(keep, groups_of(symmetry, board), states, least)
    minimize_in_place(kept, solutions[at], removals, board, jobs)
    small[at] = kept
    return small


def minimize_in_place(
    boards: np.ndarray, solutions: np.ndarray, removals: Removals, layout: Layout, jobs: int
) -> np.ndarray:
    """Minimise boards and advance the streams, in place; see `Tasks.minimize`."""
    tasks = tasks_for("minimize", layout)

    def work(block: slice) -> np.ndarray:
        return tasks.minimize(boards[block], solutions[block], removals.of(block))

    return np.concatenate(spread(work, len(boards), jobs))


def having_spare_givens(
    boards: np.ndarray, solutions: np.ndarray, keep: str, layout: Layout, jobs: int
) -> np.ndarray:
    """Return 1 for each board from which a given can be removed without losing the property."""
    states, least = streams(0, np.arange(len(boards))), np.zeros(len(boards), np.int64)
    removals = Removals(keep, groups_of("none", layout), states, least, only_look=True)
    return minimize_in_place(boards, solutions, removals, layout, jobs)


def streams_from(seed: int, start: int, indices: np.ndarray) -> np.ndarray:
    """Return the initial states of the streams with these indices after `start`."""
    check_number("seed", seed, 0, 2**64 - 1)
    check_number("start", start, 0)
    return streams(int(seed), indices + int(start))
