"""Reading puzzles from text of any shape: lines, grids, .sdm, .sdk, .ss, with prose around them.

Nothing is misread in silence: a row too few, a cell too many, two blank characters in one puzzle
or a symbol beyond the size is a `ParseError` with line and column.

>>> parse("12343412........").line
'12343412........'
>>> parse("1 . | . 4\\n. . | 1 .\\n----+----\\n. 1 | . .\\n4 . | . 1").clue_count
6
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import isqrt
from typing import TextIO

from ..board import Puzzle
from ..errors import ParseError
from ..layout import BLANKS, MAX_SIZE, Layout
from ..layout_names import default_box
from .scan import Cells, Line, Scanner
from .variants import may_be_variant, variant_at

LINE_LIMIT = 1_000_000
#: Without a layout, rows narrower than this that are no grid may be prose.
NARROW = 8


def parse(text: str, layout: Layout | None = None) -> Puzzle:
    """The one puzzle in the text; `ParseError` if there is none, or another one after it."""
    found = list(read_puzzles(text.split("\n"), layout))
    if len(found) > 1:
        raise ParseError(f"{len(found)} puzzles, expected one: use parse_all", found[1][0])
    return found[0][1]


def as_puzzle(puzzle: Puzzle | str, layout: Layout | None = None) -> Puzzle:
    """What public functions accept: a puzzle as it is, text as `parse` reads it."""
    return parse(puzzle, layout) if isinstance(puzzle, str) else puzzle


def parse_all(source: str | Iterable[str], layout: Layout | None = None) -> Iterator[Puzzle]:
    """The puzzles of a text, or of an iterable of lines such as an open file, one by one.

    With a layout only puzzles on it are taken; without, boards of 4×4 and more are recognised by
    their size. Raises `ParseError` at the first thing that looks like a puzzle and is none, and
    at the end if there was no puzzle at all.
    """
    lines = source.split("\n") if isinstance(source, str) else source
    for _, puzzle in read_puzzles(lines, layout):
        yield puzzle


def bounded_lines(stream: TextIO) -> Iterator[str]:
    """The lines of an open text file; `ParseError` for one that is no text or never ends."""
    number = 1
    try:
        while line := stream.readline(LINE_LIMIT):
            if len(line) == LINE_LIMIT:
                raise ParseError(f"a line of over {LINE_LIMIT:,} characters is no puzzle", number)
            yield line
            number += 1
    except UnicodeDecodeError as error:
        raise ParseError(
            f"byte 0x{error.object[error.start]:02X} is not UTF-8 text", number
        ) from None


def read_puzzles(
    lines: Iterable[str], layout: Layout | None = None
) -> Iterator[tuple[int, Puzzle]]:
    """(line number, puzzle) one by one; see `parse_all`."""
    scanner, block = Scanner(layout), Block(layout)
    for cells, found in _boards(lines, scanner, block):
        puzzle = found if isinstance(found, Puzzle) else decode(cells, layout, found)
        yield cells.number, puzzle
    if not block.sizes:
        if block.suspects:
            raise next(iter(block.suspects.values()))
        size = layout.size if layout else 9
        raise ParseError(
            f"no puzzle found: expected {size * size} cells in a line or {size} rows of {size}, "
            "with digits and one of . 0 _ * - x for blanks"
        )


def read_on(
    lines: Iterable[str], layout: Layout | None, say: Callable[[ParseError], object]
) -> Iterator[tuple[int, Puzzle]]:
    """(line number, puzzle) one by one; what looks like a puzzle and is none is said and left out.

    Raises `ParseError` if there was nothing at all.
    """
    taken, found = 0, False

    def counted() -> Iterator[str]:
        nonlocal taken
        for line in stream:
            taken += 1
            yield line

    stream = iter(lines)
    while True:
        start = taken
        try:
            for line, puzzle in read_puzzles(counted(), layout):
                found = True
                yield start + line, puzzle
            return
        except ParseError as error:
            if error.line is None:
                if found:
                    return
                raise
            found = True
            say(ParseError(error.problem, start + error.line, error.column))


def _boards(
    lines: Iterable[str], scanner: Scanner, block: Block
) -> Iterator[tuple[Cells, int | Puzzle]]:
    """(cells, size) of each board; the one held back comes before an error further down.

    Of a text that brings its own rules (`variants`) the puzzle itself, in place of the size.
    """
    section, number = "", 0
    numbered = enumerate(lines, 1)
    try:
        for number, text in numbered:
            if may_be_variant(text):
                puzzle = variant_at(text, number, numbered, block.layout)
                if puzzle:
                    yield from block.feed(Line("prose", Cells(number)))
                    yield from block.release()
                    block.sizes.add(puzzle.layout.size)
                    yield Cells(number), puzzle
                    continue
            header = re.fullmatch(r"\[(\w+)\]\s*", text) if text.startswith("[") else None
            if header and not header[1].isdigit():
                section = header[1].lower()
            elif section == "state" and block.sizes:
                continue  # .sdk: the same puzzle again, as far as it was solved
            for line in scanner.scan(text, number):
                yield from block.feed(line)
        yield from block.feed(Line("prose", Cells(number + 1)))
    except ParseError:
        yield from block.release()
        raise


class Block:
    """Rows that may become a grid.

    Invariant: rows holds the rows since the last puzzle or prose, all equally long; gaps holds
    the numbers of rows at which an empty line or a border stood; doubtful the places in rows of
    lines of dashes that are borders unless the grid's blanks turn out to be dashes. sizes are
    those of the boards so far; suspects, by size, narrow rows that were taken for prose, which is
    an error after all when a board of that size is found; last is the number of the last row of
    a board, which is held back until it is sure that no row too many follows; prose is the last
    line that was prose.
    """

    def __init__(self, layout: Layout | None) -> None:
        self.layout = layout
        self.blanks = "".join(b for b in BLANKS if not layout or b not in layout.symbols)
        self.sizes: set[int] = set()
        self.suspects: dict[int, ParseError] = {}
        self.last = -1
        self.held: tuple[Cells, int] | None = None
        self.prose = Line("prose", Cells(-1))
        self.clear()

    def clear(self) -> None:
        """Forget the rows."""
        self.rows: list[Cells] = []
        self.gaps: set[int] = set()
        self.doubtful: list[int] = []

    def feed(self, line: Line) -> Iterator[tuple[Cells, int]]:
        """Take a line; yields (all cells, size) of each board that is complete with it."""
        if line.kind == "gap" or (line.kind == "maybe" and not self._may_be_row(line.cells)):
            self.gaps.add(len(self.rows))
            if not self.rows:
                yield from self.release()
        elif line.kind in ("row", "maybe"):
            if self.rows and not self._fits(line.cells) and self._line_size():
                yield from self._complete(len(self.rows[0]))
            elif self.rows and not self._fits(line.cells):
                self._leave(
                    f"a row of {len(line.cells)} cells, where those above have {len(self.rows[0])}",
                    line.cells.number,
                    line.cells.columns[0],
                )
                yield from self.release()
            yield from self._add(line)
        else:
            yield from self._end(line)
            if line.kind == "puzzle":
                size = self.layout.size if self.layout else isqrt(len(line.cells))
                yield self._found(line.cells, size)
            else:
                self.prose = line

    def _found(self, cells: Cells, size: int) -> tuple[Cells, int]:
        if size in self.suspects:
            raise self.suspects[size]
        self.sizes.add(size)
        return cells, size

    def _may_be_row(self, dashes: Cells) -> bool:
        if self.layout and len(dashes) != self.layout.size:
            return False
        blank = next((blank for row in self.rows if (blank := row.blank(self.blanks))), "")
        return len(dashes) > 3 and blank in ("", dashes.texts[0]) and self._fits(dashes)

    def _fits(self, row: Cells) -> bool:
        return not self.rows or len(self.rows[0]) == len(row)

    def _add(self, line: Line) -> Iterator[tuple[Cells, int]]:
        wanted = self.layout.size if self.layout else len(line.cells)
        if (
            len(line.cells) != wanted
            or not 1 < wanted <= MAX_SIZE
            or (wanted < 4 and not self.layout)
        ):
            return  # a few digits in prose
        if line.kind == "maybe" and line.cells.blank(self.blanks) not in {
            row.blank(self.blanks) for row in self.rows
        }:
            self.doubtful.append(len(self.rows))
        self.rows.append(line.cells)
        if line.kind == "row" and line.cells.blank(self.blanks):
            self._settle()
        if len(self.rows) - len(self.doubtful) == wanted:
            self._settle()
            yield from self._complete(wanted)

    def _settle(self) -> None:
        """Doubtful rows are rows if the grid's blank is their dash, otherwise borders."""
        sure = [row for place, row in enumerate(self.rows) if place not in self.doubtful]
        blank = next((blank for row in sure if (blank := row.blank(self.blanks))), "")
        if any(self.rows[place].texts[0] != blank for place in self.doubtful):
            self.gaps = {gap - sum(place < gap for place in self.doubtful) for gap in self.gaps}
            self.gaps |= {place - i for i, place in enumerate(self.doubtful)}
            self.rows = sure
        self.doubtful = []

    def _complete(self, size: int) -> Iterator[tuple[Cells, int]]:
        small = self._line_size()
        digits = any(text not in self.blanks for row in self.rows for text in row.texts)
        if small and len(self.rows) == size and (self.rows[0].are_apart or not digits):
            small = 0  # a board of size rows after all: its cells apart, or all of it empty
        yield from self.release()
        if small:
            yield from [self._found(row, small) for row in self.rows]
        else:
            inner = sorted({0, size} | {gap for gap in self.gaps if 0 < gap < size})
            if len({b - a for a, b in pairwise(inner)}) > 1:
                raise ParseError(
                    f"a gap after {inner[1]} rows of {size} cells: a {size}x{size} board needs "
                    f"{size} rows, in bands of one height",
                    self.rows[inner[1]].number,
                )
            self.last = self.rows[-1].number
            self.held = self._found(_joined(self.rows), size)
        self.clear()

    def release(self) -> Iterator[tuple[Cells, int]]:
        """The board that was held back."""
        if self.held:
            yield self.held
        self.held = None

    def _line_size(self) -> int:
        """The size of the boards if each row is a whole one (16 cells with digits 1 to 4)."""
        length = len(self.rows[0])
        size = isqrt(length)
        if self.layout or size * size != length or size < 4:
            return 0
        symbols = Layout.of_size(size).symbols
        known = all(text in symbols or text in BLANKS for row in self.rows for text in row.texts)
        return size if known else 0

    def _end(self, line: Line) -> Iterator[tuple[Cells, int]]:
        """The block ends here."""
        self._settle()
        if not self.rows:
            self.clear()
            yield from self.release()
        elif self._line_size():
            yield from self._complete(len(self.rows[0]))
        else:
            size, first = len(self.rows[0]), self.rows[0].number
            place, what = line, ""
            if self.prose.cells.number == first - 1 and not line.stop:
                place, what = self.prose, "; the line above them is no row of cells"
            elif line.stop:
                what = "; this line is no row of cells"
            self._leave(
                f"a {size}x{size} board of only {len(self.rows)} rows{what}",
                place.cells.number if place.stop else self.rows[-1].number + 1,
                place.stop or None,
            )
            yield from self.release()

    def _leave(self, problem: str, number: int, column: int | None) -> None:
        """Give up rows that are no grid: an error, but a single row or narrow ones may be prose."""
        self._settle()
        size, rows = len(self.rows[0]) if self.rows else 0, len(self.rows)
        if rows > 1 or (rows and self.rows[0].number == self.last + 1):
            error = ParseError(problem, number, column)
            if self.rows[0].number == self.last + 1:
                self.held = None  # with a row too many it is no board
            if self.layout or size >= NARROW or size in self.sizes:
                raise error
            self.suspects.setdefault(size, error)
        self.clear()


