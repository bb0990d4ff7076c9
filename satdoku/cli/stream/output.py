"""Writes the answers to a stream of puzzles, one complete line per puzzle, in order.

Line formats and Parquet are written to FILE.part (`unfinished`), which is renamed to FILE when
everything is done; so a run that ends early (Ctrl-C, a bad line, a full disk) can be continued with
`--resume`. Files in other formats are written completely or not at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from ...formats.format_table import FORMATS, packing_of
from ...phrases import phrase
from ...record_types import Record
from ..messages import complain
from .progress import show_progress
from .resuming import AnswerTable, Lines, RowWriter
from .unfinished import UnfinishedFile
from .writing import LineWriter, WrittenAnswer, csv_line, lines_onto, open_output

#: Forms with one answer per puzzle, which can be resumed: these, and formats of one line per
#: puzzle.
RESUMED = ("line", "text", "json", "csv", "parquet")


class Output:
    """Where answers go.

    name: a file, None or - for standard output; .gz and .zst are compressed. columns: of tables,
    with their types. resume: go on after the answers that the file holds already. framed: the
    lines bring the head and foot of the format.
    """

    def __init__(
        self,
        name: str | None,
        form: str,
        columns: Record | None = None,
        resume: bool = False,
        framed: bool = False,
    ) -> None:
        self.name = name
        self.resume = resume
        self._file: UnfinishedFile | None = None
        #: What defines header and footer; for other answers, a format without them.
        self._frame = FORMATS["line" if framed or form not in FORMATS else form]
        self._header = csv_line(columns or {}) if form == "csv" else ""
        is_stream = name is None or name == "-"
        if form == "parquet":
            _refuse_for_parquet(name or "-")
        if resume and not _is_resumed(form):
            raise click.UsageError(
                phrase(
                    "--resume needs --output FILE of one answer per puzzle: not of the form "
                    "{form!s}",
                    form=form,
                )
            )
        if resume and is_stream:
            raise click.UsageError("--resume needs --output FILE")
        if name is None or is_stream:
            return
        if form == "parquet":
            self._file = UnfinishedFile(name, AnswerTable(columns or {}))
        elif _is_resumed(form) and _is_file_or_new(name):
            self._file = UnfinishedFile(name, Lines(self._header, self._frame))
        if resume and self._file:
            self._file.take_up()

    @property
    def skip(self) -> int:
        """The number of puzzles to skip: all that are done except the last, which is compared."""
        return self._file.skip if self._file else 0

    def write(self, lines: Iterator[WrittenAnswer], what: str, total: int | None = None) -> int:
        """Print the answers and report problems; return the exit status 0, 1 or 2."""
        status = 0
        if self._file:
            lines = self._file.after_what_is_there(lines)
        with self._open() as writer:
            # Where nobody watches, there is no progress to show.
            if sys.stderr.isatty():
                lines = show_progress(lines, what, total, self.name)
            for line in lines:
                if line.error:
                    raise line.error
                writer.write(line)
                if line.problem:
                    complain(line.problem)
                status = max(status, status_of(line))
            if foot := self._frame.foot:
                writer.write(WrittenAnswer(foot))
        return status

    @contextmanager
    def _open(self) -> Iterator[LineWriter | RowWriter]:
        if self._file:
            with self._file.opened() as part:
                yield part
        else:
            with open_output(self.name) as stream:
                yield lines_onto(stream, self._header, self._frame)


def status_of(line: WrittenAnswer) -> int:
    """Return the exit status of an answer: 0 yes, 1 no, 2 no answer in time."""
    if line.is_open:
        return 2
    return 0 if line.ok else 1


def _refuse_for_parquet(name: str) -> None:
    if name == "-":
        raise click.UsageError("Parquet is a binary format: give a file with --output")
    if packing_of(name):
        raise click.UsageError("Parquet is already compressed: leave out .gz or .zst")


def _is_resumed(form: str) -> bool:
    """Whether a run can be resumed whose answers have this form."""
    return form in RESUMED or (form in FORMATS and FORMATS[form].is_lines)


def _is_file_or_new(name: str) -> bool:
    """Whether a name is of a file, or of none yet: not of a device."""
    target = os.path.realpath(name)
    return os.path.isfile(target) or not os.path.exists(target)
