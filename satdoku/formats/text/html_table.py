"""Boards in tables of HTML, BBCode and MediaWiki: each cell holds a symbol, an input or nothing.

The lines of a table are collected until it is closed and then parsed at once; a nested table is a
table of its own. Its rows are read as rows of fields between bars (`grammar`), so they may have
labels and candidates. A table that is not a board is treated as text.

>>> table = HtmlTable(None)
>>> row = "<tr>" + "<td></td>" * 3 + "<td>4</td></tr>"
>>> list(table.feed("<table>" + row * 3, 1)), table.is_done
([], False)
>>> [found.what.clues for found in table.feed(row + "</table>", 2)], table.is_done
([4], True)
>>> as_html("[tr][td]4[/td]"), as_html("| 1 || style=x | 2", is_wiki=True)
('<tr><td>4</td>', '<td> 1 <td> 2')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ...board import Puzzle
from ...errors import ParseError
from ...layout import Layout
from ...layout_data import MAX_SIZE
from ..programs.opensudoku import BOARD
from .cells import Cells, ReadPuzzle
from .decoding import decode
from .gathering import MOST_LINES, Gathering
from .grammar import Found

#: Maximum number of characters of a table; a 9×9 board with styled cells has about 20,000.
MOST = 200_000
TAG = re.compile(r"<(/?)table[\s>]", re.IGNORECASE)
#: A tag of BBCode; what begins lines of a wiki's table, its first line, a cell's attributes.
BBCODE = re.compile(r"\[(/?(?:table|tr|td|th))\b[^\[\]]{0,60}\]", re.IGNORECASE)
OF_WIKI = {"{|": "<table><tr>", "|}": "</table>", "|-": "<tr>", "|+": "<tr>"}
OF_CELLS = {"|": "<td>", "!": "<th>"}
WIKI = re.compile(r"\s*\{\|")
ATTRIBUTES = re.compile(r"[^|]*=[^|]*\|")
#: A cell: its text and its position, as line number * 10**6 + column.
Cell = tuple[str, int]


def begins_table(line: str) -> bool:
    """Whether a table begins on this line."""
    if WIKI.match(line):
        return True
    tag = TAG.search(as_html(line)) if "<" in line or "[" in line else None
    return tag is not None and not tag[1]


def as_html(line: str, is_wiki: bool = False) -> str:
    """Return a line of a table as HTML."""
    if not is_wiki:
        return BBCODE.sub(r"<\1>", line)
    text = line.strip()
    if text[:2] in OF_WIKI:
        return OF_WIKI[text[:2]]
    if text[:1] not in OF_CELLS:
        return text
    cells = re.split(r"\|\||!!", text[1:])
    return "".join(OF_CELLS[text[0]] + ATTRIBUTES.sub("", cell, count=1) for cell in cells)


class HtmlTable:
    """A table with its nested tables, fed line by line; yields boards and errors.

    Invariant: lines are the lines so far, html the same as HTML, size their total length, open the
    number of open tables. is_wiki: it is MediaWiki's.
    """

    def __init__(self, layout: Layout | None) -> None:
        self.layout = layout
        self.lines: list[tuple[str, int]] = []
        self.html: list[str] = []
        self.is_wiki = False
        self.size = self.open = 0
        self.is_done = self.is_other = False
        self.path: list[str] = []  # required by the reader; always empty for tables

    def feed(self, text: str, number: int) -> Iterator[ReadPuzzle | Found]:
        """Handle a line."""
        self.is_wiki = self.is_wiki or (not self.lines and WIKI.match(text) is not None)
        self.lines.append((text, number))
        html = as_html(text, self.is_wiki)
        self.html.append(html)
        self.size += len(text) + 1
        self.open += sum(-1 if tag[1] else 1 for tag in TAG.finditer(html + "\n"))
        self.is_other = self.size > MOST or BOARD.match(text) is not None
        if self.open > 0 or self.is_other:
            return
        found = list(self._boards())
        self.is_done, self.is_other = bool(found), not found
        yield from found

    def end(self) -> Iterator[ReadPuzzle]:
        """The text ends within the table: the reader treats its lines as text."""
        return iter(())

    def _boards(self) -> Iterator[ReadPuzzle | Found]:
        """Yield the tables that are boards, with the lines of their first rows."""
        first = self.lines[0][1]
        for rows in _tables("\n".join(self.html) + "\n"):
            size = len(rows)
            found_boards = self._in_rows(rows)
            for board in found_boards:
                _, at = rows[board.row][0]
                yield board._replace(row=at // 10**6 + first - 1)
            if found_boards:
                continue
            widths = {len(row) for row in rows}
            sizes = (self.layout.size,) if self.layout else range(4, MAX_SIZE + 1)
            cells = list(chain(*rows))
            texts = {text for text, _ in cells}
            is_digit = any(map(str.isdigit, texts))
            if size not in sizes or widths != {size} or max(map(len, texts)) > 2 or not is_digit:
                continue
            columns = [at + (first - 1) * 10**6 for _, at in cells]
            try:
                found = Cells(columns[0] // 10**6, [text for text, _ in cells], columns)
                yield found.number, decode(found, self.layout, size)
            except ParseError as error:
                yield error

    def _in_rows(self, rows: list[list[Cell]]) -> list[Found]:
        """Return the boards in the rows of a table that have any digit."""
        if len(rows) > MOST_LINES:
            return []
        gathering = Gathering(self.layout)
        for number, row in enumerate(rows):
            fields = " | ".join(text for text, _ in row)
            gathering.add(f"| {fields} |", number)
        boards = gathering.boards()
        return [one for one in boards if not isinstance(one.what, Puzzle) or any(one.what.cells)]


def _tables(text: str) -> list[list[list[Cell]]]:
    """Return the rows of cells of each table, in closing order; header cells are ignored."""
    from html.parser import HTMLParser

    class Tables(HTMLParser):
        """open: the rows of the open tables; inside: whether a cell is open, per table; boxes: the
        rows of the tables in cells, by the places of these."""

        def __init__(self) -> None:
            super().__init__()
            self.open: list[list[list[Cell]]] = []
            self.inside: list[bool] = []
            self.ended: list[list[list[Cell]]] = []
            self.boxes: dict[int, list[list[Cell]]] = {}

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
                rows = [row for row in self.open.pop() if row]
                boxes = [[self.boxes.get(at, []) for _, at in row] for row in rows]
                if boxes and all(box for row in boxes for box in row):
                    del self.ended[-sum(map(len, boxes)) :]  # they closed last
                    bands = [zip(*band, strict=False) for band in boxes]
                    rows = [list(chain(*parts)) for band in bands for parts in band]
                self.ended.append(rows)
                if len(rows) > 1 and self.open and self.inside[-1]:
                    _, at = self.open[-1][-1][-1]
                    self.boxes[at] = rows

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
