"""The puzzles of all inputs of a command, one by one or in blocks.

Lines without a puzzle end the run, or are reported, counted and skipped (`--on-error skip`).
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property, partial
from threading import Event
from typing import TYPE_CHECKING

import click

from ...board import Puzzle
from ...errors import ParseError
from ...formats.format_table import FORMATS, Format
from ...formats.metadata import (
    ADDED,
    DRAWINGS,
    DRAWN,
    FOG,
    REFUSED,
    left_out_in,
    notes_in,
)
from ...formats.opening import BUFFER, opened, source_of
from ...formats.rules_in_text import is_added, unread_in
from ...formats.tables import Keep, read_csv, read_json_lines
from ...formats.text.lines import line_parts
from ...formats.text.reader import TextReader, board_in_line, bounded_lines, read_field
from ...frozen import frozen
from ...layout import Layout
from ...phrases import phrase
from ..messages import complain
from .entries import Block, Entry, Piece
from .inputs import (
    DIMACS,
    first_lines,
    input_error,
    is_table,
    kind_of_content,
    no_table,
    table_kind,
)

if TYPE_CHECKING:
    from ...formats.text.cells import ReadPuzzle
    from ...formats.text.line_blocks import Boards

#: Maximum number of bytes of a single puzzle.
PAGE = 4096
#: Number of 9×9 boards that a thread processes at a time; fewer for larger layouts.
BLOCK = 4096


class Order(Enum):
    """How puzzles are yielded: all SINGLY; the FIRST_ALONE, unless more arrive with it, and then
    blocks; or only in BLOCKS."""

    SINGLY = auto()
    FIRST_ALONE = auto()
    BLOCKS = auto()


@frozen
class Ignored:
    """What is left out of puzzles, as given on the command line: the rules that --ignore-rules
    names, with commas between them, and what --drawings does with drawings. rules_from_text: add
    the rules that only the puzzle's text states. from_format: the format of the user's own in which
    puzzles are read, "" for none."""

    ignore_rules: str = ""
    drawings: str = ""
    rules_from_text: bool = False
    from_format: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the rules, and of the way to treat drawings."""
        names = [name.strip() for name in self.ignore_rules.split(",")]
        names.append({"ignore": DRAWINGS, "refuse": REFUSED}.get(self.drawings, ""))
        if self.rules_from_text:
            names.append(ADDED)
        return tuple(dict.fromkeys(filter(None, names)))


@frozen
class Inputs:
    """The inputs of a command, and how they are read, as given on the command line.

    layout: of all puzzles; None to detect it. on_error: "stop" or "skip" at a line without a
    puzzle. column: the puzzle column of tables. ignored: what is left out of the puzzles.
    """

    inputs: tuple[str, ...]
    layout: Layout | None = None
    on_error: str = "stop"
    column: str | None = None
    ignored: Ignored = field(default_factory=Ignored)

    def feed(self) -> Feed:
        """Return their puzzles."""
        return Feed(
            self.inputs,
            self.layout,
            skip_bad=self.on_error == "skip",
            column=self.column,
            ignored=self.ignored.names,
            form=FORMATS[self.ignored.from_format] if self.ignored.from_format else None,
        )


