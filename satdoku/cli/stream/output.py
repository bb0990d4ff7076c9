"""Writes the answers to a stream of puzzles, one complete line per puzzle, in order.

Line formats are written to FILE.part, which is renamed to FILE when everything is done. If the run
ends early (Ctrl-C, a bad line, a full disk), complete lines remain and `--resume` continues after
them: nothing is lost or duplicated, wherever the file was cut off. FILE.gz and FILE.zst are
compressed once all lines are there. Parquet works the same way, by rows. Files in other formats are
written completely or not at all.

A file being written is locked, so a second run is refused instead of mixing in its answers; the
system releases the lock however the first one ends. FILE.run stores the options and digests of the
inputs: `--resume` requires the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import IO, Any

import click

from ...errors import OutputError
from ...formats.format_table import FORMATS, packing_of
from ...formats.opening import naming_file
from ...workers.locks import hold
from ..messages import complain
from .progress import show_progress
from .resuming import Done, Lines, Part, Rows, Stream
from .writing import Line, csv_line, open_output

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
        columns: dict[str, Any] | None = None,
        resume: bool = False,
        framed: bool = False,
    ) -> None:
        self.name, self.resume = name, resume
        self._target = os.path.realpath(str(name))
        self._part = self._target + ".part"
        self._there, self._begun = Done(), ""
        self._held: IO[Any] | None = None
        is_file, row = name not in (None, "-"), FORMATS.get(form, FORMATS["line"])
        is_resumed = form in RESUMED or (form in FORMATS and row.is_lines)
        #: Whether there is FILE.part: not for a stream or a device.
        self._has_part = (
            is_file
            and is_resumed
            and (os.path.isfile(self._target) or not os.path.exists(self._target))
        )
        #: What defines header and footer; for other answers, a format without them.
        self._frame = FORMATS["line"] if framed else row
        if form == "parquet" and not is_file:
            raise click.UsageError("Parquet is a binary format: give a file with --output")
        if form == "parquet" and packing_of(name or ""):
            raise click.UsageError("Parquet is already compressed: leave out .gz or .zst")
        if resume and not (is_file and is_resumed):
            needs = "--resume needs --output FILE"
            other = "" if is_resumed else f" of one answer per puzzle: not of the form {form}"
            raise click.UsageError(needs + other)
        self._way: Lines | Rows
        if form == "parquet":
            self._way = Rows(columns or {})
        else:
            self._way = Lines(csv_line(columns or {}) if form == "csv" else "", self._frame)
        if resume:
            self._take_up()

    def _take_up(self) -> None:
        """Count the existing answers; nothing is changed yet."""
        with naming_file(str(self.name)):
            self._begun = self._part if os.path.exists(self._part) else self._target
            if not os.path.exists(self._begun):
                self._begun = ""
                return
            self._hold(open(self._begun, "rb"))  # noqa: SIM115 - held
            compare_runs(self._target, str(self.name))
            try:
                self._there = self._way.count(self._begun)
            except ValueError as error:
                raise _other_answers(self.name, str(error)) from None

    def _hold(self, file: IO[Any]) -> None:
        """Lock the file against other runs."""
        self._held = file
        lock(file, str(self.name))

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
                raise _other_answers(self.name, f"number {count} is another one")
        if cut:
            following = next(lines, None)
            if following is None or not following.text.startswith(cut):
                raise _other_answers(self.name, f"number {count + 1} is another one")
            lines = chain([following], lines)
        return lines

    @contextmanager
    def _open(self) -> Iterator[Stream | Part]:
        way = self._way
        if isinstance(way, Lines) and not self._has_part:
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
                finish_run(self._target)
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
                    lock(other, str(self.name))
                raise OutputError(
                    f"{self._part} is left from an interrupted run: continue it with --resume, or "
                    "delete it"
                ) from None
        begin_run(self._target)

    def _leave_what_is_done(self) -> None:
        """After a failure, keep the complete part, under the file's own name unless that exists."""
        where = self._part
        with suppress(OSError):
            if not self._way.keep_whole(self._part):
                os.unlink(self._part)
                finish_run(self._target)
                return
            if not os.path.exists(self._target):
                self._way.become(self._part, self._target)
                where = str(self.name)
        if os.path.exists(where):
            complain(f"progress is saved in {where}; --resume continues from there")


#: Options that do not change the answers, and the one whose effect shows in the number of answers.
FREE = ("resume", "output", "jobs", "cluster", "count", "inputs")


def lock(file: IO[Any], name: str) -> None:
    """Lock an open file for this run; raise `OutputError` if another run holds the lock."""
    if not hold(file):
        raise OutputError(f"another run is writing {name}: wait for it, or give another --output")


def run_settings() -> dict[str, str]:
    """Return the options and inputs of this run, each in a few characters."""
    context = click.get_current_context(silent=True)
    if context is None:
        return {}
    settings = {"command": context.info_name or ""}
    for name, value in sorted(context.params.items()):
        if name not in FREE:
            settings["--" + name.replace("_", "-")] = repr(value)
    for number, source in enumerate(context.params.get("inputs") or (), 1):
        settings[f"input {number}"] = _digest(source)
    return settings


def _digest(source: str) -> str:
    """Return the digest of an input; none for standard input and pipes, which can be read only
    once."""
    import hashlib  # imported here because it loads OpenSSL

    if os.path.isfile(source):
        with open(source, "rb") as file:
            return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
    if source == "-" or os.path.exists(source):
        return "a stream"
    return hashlib.blake2b(source.encode(errors="replace")).hexdigest()[:32]


def begin_run(target: str) -> None:
    """Record the options of the run that writes a file."""
    with open(target + ".run", "w", encoding="utf-8") as file:
        json.dump(run_settings(), file, indent=1)


def compare_runs(target: str, name: str) -> None:
    """Raise `OutputError` if the run that began the file had other options."""
    try:
        with open(target + ".run", encoding="utf-8") as file:
            before = json.load(file)
    except (OSError, ValueError):
        return
    now = run_settings()
    changed = [what for what in sorted({*before, *now}) if before.get(what) != now.get(what)]
    if changed:
        raise _other_answers(name, f"it was started with another {changed[0]}")


def _other_answers(name: str | None, what: str) -> OutputError:
    return OutputError(
        f"{name} holds other answers ({what}): give the same inputs and options as before, or "
        "leave out --resume"
    )


def finish_run(target: str) -> None:
    """Remove the record: the file is complete, or nothing is left to resume."""
    with suppress(OSError):
        os.unlink(target + ".run")
