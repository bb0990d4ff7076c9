"""FILE.part, in which an unfinished run leaves its answers, and FILE.run, which tells runs apart.

Answers are written to FILE.part, which is renamed to FILE when everything is done. If the run ends
early, complete lines (or rows, of Parquet) remain and `--resume` continues after them. FILE.gz and
FILE.zst are compressed once all lines are there.

Invariant: at any moment the complete answers of FILE.part are those of the first puzzles, in order,
each once. So nothing is lost or duplicated, wherever the file was cut off, even by a power failure.
The next run skips as many puzzles as there are answers, but for the last one, which it answers
again and compares, as it compares a truncated line: other inputs, options or versions would give
another answer, and are refused rather than mixed.

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
from ...formats.opening import naming_file
from ...phrases import phrase
from ...workers.locks import hold
from ..messages import complain
from .resuming import AnswerTable, Done, Lines, RowWriter
from .writing import LineWriter, WrittenAnswer


class UnfinishedFile:
    """A file that a run writes, or continues. way: how answers are stored.

    _begun: the file with the answers so far, "" if there is none; _there: those answers.
    """

    def __init__(self, name: str, way: Lines | AnswerTable) -> None:
        self.name = name
        self.way = way
        self._target = os.path.realpath(name)
        self._part = self._target + ".part"
        self._there = Done()
        self._begun = ""
        self._held: IO[Any] | None = None

    def take_up(self) -> None:
        """Count the existing answers; nothing is changed yet."""
        with naming_file(self.name):
            begun = self._part if os.path.exists(self._part) else self._target
            if not os.path.exists(begun):
                return
            self._begun = begun
            self._hold(open(begun, "rb"))  # noqa: SIM115 - held
            compare_runs(self._target, self.name)
            try:
                self._there = self.way.count(begun)
            except ValueError as error:
                raise _other_answers(self.name, str(error)) from None

    def _hold(self, file: IO[Any]) -> None:
        """Lock the file against other runs."""
        self._held = file
        lock(file, self.name)

    @property
    def skip(self) -> int:
        """The number of puzzles to skip: all that are done except the last, which is compared."""
        return max(0, self._there.number - 1)

    def after_what_is_there(self, lines: Iterator[WrittenAnswer]) -> Iterator[WrittenAnswer]:
        """Yield the answers after the existing ones. The last existing answer, and a truncated one,
        must match the new result."""
        count, known, cut = self._there
        if count:
            last = next(lines, None)
            if last is None:
                raise OutputError(
                    phrase(
                        "{name!s} holds {count:,} answers, more than there are puzzles",
                        name=self.name,
                        count=count,
                    )
                )
            # The last complete answer is the witness that inputs and options are the same.
            if not self.way.is_last(last, known):
                raise _other_answers(self.name, f"number {count} is another one")
        if cut:
            following = next(lines, None)
            if following is None or not following.text.startswith(cut):
                raise _other_answers(self.name, f"number {count + 1} is another one")
            lines = chain([following], lines)
        return lines

    @contextmanager
    def opened(self) -> Iterator[LineWriter | RowWriter]:
        """Open FILE.part; at the end it becomes the file, and after an error it stays."""
        with naming_file(self.name):
            self._begin_part()
        try:
            with naming_file(self.name), self.way.opened(self._part) as part:
                yield part
            with naming_file(self.name):
                self.way.become(self._part, self._target)
                finish_run(self._target)
        except BaseException:  # also Ctrl-C and SIGTERM
            self._leave_what_is_done()
            raise
        finally:
            if self._held:
                self._held.close()

    def _begin_part(self) -> None:
        """Create FILE.part, locked by this run, with the existing answers."""
        if self._begun:
            self.way.take(self._begun, self._part)
            if self._begun != self._part and os.path.exists(self._begun):  # a copy
                self._hold(open(self._part, "rb"))  # noqa: SIM115 - held
            self.way.keep_whole(self._part)
        else:
            try:
                self._hold(open(self._part, "xb"))  # noqa: SIM115 - held
            except FileExistsError:
                with open(self._part, "rb") as other:
                    lock(other, self.name)
                raise OutputError(
                    phrase(
                        "{part!s} is left from an interrupted run: continue it with --resume, or "
                        "delete it",
                        part=self._part,
                    )
                ) from None
        begin_run(self._target)

    def _leave_what_is_done(self) -> None:
        """After a failure, keep the complete part, under the file's own name unless that exists."""
        where = self._part
        with suppress(OSError):
            if not self.way.keep_whole(self._part):
                os.unlink(self._part)
                finish_run(self._target)
                return
            if not os.path.exists(self._target):
                self.way.become(self._part, self._target)
                where = self.name
        if os.path.exists(where):
            complain(
                phrase("progress is saved in {part!s}; --resume continues from there", part=where)
            )


#: Options that do not change the answers, and the one whose effect shows in the number of answers.
FREE = ("resume", "output", "jobs", "cluster", "count", "inputs", "language")


def lock(file: IO[Any], name: str) -> None:
    """Lock an open file for this run; raise `OutputError` if another run holds the lock."""
    if not hold(file):
        raise OutputError(
            phrase(
                "another run is writing {name!s}: wait for it, or give another --output", name=name
            )
        )


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
        raise _other_answers(
            name, phrase("it was started with another {option!s}", option=changed[0])
        )


def _other_answers(name: str, what: str) -> OutputError:
    return OutputError(
        phrase(
            "{name!s} holds other answers ({what}): give the same inputs and options as before, "
            "or leave out --resume",
            name=name,
            what=what,
        )
    )


def finish_run(target: str) -> None:
    """Remove the record: the file is complete, or nothing is left to resume."""
    with suppress(OSError):
        os.unlink(target + ".run")