@dataclass
class Feed:
    """The inputs of a command.

    layout: of all puzzles; None to detect it. skip_bad: skip lines without a puzzle; `bad` counts
    them. column: the puzzle column of tables. keep: the names under which their other columns are
    kept; None to drop them. ignored: the rules to leave out (`Ignored.names`). form: the format of
    the user's own in which the inputs are.
    """

    inputs: tuple[str, ...]
    layout: Layout | None = None
    skip_bad: bool = False
    column: str | None = None
    bad: int = 0
    keep: Keep | None = field(default=None, repr=False)
    stop: Event = field(default_factory=Event)
    ignored: tuple[str, ...] = ()
    form: Format | None = None
    _order: Order = field(default=Order.BLOCKS, repr=False)
    _unpacking: ExitStack = field(default_factory=ExitStack, repr=False)
    _reported: set[str] = field(default_factory=set, repr=False)
    _stated: set[str] = field(default_factory=set, repr=False)
    _standard_input: io.BufferedReader | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.inputs:
            if sys.stdin is None or sys.stdin.isatty():
                raise click.UsageError("give a file, a puzzle, or - for standard input")
            self.inputs = ("-",)
        if self.column and "-" not in self.inputs and not any(map(is_table, self.inputs)):
            raise no_table()
        if self.inputs.count("-") > 1:
            raise click.UsageError("standard input can be read only once")
        if "-" in self.inputs:
            if sys.stdin is None:
                raise click.UsageError("standard input is closed: give a file or a puzzle")
            raw = io.FileIO(sys.stdin.fileno(), closefd=False)
            self._standard_input = io.BufferedReader(raw, BUFFER)

    @cached_property
    def piped(self) -> tuple[str, bytes]:
        """The kind of table on standard input ("" for text), and its first lines."""
        _, stream = self._unpacking.enter_context(opened("-", self._standard_input))
        with opened("-", stream):  # errors name damaged input
            start, self._standard_input = first_lines(stream)
        kind = kind_of_content(start)
        if self.column and not kind and not any(map(is_table, self.inputs)):
            raise no_table()
        return kind, start

    def table(self, name: str) -> str:
        """Return the kind of table of an input: "csv", "json", …; "" for text."""
        if self.form:
            return ""
        return self.piped[0] if name == "-" else table_kind(name, bool(self.column))

    def beginning(self, name: str) -> str:
        """Return the first lines of an input of text, which are not consumed."""
        if source_of(name) == "argument":
            return name
        if name == "-":
            return self.piped[1].decode(errors="replace")
        with opened(name) as (_, stream):
            return first_lines(stream)[0].decode(errors="replace")

    def whole(self, name: str) -> str:
        """Return the text of an input that is known to be short."""
        if source_of(name) == "argument":
            return name
        with opened(name, self._standard_input) as (_, stream):
            return str(stream.read(), "utf-8-sig", "replace")

    def entries(self) -> Iterator[Entry]:
        """Yield the puzzles, one by one."""
        for piece in self.pieces(Order.SINGLY):
            assert isinstance(piece, Entry)
            yield piece

    def pieces(self, order: Order = Order.FIRST_ALONE, skip: int = 0) -> Iterator[Piece]:
        """Yield the puzzles in this order, without the first `skip`.

        A block is what has arrived by then: one puzzle of a slow pipe, thousands of a file.
        """
        self._order = order
        number = 0
        for place, name in enumerate(self.inputs, 1):
            source = self.source(name, place)
            for item in self._good(name, source):
                if isinstance(item, tuple):
                    line, puzzle = item
                    number += 1
                    self._first_is_found()
                    if number > skip:
                        yield Entry(puzzle, number, source, line)
                    continue
                for block in self._cut(item, number, source, skip):
                    is_alone = self._order is Order.FIRST_ALONE and len(block) == 1
                    if is_alone or self._order is Order.SINGLY:
                        yield from block.entries()
                    else:
                        yield block
                    self._first_is_found()
                number += len(item.cells)
        self._say_what_was_not_there()

    def _first_is_found(self) -> None:
        if self._order is Order.FIRST_ALONE:
            self._order = Order.BLOCKS

    def _say_what_was_not_there(self) -> None:
        """Report what was to be left out of the puzzles but is in none of them."""
        for name in self.ignored:
            if name in self._reported or name in (REFUSED, ADDED):
                continue
            if name == DRAWINGS:
                complain("--drawings ignore: none of the puzzles has drawings that may be rules")
            else:
                complain(
                    phrase(
                        "--ignore-rules {name!s}: none of the puzzles has a rule of that name",
                        name=name,
                    )
                )

    def _cut(self, boards: Boards, done: int, source: str, skip: int) -> Iterator[Piece]:
        """Split boards into blocks that one thread processes at a time."""
        # As much work for a thread on every layout.
        size = max(16, BLOCK * 729 // boards.layout.variable_count)
        for start in range(max(0, skip - done), len(boards.cells), size):
            part = boards.part(slice(start, start + size))
            block = Block(part, done + start + 1, source, self.stop)
            layout = boards.layout
            if any(DRAWN in kept or unread_in(kept, layout) for kept in block.kept):
                # The answers depend on what was not read.
                yield from block.entries()
            else:
                yield block

    def source(self, name: str, place: int) -> str:
        """Return the display name of an input."""
        source = source_of(name)
        several = sum(source_of(name) == "argument" for name in self.inputs) > 1
        if source == "argument" and several:
            return phrase("argument {number}", number=place)
        return source

    def _good(self, name: str, source: str) -> Iterator[tuple[int, Puzzle] | Boards]:
        """Yield what is found; errors are raised, or reported and counted."""
        for item in self._found(name):
            if not isinstance(item, ParseError):
                self.warn(item)
                yield item
            elif self.skip_bad and item.line:
                self.bad += 1
                complain(str(ParseError(item.problem, item.line, item.column, source)))
            else:
                raise input_error(name, source, item)

    def _found(self, name: str) -> Iterator[ReadPuzzle | Boards]:
        if self.form:
            yield from self._in_own_format(name, self.form)
        elif source_of(name) == "argument":
            if board := board_in_line(name, self.layout):
                yield from self._as_boards(iter([(1, board)]))
                return
            text = io.BytesIO(name.encode(errors="surrogateescape"))
            yield from self._text(line_parts(text))
        elif kind := self.table(name):
            yield from self._table(name, kind)
        else:
            with opened(name, self._standard_input) as (_, stream):
                yield from self._text(line_parts(stream), not os.path.isfile(name))

    def _in_own_format(self, name: str, form: Format) -> Iterator[ReadPuzzle | Boards]:
        """Yield what an input holds in a format of the user's own, one by one."""
        from ...formats.own_formats import read_lines

        with ExitStack() as open_inputs:
            if source_of(name) == "argument":
                lines = iter(name.split("\n"))
            else:
                _, stream = open_inputs.enter_context(opened(name, self._standard_input))
                lines = bounded_lines(io.TextIOWrapper(stream, "utf-8-sig"))
            for found in read_lines(form, lines):
                yield from self._as_boards(iter([found]))

    def _text(
        self, parts: Iterable[tuple[int, bytes | ParseError]], is_slow: bool = False
    ) -> Iterator[ReadPuzzle | Boards]:
        """Yield single puzzles while singles are wanted, then boards; and errors.

        is_slow: the next part may come much later, so boards are not held back for it.
        """
        reader = TextReader(self.layout, self.ignored)
        for first, part in parts:
            if isinstance(part, ParseError):
                yield from self._as_boards(reader.feed_bytes(part, first))
                continue
            if first == 1 and DIMACS.search(part):
                raise ParseError(
                    "a DIMACS file holds clauses, not a puzzle: give it to a SAT solver "
                    "(`satdoku decode` reads the model), or to `satdoku verify --dimacs`"
                )
            # Lines are parsed one by one while single puzzles are wanted, without NumPy.
            start = 0
            number = first
            if len(part) > PAGE:  # more than one puzzle has arrived
                self._first_is_found()
            while self._order is not Order.BLOCKS and start < len(part) <= PAGE:
                end = part.index(b"\n", start) + 1
                yield from reader.feed_bytes(part[start : end - 1], number)
                start = end
                number += 1
            if start < len(part):
                from ...formats.text.line_blocks import read_part

                yield from read_part(reader, number, part[start:])
            if is_slow:
                yield from self._as_boards(reader.pause())
        yield from self._as_boards(reader.end())

    def warn(self, found: tuple[int, Puzzle] | Boards) -> None:
        """Report once which rules were left out."""
        if isinstance(found, tuple):
            layout = found[1].layout
            kept = {found[1].kept}
        else:
            layout = found.layout
            kept = set() if found.kept is None else set(found.kept.tolist())
        self._warn_of_text(kept, layout)
        for note in dict.fromkeys(note for text in kept for note in notes_in(text)):
            complain(note)
        new = {name for text in kept for name in left_out_in(text)} - self._reported
        self._reported |= new
        if drawn := sorted(name.removeprefix(DRAWN) for name in new if name.startswith(DRAWN)):
            complain(
                phrase(
                    "drawings that may be rules were not understood ({names!s}): the answers are "
                    "for the puzzle without them (--drawings ignore: they are decoration)",
                    names=", ".join(drawn),
                )
            )
        for name in sorted(name for name in new if not name.startswith(DRAWN)):
            if name == DRAWINGS:
                complain("the drawings are left out, as decoration")
            elif name == FOG:
                complain("the fog hides nothing here: it is no rule; pictures show it in grey")
            else:
                complain(
                    phrase("without the rule {name!r}, these are different puzzles", name=name)
                )

    def _warn_of_text(self, kept: Iterable[str], layout: Layout) -> None:
        """Report once each rule that only the puzzles' texts state."""
        for text in kept:
            for name in unread_in(text, layout):
                if name in self._stated:
                    continue
                self._stated.add(name)
                remedy = "--rules-from-text adds it" if is_added(name) else "--layout can state it"
                complain(
                    phrase(
                        "the text of the puzzle states the rule {name!s}, which its data lack: "
                        "the answers are for the puzzle without it ({remedy})",
                        name=name,
                        remedy=remedy,
                    )
                )

    def _as_boards(self, found: Iterator[ReadPuzzle]) -> Iterator[ReadPuzzle | Boards]:
        if self._order is not Order.BLOCKS:
            return found
        items = list(found)
        if not items:  # avoid loading NumPy
            return iter(items)
        from ...formats.text.line_blocks import gathered

        return gathered(items)

    def _table(self, name: str, kind: str) -> Iterator[Boards | ParseError]:
        """Yield the boards of a table's column."""
        from ...formats.parquet import read_parquet
        from ...formats.text.line_blocks import read_records

        with opened(name, self._standard_input) as (_, stream):
            if kind == "parquet":
                if name == "-":
                    raise ParseError("Parquet cannot be read from a pipe: give the file")
                blocks = read_parquet(name, self.column, self.keep)
            else:
                read = read_csv if kind == "csv" else read_json_lines
                blocks = read(stream, self.column, self.keep)
            empty = True
            for records in blocks:
                empty = False
                read_one = partial(read_field, ignore_rules=self.ignored)
                yield from read_records(records, self.layout, read_one)
            if empty:
                yield ParseError("no puzzle found: the table holds no record")
