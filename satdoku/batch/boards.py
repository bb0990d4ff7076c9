"""Boards as arrays: the input and output of `satdoku.batch`, checked and normalised.

Besides arrays of digits it takes lines of text: lists, pandas' Series, arrays and columns of Arrow.
`lines` returns them in the type of the input. Neither library is required.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from math import isnan
from typing import Any

import numpy as np

from ..board import Puzzle
from ..errors import ParseError, PuzzleError
from ..formats.text.line_blocks import texts, usual_lines
from ..formats.text.reader import parse
from ..kernels.tasks import Groups
from ..layout import Layout, as_layout
from ..operations.symmetry import orbits

Boards = np.ndarray | Iterable[Puzzle] | Iterable[str]


def check_number(name: str, value: int, least: int, most: int = 2**62) -> None:
    """Raise `PuzzleError` unless the value is an integer from `least` to `most`."""
    if not isinstance(value, int | np.integer) or not least <= value <= most:
        raise PuzzleError(f"{name} {value!r}: choose a whole number, {least:,} to {most:,}")


def as_boards(puzzles: Boards, layout: Layout | str) -> tuple[np.ndarray, Layout]:
    """Return (N × cells uint8, contiguous; layout). Puzzles have their own layout, lines do not.

    Masked cells of an array are blank. Arrays may also be N × rows × columns, tensors, and floats
    that are whole numbers.
    """
    if layout is None:  # `as_layout` would leave it open
        raise PuzzleError(f"layout {layout}: expected a Layout or the name of one")
    board = as_layout(layout)
    if isinstance(puzzles, np.ma.MaskedArray):
        puzzles = puzzles.filled(0)  # a masked cell has no value: it is blank
    if hasattr(puzzles, "__array__") and np.asarray(puzzles).dtype.kind not in "OUT":
        puzzles, wanted = _flat(np.asarray(puzzles), board), board.cell_count
        if puzzles.ndim != 2 or puzzles.shape[1] != wanted or puzzles.dtype.kind not in "ui":
            raise PuzzleError(
                f"an array of shape {puzzles.shape} and type {puzzles.dtype}: boards of the layout "
                f"{board.name} are N × {wanted} whole numbers, or N × rows × columns"
            )
        if puzzles.size and not 0 <= puzzles.min() <= puzzles.max() <= board.size:
            wrong = (puzzles < 0) | (puzzles > board.size)
            row, cell = np.argwhere(wrong)[0].tolist()
            raise PuzzleError(
                f"board {row} (from 0), {board.cell_name(cell)} holds {puzzles[row, cell]}: "
                f"digits are 1 to {board.size}, and 0 for blank"
            )
        return np.require(puzzles, np.uint8, ["C", "W"]), board
    if hasattr(puzzles, "columns") or hasattr(puzzles, "column_names"):
        raise PuzzleError('a whole table: pass its column of puzzles, such as table["puzzle"]')
    listed: list[Any] = [puzzles] if isinstance(puzzles, Puzzle | str) else _listed(puzzles)
    kind = str if listed and isinstance(listed[0], str) else Puzzle
    for i, puzzle in enumerate(listed):
        if not isinstance(puzzle, kind):
            is_missing = puzzle is None or (isinstance(puzzle, float) and isnan(puzzle))
            what = "None or NaN" if is_missing else f"a {type(puzzle).__name__}"
            raise PuzzleError(
                f"item {i} (counting from 0) is {what}: give Puzzles, lines of text, or "
                "an array of N × cells digits"
            )
    if kind is str:
        return _cells_of(listed, board), board
    if listed:
        board = listed[0].layout
        for i, puzzle in enumerate(listed):
            if puzzle.layout != board:
                raise PuzzleError(
                    f"board {i} (from 0) is of the layout {puzzle.layout.name}, those before of "
                    f"{board.name}: pass the boards of each layout separately"
                )
    cells = np.array([puzzle.cells for puzzle in listed], np.uint8)
    return cells.reshape(len(listed), board.cell_count), board


def _flat(boards: np.ndarray, layout: Layout) -> np.ndarray:
    """Return boards of rows and columns as N × cells, and floats that are whole as integers."""
    square = (layout.height, layout.width)
    if boards.shape[1:] in (square, (*square, 1)) and layout.cell_count == np.prod(square):
        boards = boards.reshape(len(boards), -1)
    is_whole = boards.dtype.kind == "f" and bool((np.mod(boards, 1) == 0).all())
    return boards.astype(np.int64) if is_whole else boards


def _listed(puzzles: Any) -> list[Any]:
    """Return the items as Python objects, also from Arrow and arrays."""
    for name in ("to_pylist", "tolist"):
        if hasattr(puzzles, name):
            return list(getattr(puzzles, name)())
    return list(puzzles)


def _cells_of(listed: list[str], board: Layout) -> np.ndarray:
    """Return the digits of lines; the `PuzzleError` gives the line that is not a board."""
    data = "\n".join(listed).encode(errors="replace") + b"\n"
    if board.is_regular and data.count(b"\n") == len(listed):
        _, usual, digits, _ = usual_lines(data, board, board)
        if usual.all():
            return np.require(digits, np.uint8, ["C", "W"])
    cells = np.zeros((len(listed), board.cell_count), np.uint8)
    for i, line in enumerate(listed):
        try:
            cells[i] = parse(line, board).cells
        except ParseError as error:
            raise PuzzleError(f"line {i} (from 0): {error.problem}") from None
    return cells


def lines(boards: np.ndarray, layout: Layout | str = "9x9", like: Any = None) -> Any:
    """Return boards (N × cells) as a list of lines, one symbol per cell and '.' for a blank one.

    like: a Series of pandas, for a Series of lines with its index, or an array of Arrow.

    >>> import numpy
    >>> from satdoku import batch
    >>> batch.lines(numpy.array([[1, 2, 3, 4] * 4]), "4x4")
    ['1234123412341234']
    """
    found, layout = as_boards(boards, layout)
    line_texts = texts(found, layout) if len(found) else []
    if hasattr(like, "to_pylist"):
        import pyarrow as pa

        return pa.array(line_texts, pa.string())
    return type(like)(line_texts, index=like.index) if hasattr(like, "index") else line_texts


def decided_digits(candidates: np.ndarray) -> np.ndarray:
    """Return the digits of cells that have one candidate (bit d - 1), 0 for the others."""
    single = (candidates & (candidates - np.uint64(1))) == 0
    # 2**(d-1) as a float has the exponent d.
    digits: np.ndarray = np.frexp(candidates.astype(np.float64))[1] * single
    return digits.astype(np.uint8)


@lru_cache(maxsize=64)
def groups_of(symmetry: str, layout: Layout) -> Groups:
    """Return the orbits of a symmetry on a layout."""
    groups = orbits(symmetry, layout.places)
    cells = np.array([cell for orbit in groups for cell in orbit], np.int32)
    return Groups(cells, np.array([0, *accumulate(map(len, groups))], np.int32))
