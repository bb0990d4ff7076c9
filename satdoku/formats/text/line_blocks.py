"""Fast reading of millions of lines: blocks of boards, parsed by NumPy.

`reader.TextReader` defines the meaning of a text. A line that begins with a board of the usual
shape (its cells, then the line end or a blank, tab, comma, semicolon or `#` and anything printable)
is a puzzle to it in any context, and always leaves it in the same state. So the reader gets only
the first line of a run of them, which ends whatever was open, and NumPy parses the rest; all other
lines go to the reader one by one. `tests/formats/test_one_reading.py` compares the two ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise
from math import isqrt

import numpy as np

from ...board import STANDARD, Puzzle
from ...errors import LayoutError, ParseError
from ...frozen import frozen
from ...layout import Layout
from ..metadata import with_about
from ..tables import Record
from .candidate_places import SIZES
from .cells import ReadPuzzle
from .reader import TextReader, read_field

#: Number of bytes examined to classify most lines.
LOOK = 8192
#: Characters that may follow the cells.
SEPARATORS = b" \t,;#"
BAD = 255
#: Length in bytes of a line of the Sudoku Exchange puzzle bank.
BANK = 100
BLANK = Puzzle((0,) * 81)
#: Characters that may occur in a comment.
ORDINARY = bytes([9, 10, *range(32, 126)])


@frozen
class Boards:
    """Boards of one layout, with their line numbers (from 1).

    others: the other fields of boards from a table, as one dict each; None if not kept. kept: the
    metadata of each (`formats.metadata`), "" for none; None if no board has any.
    """

    cells: np.ndarray
    layout: Layout
    lines: np.ndarray
    others: np.ndarray | None = None
    kept: np.ndarray | None = None

    def part(self, selection: slice) -> Boards:
        """Return a slice of the boards."""
        others = None if self.others is None else self.others[selection]
        kept = None if self.kept is None else self.kept[selection]
        return Boards(self.cells[selection], self.layout, self.lines[selection], others, kept)

    @property
    def texts(self) -> list[str]:
        """One character per cell, '.' for blank."""
        return texts(self.cells, self.layout)


def texts(boards: np.ndarray, layout: Layout) -> list[str]:
    """Return boards (N × cells) as lines of text."""
    symbols = np.array(list("." + layout.symbols))
    return symbols[boards].view(f"<U{layout.cell_count}").ravel().tolist()  # type: ignore[no-any-return]


def usual_layout(data: bytes, given: Layout | None) -> Layout | None:
    """Return the layout of most of these lines; None if most are not boards."""
    end = data.rfind(b"\n", 0, LOOK) + 1 or LOOK
    lines = data[:end].split(b"\n")[:-1] or [data[:LOOK]]
    first_words = [line.split(maxsplit=1)[:1] for line in lines]
    lengths = Counter(len(words[0]) for words in first_words if words)
    layout = given
    if layout and not layout.is_regular:
        return None  # such lines and drawings are read one by one
    if layout is None:
        length = lengths.most_common(1)[0][0] if lengths else 0
        if length < 64 or isqrt(length) ** 2 != length:
            return None
        try:
            layout = Layout.of_size(isqrt(length))
        except LayoutError:
            return None
    width = layout.cell_count
    if width < 2:
        return None
    digits = _digits(layout)
    usual = 0
    for line in lines:
        if len(line) >= width and BAD not in line[:width].translate(digits):
            usual += 1
    return layout if 2 * usual > lengths.total() else None


def read_part(reader: TextReader, first: int, data: bytes) -> Iterator[Boards | ParseError]:
    """Yield the boards and errors in complete lines, numbered from `first` on, in order."""
    if reader.layout is None and reader.is_idle and (banked := bank_lines(data)) is not None:
        end = data.find(b"\n") + 1
        yield from gathered(chain(reader.feed_bytes(data[: end - 1], first), reader.release()))
        cells, kept = banked
        if len(cells) > 1:
            numbers = np.arange(first + 1, first + len(cells))
            yield Boards(cells[1:], STANDARD, numbers, kept=kept[1:])
        return
    layout = usual_layout(data, reader.layout)
    if layout is None:
        lines = enumerate(data.split(b"\n")[:-1], first)
        yield from gathered(item for i, line in lines for item in reader.feed_bytes(line, i))
        return
    pending = _Pending()
    for item in _runs(reader, first, data, layout):
        yield from pending.add(item)
    yield from pending.boards()


def bank_lines(data: bytes) -> tuple[np.ndarray, np.ndarray] | None:
    """Return (cells, metadata) of lines that are all in the bank's format; None otherwise."""
    if len(data) % BANK or data[12:13] != b" ":
        return None
    rows = np.frombuffer(data, np.uint8).reshape(-1, BANK)
    name = rows[:, :12]
    # Bytes wrap, so a character below "0" is more than 9, and one comparison finds either kind.
    digits = rows[:, 13:94] - ord("0")
    rating = rows[:, 95:99]
    numbers = rating - ord("0")
    blank = ord(" ")
    rated = (numbers[:, [1, 3]] <= 9).all(1)
    rated &= rating[:, 2] == ord(".")
    rated &= (numbers[:, 0] <= 9) | (rating[:, 0] == blank)
    rated |= (rating == blank).all(1)
    hexed = name - ord("0") <= 9
    hexed |= (name >= ord("a")) & (name <= ord("f"))
    has_blanks = (rows[:, [12, 94]] == blank).all()
    has_ends = (rows[:, 99] == ord("\n")).all()
    if not (has_blanks and has_ends and rated.all() and hexed.all() and (digits <= 9).all()):
        return None
    # The four bytes of a rating as one number: few ratings occur, and each is decoded once.
    packed = np.ascontiguousarray(rating).view(np.uint32).ravel()
    values, places = np.unique(packed, return_inverse=True)
    ratings = [value.tobytes().decode().strip() for value in values]
    kept = np.array([with_about(BLANK, {"rating": value}).kept for value in ratings], object)
    return digits, kept[places]


