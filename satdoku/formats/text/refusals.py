"""Texts that are nearly boards: what is wrong with lists of rows, and with numbers too large.

>>> wrong_list("b = [[1,0,2],[0,0,3,0,0],[0,4,0,0],[0,0,0,0]]", None)
WrongList(start=5, end=44, at=5, problem='row 1 has 3 cells, the list 4 rows')
>>> too_large([["12", "0"], ["0", "1"]])
'r1c1 holds 12: a 2x2 board has the digits 1 to 2'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from math import isqrt
from typing import NamedTuple

from ...board import Puzzle
from ...layout import Layout
from ...layout_data import BLANKS, SYMBOLS
from ...phrases import phrase
from ...plurals import a_board, plural
from .borders import is_gap
from .bracket_rows import PlacedRow, rows_in_brackets, rows_in_quotes
from .cell_meanings import is_size, meaning
from .separators import TO_SPACES

#: What stands between the rows of one list: separators and comments.
BETWEEN = re.compile(r"(?:[\s,;]|//[^\n]*|#[^\n]*)*")
#: Sizes from which two digits are one number.
WITH_NUMBERS = 10
FEWEST_WITH_SEVERAL = 2


class WrongList(NamedTuple):
    """A list of rows that makes no whole board: where it starts and ends in the text, where and
    what is wrong."""

    start: int
    end: int
    at: int
    problem: str


def wrong_list(text: str, layout: Layout | None) -> WrongList | None:
    """Return the first list with a row that is too long or too short, or one row too many; None if
    there is no such list."""
    in_brackets = rows_in_brackets(text, 1)
    in_quotes = rows_in_quotes(text, 1)
    for rows in chain(_lists(text, in_brackets), _lists(text, in_quotes)):
        wrong = _one_too_many(rows, layout) or _ragged(rows, layout)
        if wrong:
            return WrongList(rows[0].start, rows[-1].end, *wrong)
    return None


def _one_too_many(rows: list[PlacedRow], layout: Layout | None) -> tuple[int, str] | None:
    """Return the place of the row behind a board, and what is wrong."""
    count = len(rows)
    size = count - 1
    widths = {len(row.cells) for row in rows}
    if widths != {size} or not is_size(size, layout):
        return None
    if not _are_cells(rows, size):
        return None
    last = rows[-1]
    return last.start, f"{plural(count, 'row')} of {size} cells: one is too many"


def _ragged(rows: list[PlacedRow], layout: Layout | None) -> tuple[int, str] | None:
    """Return the place of the first row that has too many or too few cells, and what is wrong; in
    all there are as many cells as a board has, or all rows but one are as wide as one."""
    size = len(rows)
    if not is_size(size, layout):
        return None
    widths = [len(row.cells) for row in rows]
    right = widths.count(size)
    is_nearly = right == size - 1 or sum(widths) == size * size
    if right == size or not is_nearly:
        return None
    if not _are_cells(rows, size):
        return None
    is_wrong = [width != size for width in widths]
    place = is_wrong.index(True)
    cells = plural(widths[place], "cell")
    return rows[place].start, f"row {place + 1} has {cells}, the list {size} rows"


def _lists(text: str, rows: list[PlacedRow]) -> Iterator[list[PlacedRow]]:
    """Yield the rows that only separators part."""
    some: list[PlacedRow] = []
    for row in rows:
        if some and not BETWEEN.fullmatch(text, some[-1].end, row.start):
            yield some
            some = []
        some.append(row)
    if some:
        yield some


def _are_cells(rows: list[PlacedRow], size: int) -> bool:
    """Whether all items are cells of a board of that size, and some of them digits."""
    items = [cell for row in rows for cell in row.cells]
    if not any(map(str.isdigit, items)):
        return False
    count = size * size
    missing = count - len(items)
    items += items[-1:] * missing
    cells = []
    for start in range(0, count, size):
        cells.append(items[start : start + size])
    return isinstance(meaning(cells, None), Puzzle)


def wrong_row(lines: list[str]) -> tuple[int, str] | None:
    """Return the place of the row, and what is wrong, where lines without spaces are the rows of a
    large board but for one; None for others, and where each line may be a small board itself."""
    rows = [place for place, line in enumerate(lines) if not is_gap(line)]
    marks = ["".join(lines[place].translate(TO_SPACES).split()) for place in rows]
    widths = [len(row) for row in marks]
    size = max(widths, key=widths.count, default=0)
    count = len(rows)
    right = [row for row in marks if len(row) == size]
    is_large = size > 9 and isqrt(size) ** 2 == size
    if not is_large or count not in (size - 1, size) or len(right) < size - 1:
        return None
    if all(any(mark not in BLANKS for mark in row) for row in right):
        return None  # boards on a line have digits
    for place, row in zip(rows, marks, strict=True):
        if len(row) != size:
            problem = phrase(
                "a row of {count!s} cells, where the others have {size!s}",
                count=len(row),
                size=size,
            )
            return place, problem
        for mark in row:
            if mark.upper() not in SYMBOLS[:size] and mark not in BLANKS:
                board = a_board(size)
                return place, phrase("{mark!r} is not a symbol of {board}", mark=mark, board=board)
    if count == size:
        return None
    counted = plural(count, "row")
    return rows[-1], phrase("{rows} of {size!s} cells: one is missing", rows=counted, size=size)


def too_large(rows: list[list[str]]) -> str:
    """Return what is wrong with cells of several marks that are numbers, not candidates; "" if they
    may be candidates: in a grid of candidates, several cells have some, and no fewer than are
    blank."""
    size = len(rows)
    several = []
    blanks = 0
    for row, cells in enumerate(rows, 1):
        for column, text in enumerate(cells, 1):
            is_long = len(text) > 1
            if is_long and not text.isdecimal():
                return ""
            if is_long:
                several.append((row, column, text))
            elif text == "0" or not text.isalnum():
                blanks += 1
    are_pairs = all(len(text) == 2 for _, _, text in several)
    are_numbers = are_pairs and size >= WITH_NUMBERS
    least = max(FEWEST_WITH_SEVERAL, blanks)
    if not several or (len(several) >= least and not are_numbers):
        return ""
    too_high = [one for one in several if int(one[2]) > size]
    row, column, text = (too_high or several)[0]
    return phrase(
        "r{row!s}c{column!s} holds {text!s}: {board} has the digits 1 to {size!s}",
        row=row,
        column=column,
        text=text,
        board=a_board(size),
        size=size,
    )
