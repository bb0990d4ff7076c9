r"""Boards as programs and data write them: rows in brackets or in quotes, wherever the lines break.

Only the innermost brackets count, so that declarations, calls and the nesting of a language do not
matter: `int g[N][N] = {{1,0,0,0},`, `b.append([1,0,0,0])`, `problem(1, [[1,_,_,_],`. A bracket
holds a row, all cells, or rows with semicolons between them. Inside quotes, a space is a blank.

>>> rows_in_brackets("x = [[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]")[1].cells
['0', '0', '2', '0']
>>> [row.cells for row in rows_in_quotes('["1  4", "  3 "]')]
[['1', ' ', ' ', '4'], [' ', ' ', '3', ' ']]
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .separators import CELLS

INNERMOST = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
QUOTED = re.compile(r"""(["'`])((?:(?!\1)[^\n])*?)(?:\\n)?\1""")
#: The fewest cells of a row.
LEAST = 4


class PlacedRow(NamedTuple):
    """A row, and the places in the text where it starts and ends."""

    cells: list[str]
    start: int
    end: int


def rows_in_brackets(text: str, least: int = LEAST) -> list[PlacedRow]:
    """Return the rows that stand in brackets, in order; a bracket of other content, or of fewer
    cells than the least, is no row."""
    rows = _rows(text, least, is_last_empty=False)
    if ",," not in text:
        return rows
    with_last = _rows(text, least, is_last_empty=True)
    widths = [len(row.cells) for row in with_last]
    is_even = len({*widths}) == 1 and widths != [len(row.cells) for row in rows]
    return with_last if is_even else rows


def _rows(text: str, least: int, is_last_empty: bool) -> list[PlacedRow]:
    rows = []
    for match in INNERMOST.finditer(text):
        start, end = match.span()
        for part in match[1].split(";"):
            if cells := _items(part, least, is_last_empty):
                rows.append(PlacedRow(cells, start, end))
    return rows


def _items(text: str, least: int, is_last_empty: bool) -> list[str]:
    """Return the items of a list that are cells; none if it has others, or too few.

    is_last_empty: a comma at the end stands before a blank.
    """
    parts = text.split(",") if "," in text else text.split()
    if parts and not parts[-1].strip() and not is_last_empty:
        parts.pop()  # a comma may stand behind the last
    items = [part.strip(" \t\r\n'\"") for part in parts]
    are_cells = all(not item or CELLS.fullmatch(item) for item in items)
    return items if len(items) >= least and are_cells else []


def rows_in_quotes(text: str, least: int = LEAST) -> list[PlacedRow]:
    """Return the rows that stand in quotes, a character a cell, with at least so many."""
    rows = []
    for match in QUOTED.finditer(text):
        if len(match[2]) >= least:
            rows.append(PlacedRow(list(match[2]), *match.span()))
    return rows
