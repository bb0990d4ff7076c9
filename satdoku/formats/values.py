"""Puzzles as Python values: rows of cells, arrays, frames, candidates, and dictionaries of cells.

>>> read_value([[1, None, 0, ""], [".", 0.0, 2, 0], [0, "3", 0, 0], [0, 0, 0, 4]], None).line
'1.....2..3.....4'
>>> read_value({"A1": 1, "B3": 2, "C2": 3, "D4": 4}, None).line
'1.....2..3.....4'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import isqrt
from operator import index
from typing import Any, SupportsIndex

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..errors import PuzzleError
from ..layout import Layout
from ..layout_data import MAX_SIZE, SYMBOLS
from ..layout_names import has_boxes
from ..phrases import phrase
from ..plurals import a_board, plural
from .cell_values import digits_of, nested

#: Keys under which a dictionary may hold its board.
BOARD_KEYS = ("puzzle", "board", "grid", "sudoku", "cells", "values", "givens", "quiz")
#: Names of cells in dictionaries: r1c1; A1, the letter being the row.
BY_NUMBERS = re.compile(r"\s*r(\d{1,2})\s*c(\d{1,2})\s*", re.IGNORECASE)
BY_LETTER = re.compile(r"\s*([A-Z])\s*(\d{1,2})\s*", re.IGNORECASE)

Place = tuple[int, int]


def read_value(value: Any, layout: Layout | None) -> Puzzle | None:
    """Return the puzzle of a value, None if it has no such form.

    layout: of the puzzle; None for the usual board of that size. Accepts rows of cells (lists,
    tuples, arrays, frames), all cells in one list, candidates of cells as sets or texts or as a
    mask of size × size × size, and dictionaries of cells by name ("A1" or "r1c1") or by (row,
    column). Cells with one candidate are givens; the other candidates are a rule where the givens
    do not exclude the rest. Raises `PuzzleError` for a wrong cell, by row and column.
    """
    if isinstance(value, Mapping):
        return _of_mapping(value, layout)
    return read_lists(nested(value), layout)


def read_lists(lists: Any, layout: Layout | None) -> Puzzle | None:
    """Return the puzzle of nested lists as `cell_values.nested` makes them; see `read_value`."""
    if not isinstance(lists, list) or not lists:
        return None
    while len(lists) == 1 and isinstance(lists[0], list):  # a batch of one board
        lists = lists[0]
    if are_lines(lists):
        return None
    rows = _rows(lists, layout)
    if rows is None:
        return None
    board = layout or _usual_board(len(rows))
    rows = _without_gaps(rows, board)
    _check_shape(rows, board)
    return _puzzle(chain(*rows), board)


def are_lines(value: Any) -> bool:
    """Whether the value is a list of lines of text rather than of cells."""
    if not isinstance(value, list) or not value:
        return False
    is_text = all(isinstance(item, str) for item in value)
    return is_text and not _is_square_of_cells(value)


def _is_square_of_cells(items: list[Any]) -> bool:
    """Whether these may be all cells of a board: texts are no longer than its candidates are."""
    size = isqrt(len(items))
    if size * size != len(items) or not has_boxes(size):
        return False
    return all(not isinstance(item, str) or len(item) <= size for item in items)


def _rows(lists: list[Any], layout: Layout | None) -> list[list[Any]] | None:
    """Return the cells row by row; None if the lists hold no board."""
    if all(isinstance(row, list) for row in lists):
        return lists
    if any(isinstance(cell, list) for cell in lists):
        for number, row in enumerate(lists, 1):
            if not isinstance(row, list):
                raise PuzzleError(
                    phrase(
                        "row {number!s} is {row!r}, not a list of cells as the others",
                        number=number,
                        row=row,
                    )
                )
    if layout:
        count = plural(len(lists), "cell")
        if len(lists) != layout.board_cells:
            raise PuzzleError(
                phrase(
                    "{count}: {board} has {board_cells!s}",
                    count=count,
                    board=a_board(layout.name),
                    board_cells=layout.board_cells,
                )
            )
        cells = iter(lists)
        rows = []
        for columns in _board_rows(layout):
            rows.append([next(cells) for _ in columns])
        return rows
    if not _is_square_of_cells(lists):
        return None
    size = isqrt(len(lists))
    return [lists[start : start + size] for start in range(0, len(lists), size)]


def _usual_board(size: int) -> Layout:
    if not has_boxes(size) or size > MAX_SIZE:
        rows = plural(size, "row")
        shown = max(size, 2)
        raise PuzzleError(
            phrase(
                "{rows} of cells: the usual boards have 4, 6, 8, 9 … rows; give the layout, "
                "such as {shown!s}x{shown!s}/latin",
                rows=rows,
                shown=shown,
            )
        )
    return Layout.of_size(size)


def _board_rows(board: Layout) -> Sequence[tuple[int, ...]]:
    """Return the columns that have a cell, for each row of the board itself."""
    places = board.places
    return places.filled[: places.board_height]


def _without_gaps(rows: list[list[Any]], board: Layout) -> list[list[Any]]:
    """Return the rows of a board that is drawn, as `Puzzle.rows` has them, without the places that
    have no cell; other rows unchanged."""
    places = board.places
    filled = _board_rows(board)
    is_drawn = len(rows) == len(filled) and all(len(row) == places.board_width for row in rows)
    if not is_drawn or not (board.holes or board.corners):
        return rows
    for number, (row, columns) in enumerate(zip(rows, filled, strict=True), 1):
        for column, value in enumerate(row):
            if column not in columns and digits_of(value, board.symbols):
                raise PuzzleError(
                    phrase(
                        "row {number!s}, column {column!s} holds {value!r}: no cell",
                        number=number,
                        column=column + 1,
                        value=value,
                    )
                )
    kept = []
    for row, columns in zip(rows, filled, strict=True):
        kept.append([row[column] for column in columns])
    return kept


def _check_shape(rows: list[list[Any]], board: Layout) -> None:
    """Raise `PuzzleError` unless the rows have a cell for each cell of the board."""
    filled = _board_rows(board)
    name = a_board(board.name)
    if len(rows) != len(filled):
        count = plural(len(rows), "row")
        raise PuzzleError(
            phrase(
                "{count} of cells: {name!s} has {wanted!s}",
                count=count,
                name=name,
                wanted=len(filled),
            )
        )
    for number, (row, columns) in enumerate(zip(rows, filled, strict=True), 1):
        wanted = len(columns)
        if len(row) != wanted:
            count = plural(len(row), "cell")
            raise PuzzleError(
                phrase(
                    "row {number!s} has {count}: on {name!s} it has {wanted!s}",
                    number=number,
                    count=count,
                    name=name,
                    wanted=wanted,
                )
            )


def _puzzle(cells: Iterable[Any], board: Layout) -> Puzzle:
    """Return the puzzle of the values of all cells."""
    found = []
    for cell, value in enumerate(cells):
        try:
            found.append(digits_of(value, board.symbols))
        except PuzzleError as error:
            raise PuzzleError(f"{board.cell_name(cell)} {error}") from None
    return puzzle_of_candidates(found, board)


def puzzle_of_candidates(found: list[tuple[int, ...]], board: Layout) -> Puzzle:
    """Return the puzzle of the possible digits of each cell, from 1; none for a blank cell.

    A cell with one is a given; the others are a rule where the givens do not exclude the rest.
    """
    givens = [some[0] if len(some) == 1 else 0 for some in found]
    puzzle = Puzzle(givens, board)
    rules = _candidate_rules(puzzle, found)
    if not rules:
        return puzzle
    return Puzzle(givens, board.with_constraints(*rules))


def _candidate_rules(puzzle: Puzzle, found: list[tuple[int, ...]]) -> list[Constraint]:
    """Return a rule for each cell with several candidates, unless its houses exclude the rest."""
    board = puzzle.layout
    excluded: list[set[int]] = [set() for _ in puzzle.cells]
    for house in board.houses:
        digits = {puzzle.cells[cell] for cell in house.cells}
        for cell in house.cells:
            excluded[cell] |= digits
    rules = []
    for cell, some in enumerate(found):
        possible = set(board.digit_numbers) - excluded[cell]
        says_more = not possible <= set(some)
        if len(some) > 1 and says_more:
            shown = tuple(board.digits[d - 1] for d in some)
            rules.append(Constraint("candidates", (cell,), shown))
    return rules


def _of_mapping(value: Mapping[Any, Any], layout: Layout | None) -> Puzzle | None:
    """Return the puzzle of a dictionary of cells, or of one that holds a board; else None."""
    for key in BOARD_KEYS:
        inner = value.get(key)
        if isinstance(inner, Mapping | list | tuple) or hasattr(inner, "tolist"):
            name = value.get("layout")
            board = Layout.named(name) if isinstance(name, str) else layout
            return read_value(inner, board)
    known = []
    for key in value:
        place = _place(key)
        if place is None:
            return None
        known.append(place)
    if not known:
        return None
    numbers = set(chain.from_iterable(known))
    if 0 in numbers:  # rows and columns are counted from 0
        known = [(row + 1, column + 1) for row, column in known]
    board = layout or _usual_board(_certain_size(known, list(value.values())))
    if not numbers & {0, board.height, board.width} and _are_places(value):
        raise PuzzleError(
            "rows and columns may be counted from 0 or from 1: name the cells, as 'r1c1'"
        )
    cells: dict[int, Any] = {}
    for (row, column), cell in zip(known, value.values(), strict=True):
        number = board.places.cell_at(row - 1, column - 1)
        if number is None:
            raise PuzzleError(
                phrase(
                    "r{row!s}c{column!s} is not on {board}",
                    row=row,
                    column=column,
                    board=a_board(board.name),
                )
            )
        if number in cells:
            raise PuzzleError(phrase("r{row!s}c{column!s} is named twice", row=row, column=column))
        cells[number] = cell
    return _puzzle((cells.get(cell) for cell in board.all_cells), board)


def _are_places(value: Mapping[Any, Any]) -> bool:
    """Whether the keys are pairs of numbers, which may be counted from 0."""
    return not any(isinstance(key, str) for key in value)


def _place(key: object) -> Place | None:
    """Return (row, column) as the key counts them; None if it names no cell."""
    if isinstance(key, tuple) and len(key) == 2:
        row, column = key
        if isinstance(row, SupportsIndex) and isinstance(column, SupportsIndex):
            return index(row), index(column)
        return None
    if not isinstance(key, str):
        return None
    if match := BY_NUMBERS.fullmatch(key):
        return int(match[1]), int(match[2])
    if match := BY_LETTER.fullmatch(key):
        return ord(match[1].upper()) - ord("A") + 1, int(match[2])
    return None


def _certain_size(places: list[Place], cells: list[Any]) -> int:
    """Return the size of the usual board that the last row, column or digit shows."""
    largest = max(chain.from_iterable(places))
    # Where every cell is named, they may hold candidates.
    if len(places) == largest**2 and has_boxes(largest):
        return largest
    last = largest
    for cell in cells:
        largest = max(largest, *digits_of(cell, SYMBOLS), 0)
    may_be_candidates = last < 10 <= largest
    if may_be_candidates or not has_boxes(largest):
        raise PuzzleError(
            phrase(
                "the last row, column or digit is {largest!s}: give the layout, such as 9x9",
                largest=largest,
            )
        )
    return largest
