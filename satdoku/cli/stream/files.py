"""Inputs and outputs: files, standard streams, puzzles as arguments."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, TextIO

from ...errors import OutputError
from ...formats.table import packing_of


@contextmanager
def open_output(name: str | None) -> Iterator[TextIO]:
    """Open standard output, or a file that appears under its name only when it is complete."""
    if name is None or name == "-":
        yield sys.stdout
        return
    if os.path.exists(name) and not os.path.isfile(name):  # a device or a pipe
        with naming_file(name), open(name, "w", encoding="utf-8") as stream:
            yield stream
        return
    with whole_file(name) as raw, _text(raw, os.path.realpath(name)) as stream:
        yield stream


@contextmanager
def whole_file(name: str) -> Iterator[BinaryIO]:
    """Open a binary file that appears under its name only when it is complete."""
    target = os.path.realpath(name)
    # Named before it is made, so that an interrupt at any point finds what to remove.
    partial = os.path.join(os.path.dirname(target), f".satdoku-{os.urandom(8).hex()}")
    with naming_file(name):
        try:
            with open(partial, "xb") as raw:
                yield raw
            if os.path.exists(target):
                os.chmod(partial, os.stat(target).st_mode)
            os.replace(partial, target)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(partial)
            raise


@contextmanager
def _text(raw: BinaryIO, target: str) -> Iterator[TextIO]:
    """Open a text file, compressed if its name says so."""
    packed: Any = raw
    if packing_of(target) == ".gz":
        import gzip

        packed = gzip.GzipFile("", "wb", fileobj=raw, mtime=0)  # reproducible bytes
    elif packing_of(target) == ".zst":
        from ...formats.parquet import import_parquet

        import_parquet()
        import pyarrow

        packed = pyarrow.CompressedOutputStream(raw, "zstd")
    with packed, io.TextIOWrapper(packed, "utf-8") as stream:
        yield stream


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Convert a write failure to an error that names the file."""
    try:
        yield
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"cannot write {name}: {error.strerror or error}") from None
