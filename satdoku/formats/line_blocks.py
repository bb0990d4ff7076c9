"""Files of lines read by the million: blocks of boards, parsed by NumPy.

A line that is just a board of the usual shape (its cells, then perhaps a blank, tab, comma,
semicolon or `#` and a comment) goes the short way; every other line is read by `reader`, on its
own. So a file is read so only if its lines are puzzles: `looks_like_lines` tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedIOBase
from math import isqrt

import numpy as np

from ..errors import LayoutError, ParseError
from ..layout import Layout
from .reader import LINE_LIMIT, read_puzzles

CHUNK = 1 << 20
#: What may follow the cells.
SEPARATORS = b" \t,;#"
BAD = 255


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards of one layout, and the lines (from 1) on which they are."""

    cells: np.ndarray
    layout: Layout
    lines: np.ndarray

    def moved(self, lines: list[int]) -> Boards:
        """The same boards, line i being lines[i - 1] of something else."""
        return Boards(self.cells, self.layout, np.array(lines)[self.lines - 1])

    @property
    def texts(self) -> list[str]:
        """One character a cell, '.' for blank."""
        return texts(self.cells, self.layout)


def texts(boards: np.ndarray, layout: Layout) -> list[str]:
    """Boards (N × cells) as lines of text."""
    symbols = np.array(list("." + layout.symbols))
    return symbols[boards].view(f"<U{layout.cell_count}").ravel().tolist()  # type: ignore[no-any-return]


def looks_like_lines(start: bytes, layout: Layout | None) -> Layout | None:
    """The layout, if most lines at the start of a file are boards of one; else None."""
    lines = start.split(b"\n")[:-1] or [start]
    lengths = Counter(len(words[0]) for line in lines if (words := line.split(maxsplit=1)))
    if layout is None:
        length = lengths.most_common(1)[0][0] if lengths else 0
        if length < 64 or isqrt(length) ** 2 != length:
            return None
        try:
            layout = Layout.of_size(isqrt(length))
        except LayoutError:
            return None
    usual = sum(
        BAD not in (head := line[: layout.cell_count].translate(_digits(layout)))
        and len(head) == layout.cell_count
        for line in lines
    )
    return layout if 2 * usual > sum(lengths.values()) else None


def read_line_blocks(
    stream: BufferedIOBase, layout: Layout, given: Layout | None, every_line: bool = False
) -> Iterator[Boards | ParseError]:
    """The boards of an open file, in order; an error for each line that looks like one and is none.

    layout: what most lines are. given: what lines must be, None for any. every_line: there is a
    board in every line, or else an error.
    """
    first, rest, pending = 1, b"", _Pending()
    while chunk := stream.read(CHUNK):
        data = rest + chunk
        end = data.rfind(b"\n") + 1
        data, rest = data[:end], data[end:]
        if len(rest) > LINE_LIMIT:
            yield from pending.boards()
            yield ParseError(f"a line of over {LINE_LIMIT:,} characters is no puzzle", first)
            return
        for found in _chunk(data, layout, given, first, every_line):
            yield from pending.add(found)
        yield from pending.boards()
        first += data.count(b"\n")
    if rest:
        for found in _chunk(rest + b"\n", layout, given, first, every_line):
            yield from pending.add(found)
    yield from pending.boards()


class _Pending:
    """Boards of one layout that are not yet handed on."""

    def __init__(self) -> None:
        self.waiting: list[Boards] = []

    def add(self, found: Boards | ParseError) -> Iterator[Boards | ParseError]:
        if isinstance(found, ParseError):
            yield from self.boards()
            yield found
        else:
            if self.waiting and self.waiting[0].layout != found.layout:
                yield from self.boards()
            self.waiting.append(found)

    def boards(self) -> Iterator[Boards]:
        if self.waiting:
            cells = np.concatenate([boards.cells for boards in self.waiting])
            lines = np.concatenate([boards.lines for boards in self.waiting])
            layout, self.waiting = self.waiting[0].layout, []
            yield Boards(cells, layout, lines)


def _chunk(
    data: bytes, layout: Layout, given: Layout | None, first: int, every_line: bool
) -> Iterator[Boards | ParseError]:
    """The boards of whole lines, in order."""
    raw = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(raw == ord("\n"))
    starts = np.concatenate([[0], ends[:-1] + 1])
    width = layout.cell_count
    numbers = np.arange(first, first + len(ends))
    is_long = ends - starts >= width
    after = raw[np.minimum(starts + width, ends)]
    usual = is_long & np.isin(after, np.frombuffer(b"\r\n" + SEPARATORS, np.uint8))
    at = np.flatnonzero(usual)
    if len(at) == len(ends) and len(raw) == len(ends) * (width + 1):
        cells = raw.reshape(-1, width + 1)[:, :width]
    else:
        cells = raw[starts[at][:, None] + np.arange(width)]
    digits = np.frombuffer(_digits(layout), np.uint8)[cells]
    mixed = (cells == ord(".")).any(1) & (cells == ord("0")).any(1)
    good = ~mixed & (digits != BAD).all(1)
    usual[at[~good]] = False
    digits, lines = digits[good], numbers[usual]
    done = 0
    for odd in np.flatnonzero(~usual).tolist():
        upto = odd - int((~usual[:odd]).sum()) if odd else 0
        if upto > done:
            yield Boards(digits[done:upto], layout, lines[done:upto])
            done = upto
        yield from _read_line(data[starts[odd] : ends[odd]], int(numbers[odd]), given, every_line)
    if done < len(lines):
        yield Boards(digits[done:], layout, lines[done:])


def _read_line(
    line: bytes, number: int, given: Layout | None, must_be: bool
) -> Iterator[Boards | ParseError]:
    """What the reader makes of a line on its own: boards, nothing, or an error."""
    try:
        text = line.decode()
        for _, puzzle in read_puzzles([text.removeprefix("\ufeff")], given):
            yield Boards(np.array([puzzle.cells], np.uint8), puzzle.layout, np.array([number]))
    except UnicodeDecodeError as error:
        yield ParseError(f"byte 0x{line[error.start]:02X} is not UTF-8 text", number)
    except ParseError as error:
        if error.line is not None or must_be:  # otherwise there is just no puzzle
            yield ParseError(error.problem, number, error.column)


def _digits(layout: Layout) -> bytes:
    """By byte: the digit, 0 for the blanks '.' and '0', BAD for what the reader must look at."""
    table = bytearray([BAD]) * 256
    table[ord(".")] = table[ord("0")] = 0
    for digit, symbol in enumerate(layout.symbols, 1):
        if symbol.isascii():
            table[ord(symbol)] = digit
    return bytes(table)
