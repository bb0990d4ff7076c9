"""Candidate boards for the hardest levels: hard puzzles from a large sample, and their neighbours.

Of random minimal puzzles about one in a thousand is rated 9.0, and almost none 10.0. Puzzles near a
hard one are hard far more often. So a search starts with those of a large sample on which plain
search guesses most, which is cheap to compute, and moves on to neighbours of the hardest: one or
two givens are exchanged for others, from any grid, and the result is minimised. Rating is left to
the caller.
"""

from __future__ import annotations

import numpy as np

from ... import batch
from ...layout import Layout
from ...random_stream import RandomStream

#: Sample size of a search, and the number of puzzles kept for rating.
MANY, WORTH = 4096, 128
#: Exchanges tried per board; only a few of them leave one solution.
EXCHANGES = 160


def hard_boards(layout: Layout, stream: RandomStream) -> np.ndarray:
    """Return WORTH × cells digits: of MANY minimal puzzles, those that take the most guesses."""
    boards = batch.generate(MANY, seed=stream.next(), layout=layout, keep="proper")
    guesses = batch.first_solutions(boards, layout=layout).guesses
    return boards[np.argsort(-guesses, kind="stable")[:WORTH]]


def neighbours(boards: np.ndarray, layout: Layout, stream: RandomStream) -> np.ndarray:
    """Return N × cells digits: distinct minimal puzzles one or two givens from these; possibly
    none."""
    changed = np.repeat(boards, EXCHANGES, 0)
    for board in changed:
        for _ in range(1 + stream.below(2)):
            given = np.flatnonzero(board)
            board[given[stream.below(len(given))]] = 0
            blank = np.flatnonzero(board == 0)
            board[blank[stream.below(len(blank))]] = 1 + stream.below(layout.size)
    proper = batch.solve(changed, solutions=False, layout=layout).counts == 1
    if not proper.any():
        return boards[:0]
    minimal = batch.minimize(
        changed[proper], keep="proper", seed=stream.next(), layout=layout
    )  # fmt: skip
    known = {board.tobytes() for board in boards}
    return np.array(
        [board for board in np.unique(minimal, axis=0) if board.tobytes() not in known], np.uint8
    ).reshape(-1, boards.shape[1])
