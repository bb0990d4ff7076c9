"""Where puzzles come from and where answers go: files, standard streams, puzzles as arguments."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import mkstemp
from typing import Any, TextIO

import click

from ...board import Puzzle
from ...errors import OutputError, ParseError
from ...foreign import shown
from ...formats.json_text import DOCUMENT_LIMIT
from ...formats.reader import bounded_lines


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and where it was found: number counts from 1 over all inputs.

    others: of a record in a table, the fields that are kept.
    """

    puzzle: Puzzle
    number: int
    source: str
    line: int
    others: dict[str, Any] | None = None

    @property
    def where(self) -> str:
        """'puzzles.txt, line 3'."""
        return f"{shown(self.source)}, line {self.line}"


def packing_of(name: str) -> str:
    """The extension that tells how a file is compressed: ".gz", ".zst" or ""."""
    return next((end for end in (".gz", ".zst") if name.lower().endswith(end)), "")


def kind_of(name: str) -> str:
    """The extension of a name in small letters, but for that of its compression."""
    _, dot, end = name.lower().removesuffix(packing_of(name)).rpartition(".")
    return end if dot else ""


@contextmanager
def open_input(
    name: str, must_exist: bool = False, most: int = DOCUMENT_LIMIT
) -> Iterator[tuple[str, Iterator[str]]]:
    """(name for people, lines) of a file, standard input, or a puzzle given as an argument.

    most: characters that are read, as the lines are mostly kept; more are a `ParseError`.
    """
    if name == "-":
        if sys.stdin is None:
            raise click.UsageError("standard input is closed: give a file or a puzzle")
        stream = io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig")
        try:
            yield "standard input", _at_most(most, stream, "standard input")
        finally:
            stream.detach()
    elif must_exist or os.path.exists(name):
        with open(name, encoding="utf-8-sig") as stream:
            yield name, _at_most(most, stream, name)
    else:
        yield "argument", iter(name.split("\n"))


def _at_most(most: int, stream: TextIO, source: str) -> Iterator[str]:
    """The lines of an input, with its name in errors."""
    try:
        for line in bounded_lines(stream):
            most -= len(line)
            if most < 0:
                raise ParseError("there is more of it than anything that is read here")
            yield line
    except ParseError as error:
        raise ParseError(error.problem, error.line, error.column, source) from None


@contextmanager
def open_output(name: str | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears under its name only when all is written."""
    if name is None or name == "-":
        yield sys.stdout
        return
    target = os.path.realpath(name)
    if os.path.exists(name) and not os.path.isfile(name):  # a device, a pipe
        with said(name), open(name, "w", encoding="utf-8") as stream:
            yield stream
        return
    with said(name):
        handle, partial = mkstemp(prefix=".satdoku-", dir=os.path.dirname(target))
        try:
            with _text(handle, target) as stream:
                yield stream
            exists = os.path.exists(target)
            os.chmod(partial, os.stat(target).st_mode if exists else 0o666 & ~_umask())
            os.replace(partial, target)
        except BaseException:
            os.unlink(partial)
            raise


@contextmanager
def _text(handle: int, target: str) -> Iterator[TextIO]:
    """An open file for text, compressed if its name says so."""
    with open(handle, "wb") as raw:
        packed: Any = raw
        if packing_of(target) == ".gz":
            import gzip

            packed = gzip.GzipFile("", "wb", fileobj=raw, mtime=0)  # same text, same bytes
        elif packing_of(target) == ".zst":
            from ...formats.parquet import import_parquet

            import_parquet()
            import pyarrow

            packed = pyarrow.CompressedOutputStream(raw, "zstd")
        with packed, io.TextIOWrapper(packed, "utf-8") as stream:
            yield stream


@contextmanager
def said(name: str) -> Iterator[None]:
    """Turn a failure to write into an error that names the file."""
    try:
        yield
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"cannot write {name}: {error.strerror or error}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
