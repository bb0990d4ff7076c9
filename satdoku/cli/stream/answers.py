"""Writes the answers to a stream of puzzles, one complete line per puzzle, in order.

Line formats are written to FILE.part, which is renamed to FILE when everything is done. If the run
ends early (Ctrl-C, a bad line, a full disk), complete lines remain and `--resume` continues after
them: nothing is lost or duplicated, wherever the file was cut off. FILE.gz and FILE.zst are
compressed once all lines are there. Parquet works the same way, by rows. Files in other formats are
written completely or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

import click

from ...errors import OutputError
from ...formats.table import FORMATS, Format, packing_of
from ..messages import complain
from . import runs
from .files import naming_file, open_output
from .progress import show_progress
from .unfinished import Done, Lines, Stream
from .writers import Line, csv_line

if TYPE_CHECKING:
    from .parquet_output import Part, Rows

__all__ = ["Line", "Output"]

#: Forms with one answer per puzzle, which can be resumed: these, and formats of one line per
#: puzzle.
RESUMED = ("line", "text", "json", "csv", "parquet")


@dataclass
class Output:
    """Where answers go.

    name: a file, None or - for standard output; .gz and .zst are compressed. columns: of tables,
    with their types. resume: go on after the answers that the file holds already. framed: the
    lines bring the head and foot of the format.
    """

    name: str | None
    form: str
    columns: dict[str, Any] = field(default_factory=dict)
    resume: bool = False
    framed: bool = False
    _there: Done = field(default=Done(), init=False)
    _begun: str = ""
    _held: IO[Any] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        is_file = self.name not in (None, "-")
        if self.form == "parquet" and not is_file:
            raise click.UsageError("Parquet is a binary format: give a file with --output")
        if self.form == "parquet" and packing_of(self.name or ""):
            raise click.UsageError("Parquet is already compressed: leave out .gz or .zst")
        if self.resume:
            if not is_file or not self._is_resumed:
                needs = "--resume needs --output FILE"
                other = f" of one answer per puzzle: not of the form {self.form}"
                raise click.UsageError(needs if self._is_resumed else needs + other)
            self._take_up()

    @property
    def _is_resumed(self) -> bool:
        form = FORMATS.get(self.form)
        return self.form in RESUMED or bool(form and form.is_lines)

    @property
    def _goes_on_disk(self) -> bool:
        """Whether the output is a file: not a stream or a device."""
        if self.name in (None, "-"):
            return False
        return os.path.isfile(self._target) or not os.path.exists(self._target)

    @property
    def _target(self) -> str:
        return os.path.realpath(str(self.name))

    @property
    def _part(self) -> str:
        return self._target + ".part"

    @property
    def _frame(self) -> Format:
        """The format that defines header and footer; for other answers, one without them."""
        return FORMATS["line"] if self.framed else FORMATS.get(self.form, FORMATS["line"])

    @cached_property
    def _way(self) -> Lines | Rows:
        """How answers are stored in an unfinished file."""
        if self.form != "parquet":
            return Lines(csv_line(self.columns) if self.form == "csv" else "", self._frame)
        from .parquet_output import Rows

        return Rows(self.columns)

    def _take_up(self) -> None:
        """Count the existing answers; nothing is changed yet."""
        with naming_file(str(self.name)):
            self._begun = self._part if os.path.exists(self._part) else self._target
            if not os.path.exists(self._begun):
                self._begun = ""
                return
            self._hold(open(self._begun, "rb"))  # noqa: SIM115 - held
            runs.compare(self._target, str(self.name))
            try:
                self._there = self._way.count(self._begun)
            except ValueError as error:
                raise self._others(str(error)) from None

    def _hold(self, file: IO[Any]) -> None:
        """Lock the file against other runs."""
        self._held = file
        runs.lock(file, str(self.name))

    @property
    def skip(self) -> int:
        """The number of puzzles to skip: all that are done except the last, which is compared."""
        return max(0, self._there.number - 1)

    def write(self, lines: Iterator[Line], what: str, total: int | None = None) -> int:
        """Print the answers and report problems; return the exit status 0, 1 or 2."""
        status = 0
        lines = self._after_what_is_there(lines)
        with self._open() as stream:
            for line in show_progress(lines, what, total, self.name):
                if line.error:
                    raise line.error
                stream.write(line)
                if line.problem:
                    complain(line.problem)
                status = max(status, 2 if line.is_open else int(not line.ok))
            if foot := self._frame.foot:
                stream.write(Line(foot))
        return status

    def _after_what_is_there(self, lines: Iterator[Line]) -> Iterator[Line]:
        """Yield the answers after the existing ones. The last existing answer, and a truncated one,
        must match the new result."""
        count, known, cut = self._there
        if count:
            last = next(lines, None)
            if last is None:
                raise OutputError(
                    f"{self.name} holds {count:,} answers, more than there are puzzles"
                )
            if not self._way.is_last(last, known):
                raise self._others(f"number {count} is another one")
        if cut:
            following = next(lines, None)
            if following is None or not following.text.startswith(cut):
                raise self._others(f"number {count + 1} is another one")
            lines = chain([following], lines)
        return lines

    def _others(self, what: str) -> OutputError:
        return OutputError(
            f"{self.name} holds other answers ({what}): give the same inputs and options as "
            "before, or leave out --resume"
        )

    @contextmanager
    def _open(self) -> Iterator[Stream | Part]:
        way = self._way
        if isinstance(way, Lines) and not (self._goes_on_disk and self._is_resumed):
            with open_output(self.name) as stream, way.onto(stream) as writer:
                yield writer
            return
        name = str(self.name)
        with naming_file(name):
            self._begin_part()
        try:
            with naming_file(name), way.opened(self._part) as part:
                yield part
            with naming_file(name):
                way.become(self._part, self._target)
                runs.finish(self._target)
        except BaseException:
            self._leave_what_is_done()
            raise
        finally:
            if self._held:
                self._held.close()

    def _begin_part(self) -> None:
        """Create FILE.part, locked by this run, with the existing answers."""
        if self._begun:
            self._way.take(self._begun, self._part)
            if self._begun != self._part and os.path.exists(self._begun):  # a copy
                self._hold(open(self._part, "rb"))  # noqa: SIM115 - held
            self._way.keep_whole(self._part)
        else:
            try:
                self._hold(open(self._part, "xb"))  # noqa: SIM115 - held
            except FileExistsError:
                with open(self._part, "rb") as other:
                    runs.lock(other, str(self.name))
                raise OutputError(
                    f"{self._part} is left from an interrupted run: continue it with --resume, or "
                    "delete it"
                ) from None
        runs.begin(self._target)

    def _leave_what_is_done(self) -> None:
        """After a failure, keep the complete part, under the file's own name unless that exists."""
        where = self._part
        with suppress(OSError):
            if not self._way.keep_whole(self._part):
                os.unlink(self._part)
                runs.finish(self._target)
                return
            if not os.path.exists(self._target):
                self._way.become(self._part, self._target)
                where = str(self.name)
        if os.path.exists(where):
            complain(f"progress is saved in {where}; --resume continues from there")
