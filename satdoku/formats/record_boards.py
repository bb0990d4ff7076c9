"""Boards of JSON records whose cells are lists: which of several is the puzzle, by their keys.

>>> board_of_record({"mask": [[1, 0, 0, 0]] * 4, "grid": [[1, 0, 0, 0]] + 3 * [[0] * 4]}).line
'1...............'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..board import Puzzle
from ..errors import MALFORMED, ParseError, PuzzleError
from ..layout import Layout
from ..phrases import phrase
from .cell_values import nested
from .metadata import with_about, with_note
from .rules_in_text import words_of
from .text.companions import with_regions, with_solution
from .text.sections import role_of_label
from .text.surroundings import is_header
from .values import BOARD_KEYS, read_lists, read_value

#: Keys of boards, the likeliest first, and of boards that are no rows.
KEYS = (*BOARD_KEYS, "rows", "value")
#: Keys of one placement: its row, its column, its digit.
PLACEMENT = (("row", "r"), ("column", "col", "c"), ("value", "digit", "v"))
#: How deep a board may lie in other records.
DEEPEST = 6
#: What the rules of a record state; its board is then read with them.
OF_RULES = ("layout", "symbols", "constraints")


def board_of_record(record: Any, layout: Layout | None = None, depth: int = 0) -> Puzzle | None:
    """Return the puzzle of a record with a board as lists, with the regions that stand beside it;
    None if it has no board, or several that may be the puzzle.

    layout: of the puzzle; None for the usual board. Raises `ParseError` for a board that is not
    written row by row, or with a wrong cell.
    """
    while isinstance(record, list) and len(record) == 1:
        record = record[0]
    if not isinstance(record, Mapping) or depth == DEEPEST:
        return None
    if any(record.get(key) for key in OF_RULES):
        return None
    if is_header(list(map(str, record))):  # a row under each of its names
        rows = [list(row) if isinstance(row, str) else row for row in record.values()]
        record = {"rows": rows}
    boards = {key: value for key, value in record.items() if _is_board(value)}
    names = {str(key).lower(): key for key in boards}
    name = next((name for name in KEYS if name in names), "")
    for other in names:
        if not name and role_of_label(other) == "columns":
            raise ParseError(
                phrase(
                    "the board is written in {other}: write it row by row, as 'rows'", other=other
                )
            )
    if not name:
        inner = [value for value in record.values() if isinstance(value, Mapping | list)]
        found = [board_of_record(value, layout, depth + 1) for value in inner]
        puzzles = [puzzle for puzzle in found if puzzle]
        return puzzles[0] if len(puzzles) == 1 else None
    key = names.pop(name)
    puzzle = _read(boards[key], layout)
    if puzzle is None:
        return None
    for other, its_key in names.items():
        puzzle = _with_other(puzzle, role_of_label(other), boards[its_key])
    words = {"ruleset": words_of(record)}
    return with_about(puzzle, {**record, **words})


def _is_board(value: Any) -> bool:
    """Whether a value is a list of rows, or of placements."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], list | Mapping)


def _read(value: list[Any], layout: Layout | None) -> Puzzle | None:
    try:
        if placements := _placements(value):
            return read_value(placements, layout)
        return read_lists(nested(value), layout)
    except PuzzleError as error:
        raise ParseError(str(error)) from None
    except ParseError:
        raise
    except MALFORMED:
        raise ParseError("the board of this record is not a list of rows of cells") from None


def _placements(value: list[Any]) -> dict[tuple[int, int], Any]:
    """Return the digits by place of a list of records with row, column and value; {} for others."""
    cells: dict[tuple[int, int], Any] = {}
    for item in value:
        if not isinstance(item, Mapping):
            return {}
        found = [next((item[key] for key in keys if key in item), None) for keys in PLACEMENT]
        row, column, digit = found
        if type(row) is not int or type(column) is not int:
            return {}
        if (row, column) in cells:
            raise ParseError(
                phrase("row {row}, column {column} is named twice", row=row, column=column)
            )
        cells[row, column] = digit
    return cells


def _with_other(puzzle: Puzzle, role: str, value: Any) -> Puzzle:
    """Return the puzzle with another board of its record: its solution or its regions; others say
    nothing of its digits."""
    if role not in ("solution", "regions"):
        return puzzle
    try:
        board = read_lists(nested(value), puzzle.layout)
    except (PuzzleError, *MALFORMED):
        board = None
    if board is None:
        return with_note(puzzle, f"the {role} in this record was not read")
    if role == "regions":
        return with_regions(puzzle, board, "in this record")
    return with_solution(puzzle, board, "in this record")
