"""Tables with a column for each cell: n² of them, and n² more for the answer if there is one.

>>> joined_cells({"id": 7, **{f"c{k}": k % 5 for k in range(16)}})
{'id': 7, 'puzzle': '.1234.1234.1234.'}
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from ...layout_data import MAX_SIZE
from ...record_types import Record
from .rows import flat

#: The name of a column of a cell: a number, or words with numbers.
NUMBERED = re.compile(r"[A-Za-z_ ]*\d+[A-Za-z_ ]*\d*")
#: The sizes of boards that are looked for.
SIZES = range(4, MAX_SIZE + 1)


def joined_cells(record: Record) -> Record:
    """Return the record with a puzzle, and an answer, instead of columns of cells, if it has
    these."""
    cells = cell_columns([*record])
    if not cells:
        return record
    count = _board_cells(len(cells))
    joined = {name: value for name, value in record.items() if name not in cells}
    for column, start in (("puzzle", 0), ("solution", count)):
        values = [_cell(record[name]) for name in cells[start : start + count]]
        if values:
            joined[column] = flat(values)
    return joined


def cell_columns(names: Sequence[str]) -> list[str]:
    """Return the columns that hold a cell each; none if they are not those of a board or two."""
    cells = [name for name in names if NUMBERED.fullmatch(str(name))]
    return cells if _board_cells(len(cells)) else []


def are_cells(header: Sequence[str]) -> bool:
    """Whether the first row of a table is a board, one cell in each field, and no header."""
    if not _board_cells(len(header)):
        return False
    numbers = [field.strip() or "0" for field in header]
    if not all(number.isdigit() for number in numbers):
        return False
    return not all(int(after) - int(before) == 1 for before, after in pairwise(numbers))


def _board_cells(columns: int) -> int:
    """Return the number of a board's cells if that many columns hold one or two boards, else 0."""
    for count in (columns, columns // 2):
        size = isqrt(count)
        is_board = size in SIZES and size * size == count
        if is_board and columns % count == 0:
            return count
    return 0


def _cell(value: object) -> str:
    """Return the value of a cell as text: whole numbers without their decimals, "0" for a blank."""
    text = "" if value is None else str(value).strip().removesuffix(".0")
    return "0" if text in ("", "nan") else text
