"""How many puzzles meet the requirements (`satdoku check --summary`), and the answer to each file
of a folder (`satdoku check FOLDER`).

A file of a folder is to hold one puzzle. One that cannot be read, or that contains several puzzles,
gets its line too; the run continues.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NamedTuple

import click

from ...errors import SatdokuError, TimeLimitReached
from ...phrases import joined, phrase
from ...plurals import plural
from ...record_types import Record
from ...sanitize import shown
from ...workers.parallel import map_ordered
from ..messages import complain
from ..stream.answering import EngineChoice, PuzzleStream, say_left_out, spread
from ..stream.entries import Block, Entry, Piece
from ..stream.output import Output
from ..stream.progress import show_progress
from ..stream.writing import WrittenAnswer, open_output, rendered

#: Puzzles without a result.
LATE = "without an answer in time"
#: Answers for a file besides "no" and "yes" in numbers of solutions.
LATE_FILE, REFUSED = "no answer in time", "refused"
ANSWERS = {0: "no solution", 1: "proper", 2: "several solutions"}


def judged(
    entry: Entry, require: tuple[str, ...], choice: EngineChoice
) -> tuple[int, tuple[str, ...]]:
    """Return the number of solutions, 2 for several, and the requirements that are not met."""
    from ...operations.checking import check
    from ...operations.solving import count

    backend, time_limit = choice.opened(entry.layout), choice.time_limit
    if require == ("proper",):
        number = count(entry.puzzle, limit=2, engine=backend, time_limit=time_limit)
        return number, () if number == 1 else require
    report = check(entry.puzzle, engine=backend, time_limit=time_limit)
    return report.count, report.missing(require)


class PuzzleCounts(NamedTuple):
    """The number of puzzles, in total and with each property."""

    counts: Counter[str]

    def record(self) -> Record:
        """Return the counts by name."""
        return dict(self.counts)

    def text(self) -> str:
        """Return the counts in words."""
        parts = [plural(self.counts["puzzles"], "puzzle")]
        for name, number in self.counts.items():
            if name != "puzzles":
                parts.append(phrase("{number:,} {what}", number=number, what=name))
        return joined(parts)


def summarise(stream: PuzzleStream, require: tuple[str, ...]) -> int:
    """Print the counts; return the exit status."""
    counts: Counter[str] = Counter()
    count = partial(counted, require=require, choice=stream.choice)
    parts = spread(stream.feed, count, stream.jobs, singly=not stream.choice.is_default)
    with open_output(stream.output) as file:
        for part in show_progress(parts, "checking", output=stream.output):
            counts.update(part)
        print(rendered(PuzzleCounts(counts), stream.form), file=file)
    misses = any(counts[name] < counts["puzzles"] for name in require)
    if counts[LATE]:
        return 2
    return say_left_out(stream.feed) or int(misses)


def counted(
    piece: Piece, require: tuple[str, ...], choice: EngineChoice
) -> Iterator[dict[str, int]]:
    """Yield the counts of a piece; kernels are used if fast on every board of the layout."""
    from ...batch.sharing import is_easy

    if isinstance(piece, Block) and is_easy(piece.layout):
        from ... import batch

        checked = batch.check(
            piece.cells, minimal="minimal" in require, logic="logic" in require, layout=piece.layout
        )
        others = {"minimal": (checked.minimal == 1).sum(), "logic": checked.logic.sum()}
        yield _counts(Counter(checked.counts.tolist()), others, require)
        return
    for entry in piece.entries():
        try:
            number, lacking = judged(entry, require, choice)
        except TimeLimitReached:
            yield {"puzzles": 1, LATE: 1}
        else:
            others = {name: name not in lacking for name in ("minimal", "logic")}
            yield _counts(Counter([number]), others, require)


def _counts(
    by_count: Counter[int], others: Mapping[str, int], require: tuple[str, ...]
) -> dict[str, int]:
    """by_count: number of puzzles with no, one, several solutions. others: number with other
    properties."""
    counts = {"puzzles": by_count.total(), "proper": by_count[1]}
    counts |= {"with several solutions": by_count[2], "with none": by_count[0]}
    return counts | {name: int(holds) for name, holds in others.items() if name in require}


class FileAnswer(NamedTuple):
    """The result for a file's puzzle. answer: one of `ANSWERS`, `LATE_FILE` or `REFUSED`; missing:
    the requirements that it does not meet; problem: why it was refused."""

    file: str
    answer: str
    missing: tuple[str, ...] = ()
    problem: str = ""

    def record(self) -> Record:
        """Return the fields by name."""
        return self._asdict()

    def text(self) -> str:
        """Return 'puzzles/1.iss: proper, not minimal'."""
        words = [self.answer, *(f"not {name}" for name in self.missing if name != "proper")]
        summary = phrase("{name!s}: {problem}", name=shown(self.file), problem=joined(words))
        if not self.problem:
            return summary
        return phrase("{where}: {problem}", where=summary, problem=self.problem)


def files_in(inputs: Sequence[str]) -> list[str]:
    """Return the named files and those in the named folders and their subfolders, sorted by name,
    without hidden ones.

    Raises `click.UsageError` for anything else.
    """
    found = []
    for name in inputs:
        if os.path.isfile(name):
            found.append(name)
        elif not os.path.isdir(name):
            raise click.UsageError(
                phrase("{name!s} is not a file: with a folder, give only files", name=shown(name))
            )
        for folder, below, files in os.walk(name):
            below[:] = sorted(one for one in below if one[0] != ".")
            found += [os.path.join(folder, one) for one in sorted(files) if one[0] != "."]
    return found


def summarise_files(stream: PuzzleStream, require: tuple[str, ...]) -> int:
    """Print a line for each file and finally, on standard error, the number of files with each
    answer; return the exit status."""
    output = Output(stream.output, stream.form, {}, stream.resume)
    files = files_in(stream.source.inputs)
    if not files:
        folders = ", ".join(map(shown, stream.source.inputs))
        raise click.UsageError(
            phrase("{folders}: no puzzle found: the folder holds no file", folders=folders)
        )
    work = partial(_line, stream=stream, require=require)
    lines = map_ordered(work, files[output.skip :], stream.jobs, say=complain)
    return output.write(_tallied(lines), "checking")


def _tallied(lines: Iterator[WrittenAnswer]) -> Iterator[WrittenAnswer]:
    counts: Counter[str] = Counter()
    for line in lines:
        counts[line.answer.answer] += 1
        yield line
    summary = []
    for name, number in sorted(counts.items()):
        summary.append(phrase("{number:,} {what}", number=number, what=name))
    complain(
        phrase(
            "{number:,} files: {counts}",
            number=sum(counts.values()),
            counts=joined(summary) or "none",
        )
    )


def _line(file: str, stream: PuzzleStream, require: tuple[str, ...]) -> WrittenAnswer:
    """Return the output line for a file."""
    try:
        answer = _answer(file, stream, require)
    except TimeLimitReached:
        answer = FileAnswer(file, LATE_FILE)
    except (SatdokuError, click.ClickException, OSError, UnicodeDecodeError) as error:
        problem = str(getattr(error, "message", error))
        if problem.startswith(f"{file}: "):
            problem = problem.removeprefix(f"{file}: ")
        answer = FileAnswer(file, REFUSED, problem=problem)
    is_open = answer.answer == LATE_FILE or (
        answer.answer == REFUSED and stream.source.on_error == "stop"
    )
    is_ok = not answer.missing and answer.answer in ANSWERS.values()
    return WrittenAnswer(rendered(answer, stream.form), ok=is_ok, is_open=is_open, answer=answer)


def _answer(file: str, stream: PuzzleStream, require: tuple[str, ...]) -> FileAnswer:
    source = replace(stream.source, inputs=(file,), on_error="stop")
    entries = list(islice(source.feed().entries(), 2))
    if len(entries) != 1:
        problem = "no puzzle in it: expected one puzzle per file"
        if entries:
            problem = "several puzzles in it: expected one puzzle per file"
        return FileAnswer(file, REFUSED, problem=problem)
    number, lacking = judged(entries[0], require, stream.choice)
    return FileAnswer(file, ANSWERS[number], lacking)
