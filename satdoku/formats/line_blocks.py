"""Files of lines read by the million: blocks of boards, parsed by NumPy.

A line that is just a board of the usual shape (its cells, then perhaps a blank, tab, comma,
semicolon or `#` and a comment) goes the short way; the lines between are read by `reader`. So a
file is read so only if its lines are puzzles: `looks_like_lines` tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedIOBase
from itertools import chain
from math import isqrt

import numpy as np

from ..errors import LayoutError, ParseError
from ..layout import Layout
from .reader import LINE_LIMIT, read_on

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
    for chunk in chain(iter(lambda: stream.read(CHUNK), b""), (b"",)):
        data = rest + chunk
        if b"\r" in data:
            held = data.endswith(b"\r") and bool(chunk)  # its line feed may follow
            data, tail = (data[:-1], b"\r") if held else (data, b"")
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") + tail
        if not chunk and data and not data.endswith(b"\n"):
            data += b"\n"
        end = data.rfind(b"\n") + 1
        data, rest = data[:end], data[end:]
        for found in _chunk(data, layout, given, first, every_line):
            yield from pending.add(found)
        yield from pending.boards()
        first += data.count(b"\n")
        if len(rest) > LINE_LIMIT:
            yield ParseError(f"a line of over {LINE_LIMIT:,} characters is no puzzle", first)
            rest = b"#"  # what is left of the line is a comment


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
    starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    width = layout.cell_count
    numbers = np.arange(first, first + len(ends))
    after = raw[np.minimum(starts + width, ends)]
    separators = np.frombuffer(b"\n" + SEPARATORS, np.uint8)
    usual = (ends - starts >= width) & np.isin(after, separators)
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
    for start, stop in _runs(~usual, longest=1 if every_line else len(usual)):
        upto = int(usual[:start].sum())
        if upto > done:
            yield Boards(digits[done:upto], layout, lines[done:upto])
            done = upto
        odd = [data[starts[i] : ends[i]] for i in range(start, stop)]
        yield from _read_lines(odd, int(numbers[start]), given, every_line)
    if done < len(lines):
        yield Boards(digits[done:], layout, lines[done:])


def _runs(odd: np.ndarray, longest: int) -> Iterator[tuple[int, int]]:
    """(start, stop) of the stretches where it is True, in pieces no longer than that."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], odd, [False]]).astype(np.int8)))
    for start, stop in edges.reshape(-1, 2).tolist():
        for at in range(start, stop, longest):
            yield at, min(stop, at + longest)


def _read_lines(
    lines: list[bytes], first: int, given: Layout | None, must_be: bool
) -> Iterator[Boards | ParseError]:
    """What the reader makes of lines on their own: boards, nothing, or errors."""
    if first == 1:
        lines[0] = lines[0].removeprefix(b"\xef\xbb\xbf")
    texts, found = [], list[Boards | ParseError]()
    for number, line in enumerate(lines, 1):
        try:
            texts.append(line.decode())
        except UnicodeDecodeError as error:
            found.append(ParseError(f"byte 0x{line[error.start]:02X} is not UTF-8 text", number))
            texts.append("")
    try:
        for number, puzzle in read_on(texts, given, found.append):
            cells = np.array([puzzle.cells], np.uint8)
            found.append(Boards(cells, puzzle.layout, np.array([number + first - 1])))
    except ParseError as error:  # there is no puzzle
        if must_be:
            found.append(ParseError(error.problem, 1))
    for item in found:
        if isinstance(item, ParseError):
            yield ParseError(item.problem, (item.line or 1) + first - 1, item.column)
        else:
            yield item


def _digits(layout: Layout) -> bytes:
    """By byte: the digit, 0 for the blanks '.' and '0', BAD for what the reader must look at."""
    table = bytearray([BAD]) * 256
    table[ord(".")] = table[ord("0")] = 0
    for digit, symbol in enumerate(layout.symbols, 1):
        if symbol.isascii():
            table[ord(symbol)] = digit
    return bytes(table)