def read_records(
    records: list[Record],
    given: Layout | None,
    read: Callable[[str, Layout | None], Puzzle | ParseError] = read_field,
) -> Iterator[Boards | ParseError]:
    """Yield the boards of a table's records, and an error for each record without one, in order.

    read: the reader for lines that do not have the usual shape.
    """
    texts: list[str] = []
    for text, *_ in records:
        if isinstance(text, ParseError) or "\n" in text:
            texts.append("")  # never of the usual shape
        else:
            texts.append(text)
    data = ("\n".join(texts) + "\n").encode(errors="surrogatepass")
    layout = usual_layout(data, given) if data.count(b"\n") == len(records) else None
    usual = np.zeros(len(records), bool)
    before = np.zeros(len(records), int)
    if layout:
        _, usual, digits, _ = usual_lines(data, layout, given)
        before = np.cumsum(usual)
    numbers = np.array([line for _, line, _ in records])
    pending = _Pending()
    others = None
    if any(fields is not None for *_, fields in records):
        others = np.array([fields for *_, fields in records], object)
    for start, stop in _stretches(usual):
        if layout and usual[start]:
            part = slice(before[start] - 1, before[stop - 1])
            beside = None if others is None else others[start:stop]
            yield from pending.add(Boards(digits[part], layout, numbers[start:stop], beside))
            continue
        for text, line, fields in records[start:stop]:
            found = text if isinstance(text, ParseError) else read(text, given)
            if isinstance(found, ParseError):
                column = None if found is text else found.column
                item: Boards | ParseError = ParseError(found.problem, line, column)
            else:
                beside = None if others is None else np.array([fields], object)
                item = replace(_single(line, found), others=beside)
            yield from pending.add(item)
    yield from pending.boards()


def gathered(items: Iterable[ReadPuzzle]) -> Iterator[Boards | ParseError]:
    """Group single puzzles into blocks of one layout, with the errors between them."""
    pending = _Pending()
    for item in items:
        yield from pending.add(_one(item))
    yield from pending.boards()


def _one(found: ReadPuzzle) -> Boards | ParseError:
    return found if isinstance(found, ParseError) else _single(*found)


def _single(line: int, puzzle: Puzzle) -> Boards:
    kept = np.array([puzzle.kept], object) if puzzle.kept else None
    cells = np.array([puzzle.cells], np.uint8)
    return Boards(cells, puzzle.layout, np.array([line]), kept=kept)


class _Pending:
    """Boards of one layout that are collected before being passed on."""

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
            of_each = [boards.others for boards in self.waiting if boards.others is not None]
            others = np.concatenate(of_each) if of_each else None
            kept = None
            if any(boards.kept is not None for boards in self.waiting):
                none = (np.full(len(b.cells), "", object) for b in self.waiting)
                of_all = [
                    b.kept if b.kept is not None else no
                    for b, no in zip(self.waiting, none, strict=True)
                ]
                kept = np.concatenate(of_all)
            layout = self.waiting[0].layout
            self.waiting = []
            yield Boards(cells, layout, lines, others, kept)


