"""Where puzzles come from and where answers go: files, standard streams, puzzles as arguments."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import mkstemp
from typing import TextIO

import click

from ..board import Puzzle
from ..errors import OutputError, ParseError
from ..formats.reader import bounded_lines, read_puzzles
from ..layout import Layout


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and where it was found: number counts from 1 over all inputs."""

    puzzle: Puzzle
    number: int
    source: str
    line: int

    @property
    def where(self) -> str:
        """'puzzles.txt, line 3'."""
        return f"{self.source}, line {self.line}"


def read_entries(inputs: tuple[str, ...], layout: Layout | None) -> Iterator[Entry]:
    """The puzzles of all inputs, one by one."""
    if not inputs:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("give a file, a puzzle, or - for standard input")
        inputs = ("-",)
    if inputs.count("-") > 1:
        raise click.UsageError("standard input can be read only once")
    number = 0
    for name in inputs:
        with open_input(name) as (source, lines):
            try:
                for line, puzzle in read_puzzles(lines, layout):
                    number += 1
                    yield Entry(puzzle, number, source, line)
            except ParseError as error:
                if source == "argument":
                    short = name if len(name) < 40 else name[:37] + "..."
                    why = f": {error}" if error.line else ""
                    raise ParseError(f"{short!r} is no file, and no puzzle{why}") from None
                raise ParseError(error.problem, error.line, error.column, source) from None


@contextmanager
def open_input(name: str, must_exist: bool = False) -> Iterator[tuple[str, Iterator[str]]]:
    """(name for people, lines) of a file, standard input, or a puzzle given as an argument."""
    if name == "-":
        if sys.stdin is None:
            raise click.UsageError("standard input is closed: give a file or a puzzle")
        stream = io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig")
        try:
            yield "standard input", bounded_lines(stream)
        finally:
            stream.detach()
    elif must_exist or os.path.exists(name):
        with open(name, encoding="utf-8-sig") as stream:
            yield name, bounded_lines(stream)
    else:
        yield "argument", iter(name.split("\n"))


@contextmanager
def open_output(name: str | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears under its name only when all is written."""
    if name is None or name == "-":
        yield sys.stdout
        return
    target = os.path.realpath(name)
    if os.path.exists(name) and not os.path.isfile(name):  # a device, a pipe
        with _said(name), open(name, "w", encoding="utf-8") as stream:
            yield stream
        return
    with _said(name):
        handle, partial = mkstemp(prefix=".satdoku-", dir=os.path.dirname(target))
        try:
            with open(handle, "w", encoding="utf-8") as stream:
                yield stream
            exists = os.path.exists(target)
            os.chmod(partial, os.stat(target).st_mode if exists else 0o666 & ~_umask())
            os.replace(partial, target)
        except BaseException:
            os.unlink(partial)
            raise


@contextmanager
def _said(name: str) -> Iterator[None]:
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
