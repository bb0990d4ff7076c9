"""Where the answers to a stream of puzzles go: a line a puzzle, whole, in order.

Where answers are lines, a file is written beside its place, as FILE.part, and takes it when all is
done. When the work ends before (Ctrl-C, a bad line, a full disk), whole lines are what is left, and
`--resume` goes on after them: nothing is lost and nothing is there twice, wherever the file was cut
off. Other forms appear whole or not at all.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TextIO

import click

from ..errors import OutputError
from .files import open_output, said
from .messages import complain
from .progress import show_progress

#: Forms of one line a puzzle: those that can be resumed.
LINES = ("line", "text", "json", "csv")
PARQUET_ROWS = 50_000


@dataclass(slots=True)
class Line:
    """The answer to one puzzle.

    text: what is printed. problem: what is said on standard error. ok: False makes the exit status
    1. record: the row of a Parquet file.
    """

    text: str
    problem: str = ""
    ok: bool = True
    record: dict[str, Any] = field(default_factory=dict)


def shaped(
    record: dict[str, Any], form: str, columns: tuple[str, ...]
) -> tuple[str, dict[str, Any]]:
    """(text, row) of a record as json, csv or parquet; tables have just these columns.

    Nothing for other forms.
    """
    if form not in ("json", "csv", "parquet"):
        return "", {}
    if form == "json":
        return json.dumps(record, ensure_ascii=False), {}
    row = {name: record.get(name) for name in columns}
    return (csv_line(row.values()), {}) if form == "csv" else ("", row)


def csv_line(values: Any) -> str:
    """Values as a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()


@dataclass
class Output:
    """Where answers go.

    name: a file, None or - for standard output; .gz and .zst are compressed. columns: of tables.
    resume: go on after the answers that the file holds already; `done` is how many.
    """

    name: str | None
    form: str
    columns: tuple[str, ...] = ()
    resume: bool = False
    done: int = 0
    _last: str = ""

    def __post_init__(self) -> None:
        is_file = self.name not in (None, "-")
        if self.form == "parquet" and not is_file:
            raise click.UsageError("Parquet is no text: give a file with --output")
        if self.resume:
            if not is_file or self.form not in LINES or self._is_packed:
                raise click.UsageError(
                    "--resume needs --output FILE, not compressed, of one line a puzzle "
                    f"(--format {', '.join(LINES)})"
                )
            self._take_up()

    @property
    def _is_packed(self) -> bool:
        return bool(self.name) and str(self.name).endswith((".gz", ".zst"))

    @property
    def _goes_on_disk(self) -> bool:
        """A plain file: no stream, no device, nothing compressed."""
        if self.name in (None, "-") or self._is_packed:
            return False
        return os.path.isfile(self._target) or not os.path.exists(self._target)

    @property
    def _target(self) -> str:
        return os.path.realpath(str(self.name))

    @property
    def _part(self) -> str:
        return self._target + ".part"

    def _take_up(self) -> None:
        """Make what is there the part to go on with, cut after its last whole line."""
        with said(str(self.name)):
            if not os.path.exists(self._part):
                if not os.path.exists(self._target):
                    return
                os.replace(self._target, self._part)
            keep_whole_lines(self._part)
            with open(self._part, encoding="utf-8") as part:
                if self.form == "csv":
                    next(part, None)
                for line in part:
                    self.done += 1
                    self._last = line.rstrip("\n")

    @property
    def skip(self) -> int:
        """Puzzles that need no answer: all that are done but the last, which is compared."""
        return max(0, self.done - 1)

    def write(self, lines: Iterator[Line], what: str, total: int | None = None) -> int:
        """Print the answers, say the problems; the exit status, 0 or 1."""
        status = 0
        with self._open() as stream:
            for line in show_progress(lines, what, total, self.name):
                if self._last:
                    self._compare(line.text)
                    continue
                stream.write(line)
                if line.problem:
                    complain(line.problem)
                status |= not line.ok
            if self._last:
                raise OutputError(
                    f"{self.name} holds {self.done:,} answers, more than there are puzzles"
                )
        return status

    def _compare(self, text: str) -> None:
        if text != self._last:
            raise OutputError(
                f"{self.name} holds other answers (number {self.done} is another one): give the "
                "same inputs and options as before, or leave out --resume"
            )
        self._last = ""

    @contextmanager
    def _open(self) -> Iterator[_Stream]:
        if self.form == "parquet":
            with open_parquet(str(self.name), self.columns) as table:
                yield table
        elif not self._goes_on_disk or self.form not in LINES:
            with open_output(self.name) as stream:
                yield self._headed(stream)
        else:
            with self._part_that_becomes_the_file() as stream:
                yield self._headed(stream)

    def _headed(self, stream: TextIO) -> _Stream:
        if self.form == "csv" and not self.done:
            print(csv_line(self.columns), file=stream)
        return _Stream(stream)

    @contextmanager
    def _part_that_becomes_the_file(self) -> Iterator[TextIO]:
        try:
            with said(str(self.name)), self._open_part() as stream:
                yield stream
        except BaseException:
            self._leave_what_is_done()
            raise
        with said(str(self.name)):
            if os.path.exists(self._target):
                os.chmod(self._part, os.stat(self._target).st_mode)
            os.replace(self._part, self._target)

    def _open_part(self) -> TextIO:
        return open(self._part, "a" if self.done else "w", encoding="utf-8")

    def _leave_what_is_done(self) -> None:
        """After a failure: whole lines, under the file's own name unless that holds something."""
        with suppress(OSError):
            keep_whole_lines(self._part)
            where = self._part
            if not os.path.getsize(self._part):
                os.unlink(self._part)
                return
            if not os.path.exists(self._target):
                os.replace(self._part, self._target)
                where = str(self.name)
            complain(f"what is done so far is in {where}; --resume goes on from there")


class _Stream:
    """Lines of text."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.flushes = stream.isatty()

    def write(self, line: Line) -> None:
        if line.text:
            self.stream.write(line.text + "\n")
            if self.flushes:
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


@contextmanager
def open_parquet(name: str, columns: tuple[str, ...]) -> Iterator[Any]:
    """A Parquet file that appears when all is written; its types are those of the first rows."""
    from ..formats.tables import import_parquet

    parquet = import_parquet()
    import pyarrow

    class Table:
        def __init__(self) -> None:
            self.rows: list[dict[str, Any]] = []
            self.writer: Any = None

        def write(self, line: Line) -> None:
            self.rows.append(line.record)
            if len(self.rows) == PARQUET_ROWS:
                self.flush()

        def flush(self) -> None:
            schema = self.writer.schema if self.writer else None
            data = {name: [row.get(name) for row in self.rows] for name in columns}
            table = pyarrow.table(data, schema=schema)
            self.writer = self.writer or parquet.ParquetWriter(part, table.schema)
            self.writer.write_table(table)
            self.rows.clear()

    part = os.path.realpath(name) + ".part"
    table = Table()
    try:
        with said(name):
            yield table
            if table.rows or not table.writer:
                table.flush()
            table.writer.close()
            os.replace(part, os.path.realpath(name))
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
