"""What is there of a file of lines before it is whole: FILE.part, whose last line may be cut off.

`parquet_output.Rows` has the same methods for Parquet.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TextIO

from ...board import Puzzle
from ...formats.table import Format, loaded
from .writers import Line


class Done(NamedTuple):
    """How many answers there are, the last of them, and the beginning of one that was cut off."""

    number: int = 0
    last: Any = ""
    cut: str = ""


class Lines:
    """Answers as lines. header: of a table, "" for none. frame: what stands around all of them."""

    def __init__(self, header: str, frame: Format) -> None:
        self.header, self.frame = header, frame

    def count(self, path: str) -> Done:
        """What is there; `ValueError` says why it is something else."""
        done, last, cut = 0, "", ""
        with open(path, encoding="utf-8", errors="replace", newline="\n") as begun:
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
        """The line is the last of what is there."""
        return line.text == last

    def take(self, begun: str, part: str) -> None:
        """Make FILE.part of what is there."""
        os.replace(begun, part)

    @contextmanager
    def onto(self, stream: TextIO, goes_on: bool = False) -> Iterator[Stream]:
        """What writes lines to an open file; goes_on: after those that it holds."""
        if self.header and not goes_on:
            print(self.header, file=stream)
        if self.frame.head:
            print(loaded(self.frame.head)(Puzzle((0,) * 81)), file=stream)
        yield Stream(stream)

    @contextmanager
    def opened(self, part: str) -> Iterator[Stream]:
        """What writes lines to the end of FILE.part."""
        goes_on = os.path.getsize(part) > 0
        with open(part, "a", encoding="utf-8") as stream, self.onto(stream, goes_on) as writer:
            yield writer

    def keep_whole(self, part: str) -> bool:
        """Cut FILE.part off where it is not whole; whether anything is left."""
        keep_whole_lines(part)
        return os.path.getsize(part) > 0

    def become(self, part: str, target: str) -> None:
        """FILE.part takes the place of the file."""
        if os.path.exists(target):
            os.chmod(part, os.stat(target).st_mode)
        os.replace(part, target)


class Stream:
    """Lines of text."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.flushes = stream.isatty()

    def write(self, line: Line) -> None:
        """Write the line, if there is any text."""
        if line.text:
            self.stream.write(line.text + "\n")
            if self.flushes or line.now:
                self.stream.flush()


def keep_whole_lines(path: str) -> None:
    """Cut a file off after its last line end."""
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
