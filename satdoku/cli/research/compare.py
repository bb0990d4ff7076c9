"""`satdoku compare`: run every puzzle through every engine and encoding."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ...layout import Layout
from ..command import from_table, need
from ..messages import complain
from ..refusals import refuse
from ..stream.progress import show_progress
from ..stream.reading import Feed, Ignored
from ..stream.writing import listed, open_output

if TYPE_CHECKING:
    from ...operations.comparison import Measurement


@from_table("compare", "table", "csv", "json", "latex")
def command(
    inputs: tuple[str, ...],
    engines: str | None,
    encodings: str,
    repeat: int,
    time_limit: float,
    seed: int,
    shuffle: bool,
    save: str | None,
    guesses: str | None,
    plots: str | None,
    scatter: str | None,
    form: str,
    layout: Layout | None,
    ignored: Ignored,
) -> int:
    """Compare engines and encodings: answers, times, decisions.

    Every engine must give the same answer (no solution, one and which, or several); where they
    differ the puzzle is printed, and the exit status is 1. Times are medians of whole questions,
    of solving without writing files and starting programs, and of processor time; and PAR-2: the
    mean with twice the limit for what was not answered. Loading and starting are shown apart.
    \f
    satdoku compare puzzle.txt
    satdoku compare puzzles.txt --engines native,dlx,cadical153 --repeat 3
    satdoku compare puzzles.txt --engines native,dlx --save times.csv --format csv
    """
    from ...backends.registry import engines_listed, installed
    from ...operations.comparing import USUAL_ENGINES, contenders, measure
    from ...operations.comparison import Comparison

    def split(text: str) -> list[str]:
        return [name.strip() for name in text.split(",") if name.strip()]

    names = installed(USUAL_ENGINES) if engines is None else engines_listed(engines)
    who = contenders(names, split(encodings))
    if not who or not split(encodings):
        raise click.UsageError("name at least one engine and one encoding")
    if not any(contender.encoding for contender in who):
        refuse("none of these engines works on CNF", "--encodings")
    if plots:
        need("--plots needs", "matplotlib")
    pair = split(scatter or "")
    if (scatter is not None and len(set(pair)) != 2) or not set(pair) <= set(map(str, who)):
        known = ", ".join(map(str, who))
        raise click.UsageError(f"--scatter takes two of {known}, with a comma between them")
    feed = Feed(inputs, layout, ignored=ignored.names)
    puzzles = list(dict.fromkeys(entry.puzzle for entry in feed.entries()))
    measured = list(load(save)) if save else []
    wanted = {(str(c.engine), c.encoding) for c in who}
    lines = {(puzzle.line, puzzle.layout.name) for puzzle in puzzles}
    measured = [
        m
        for m in measured
        if (m.engine, m.encoding) in wanted
        and (m.puzzle, m.layout) in lines
        and m.round < repeat
        and (m.seed, m.time_limit, m.shuffled) == (seed, time_limit, shuffle)
    ]
    done = frozenset((m.puzzle, m.layout, m.round, m.engine, m.encoding) for m in measured)
    fresh = measure(
        puzzles, who, repeat=repeat, time_limit=time_limit, seed=seed, shuffle=shuffle, done=done
    )
    total = len(puzzles) * len(who) * repeat - len(done)
    with open(save or os.devnull, "a", encoding="utf-8") as journal:
        for measurement in show_progress(fresh, "comparing", total, save or form):
            measured.append(measurement)
            print(json.dumps(asdict(measurement)), file=journal, flush=True)
    compared = Comparison(tuple(measured), time_limit)
    shown = listed(compared.summaries, compared.text, form)
    for line in [compared.latex()] if form == "latex" else shown:
        print(line)
    if guesses:
        with open_output(guesses) as stream:
            print(*compared.guess_lines(), sep="\n", file=stream)
    if plots:
        from ...render.plots import draw

        complain(f"written: {', '.join(draw(compared, plots, pair))}")
    for puzzle, by_engine in compared.disagreements:
        complain(f"answers differ on {puzzle}: {by_engine}")
    return 1 if compared.disagreements else 0


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
                    raise click.UsageError(f"{path} is not the journal of a comparison") from None
                journal.seek(end)
                journal.truncate()
                return
            yield measurement
            end = journal.tell()
