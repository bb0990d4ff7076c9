"""Inputs: files, standard input, puzzles as arguments, and what kind of table each holds.

Standard input has no name, so its first bytes tell.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import TextIO

import click

from ...errors import ParseError
from ...formats.format_table import kind_of
from ...formats.opening import BUFFER, PieceStream, opened, source_of
from ...formats.tables import ABOVE_HEADER, COLUMNS, delimiter_of, has_header
from ...formats.text.json_text import DOCUMENT_LIMIT
from ...formats.text.lines import LINE_LIMIT
from ...formats.text.reader import bounded_lines, parse
from ...layout_data import BLANKS
from ...phrases import phrase

#: File extensions of tables.
TABLES = ("csv", "tsv", "json", "jsonl", "ndjson", "parquet")
#: An address, and one of a host that only leads to others.
ADDRESS = re.compile(r"\s*https?://", re.IGNORECASE)
SHORTENED = re.compile(
    r"\s*https?://(www\.)?(tinyurl\.com|bit\.ly|t\.co|goo\.gl|is\.gd|ow\.ly|rb\.gy|cutt\.ly)/",
    re.IGNORECASE,
)
#: The header of a file of clauses, after comments.
DIMACS = re.compile(rb"^p[ \t]+\w*[ck]nf[ \t]+\d+[ \t]+\d+", re.MULTILINE)


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
            return kind if has_header(stream.readline(LINE_LIMIT).decode(errors="replace")) else ""
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


def refuse_puzzle(name: str, why: str) -> None:
    """Raise a usage error if a puzzle stands where a file of something else is expected."""
    if name == "-" or os.path.exists(name):
        return
    try:
        parse(name)
    except ParseError:
        return
    raise click.UsageError(why)


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
    """Return the error, with its name, for an input without a puzzle; for an argument, that it is
    neither a file nor a puzzle."""
    if source_of(name) != "argument":
        return ParseError(error.problem, error.line, error.column, source)
    short = name if len(name) < 40 else name[:37] + "..."
    if ADDRESS.match(name):
        return ParseError(
            phrase(
                "{text!r}: {problem}",
                text=short,
                problem=_address_problem(name, error),
            )
        )
    is_made_of_digits = len(name) >= 16 and not name.strip("0123456789" + BLANKS)
    if error.line or is_made_of_digits:
        return ParseError(
            phrase("{short!r}: neither a file nor a puzzle: {error}", short=short, error=error)
        )
    return ParseError(
        phrase(
            "{short!r}: no such file (and the text is not a puzzle): check its name and folder",
            short=short,
        )
    )


def _address_problem(address: str, error: ParseError) -> str:
    """Return why an address gives no puzzle, and what to do: nothing is fetched."""
    if error.line:
        return error.problem
    if SHORTENED.match(address):
        return (
            "a short link holds no puzzle: open it in a browser, and copy the address that it "
            "leads to, or what its menu exports"
        )
    return (
        "no puzzle in this address, and nothing is fetched: satdoku reads links of the programs in "
        "`satdoku formats`, and any with a code that begins with fpuzzles, scl, ctc or scf; "
        "export the puzzle there"
    )


def first_lines(stream: io.BufferedReader) -> tuple[bytes, io.BufferedReader]:
    """Return the complete lines among a stream's first bytes (at least one, unless it is very
    long), and the stream with nothing consumed."""
    start = stream.peek()[:BUFFER]
    # A slow pipe may have sent only part of its first line: wait for the rest of it.
    if b"\n" not in start and len(start) < BUFFER:
        start = stream.readline(BUFFER)
        rest = iter(partial(stream.read1, BUFFER), b"")
        stream = io.BufferedReader(PieceStream(chain([start], rest)), BUFFER)
    return start[: start.rfind(b"\n") + 1] or start, stream


def kind_of_content(start: bytes) -> str:
    """Return the kind of content: "csv", "jsonl" or "parquet", or "" if it is not a table."""
    if start.startswith(b"PAR1"):
        return "parquet"
    try:
        text = start.decode("utf-8-sig").lstrip()
    except UnicodeDecodeError:
        return ""
    line = text.partition("\n")[0].rstrip("\r")
    if re.match(r"\[\s*\{", text):
        return "jsonl"
    if ABOVE_HEADER.fullmatch(line):
        return "csv"
    is_object = line.startswith("{")
    try:
        names = json.loads(line) if is_object else _header(line)
    except (ValueError, RecursionError, csv.Error):
        return ""
    if not any(isinstance(name, str) and name.lower() in COLUMNS for name in names):
        return ""
    return "jsonl" if is_object else "csv"


def _header(line: str) -> list[str]:
    """Return the names of a table's columns; [] for a line that is no header."""
    names = next(csv.reader([line], delimiter=delimiter_of(line)), [])
    return names if len(names) > 1 and all(map(_may_be_header, names)) else []


def _may_be_header(name: str) -> bool:
    return name == name.strip() and len(name) < 60
