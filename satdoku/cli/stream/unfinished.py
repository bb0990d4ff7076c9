"""An unfinished file of lines: FILE.part, whose last line may be truncated.

`parquet_output.Rows` has the same interface for Parquet.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from shutil import copyfileobj
from typing import Any, NamedTuple, TextIO

from ...board import Puzzle
from ...formats.opening import opened
from ...formats.table import Format, loaded, packing_of
from .files import open_output, whole_file
from .writers import Line


class Done(NamedTuple):
    """The number of answers, the last of them, and the beginning of a truncated one."""

    number: int = 0
    last: Any = ""
    cut: str = ""


class Lines:
    """Answers as lines. header: of a table, "" for none. frame: the format's header and footer."""

    def __init__(self, header: str, frame: Format) -> None:
        self.header, self.frame = header, frame

    def count(self, path: str) -> Done:
        """Return what exists; raise `ValueError` if the file is something else."""
        done, last, cut = 0, "", ""
        with opened(path) as (_, stream):
            begun = TextIOWrapper(stream, "utf-8", "replace", "\n")
            if self.header and not f"{self.header}\n".startswith(begun.readline()):
                raise ValueError("its header is another one")
            for line in begun:
                if line.endswith("\n"):
                    done += 1
                    last = line[:-1]
                else:
                    cut = line.rstrip("\ufffd")
        return Done(done, last, cut)

    def is_last(self, line: Line, last: str) -> bool:
        """Whether the line equals the last existing one."""
        return line.text == last

    def take(self, begun: str, part: str) -> None:
        """Create FILE.part from what exists, which may be compressed."""
        if not packing_of(begun):
            os.replace(begun, part)
            return
        with opened(begun) as (_, packed), whole_file(part) as file:
            copyfileobj(packed, file)

    @contextmanager
    def onto(self, stream: TextIO, goes_on: bool = False) -> Iterator[Stream]:
        """Write lines to an open file; goes_on: append to what it contains."""
        if self.header and not goes_on:
            print(self.header, file=stream)
        if self.frame.head:
            print(loaded(self.frame.head)(Puzzle((0,) * 81)), file=stream)
        yield Stream(stream)

    @contextmanager
    def opened(self, part: str) -> Iterator[Stream]:
        """Open FILE.part for appending."""
        goes_on = os.path.getsize(part) > 0
        with open(part, "a", encoding="utf-8") as stream, self.onto(stream, goes_on) as writer:
            yield writer

    def keep_whole(self, part: str) -> bool:
        """Truncate FILE.part to complete lines; return whether anything is left."""
        keep_whole_lines(part)
        return os.path.getsize(part) > 0

    def become(self, part: str, target: str) -> None:
        """Rename FILE.part to the file, or compress it if the file's name says so."""
        if packing_of(target):
            with open(part, encoding="utf-8", newline="\n") as lines, open_output(target) as file:
                copyfileobj(lines, file)
            os.unlink(part)
            return
        if os.path.exists(target):
            os.chmod(part, os.stat(target).st_mode)
        os.replace(part, target)


class Stream:
    """A text stream of lines."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.flushes = stream.isatty()

    def write(self, line: Line) -> None:
        """Write the line, if it has any text."""
        if line.text:
            self.stream.write(line.text + "\n")
            if self.flushes or line.now:
                self.stream.flush()


def keep_whole_lines(path: str) -> None:
    """Truncate a file after its last line end."""
    with open(path, "r+b") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - 65_536)
            file.seek(start)
            place = file.read(end - start).rfind(b"\n")
            if place >= 0:
                file.truncate(start + place + 1)
                return
            end = start
        file.truncate(0)
