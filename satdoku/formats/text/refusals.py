"""Texts that are nearly boards: what is wrong with lists of rows, and with numbers too large.

>>> wrong_list("b = [[1,0,2],[0,0,3,0,0],[0,4,0,0],[0,0,0,0]]", None)
(5, 'row 1 has 3 cells, the list 4 rows')
>>> too_large([["12", "0"], ["0", "1"]])
'r1c1 holds 12: a 2x2 board has the digits 1 to 2'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ...board import Puzzle
from ...layout import Layout
from ...layout_data import MAX_SIZE
from ...layout_names import has_boxes
from ...plurals import plural
from .bracket_rows import PlacedRow, rows_in_brackets, rows_in_quotes
from .cell_meanings import meaning

#: What stands between the rows of one list: separators and comments.
BETWEEN = re.compile(r"(?:[\s,;]|//[^\n]*|#[^\n]*)*")
#: Sizes from which two digits are one number.
WITH_NUMBERS = 10
FEWEST_WITH_SEVERAL = 2


def wrong_list(text: str, layout: Layout | None) -> tuple[int, str] | None:
    """Return the place of a list of rows that makes no whole board, and what is wrong with it: a
    row is too long or too short, or there is one too many; None if there is no such list."""
    for rows in chain(
        _lists(text, rows_in_brackets(text, 1)), _lists(text, rows_in_quotes(text, 1))
    ):
        count = len(rows)
        widths = [len(row.cells) for row in rows]
        usual = max(widths, key=widths.count)
        if widths == [usual] * count:
            if _is_size(usual, layout) and count == usual + 1 and _are_cells(rows, usual):
                return rows[-1].start, f"{plural(count, 'row')} of {usual} cells: one is too many"
        elif _is_size(count, layout) and _are_nearly(widths) and _are_cells(rows, count):
            wrong = next(place for place, width in enumerate(widths) if width != count)
            cells = plural(widths[wrong], "cell")
            return rows[wrong].start, f"row {wrong + 1} has {cells}, the list {count} rows"
    return None


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


def _is_size(size: int, layout: Layout | None) -> bool:
    return size == layout.size if layout else size <= MAX_SIZE and has_boxes(size)


def _are_nearly(widths: list[int]) -> bool:
    """Whether there are as many cells as a board has, or most rows are as wide as one."""
    size = len(widths)
    return sum(widths) == size * size or widths.count(size) >= size - 1


def _are_cells(rows: list[PlacedRow], size: int) -> bool:
    """Whether all items are cells of a board of that size."""
    items = [cell for row in rows for cell in row.cells]
    padded = (items + items[-1:] * size * size)[: size * size]
    cells = [padded[start : start + size] for start in range(0, size * size, size)]
    return isinstance(meaning(cells, None), Puzzle) and any(item.isdigit() for item in items)


def too_large(rows: list[list[str]]) -> str:
    """Return what is wrong with cells of several marks that are numbers, not candidates; "" if they
    may be candidates: in a grid of candidates, several cells have some, and no fewer than are
    blank."""
    size = len(rows)
    several = []
    blanks = 0
    for row, cells in enumerate(rows, 1):
        for column, text in enumerate(cells, 1):
            if len(text) > 1 and text.isdecimal():
                several.append((row, column, text))
            elif not text.isalnum() or text == "0":
                blanks += 1
    if any(len(text) > 1 and not text.isdecimal() for cells in rows for text in cells):
        return ""
    are_numbers = size >= WITH_NUMBERS and all(len(text) == 2 for _, _, text in several)
    are_few = len(several) < FEWEST_WITH_SEVERAL or len(several) < blanks
    if not several or not (are_numbers or are_few):
        return ""
    wrong = next((one for one in several if int(one[2]) > size), several[0])
    row, column, text = wrong
    return f"r{row}c{column} holds {text}: a {size}x{size} board has the digits 1 to {size}"