def _runs(
    reader: TextReader, first: int, data: bytes, layout: Layout
) -> Iterator[Boards | ParseError]:
    """Process runs of board lines in bulk, and the lines between them one by one."""
    ends, usual, digits, blanks = usual_lines(data, layout, reader.layout)
    starts = np.concatenate([[0], ends[:-1] + 1])
    before = np.concatenate([[0], np.cumsum(usual)])

    def by_itself(i: int) -> Iterator[Boards | ParseError]:
        yield from map(_one, reader.feed_bytes(data[starts[i] : ends[i]], first + i))

    for start, stop in _stretches(usual):
        if usual[start]:
            yield from by_itself(start)
            begin = start + 1
            while begin < stop and not reader.is_idle:  # an open table or document takes lines in
                yield from by_itself(begin)
                begin += 1
            end = max(begin, stop - 1)  # rules may stand below the last
            part = slice(before[begin], before[end])
            reader.pass_over({mark for mark, is_in in blanks.items() if is_in[part].any()})
            if begin < end:
                yield from map(_one, reader.release())
                yield Boards(digits[part], layout, np.arange(first + begin, first + end))
            if end < stop:
                yield from by_itself(end)
        else:
            for i in range(start, stop):
                yield from by_itself(i)


def usual_lines(
    data: bytes, layout: Layout, given: Layout | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Return, for complete lines: where each ends, whether it is a board of the usual shape; for
    the boards, their digits (one row each) and, per blank character, whether each contains it.

    given: the layout of all lines, None if the reader detects it.
    """
    raw = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(raw == ord("\n"))
    width = layout.cell_count
    starts = np.concatenate([[0], ends[:-1] + 1])
    separators = bytes(mark for mark in SEPARATORS if chr(mark) not in layout.symbols)
    after = raw[np.minimum(starts + width, ends)]
    may_follow = np.frombuffer(b"\n" + separators, np.uint8)
    usual = (ends - starts >= width) & np.isin(after, may_follow)
    if data.translate(None, ORDINARY) or b"://" in data:
        usual[np.searchsorted(ends, _special(data, raw))] = False
    at = np.flatnonzero(usual)
    if len(at) == len(ends) and len(raw) == len(ends) * (width + 1):
        cells = raw.reshape(-1, width + 1)[:, :width]
    else:
        cells = raw[starts[at][:, None] + np.arange(width)]
    digits = np.frombuffer(_digits(layout), np.uint8)[cells]
    blanks = {mark: (cells == ord(mark)).any(1) for mark in ".0" if mark not in layout.symbols}
    good = (digits != BAD).all(1)
    if len(blanks) == 2:
        good &= ~(blanks["."] & blanks["0"])
    if given is None and layout.size > 9:  # the reader takes many letters for words
        good &= (digits <= 9).sum(1) * 6 >= width
    if layout.size in SIZES:
        good &= ~_are_groups(digits, layout.size)
    if not good.all():
        usual[at[~good]] = False
        digits = digits[good]
        blanks = {mark: is_in[good] for mark, is_in in blanks.items()}
    return ends, usual, digits, blanks


def _are_groups(digits: np.ndarray, size: int) -> np.ndarray:
    """Return which boards may be rows of candidates by places: each row of the board has digits,
    and only those of their columns. The first row tells most apart."""
    own = np.arange(1, size + 1)
    found = np.zeros(len(digits), bool)
    first = digits[:, :size]
    may_be = first.any(1) & ((first == 0) | (first == own)).all(1)
    rows = digits[may_be].reshape(-1, size, size)
    has_own = ((rows == 0) | (rows == own)).all(axis=(1, 2))
    found[may_be] = has_own & rows.any(2).all(1)
    return found


def _special(data: bytes, raw: np.ndarray) -> np.ndarray:
    """Return the positions of characters that mean more than a comment to the reader: control
    characters, non-ASCII bytes, and "~" and "://", which may introduce rules."""
    colons = np.flatnonzero(raw == ord(":")).tolist()
    links = np.array([at for at in colons if data.startswith(b"://", at)], np.int64)
    ordinary = np.isin(raw, np.frombuffer(ORDINARY, np.uint8))
    return np.concatenate([np.flatnonzero(~ordinary), links])


def _stretches(usual: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of the runs of lines of the same kind."""
    edges = np.flatnonzero(np.diff(usual.astype(np.int8))) + 1
    yield from pairwise([0, *edges.tolist(), len(usual)])


def _digits(layout: Layout) -> bytes:
    """Return a table by byte: the digit, 0 for the blanks '.' and '0', BAD for anything else."""
    table = bytearray([BAD]) * 256
    table[ord(".")] = table[ord("0")] = 0
    for digit, symbol in enumerate(layout.symbols, 1):
        if symbol.isascii():
            table[ord(symbol)] = digit
    return bytes(table)
