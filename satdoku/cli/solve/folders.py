"""`satdoku check --summary FOLDER/`: one line per file of a folder, each with one puzzle.

A file that cannot be read, or that contains several puzzles, gets its line too; the run continues.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...errors import SatdokuError, TimeLimitReached
from ...sanitize import shown
from ...workers.parallel import map_ordered
from ..messages import complain
from ..options.streams import Stream
from ..stream.answers import Output
from ..stream.source import Feed
from ..stream.writers import Line, rendered

if TYPE_CHECKING:
    from ...operations.checking import Report
    from ..stream.decorated import Measured

#: Answers for a file besides "no" and "yes" in numbers of solutions.
LATE, REFUSED = "no answer in time", "refused"
ANSWERS = {0: "no solution", 1: "proper", 2: "several solutions"}


class FileAnswer(NamedTuple):
    """The result for a file's puzzle. answer: one of `ANSWERS`, `LATE` or `REFUSED`; missing: the
    requirements that it does not meet; problem: why it was refused."""

    file: str
    answer: str
    missing: tuple[str, ...] = ()
    problem: str = ""

    def record(self) -> dict[str, Any]:
        """Return the fields by name."""
        return self._asdict()

    def text(self) -> str:
        """Return 'puzzles/1.iss: proper, not minimal'."""
        words = [self.answer, *(f"not {name}" for name in self.missing if name != "proper")]
        summary = f"{shown(self.file)}: {', '.join(words)}"
        return f"{summary}: {self.problem}" if self.problem else summary


def has_folders(inputs: Sequence[str]) -> bool:
    """Whether one of the inputs is a folder."""
    return any(map(os.path.isdir, inputs))


def files_in(inputs: Sequence[str]) -> list[str]:
    """Return the named files and those in the named folders and their subfolders, sorted by name,
    without hidden ones.

    Raises `click.UsageError` for anything else.
    """
    found: list[str] = []
    for name in inputs:
        if os.path.isfile(name):
            found.append(name)
        elif not os.path.isdir(name):
            raise click.UsageError(f"{shown(name)} is not a file: with a folder, give only files")
        for folder, below, files in os.walk(name):
            below[:] = sorted(one for one in below if one[0] != ".")
            found += [os.path.join(folder, one) for one in sorted(files) if one[0] != "."]
    return found


def summarise_files(stream: Stream, require: tuple[str, ...]) -> int:
    """Print a line for each file and finally, on standard error, the number of files with each
    answer; return the exit status."""
    output = Output(stream.output, stream.form, {}, stream.resume)
    files = files_in(stream.inputs)
    work = partial(_line, stream=stream, require=require)
    lines = map_ordered(work, files[output.skip :], stream.jobs, say=complain)
    return output.write(_counted(lines), "checking")


def _counted(lines: Iterator[Line]) -> Iterator[Line]:
    counts: Counter[str] = Counter()
    for line in lines:
        counts[line.answer.answer] += 1
        yield line
    summary = [f"{n:,} {name}" for name, n in sorted(counts.items())]
    complain(f"{sum(counts.values()):,} files: {', '.join(summary) or 'none'}")


def _line(file: str, stream: Stream, require: tuple[str, ...]) -> Line:
    """Return the output line for a file."""
    try:
        answer = _answer(file, stream, require)
    except TimeLimitReached:
        answer = FileAnswer(file, LATE)
    except (SatdokuError, click.ClickException, OSError, UnicodeDecodeError) as error:
        answer = FileAnswer(file, REFUSED, problem=str(getattr(error, "message", error)))
    is_open = answer.answer == LATE or (answer.answer == REFUSED and stream.on_error == "stop")
    is_ok = not answer.missing and answer.answer in ANSWERS.values()
    return Line(rendered(answer, stream.form), ok=is_ok, is_open=is_open, answer=answer)


def _answer(file: str, stream: Stream, require: tuple[str, ...]) -> FileAnswer:
    from ...operations.checking import check
    from ...operations.solving import count

    entries = list(islice(Feed((file,), stream.layout, column=stream.column).entries(), 2))
    if len(entries) != 1:
        several = "several puzzles" if entries else "no puzzle"
        return FileAnswer(file, REFUSED, problem=f"{several} in it: expected one puzzle per file")
    puzzle, limit = entries[0].puzzle, stream.engine.time_limit
    with stream.engine.opened(puzzle.layout) as (backend, _):
        if require == ("proper",):
            number = count(puzzle, limit=2, engine=backend, time_limit=limit)
            return FileAnswer(file, ANSWERS[number], () if number == 1 else require)
        report = check(puzzle, engine=backend, time_limit=limit)
    return FileAnswer(file, ANSWERS[report.count], missing(report, require))


def missing(report: Report | Measured, require: tuple[str, ...]) -> tuple[str, ...]:
    """Return the requirements that a puzzle does not meet."""
    names = {"proper": "proper", "minimal": "minimal", "logic": "logic_solvable"}
    return tuple(name for name in require if not getattr(report, names[name]))
