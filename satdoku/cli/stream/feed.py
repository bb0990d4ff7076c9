"""What a command is fed: the puzzles of all inputs, one by one or, where they are many, in blocks.

Lines that hold no puzzle end the work, or are said, counted and left out (`--on-error skip`).
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

import click

from ...errors import ParseError
from ...formats.reader import bounded_lines, read_on, read_puzzles
from ...layout import Layout
from ..messages import complain
from .files import Entry, kind_of
from .opening import BUFFER, is_table, opened, packing, source_of

if TYPE_CHECKING:
    from ...formats.line_blocks import Boards

#: Inputs of fewer bytes are not worth a kernel.
SMALL = 16_384
#: Boards of 9×9 that one thread takes at a time; of larger layouts fewer.
BLOCK = 4096


@dataclass(frozen=True)
class Block:
    """Boards of one layout: `boards`, and the number (from 1, over all inputs) of the first.

    stop: set when the work ends early; what takes long looks at it.
    """

    boards: Boards
    first: int
    source: str
    stop: Event = field(default_factory=Event)

    def __len__(self) -> int:
        return len(self.boards.cells)

    def entry(self, i: int) -> Entry:
        """Board i as a puzzle."""
        from ...board import Puzzle

        puzzle = Puzzle(tuple(self.boards.cells[i].tolist()), self.boards.layout)
        return Entry(puzzle, self.first + i, self.source, int(self.boards.lines[i]))


@dataclass
class Feed:
    """The inputs of a command.

    layout: that of all puzzles, None to recognise it. skip_bad: leave out what is no puzzle; `bad`
    counts it. column: the column of tables.
    """

    inputs: tuple[str, ...]
    layout: Layout | None = None
    skip_bad: bool = False
    column: str | None = None
    bad: int = 0
    stop: Event = field(default_factory=Event)
    _standard_input: io.BufferedReader | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.inputs:
            if sys.stdin is None or sys.stdin.isatty():
                raise click.UsageError("give a file, a puzzle, or - for standard input")
            self.inputs = ("-",)
        if self.inputs.count("-") > 1:
            raise click.UsageError("standard input can be read only once")
        if "-" in self.inputs:
            if sys.stdin is None:
                raise click.UsageError("standard input is closed: give a file or a puzzle")
            raw = io.FileIO(sys.stdin.fileno(), closefd=False)
            self._standard_input = io.BufferedReader(raw, BUFFER)

    @property
    def is_large(self) -> bool:
        """So much that it is worth a kernel."""
        return any(map(self._is_large, self.inputs))

    def _is_large(self, name: str) -> bool:
        if name == "-":
            assert self._standard_input
            return len(self._standard_input.peek()) >= SMALL
        return os.path.isfile(name) and os.path.getsize(name) * (packing(name) or 1) >= SMALL

    # -- One by one ---------------------------------------------------------------------------

    def entries(self) -> Iterator[Entry]:
        """The puzzles, one by one."""
        number = 0
        for name in self.inputs:
            for source, line, puzzle in self._puzzles(name):
                number += 1
                yield Entry(puzzle, number, source, line)

    def _puzzles(self, name: str) -> Iterator[tuple[str, int, Any]]:
        if is_table(name):
            for boards in self._good_boards(name):
                block = Block(boards, 1, name)
                for i in range(len(block)):
                    entry = block.entry(i)
                    yield name, entry.line, entry.puzzle
            return
        if name != "-" and not os.path.exists(name):
            try:
                for line, puzzle in read_puzzles(name.split("\n"), self.layout):
                    yield "argument", line, puzzle
            except ParseError as error:
                raise argument_error(name, error) from None
            return
        with opened(name, self._standard_input) as (source, stream):
            errors = "replace" if self.skip_bad else "strict"
            text = io.TextIOWrapper(stream, "utf-8-sig", errors=errors)
            try:
                for line, puzzle in (
                    read_on(bounded_lines(text), self.layout, partial(self._leave_out, source))
                    if self.skip_bad
                    else read_puzzles(bounded_lines(text), self.layout)
                ):
                    yield source, line, puzzle
            finally:
                text.detach()

    def _leave_out(self, source: str, error: ParseError) -> None:
        """Count and say what is no puzzle."""
        self.bad += 1
        complain(str(ParseError(error.problem, error.line, error.column, source)))

    # -- In blocks ----------------------------------------------------------------------------

    def blocks(self, skip: int = 0) -> Iterator[Block]:
        """The puzzles in blocks of one layout; the first `skip` are left out."""
        number = 1
        for name in self.inputs:
            source = source_of(name)
            for boards in self._good_boards(name):
                size = max(16, BLOCK * 729 // boards.layout.size**3)
                for start in range(0, len(boards.cells), size):
                    part = slice(start, start + size)
                    cells, lines = boards.cells[part], boards.lines[part]
                    gone = min(len(cells), max(0, skip - (number - 1)))
                    number += len(cells)
                    if gone < len(cells):
                        kept = type(boards)(cells[gone:], boards.layout, lines[gone:])
                        yield Block(kept, number - len(cells) + gone, source, self.stop)

    def _good_boards(self, name: str) -> Iterator[Boards]:
        """Boards; errors are raised, or said and counted."""
        source = source_of(name)
        for boards in self._boards(name):
            if not isinstance(boards, ParseError):
                yield boards
            elif self.skip_bad:
                self._leave_out(source, boards)
            else:
                raise ParseError(boards.problem, boards.line, boards.column, source)

    def _boards(self, name: str) -> Iterator[Boards | ParseError]:
        """Boards, and an error for each line that is none."""
        from ...formats.line_blocks import looks_like_lines, read_line_blocks

        if is_table(name):
            yield from self._table(name)
            return
        if name == "-" or os.path.exists(name):
            with opened(name, self._standard_input) as (_, stream):
                layout = looks_like_lines(stream.peek()[:BUFFER], self.layout)
                if layout:
                    yield from read_line_blocks(stream, layout, self.layout)
                    return
        yield from _grouped(self._puzzles(name))

    def _table(self, name: str) -> Iterator[Boards | ParseError]:
        """The boards of a table's column."""
        from ...formats.line_blocks import looks_like_lines, read_line_blocks
        from ...formats.tables import read_csv, read_json_lines, read_parquet

        with opened(name, self._standard_input) as (_, stream):
            kind = kind_of(name)
            if kind == "parquet":
                blocks = read_parquet(name, self.column)
            else:
                errors = "replace" if self.skip_bad else "strict"
                text = io.TextIOWrapper(stream, "utf-8-sig", errors, newline="")
                blocks = (read_csv if kind == "csv" else read_json_lines)(text, self.column)
            for texts, numbers in blocks:
                data = "\n".join(text.replace("\n", " ") for text in texts).encode() + b"\n"
                layout = looks_like_lines(data[:SMALL], self.layout) or self.layout
                for found in read_line_blocks(
                    io.BytesIO(data), layout or Layout.boxes(3, 3), self.layout, every_line=True
                ):
                    yield (
                        found.moved(numbers)
                        if not isinstance(found, ParseError)
                        else ParseError(found.problem, numbers[(found.line or 1) - 1], found.column)
                    )


