"""Digests of canonical forms: equal for isomorphic boards, so that equal puzzles and equal solved
grids are found by sorting, or with a set, instead of comparing each with each.

>>> from satdoku.layout import Layout
>>> boards = np.array([[0, 2, 0, 0, 3] + [0] * 11, [0, 1, 0, 0, 4] + [0] * 11], np.uint8)
>>> first, second = least_digests(boards, Layout.of_size(4))
>>> first.tolist() == second.tolist()
True
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from ..board import Puzzle
from ..errors import PuzzleError
from ..layout import Layout
from ..operations.solving import solution
from .canonical_forms import contradicts_itself, least_forms
from .sharing import spread
from .solving import solve


def least_digests(boards: np.ndarray, layout: Layout, jobs: int = 1) -> np.ndarray:
    """Return N × 2 words of 64 bits that are equal for isomorphic boards.

    Boards without a canonical form (a digit twice in a house, too many symmetries) equal only their
    exact copies.
    """
    unformed = contradicts_itself(boards, layout)
    forms = boards.copy()
    at = np.flatnonzero(~unformed)

    def work(part: slice) -> list[int]:
        """Canonicalise a part; return the boards that turn out to have no canonical form."""
        some = at[part]
        try:
            forms[some] = least_forms(boards[some], layout).forms
            return []
        except PuzzleError:
            pass  # one of them: try each alone
        late = list[int]()
        for i in some.tolist():
            try:
                forms[i] = least_forms(boards[i : i + 1], layout).forms[0]
            except PuzzleError:
                late.append(i)
        return late

    if len(at):
        for late in spread(work, len(at), jobs):
            unformed[late] = True
    keys = exact_digests(forms)
    keys[unformed] = ~keys[unformed]  # must not equal the digest of a canonical form
    return keys


def grid_digests(
    boards: np.ndarray, layout: Layout, jobs: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Return (the indexes of the boards with one solution; the digests of their solved grids, as
    `least_digests`)."""
    solved = solve(boards, layout=layout, jobs=jobs)
    one = np.flatnonzero(solved.counts == 1)
    return one, least_digests(solved.solutions[one].astype(boards.dtype), layout, jobs)


def solved_grid_key(puzzle: Puzzle, board: Layout) -> bytes:
    """Return a key that isomorphs of a puzzle's solved grid share. board: the layout without the
    puzzle's rules. Raises `PuzzleError` or `Inconsistency` unless there is exactly one solution."""
    grid = np.array([solution(puzzle).cells], np.uint8)
    return least_digests(grid, board).tobytes()


def exact_digests(boards: np.ndarray) -> np.ndarray:
    """Return the digest of each board as it is, N × 2 words of 64 bits."""
    data = b"".join([blake2b(row.data, digest_size=16).digest() for row in boards])
    return np.frombuffer(data, np.uint64).reshape(-1, 2).copy()
