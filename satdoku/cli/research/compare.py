"""`satdoku compare`: run every puzzle through every engine and encoding."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ...frozen import frozen
from ...phrases import phrase
from ..command import from_table, need
from ..messages import complain
from ..refusals import refuse
from ..stream.progress import show_progress
from ..stream.reading import Inputs
from ..stream.writing import listed, open_output

if TYPE_CHECKING:
    from ...board import Puzzle
    from ...operations.comparison import Comparison, Contender, Measurement


@frozen
class ComparisonOptions:
    """Which engines and encodings are asked, how often, and how."""

    encodings: str
    repeat: int
    time_limit: float
    seed: int
    shuffle: bool
    engines: str | None = None

    def contenders(self) -> list[Contender]:
        """Return who is compared; raise a usage error for none."""
        from ...backends.registry import engines_listed, installed
        from ...operations.comparing import USUAL_ENGINES, contenders

        names = installed(USUAL_ENGINES) if self.engines is None else engines_listed(self.engines)
        encodings = _split(self.encodings)
        found = contenders(names, encodings)
        if not found or not encodings:
            raise click.UsageError("name at least one engine and one encoding")
        if not any(contender.encoding for contender in found):
            refuse("none of these engines works on CNF", "--encodings")
        return found

    def are_of(self, measured: Measurement) -> bool:
        """Whether an earlier measurement was made this way."""
        how = (measured.seed, measured.time_limit, measured.shuffled)
        return measured.round < self.repeat and how == (self.seed, self.time_limit, self.shuffle)


@frozen
class ComparisonFiles:
    """Files to write beside the table. scatter: the two contenders of the scatter plot."""

    save: str | None = None
    guesses: str | None = None
    plots: str | None = None
    scatter: str | None = None

    def pair(self, who: list[Contender]) -> list[str]:
        """Return the contenders of the scatter plot; raise a usage error for others than two."""
        pair = _split(self.scatter or "")
        known = [str(contender) for contender in who]
        is_pair = self.scatter is None or len(set(pair)) == 2
        if not is_pair or not set(pair) <= {*known}:
            listed = ", ".join(known)
            raise click.UsageError(
                phrase(
                    "--scatter takes two of {listed!s}, with a comma between them", listed=listed
                )
            )
        return pair

    def write(self, compared: Comparison, pair: list[str]) -> None:
        """Write the puzzles that were guessed on, and the plots."""
        if self.guesses:
            with open_output(self.guesses) as stream:
                print(*compared.guess_lines(), sep="\n", file=stream)
        if self.plots:
            from ...render.plots import draw

            complain(
                phrase("written: {names!s}", names=", ".join(draw(compared, self.plots, pair)))
            )


@from_table("compare", "table", "csv", "json", "latex")
def command(
    source: Inputs,
    questions: ComparisonOptions,
    files: ComparisonFiles,
    form: str,
) -> int:
    """Compare engines and encodings: answers, times, decisions.

    Every engine must give the same answer (no solution, one and which, or several). One that a
    solution refutes is printed and counts as none, and the exit status is 1. Median
    and PAR-2 (the mean with twice the limit for what was not answered) are processor time. By the
    clock: the median of whole questions, and of solving without writing files and starting
    programs. Loading and starting are shown apart.
    \f
    satdoku compare puzzle.txt
    satdoku compare puzzles.txt --engines native,dlx,cadical153 --repeat 3
    satdoku compare puzzles.txt --engines native,dlx --save times.csv --format csv
    """
    who = questions.contenders()
    if files.plots:
        need("--plots needs", "matplotlib")
    pair = files.pair(who)
    puzzles = list(dict.fromkeys(entry.puzzle for entry in source.feed().entries()))
    measured = _measured_before(files.save, who, puzzles, questions)
    measured += _measured_now(files.save, who, puzzles, questions, measured, form)
    from ...operations.comparison import Comparison

    compared = Comparison(tuple(measured), questions.time_limit)
    if form == "latex":
        print(compared.latex())
    else:
        for line in listed(compared.summaries, compared.text, form):
            print(line)
    files.write(compared, pair)
    wrong = [measured for measured in compared.judged if measured.refuted]
    for one in wrong:
        complain(
            phrase(
                "{contender!s} is wrong on {puzzle!s}: {problem!s}",
                contender=one.contender,
                puzzle=one.puzzle,
                problem=one.problem,
            )
        )
    return 1 if wrong else 0


def _split(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _measured_before(
    journal: str | None, who: list[Contender], puzzles: list[Puzzle], questions: ComparisonOptions
) -> list[Measurement]:
    """Return the measurements of an earlier run that are of these puzzles and contenders."""
    if not journal:
        return []
    wanted = {(str(contender.engine), contender.encoding) for contender in who}
    lines = {(puzzle.line, puzzle.layout.name) for puzzle in puzzles}
    return [
        one
        for one in load(journal)
        if (one.engine, one.encoding) in wanted
        and (one.puzzle, one.layout) in lines
        and questions.are_of(one)
    ]


def _measured_now(
    save: str | None,
    who: list[Contender],
    puzzles: list[Puzzle],
    questions: ComparisonOptions,
    before: list[Measurement],
    form: str,
) -> list[Measurement]:
    """Return the measurements that are still missing; each is noted in the journal at once."""
    from ...operations.comparing import measure

    done = frozenset((m.puzzle, m.layout, m.round, m.engine, m.encoding) for m in before)
    fresh = measure(
        puzzles,
        who,
        repeat=questions.repeat,
        time_limit=questions.time_limit,
        seed=questions.seed,
        shuffle=questions.shuffle,
        done=done,
    )
    total = len(puzzles) * len(who) * questions.repeat - len(done)
    measured = []
    with open(save or os.devnull, "a", encoding="utf-8") as journal:
        for measurement in show_progress(fresh, "comparing", total, save or form):
            measured.append(measurement)
            print(json.dumps(asdict(measurement)), file=journal, flush=True)
    return measured


def load(path: str) -> Iterator[Measurement]:
    """Yield the measurements of an earlier run; a truncated last line is removed from the file."""
    from ...operations.comparison import Measurement

    if not os.path.exists(path):
        return
    with open(path, "r+", encoding="utf-8") as journal:
        end = 0
        while line := journal.readline():
            try:
                measurement = Measurement(**json.loads(line))
            except (ValueError, TypeError):
                if line.endswith("\n") or not line.startswith('{"puzzle"'[: len(line)]):
                    raise click.UsageError(
                        phrase("{path!s} is not the journal of a comparison", path=path)
                    ) from None
                journal.seek(end)
                journal.truncate()
                return
            yield measurement
            end = journal.tell()
