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

from ..batch.boards import Boards, as_boards
from ..batch.solving import solve
from ..board import STANDARD
from ..errors import PuzzleError
from ..layout import Layout

#: Number of boards processed at a time.
BLOCK = 4096


class Placements(NamedTuple):
    """Boolean arrays of length N. right: whether the solution agrees. follows: whether the step
    follows by one base rule: a placed digit is a single (the last candidate of its cell, or the
    only place of its digit in a house); an eliminated candidate is in a house that already has the
    digit."""

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
    for name, numbers, least, most in (
        ("cell", cells, 0, board.cell_count - 1),
        ("digit", digits, 1, board.size),
    ):
        if count and not least <= numbers.min() <= numbers.max() <= most:
            raise PuzzleError(f"a {name} outside {least} to {most}")
    follows = np.zeros(count, bool)
    inside = _houses(board)
    for start in range(0, count, BLOCK):
        part = slice(start, start + BLOCK)
        follows[part] = _follows(array[part], cells[part], digits[part], away[part], inside, board)
    return cells, digits, follows


def _houses(layout: Layout) -> np.ndarray:
    """Return the houses × cells matrix: 1 where the cell is in the house."""
    inside = np.zeros((len(layout.houses), layout.cell_count), np.float32)
    for row, house in zip(inside, layout.houses, strict=True):
        row[list(house.cells)] = 1
    return inside


def _follows(
    boards: np.ndarray,
    cells: np.ndarray,
    digits: np.ndarray,
    away: np.ndarray,
    inside: np.ndarray,
    layout: Layout,
) -> np.ndarray:
    rows = np.arange(len(boards))
    blank = boards == 0
    has = (boards == digits[:, None]).astype(np.float32) @ inside.T > 0
    places = blank & (has.astype(np.float32) @ inside == 0)
    possible = places[rows, cells]
    whole = inside.sum(1) == layout.size  # houses that must contain every digit
    only = (places.astype(np.float32) @ inside.T == 1) & whole
    hidden = (only & (inside.T[cells] > 0)).any(1)
    neighbours = (inside.T @ inside > 0) & ~np.eye(layout.cell_count, dtype=bool)
    widest = int(neighbours.sum(1).max())
    near = np.argsort(~neighbours, 1, kind="stable")[:, :widest]
    valid = np.take_along_axis(neighbours, near, 1)
    around = np.take_along_axis(boards, near[cells], 1) * valid[cells]
    # the digits that a cell sees
    seen = np.bitwise_or.reduce(np.uint64(1) << around.astype(np.uint64), 1)
    others = np.uint64(2 ** (layout.size + 1) - 2) & ~seen
    naked = others == np.uint64(1) << digits.astype(np.uint64)
    placed: np.ndarray = np.where(away, blank[rows, cells] & ~possible, possible & (hidden | naked))
    return placed