def _joined(rows: list[Cells]) -> Cells:
    """All cells of a grid; the columns carry the line number, as number * 10**6 + column."""
    joined = Cells(rows[0].number)
    for row in rows:
        joined.texts += row.texts
        joined.columns += [row.number * 10**6 + column for column in row.columns]
    return joined


def decode(cells: Cells, layout: Layout | None, size: int) -> Puzzle:
    """The puzzle of these cells; `ParseError` for a symbol that the board does not have."""
    if layout is None:
        if min(default_box(size)) == 1:
            raise ParseError(
                f"a board of {size}x{size} cells has no boxes: give the layout, "
                f"such as {size}x{size}/latin",
                cells.number,
            )
        layout = Layout.of_size(size)
    digits = {symbol: digit for digit, symbol in enumerate(layout.symbols, 1)}
    if layout.symbols == layout.symbols.upper():
        digits |= {s.lower(): d for s, d in digits.items() if s != "X"}
    digits = {str(d): d for d in range(10, size + 1)} | dict.fromkeys(BLANKS, 0) | digits
    blank, values = "", []
    for place, text in enumerate(cells.texts):
        digit = digits.get(text)
        if digit is None:
            raise _error(cells, place, f"{text!r} is {_no_symbol(text, layout)}")
        if digit == 0:
            blank = blank or text
            if text != blank:
                raise _error(
                    cells, place, f"blanks are {blank!r} before and {text!r} here: use one of them"
                )
        values.append(digit)
    return Puzzle(tuple(values), layout)


def _no_symbol(text: str, layout: Layout) -> str:
    shown = f"{layout.symbols[0]} to {layout.symbols[-1]}" if layout.size > 1 else layout.symbols
    if text.isdigit() and not text.isascii():
        return f"a digit of another script: a {layout.size}x{layout.size} board has {shown}"
    return f"no symbol of a {layout.size}x{layout.size} board: it has {shown}"


def _error(cells: Cells, place: int, problem: str) -> ParseError:
    number, column = divmod(cells.columns[place], 10**6)
    return ParseError(problem, number or cells.number, column)
