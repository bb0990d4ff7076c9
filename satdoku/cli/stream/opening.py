"""Opening inputs: files, compressed or not, standard input; a damaged one is a `ParseError`."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from ...errors import ParseError
from ...formats.json_text import DOCUMENT_LIMIT
from ...formats.reader import bounded_lines
from .files import kind_of, packing_of

#: Bytes that are looked at to tell what a file holds.
BUFFER = 65_536
#: Extensions of tables.
TABLES = ("csv", "json", "jsonl", "ndjson", "parquet")
#: How compressed files begin.
PACKED = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}


@contextmanager
def opened(name: str, standard_input: Any) -> Iterator[tuple[str, Any]]:
    """(name for people, open stream of bytes); a damaged file is a `ParseError`."""
    source = source_of(name)
    try:
        packing = _packing_of_start(standard_input) if name == "-" else packing_of(name)
        if name == "-" and not packing:
            yield source, standard_input
        elif packing == ".gz":
            with gzip.open(standard_input if name == "-" else name) as packed:
                yield source, io.BufferedReader(packed, BUFFER)
        elif packing == ".zst":
            from ...formats.parquet import import_parquet

            import_parquet()
            import pyarrow

            raw = pyarrow.PythonFile(standard_input) if name == "-" else name
            with pyarrow.input_stream(raw, compression="zstd") as packed:
                yield source, io.BufferedReader(packed, BUFFER)
        else:
            with open(name, "rb", BUFFER) as stream:
                yield source, stream
    except ParseError as error:
        known = error.source or source
        raise ParseError(error.problem, error.line, error.column, known) from None
    except EOFError:
        raise ParseError("the compressed file is cut off: get it anew", source=source) from None
    except (zlib.error, gzip.BadGzipFile) as error:
        raise ParseError(f"damaged, or not compressed: {error}", source=source) from None
    except OSError as error:
        if error.errno is None:  # pyarrow's
            raise ParseError(f"damaged, or not compressed: {error}", source=source) from None
        raise
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ParseError(f"byte 0x{byte:02X} is not UTF-8 text", source=source) from None
    except Exception as error:  # pyarrow's errors are of many kinds
        if type(error).__module__.startswith("pyarrow"):
            raise ParseError(f"no table: {error}", source=source) from None
        raise


def source_of(name: str) -> str:
    """The name of an input, for people."""
    if name == "-":
        return "standard input"
    return name if os.path.exists(name) else "argument"


def packing(name: str) -> int:
    """About how many times larger a compressed file's content is; 0 if it is not compressed."""
    return 3 if packing_of(name) or kind_of(name) == "parquet" else 0


def is_table(name: str) -> bool:
    """A CSV, JSON Lines or Parquet file, perhaps compressed."""
    return kind_of(name) in TABLES and os.path.exists(name)


def _packing_of_start(stream: Any) -> str:
    """How a stream is compressed, told by its first bytes."""
    start = stream.peek() if hasattr(stream, "peek") else b""
    return next((packing for mark, packing in PACKED.items() if start.startswith(mark)), "")


@contextmanager
def open_input(
    name: str, must_exist: bool = False, most: int = DOCUMENT_LIMIT
) -> Iterator[tuple[str, Iterator[str]]]:
    """(name for people, lines) of a file, standard input, or a puzzle given as an argument.

    most: characters that are read, as the lines are mostly kept; more are a `ParseError`.
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
    """The lines of an input, with its name in errors."""
    try:
        for line in bounded_lines(stream):
            most -= len(line)
            if most < 0:
                raise ParseError("there is more of it than anything that is read here")
            yield line
    except ParseError as error:
        raise ParseError(error.problem, error.line, error.column, source) from None
