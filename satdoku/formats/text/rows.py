"""Rows that may form a grid: which lines belong together, and missing or extra rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import isqrt

from ...errors import ParseError
from ...layout import Layout
from ...layout_data import BLANKS, MAX_SIZE
from ...phrases import phrase
from ...plurals import a_board, plural
from .borders import DASHES
from .cells import Cells, ScannedLine, around

#: All cells of a board, and its size.
Board = tuple[Cells, int]
#: Without a layout, rows narrower than this that do not form a grid may be prose.
NARROW = 8
#: A single row wider than this is a truncated puzzle rather than prose.
WIDE = 16
#: A number that is none of cells.
DECIMAL = re.compile(r"-?\d+\.\d+")
#: Maximum number of suspects kept per size; more of them in one text must be prose.
SUSPECTS = 1000


class GridRows:
    """Rows that may form a grid.

    Invariant: rows holds the rows since the last puzzle or prose, all of equal length; gaps the
    indices of rows before which there was an empty line or a border. sizes are the sizes of the
    boards so far, blanks_in_lines the blanks of boards on a single line; suspects holds, by size,
    errors for narrow rows taken for prose, which are reported after all when a board of that size
    is found; last is the line number of the last row of a board; held is that board, held back
    until it is certain that no extra row follows; prose is the last line of prose.
    """

    def __init__(self, layout: Layout | None) -> None:
        self.layout = layout
        self.blanks = "".join(b for b in BLANKS if not layout or b not in layout.symbols)
        self.sizes: set[int] = set()
        self.blanks_in_lines: set[str] = set()
        self.suspects: dict[int, list[ParseError]] = {}
        self.last = -1
        self.held: Board | None = None
        self.prose = ScannedLine("prose", Cells(-1))
        self._clear()

    def _clear(self) -> None:
        """Discard the rows."""
        self.rows: list[Cells] = []
        self.gaps: set[int] = set()

    def feed(self, line: ScannedLine) -> Iterator[Board | ParseError]:
        """Handle a line; yield each board that it completes and each error that it reveals."""
        if line.kind == "gap":
            self.gaps.add(len(self.rows))
            if not self.rows:
                yield from self.release()
        elif line.kind == "row":
            yield from self._before(line.cells)
            yield from self._add(line)
        else:
            yield from self._end(line)
            if line.kind != "puzzle":
                self.prose = line
                return
            blank = line.cells.blank(self.blanks)
            if blank:
                self.blanks_in_lines.add(blank)
            size = isqrt(len(line.cells))
            yield from self.has_board(size)
            yield line.cells, size

    def _before(self, row: Cells) -> Iterator[Board | ParseError]:
        """Finish the rows above if this one is of another length."""
        if self._fits(row):
            return
        width = len(self.rows[0])
        if self._line_size():
            yield from self._complete(width)
        else:
            problem = phrase(
                "a row of {number} cells, where those above have {width}",
                number=len(row),
                width=width,
            )
            yield from self._leave(problem, row.number, row.columns[0])

    def has_board(self, size: int) -> Iterator[ParseError]:
        """Record that there are boards of this size: suspects of that size are errors."""
        self.sizes.add(size)
        yield from self.suspects.pop(size, ())

    def _fits(self, row: Cells) -> bool:
        return not self.rows or len(self.rows[0]) == len(row)

    def _add(self, line: ScannedLine) -> Iterator[Board | ParseError]:
        least = 2 if self.layout else 4
        expected = self.layout.size if self.layout else len(line.cells)
        if len(line.cells) != expected or not least <= expected <= MAX_SIZE:
            yield from self.release()
            yield from self._cut_off(line.cells, is_alone=True)
            return  # a few digits in prose
        self.rows.append(line.cells)
        if len(self.rows) == expected:
            yield from self._complete(expected)

    def _complete(self, size: int) -> Iterator[Board | ParseError]:
        yield from self.release()
        rows = self.rows
        small = self._line_size()
        if small and len(rows) == size:
            has_digits = any(text not in self.blanks for row in rows for text in row.texts)
            if rows[0].are_apart or not has_digits:
                small = 0  # a board of `size` rows after all: cells are separated, or all are blank
        if small:
            self._clear()
            yield from self.has_board(small)
            for row in rows:
                yield row, small
            return
        inner = [gap for gap in sorted(self.gaps) if 0 < gap < size]
        heights = {b - a for a, b in pairwise([0, *inner, size])}
        if len(heights) > 1:
            gap = inner[0]
            self.rows = rows[gap:]
            self.gaps = {i - gap for i in self.gaps if i > gap}
            yield ParseError(
                phrase(
                    "a gap after {gap} rows of {size} cells: {board} needs {size} rows, in bands "
                    "of one height",
                    gap=gap,
                    size=size,
                    board=a_board(size),
                ),
                rows[gap].number,
            )
            return
        self._clear()
        self.last = rows[-1].number
        cells = _joined(rows)
        yield from self.has_board(size)
        self.held = (cells, size)

    def release(self) -> Iterator[Board]:
        """Yield the board that was held back."""
        if self.held:
            yield self.held
        self.held = None

    def _line_size(self) -> int:
        """Return the board size if each row is a complete board (16 cells with digits 1 to 4), else
        0."""
        return 0 if self.layout else _board_size(self.rows)

    def _is_alphabet(self) -> bool:
        """Return whether the rows are all the digits in order, as program text lists them."""
        width = len(self.rows[0])
        digits = [str(d) for d in range(1, width + 1)]
        return all(row.texts == digits for row in self.rows)

    def _end(self, line: ScannedLine) -> Iterator[Board | ParseError]:
        """Finish the block of rows."""
        if not self.rows or self._is_alphabet():
            self._clear()
            yield from self.release()
        elif self._line_size():
            yield from self._complete(len(self.rows[0]))
        else:
            yield from self._too_few_rows(line)

    def _too_few_rows(self, line: ScannedLine) -> Iterator[Board | ParseError]:
        """Give up rows that this line ends. The error names the line that is not a row, above or
        below them."""
        size = len(self.rows[0])
        if self.rows[0].number == self.last + 1:
            extra = len(self.rows)
            problem = phrase(
                "{number} rows of {size} cells: {board} has {size} rows",
                number=size + extra,
                size=size,
                board=a_board(size),
            )
            yield from self._leave(problem, self.rows[0].number, self.rows[0].columns[0])
            return
        is_below_prose = self.prose.cells.number == self.rows[0].number - 1
        place = line
        if is_below_prose and not line.stop:
            place = self.prose
            what = "; the line above them is not a row of cells"
        elif line.stop:
            what = "; this line is not a row of cells"
        else:
            what = around([row.texts for row in self.rows])
        article = "an" if size in (8, 11, 18) else "a"
        count = plural(len(self.rows), "row")
        number = place.cells.number if place.stop else self.rows[-1].number + 1
        yield from self._leave(
            f"{article} {size}x{size} board with only {count}{what}", number, place.stop or None
        )

    def _leave(self, problem: str, number: int, column: int | None) -> Iterator[Board | ParseError]:
        """Give up rows that form no grid: an error, unless a single row or narrow ones may be
        prose."""
        rows = self.rows
        self._clear()
        follows = bool(rows) and rows[0].number == self.last + 1
        if follows:
            self.held = None  # with an extra row it is not a board
        yield from self.release()
        lines: list[ParseError] = []
        for row in rows:
            lines += self._cut_off(row, is_alone=len(rows) == 1)
        are_new = bool(lines) and len(rows[0]) not in self.sizes
        if are_new and not follows and self.blanks_in_lines:
            yield from lines
        elif len(rows) > 1 or follows:
            size = len(rows[0])
            error = ParseError(problem, number, column)
            if self.layout or size >= NARROW or size in self.sizes:
                yield error
                return
            kept = self.suspects.setdefault(size, [])
            if len(kept) < SUSPECTS:
                kept.append(error)
        else:
            yield from lines

    def _cut_off(self, row: Cells, is_alone: bool) -> Iterator[ParseError]:
        """Yield an error if a single row is a truncated puzzle rather than prose."""
        size = len(row)
        if DASHES.issuperset(row.texts) or DECIMAL.fullmatch("".join(row.texts)):
            return
        blanks = {text for text in row.texts if text in self.blanks}
        alike = len(blanks) < 2 and all(len(text) == 1 for text in row.texts)
        # A single decimal point in a narrow number could be taken for a blank; two could not.
        sure_blanks = blanks - {"0"}
        open_ = sum(text in sure_blanks for text in row.texts) if is_alone else 0
        enough = size >= NARROW or 1 < open_ < size
        has_their_blank = not blanks.isdisjoint(self.blanks_in_lines)
        beside = enough and has_their_blank and alike and not row.are_apart
        wide = size > WIDE and (alike or not row.are_apart)
        if (beside or wide) and not _board_size([row]):
            board = self.layout.size if self.layout else max(self.sizes, default=9)
            yield ParseError(
                phrase(
                    "{cells} by themselves: {board} has {number} in a line, or {size} rows of "
                    "{size}",
                    cells=plural(size, "cell"),
                    board=a_board(board),
                    number=board * board,
                    size=board,
                ),
                row.number,
                row.columns[0],
            )


def _board_size(rows: list[Cells]) -> int:
    return line_size([row.texts for row in rows])


def line_size(rows: list[list[str]]) -> int:
    """Return the board size if each of these rows of cells may be a complete board; else 0."""
    length = len(rows[0]) if rows else 0
    size = isqrt(length)
    if size * size != length or size < 4:
        return 0
    symbols = Layout.of_size(size).symbols
    texts = {text for row in rows for text in row}
    is_known = texts.issubset([*symbols, *BLANKS]) and not texts.issubset(DASHES)
    return size if is_known else 0


def _joined(rows: list[Cells]) -> Cells:
    """Return all cells of a grid; columns encode the line, as number * 10**6 + column."""
    joined = Cells(rows[0].number)
    for row in rows:
        joined.texts += row.texts
        joined.columns += [row.number * 10**6 + column for column in row.columns]
    return joined
