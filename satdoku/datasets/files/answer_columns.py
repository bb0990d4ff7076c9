"""Columns of answers under names that are not known: found by what they hold.

>>> row = {"id": "7", "board": "1..4............", "full": "1234341221434321"}
>>> column_of_answers(row, "board")
'full'
"""

from __future__ import annotations

from ...record_types import Record
from .rows import flat


def column_of_answers(record: Record, puzzle: str) -> str | None:
    """Return the column of a row that holds its puzzle filled: a full board with its givens; None
    if none or several do."""
    board = flat(record[puzzle])
    found = []
    for name, value in record.items():
        if _fills(flat(value), board):
            found.append(name)
    return found[0] if len(found) == 1 else None


def _fills(text: str, board: str) -> bool:
    """Whether a text is a board that fills the blanks of another, one character per cell."""
    if len(text) != len(board) or text == board:
        return False
    for new, old in zip(text, board, strict=True):
        kept = new == old or not _is_digit(old)
        if not (kept and _is_digit(new)):
            return False
    return True


def _is_digit(mark: str) -> bool:
    return mark.isalnum() and mark != "0"
