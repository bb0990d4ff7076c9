"""Text of boards that are not squares: drawn row by row, or all cells on one line.

Overlapping boards have three forms: the drawing, with spaces (or another mark) where there is no
cell; the boards one after another, each row by row, on one line or one line each; and all cells of
the union on one line, row by row. Without a layout, only a samurai is recognised, as a drawing of
21 rows or a line of 405 cells.

>>> from satdoku.layout import Layout
>>> drawings = Drawings(Layout.named("2x3"))
>>> [item[1].line for item in [*drawings.feed("12.", 1), *drawings.feed("..1", 2)]]
['12...1']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...board import Puzzle
from ...errors import ParseError
from ...layout import Layout
from ...layout_data import BLANKS
from ...phrases import phrase
from ...plurals import plural
from ..iss.names import begins_string
from ..variants import may_be_variant
from .cells import ReadPuzzle

#: A line that is not part of a drawing, and its number: passed on to other readers.
Line = tuple[str, int]
#: The result: a puzzle and its line, or an error.
BETWEEN = re.compile(r"[\s|,;]+")
BORDER = re.compile(r"[-+=|\s─-╿]*")


class Drawings:
    """Takes lines; yields puzzles, errors and lines for other readers.

    layout: of the puzzles; None to recognise a samurai: a line that may be its first row is held
    back, with the following ones, until the lines can be classified.
    Invariant: `rows` holds the rows of the current drawing, `lines` their text and numbers;
    `boards` holds complete component boards while others are still missing.
    """

    def __init__(self, layout: Layout | None) -> None:
        self.has_layout = bool(layout)
        self.layout = layout or Layout.named("samurai")
        self.places = self.layout.places
        blanks = {blank: 0 for blank in BLANKS if blank.strip()}
        self.marks = blanks | self.layout.digit_of
        self.rows: list[list[str]] = []
        self.boards: list[str] = []
        self.lines: list[Line] = []
        self.found = False

    def feed(self, text: str, number: int) -> Iterator[ReadPuzzle | Line]:
        """Handle a line."""
        cells = self._whole(text)
        is_own_line = self.has_layout and cells is not None
        if not is_own_line and (may_be_variant(text) or begins_string(text)):
            yield from self.end()
            yield text, number
        elif cells is not None:
            yield from self.end()
            yield self._puzzle(cells, number)
        elif self.has_layout and self.places.corners and self._is_board(text):
            if self.rows:
                yield from self.end()
            self.boards.append("".join(text.split()))
            self.lines.append((text, number))
            if len(self.boards) == len(self.places.corners):
                yield from self._all_boards()
        elif (row := self._row(text)) is not None:
            if self.boards:
                yield from self.end()
            self.rows.append(row)
            self.lines.append((text, number))
            if len(self.rows) == self.places.height:
                cells, first = [mark for row in self.rows for mark in row], self.lines[0][1]
                self._forget()
                yield self._puzzle(cells, first)
        elif self.rows and BORDER.fullmatch(text):
            self.lines.append((text, number))
        else:
            yield from self.end()
            if not self.has_layout:
                yield text, number

    def end(self) -> Iterator[ReadPuzzle | Line]:
        """Finish whatever is held back."""
        lines = self.lines
        rows = len(self.rows)
        boards = len(self.boards)
        drawn = [mark for row in self.rows for mark in row]
        at = self.places
        self._forget()
        if not self.has_layout:
            yield from lines
        elif not boards and at.board_count == len(drawn) < at.count:  # no extra variables are given
            yield self._puzzle(self._with_blanks(drawn), lines[0][1])
        elif boards or rows > 1:
            needed = f"{rows} rows: {at.height} are"
            if boards:
                needed = f"{plural(boards, 'board')}: {len(at.corners)} are"
            self.found = True
            yield ParseError(
                phrase("only {needed} needed for a board {name!s}", needed=needed, name=self._name),
                lines[0][1],
            )

    def nothing(self) -> ParseError:
        """Return the error for text without a puzzle."""
        at = self.places
        count = at.count
        return ParseError(
            phrase(
                "no puzzle found: a board {name!s} has {count} cells in a line, or is drawn in "
                "{height} rows of up to {width}",
                name=self._name,
                count=count,
                height=at.height,
                width=at.width,
            )
        )

    @property
    def _name(self) -> str:
        name = self.layout.without_constraints().name
        return name if len(name) < 40 else name[:37] + "..."

    def _forget(self) -> None:
        self.rows = []
        self.boards = []
        self.lines = []

    def _are_cells(self, marks: str) -> bool:
        return all(mark in self.marks for mark in marks)

    def _is_board(self, text: str) -> bool:
        marks = "".join(text.split())
        return len(marks) == self.layout.size**2 and self._are_cells(marks)

    def _with_blanks(self, marks: list[str]) -> list[str]:
        """Return the cells of a board whose extra variables are blank."""
        missing = self.places.count - len(marks)
        return marks + ["."] * missing

    def _whole(self, text: str) -> list[str] | None:
        """Return the cells of a line with the entire board, with or without its extra variables."""
        at = self.places
        marks = BETWEEN.sub("", text)
        if self._are_cells(marks):
            if at.count == len(marks) and at.height > 1 and self.has_layout:
                return list(marks)
            if at.board_count == len(marks) < at.count and self.has_layout:
                return self._with_blanks(list(marks))
            boards = len(at.corners)
            each = self.layout.size**2
            if boards and len(marks) == boards * each and not self.boards:
                return self._union([marks[i : i + each] for i in range(0, len(marks), each)])
        if self.has_layout and at.corners and len(text) == at.height * at.width:
            drawn = [text[r * at.width + c] for r, c in at.all]
            return drawn if self._are_cells("".join(drawn)) else None
        return None

    def _row(self, text: str) -> list[str] | None:
        """Return the cells of the next row of the drawing; None if the line is not one."""
        here = self.places.filled[len(self.rows)]
        text = text.rstrip("\r\n")
        wide = text.ljust(self.places.width)
        if len(wide) == self.places.width:
            drawn = "".join(wide[c] for c in here)
            rest = set(wide)
            if " " not in drawn and self._are_cells(drawn):
                rest = {mark for c, mark in enumerate(wide) if c not in here}
                # Any mark may stand where there is no cell, but only one, and no digit: else it is
                # another board.
                if len(rest) < 2 and not rest & set(self.layout.symbols):
                    return list(drawn)
        marks = "".join(self._apart(text))
        return list(marks) if len(marks) == len(here) and self._are_cells(marks) else None

    def _apart(self, text: str) -> list[str]:
        """Split a row into its cells or groups of cells."""
        return [part for part in BETWEEN.split(text.strip()) if part]

    def _union(self, boards: list[str]) -> list[str] | None:
        """Return the cells of the union; None if the boards disagree about shared cells."""
        cells = ["."] * self.places.count
        for number, marks in enumerate(boards):
            for cell, mark in zip(self.places.board(number), marks, strict=True):
                digit = self.marks[mark]
                if digit and self.marks[cells[cell]] not in (0, digit):
                    return None
                if digit or cells[cell] == ".":
                    cells[cell] = mark
        return cells

    def _all_boards(self) -> Iterator[ReadPuzzle]:
        cells, first = self._union(self.boards), self.lines[0][1]
        self._forget()
        if cells is None:
            self.found = True
            yield ParseError("two of these boards hold different digits where they overlap", first)
        else:
            yield self._puzzle(cells, first)

    def _puzzle(self, cells: list[str], number: int) -> ReadPuzzle:
        self.found = True
        return number, Puzzle(tuple(self.marks[mark] for mark in cells), self.layout)
