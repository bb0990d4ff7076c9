"""Boards to look for the hardest levels among: hard ones of many, and their neighbours.

Of random minimal puzzles one in some thousand is rated 9.0, and next to none 10.0. Puzzles near a
hard one are hard far more often. So a search begins with those of many on which plain search has to
guess most, which is cheap to know, and goes on to neighbours of the hardest: one or two givens
are exchanged for others, on any grid, and what is left is minimised. Nothing here is rated but by
the caller.
"""

from __future__ import annotations

import numpy as np

from ... import batch
from ...layout import Layout
from ...random_stream import RandomStream

#: Puzzles that a search begins with, and those of them that are worth rating.
MANY, WORTH = 4096, 128
#: Exchanges that are tried for each board: a few of them leave one solution.
EXCHANGES = 160


def hard_boards(layout: Layout, stream: RandomStream) -> np.ndarray:
    """WORTH × cells digits: minimal puzzles, those of many that take the most guesses."""
    boards = batch.generate(MANY, seed=stream.next(), layout=layout, keep="proper")
    guesses = batch.first_solutions(boards, layout=layout).guesses
    return boards[np.argsort(-guesses, kind="stable")[:WORTH]]


def neighbours(boards: np.ndarray, layout: Layout, stream: RandomStream) -> np.ndarray:
    """N × cells digits: minimal puzzles one or two givens from each of these, each once, and
    perhaps none."""
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
