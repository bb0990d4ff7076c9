"""Opening inputs as lines: files, standard input, puzzles as arguments."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from ...errors import ParseError
from ...formats.opening import opened, source_of
from ...formats.table import kind_of
from ...formats.tables import has_header
from ...formats.text.json_text import DOCUMENT_LIMIT
from ...formats.text.lines import LINE_LIMIT
from ...formats.text.reader import bounded_lines
from ...layout_data import BLANKS

#: File extensions of tables.
TABLES = ("csv", "tsv", "json", "jsonl", "ndjson", "parquet")


def is_table(name: str) -> bool:
    """Whether a file is CSV, JSON Lines or Parquet, possibly compressed."""
    return kind_of(name) in TABLES and os.path.exists(name)


def table_kind(name: str, has_names: bool = False) -> str:
    """Return the kind of table of a file ("csv" also for other delimiters than commas); "" for
    text, such as a board that a spreadsheet wrote cell by cell.

    has_names: whether its columns certainly have names.
    """
    kind = kind_of(name).replace("tsv", "csv") if is_table(name) else ""
    if kind == "csv" and not has_names:
        with opened(name) as (_, stream):
            start = stream.readline(LINE_LIMIT).decode(errors="replace")
        return kind if has_header(start) else ""
    return kind


@contextmanager
def open_input(
    name: str, must_exist: bool = False, most: int = DOCUMENT_LIMIT
) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield (display name, lines) of a file, standard input, or a puzzle given as an argument.

    most: maximum number of characters read, since the lines are usually kept; more raise
    `ParseError`.
    """
    if name == "-" and sys.stdin is None:
        raise click.UsageError("standard input is closed: give a file or a puzzle")
    if name != "-" and not must_exist and not os.path.exists(name):
        yield "argument", iter(name.split("\n"))
        return
    with opened(name, getattr(sys.stdin, "buffer", None)) as (source, stream):
        text = io.TextIOWrapper(stream, "utf-8-sig")
        try:
            yield source, _at_most(most, text, source)
        finally:
            text.detach()


def _at_most(most: int, stream: TextIO, source: str) -> Iterator[str]:
    """Yield the lines of an input, with its name in errors."""
    try:
        for line in bounded_lines(stream):
            most -= len(line)
            if most < 0:
                raise ParseError("it is larger than any input that satdoku reads")
            yield line
    except ParseError as error:
        raise ParseError(error.problem, error.line, error.column, source) from None


def no_table() -> click.UsageError:
    """Return the error for --column without a table."""
    return click.UsageError("--column is for tables: none of the inputs is one")


def input_error(name: str, source: str, error: ParseError) -> ParseError:
    """Return the error, with its name, for an input without a puzzle."""
    if source_of(name) == "argument":
        return argument_error(name, error)
    return ParseError(error.problem, error.line, error.column, source)


def is_made_of_digits(text: str) -> bool:
    """Whether a text is a board's digits and blanks rather than the name of a file."""
    return len(text) >= 16 and not text.strip("0123456789" + BLANKS)


def argument_error(text: str, error: ParseError) -> ParseError:
    """Return the error for an argument that is neither a file nor a puzzle."""
    short = text if len(text) < 40 else text[:37] + "..."
    if error.line or is_made_of_digits(text):
        return ParseError(f"{short!r}: neither a file nor a puzzle: {error}")
    return ParseError(
        f"{short!r}: no such file (and the text is not a puzzle): check its name and folder"
    )