def argument_error(text: str, error: ParseError) -> ParseError:
    """The error for an argument that is neither a file nor a puzzle."""
    short = text if len(text) < 40 else text[:37] + "..."
    why = f": {error}" if error.line else ""
    return ParseError(f"{short!r} is no file, and no puzzle{why}")


def read_entries(inputs: tuple[str, ...], layout: Layout | None) -> Iterator[Entry]:
    """The puzzles of all inputs, one by one."""
    return Feed(inputs, layout).entries()


def _grouped(puzzles: Iterable[tuple[str, int, Any]]) -> Iterator[Boards]:
    """Puzzles one by one as blocks of one layout."""
    import numpy as np

    from ...formats.line_blocks import Boards

    waiting: list[tuple[int, Any]] = []

    def boards() -> Boards:
        cells = np.array([puzzle.cells for _, puzzle in waiting], np.uint8)
        lines = np.array([line for line, _ in waiting])
        return Boards(cells, waiting[0][1].layout, lines)

    try:
        for _, line, puzzle in puzzles:
            if waiting and (waiting[0][1].layout != puzzle.layout or len(waiting) == BLOCK):
                yield boards()
                waiting.clear()
            waiting.append((line, puzzle))
    except ParseError:
        if waiting:
            yield boards()
        raise
    if waiting:
        yield boards()
