"""Boards in HTML tables: as many rows as columns; each cell holds a symbol, an input or nothing.

The lines of a table are collected until it is closed and then parsed at once; a nested table is a
table of its own. A table that is not a board is treated as text.

>>> table = HtmlTable(None)
>>> row = "<tr>" + "<td></td>" * 3 + "<td>4</td></tr>"
>>> list(table.feed("<table>" + row * 3, 1)), table.is_done
([], False)
>>> [puzzle.clues for _, puzzle in table.feed(row + "</table>", 2)], table.is_done
([4], True)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import ParseError
from ...layout import Layout
from ...layout_data import BLANKS, MAX_SIZE
from ..programs.opensudoku import BOARD
from .cells import Cells, ReadPuzzle
from .decoding import decode

#: Maximum number of characters of a table; a 9×9 board with styled cells has about 20,000.
MOST = 200_000
TAG = re.compile(r"<(/?)table[\s>]", re.IGNORECASE)
#: A cell: its text and its position, as line number * 10**6 + column.
Cell = tuple[str, int]


def begins_table(line: str) -> bool:
    """Whether an HTML table begins on this line."""
    tag = TAG.search(line) if "<" in line else None
    return tag is not None and not tag[1]


class HtmlTable:
    """A table with its nested tables, fed line by line; yields puzzles and errors.

    Invariant: lines are the lines so far, size their total length, open the number of open tables.
    """

    def __init__(self, layout: Layout | None) -> None:
        self.layout = layout
        self.lines: list[tuple[str, int]] = []
        self.size = self.open = 0
        self.is_done = self.is_other = False
        self.path: list[str] = []  # required by the reader; always empty for tables

    def feed(self, text: str, number: int) -> Iterator[ReadPuzzle]:
        """Handle a line."""
        self.lines.append((text, number))
        self.size += len(text) + 1
        self.open += sum(-1 if tag[1] else 1 for tag in TAG.finditer(text + "\n"))
        self.is_other = self.size > MOST or BOARD.match(text) is not None
        if self.open > 0 or self.is_other:
            return
        found = list(self._boards())
        self.is_done, self.is_other = bool(found), not found
        yield from found

    def end(self) -> Iterator[ReadPuzzle]:
        """The text ends within the table: the reader treats its lines as text."""
        return iter(())

    def _boards(self) -> Iterator[ReadPuzzle]:
        """Yield the tables that are boards."""
        first = self.lines[0][1]
        for rows in _tables("\n".join(text for text, _ in self.lines) + "\n"):
            size = len(rows)
            widths = {len(row) for row in rows}
            if self.layout and size != self.layout.size:
                continue
            if not 4 <= size <= MAX_SIZE or widths != {size}:
                continue
            cells = [cell for row in rows for cell in row]
            texts = {text for text, _ in cells}
            symbols = all(len(text) == 1 or re.fullmatch("[1-9][0-9]", text) for text in texts)
            if not symbols or texts <= set(BLANKS):
                continue
            columns = [at + (first - 1) * 10**6 for _, at in cells]
            try:
                found = Cells(columns[0] // 10**6, [text for text, _ in cells], columns)
                yield found.number, decode(found, self.layout, size)
            except ParseError as error:
                yield error


def _tables(text: str) -> list[list[list[Cell]]]:
    """Return the rows of cells of each table, in closing order; header cells are ignored."""
    from html.parser import HTMLParser

    class Tables(HTMLParser):
        """open: the rows of the open tables; inside: whether a cell is open, per table."""

        def __init__(self) -> None:
            super().__init__()
            self.open: list[list[list[Cell]]] = []
            self.inside: list[bool] = []
            self.ended: list[list[list[Cell]]] = []

        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            if tag == "table":
                self.handle_data("table")  # a cell with a nested table is not a cell of a board
                self.open.append([])
                self.inside.append(False)
            elif tag == "tr" and self.open:
                self.open[-1].append([])
                self.inside[-1] = False
            elif tag in ("td", "th") and self.open and self.open[-1]:
                self.inside[-1] = tag == "td"
                if tag == "td":
                    line, offset = self.getpos()
                    self.open[-1][-1].append(("", line * 10**6 + offset + 1))
            elif tag == "input":
                self.handle_data(dict(attributes).get("value") or "")

        def handle_endtag(self, tag: str) -> None:
            if tag in ("td", "th", "tr") and self.open:
                self.inside[-1] = False
            elif tag == "table" and self.open:
                self.inside.pop()
                self.ended.append([row for row in self.open.pop() if row])

        def handle_data(self, data: str) -> None:
            if self.open and self.inside[-1]:
                text, at = self.open[-1][-1].pop()
                self.open[-1][-1].append((text + data.strip(), at))

    tables = Tables()
    tables.feed(text)
    for rows in tables.ended:
        for row in rows:
            row[:] = [(text or " ", at) for text, at in row]
    return tables.ended
