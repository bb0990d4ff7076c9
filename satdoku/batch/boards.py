"""Boards as arrays: what `satdoku.batch` takes and gives, checked and made the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

import numpy as np

from ..board import Puzzle
from ..errors import PuzzleError
from ..kernels.tasks import Groups
from ..layout import Layout
from ..operations.symmetry import orbits

Boards = np.ndarray | Iterable[Puzzle]


def check_number(name: str, value: int, least: int, most: int = 2**62) -> None:
    """Raise `PuzzleError` unless the value is a whole number from least to most."""
    if not isinstance(value, int | np.integer) or not least <= value <= most:
        raise PuzzleError(f"{name} {value!r}: choose a whole number, {least:,} to {most:,}")


def named(layout: Layout | str) -> Layout:
    """The layout, if need be by its name."""
    if not isinstance(layout, Layout | str):
        raise PuzzleError(f"layout {layout!r}: give a Layout or its name")
    return Layout.named(layout) if isinstance(layout, str) else layout


def as_boards(puzzles: Boards, layout: Layout | str) -> tuple[np.ndarray, Layout]:
    """(N × cells uint8, contiguous; layout). Puzzles bring their own layout."""
    board = named(layout)
    if isinstance(puzzles, np.ndarray):
        wanted = board.cell_count
        if puzzles.ndim != 2 or puzzles.shape[1] != wanted or puzzles.dtype.kind not in "ui":
            raise PuzzleError(
                f"an array of shape {puzzles.shape} and type {puzzles.dtype}: boards of the layout "
                f"{board.name} are N × {wanted} whole numbers"
            )
        if puzzles.size and not 0 <= puzzles.min() <= puzzles.max() <= board.size:
            wrong = (puzzles < 0) | (puzzles > board.size)
            row, cell = np.argwhere(wrong)[0].tolist()
            raise PuzzleError(
                f"board {row} (from 0), {board.cell_name(cell)} holds {puzzles[row, cell]}: "
                f"digits are 1 to {board.size}, and 0 for blank"
            )
        return np.require(puzzles, np.uint8, ["C", "W"]), board
    listed = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    for i, puzzle in enumerate(listed):
        if not isinstance(puzzle, Puzzle):
            raise PuzzleError(
                f"item {i} (from 0) is a {type(puzzle).__name__}: give Puzzles (satdoku.parse_all "
                "reads text) or an array of N × cells digits"
            )
    if listed:
        board = listed[0].layout
        for i, puzzle in enumerate(listed):
            if puzzle.layout != board:
                raise PuzzleError(
                    f"board {i} (from 0) is of the layout {puzzle.layout.name}, those before of "
                    f"{board.name}: give the boards of each layout apart"
                )
    cells = np.array([puzzle.cells for puzzle in listed], np.uint8)
    return cells.reshape(len(listed), board.cell_count), board


def decided_digits(candidates: np.ndarray) -> np.ndarray:
    """The digits of cells that have one candidate (bit d - 1), 0 for the others."""
    single = (candidates & (candidates - np.uint64(1))) == 0
    # 2**(d-1) is a float with the exponent d.
    digits: np.ndarray = np.frexp(candidates.astype(np.float64))[1] * single
    return digits.astype(np.uint8)


@lru_cache(maxsize=64)
def groups_of(symmetry: str, layout: Layout) -> Groups:
    """The orbits of a symmetry on a layout."""
    groups = orbits(symmetry, layout.places)
    cells = np.array([cell for orbit in groups for cell in orbit], np.int32)
    return Groups(cells, np.array([0, *accumulate(map(len, groups))], np.int32))
