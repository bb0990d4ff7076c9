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

Boards = np.ndarray | Iterable[Puzzle] | Iterable[str] | Iterable[list[object]]


def check_number(name: str, value: int, least: int, most: int = 2**62) -> None:
    """Raise `PuzzleError` unless the value is an integer from `least` to `most`."""
    if not isinstance(value, int | np.integer) or not least <= value <= most:
        raise PuzzleError(f"{name} {value!r}: choose a whole number, {least:,} to {most:,}")


def as_boards(puzzles: Boards, layout: Layout | str) -> tuple[np.ndarray, Layout]:
    """Return (N × cells uint8, contiguous; layout). Puzzles have their own layout, lines do not.

    Masked cells of an array are blank. Arrays may also be N × rows × columns, tensors, and floats
    that are whole numbers. Lists of cells are read as `parse` reads them.
    """
    if layout is None:  # `as_layout` would leave it open
        raise PuzzleError(f"layout {layout}: expected a Layout or the name of one")
    board = as_layout(layout)
    if isinstance(puzzles, np.ma.MaskedArray):
        puzzles = puzzles.filled(0)  # a masked cell has no value: it is blank
    if hasattr(puzzles, "__array__"):
        array = np.asarray(puzzles)
        if array.dtype.kind not in "OUT":  # arrays of objects and of text hold puzzles
            return _checked_digits(array, board), board
    if hasattr(puzzles, "columns") or hasattr(puzzles, "column_names"):
        raise PuzzleError('a whole table: pass its column of puzzles, such as table["puzzle"]')
    listed: list[Any] = [puzzles] if isinstance(puzzles, Puzzle | str) else _listed(puzzles)
    if isinstance(puzzles, dict):
        listed = [puzzles]
    if listed and all(_is_board(item) for item in listed):
        listed = _of_values(listed, board)
    is_text = bool(listed) and isinstance(listed[0], str)
    _must_all_be(str if is_text else Puzzle, listed)
    if is_text:
        return _cells_of(listed, board), board
    if listed:
        board = _common_layout(listed)
    cells = np.array([puzzle.cells for puzzle in listed], np.uint8)
    return cells.reshape(len(listed), board.cell_count), board


def _checked_digits(array: np.ndarray, layout: Layout) -> np.ndarray:
    """Return an array of numbers as N × cells uint8; raise `PuzzleError` if it holds no boards."""
    boards = _flat(array, layout)
    wanted = layout.cell_count
    if boards.ndim != 2 or boards.shape[1] != wanted or boards.dtype.kind not in "ui":
        raise PuzzleError(
            f"an array of shape {boards.shape} and type {boards.dtype}: boards of the layout "
            f"{layout.name} are N × {wanted} whole numbers, or N × rows × columns"
        )
    if boards.size and not 0 <= boards.min() <= boards.max() <= layout.size:
        wrong = (boards < 0) | (boards > layout.size)
        row, cell = np.argwhere(wrong)[0].tolist()
        raise PuzzleError(
            f"board {row} (from 0), {layout.cell_name(cell)} holds {boards[row, cell]}: "
            f"digits are 1 to {layout.size}, and 0 for blank"
        )
    # Kernels take contiguous rows, and minimising writes into them.
    return np.require(boards, np.uint8, ["C", "W"])


def _is_board(item: object) -> bool:
    """Whether an item may be the cells of a board as values."""
    return isinstance(item, list | tuple | dict | np.ndarray) or hasattr(item, "to_numpy")


def _of_values(listed: list[Any], board: Layout) -> list[Puzzle]:
    """Return the puzzles of lists of cells, one for each board; the rows of a single board too."""
    lengths = {len(item) for item in listed if isinstance(item, list | tuple)}
    if len(listed) == board.places.board_height and lengths == {board.places.board_width}:
        listed = [listed]
    found = []
    for i, item in enumerate(listed):
        try:
            found.append(parse(item, board))
        except (ParseError, PuzzleError) as error:
            raise PuzzleError(f"item {i} (counting from 0): {error}") from None
    return found


def _must_all_be(kind: type, listed: list[Any]) -> None:
    for i, puzzle in enumerate(listed):
        if isinstance(puzzle, kind):
            continue
        is_missing = puzzle is None or (isinstance(puzzle, float) and isnan(puzzle))
        what = "None or NaN" if is_missing else f"a {type(puzzle).__name__}"
        raise PuzzleError(
            f"item {i} (counting from 0) is {what}: give Puzzles, lines of text, or "
            "an array of N × cells digits"
        )


def _common_layout(listed: list[Any]) -> Layout:
    layout: Layout = listed[0].layout
    for i, puzzle in enumerate(listed):
        if puzzle.layout != layout:
            raise PuzzleError(
                f"board {i} (from 0) is of the layout {puzzle.layout.name}, those before of "
                f"{layout.name}: pass the boards of each layout separately"
            )
    return layout


def _flat(boards: np.ndarray, layout: Layout) -> np.ndarray:
    """Return boards of rows and columns as N × cells, and floats that are whole as integers."""
    square = (layout.height, layout.width)
    if boards.shape == square and layout.cell_count == np.prod(square):
        boards = boards.reshape(1, -1)  # a single board
    is_square = boards.shape[1:] in (square, (*square, 1))
    if is_square and layout.cell_count == np.prod(square):
        boards = boards.reshape(len(boards), -1)
    if boards.dtype.kind == "f":
        fractions = np.mod(boards, 1)
        if not fractions.any():
            return boards.astype(np.int64)
    return boards


def _listed(puzzles: Any) -> list[Any]:
    """Return the items as Python objects, also from Arrow and arrays."""
    for name in ("to_pylist", "tolist"):
        if hasattr(puzzles, name):
            return list(getattr(puzzles, name)())
    return list(puzzles)


def _cells_of(listed: list[str], board: Layout) -> np.ndarray:
    """Return the digits of lines; the `PuzzleError` gives the line that is not a board."""
    data = "\n".join(listed).encode(errors="replace") + b"\n"
    # A text with a line end inside would move all that follow it: such are read one by one.
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
    if hasattr(like, "index"):
        series = type(like)
        return series(line_texts, index=like.index)
    return line_texts


def decided_digits(candidates: np.ndarray) -> np.ndarray:
    """Return the digits of cells that have one candidate (bit d - 1), 0 for the others."""
    without_lowest = candidates & (candidates - np.uint64(1))
    single = without_lowest == 0
    # 2**(d-1) as a float has the exponent d.
    _, exponents = np.frexp(candidates.astype(np.float64))
    digits: np.ndarray = exponents * single
    return digits.astype(np.uint8)


@lru_cache(maxsize=64)
def groups_of(symmetry: str, layout: Layout) -> Groups:
    """Return the orbits of a symmetry on a layout."""
    groups = orbits(symmetry, layout.places)
    cells = [cell for orbit in groups for cell in orbit]
    starts = list(accumulate(map(len, groups), initial=0))
    return Groups(np.array(cells, np.int32), np.array(starts, np.int32))
