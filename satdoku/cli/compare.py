"""`satdoku compare`: every puzzle through every engine and encoding."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

import click

from ..layout import Layout
from . import options
from .messages import complain
from .stream.feed import read_entries
from .stream.progress import show_progress

if TYPE_CHECKING:
    from ..operations.comparing import Measurement, Summary

DEFAULT_ENGINES = "native,dlx,glucose4,cadical153,minicard,cpsat"


@click.command("compare")
@options.inputs
@click.option(
    "--engines",
    default=DEFAULT_ENGINES,
    show_default=True,
    metavar="A,B,…",
    help="Names, or commands of DIMACS solvers.",
)
@click.option(
    "--encodings",
    default="native,pairwise",
    show_default=True,
    metavar="X,Y,…",
    help="For the engines that work on CNF; native for those with cardinality constraints.",
)
@click.option(
    "--repeat",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Rounds, each with the digits renamed.",
)
@click.option(
    "--time-limit",
    type=options.SECONDS,
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="For each question.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    help="Fixes how digits are renamed.",
)
@click.option(
    "--save",
    metavar="FILE",
    help="Append each measurement to FILE as it is made; what is there is not measured "
    "again, so an interrupted comparison goes on.",
)
@click.option("--plots", metavar="DIR", help="Write cactus.svg and scatter.svg (matplotlib).")
@options.puzzle_format("table", "csv", "json")
@options.layout
def command(
    inputs: tuple[str, ...],
    engines: str,
    encodings: str,
    repeat: int,
    time_limit: float,
    seed: int,
    save: str | None,
    plots: str | None,
    form: str,
    layout: Layout | None,
) -> int:
    """Compare engines and encodings on puzzles: answers, times, propagation, decisions.

    Every engine must give the same answer (no solution, one and which, or several); where they
    differ the puzzle is printed, and the exit status is 1. Times are medians, and PAR-2: the mean
    with twice the limit for what was not answered.
    """
    from ..operations.comparing import compare, contenders, disagreements, summarize

    def split(text: str) -> list[str]:
        return [name.strip() for name in text.split(",") if name.strip()]

    who = contenders(split(engines), split(encodings))
    if not who or not split(encodings):
        raise click.UsageError("name at least one engine and one encoding")
    puzzles = list(dict.fromkeys(entry.puzzle for entry in read_entries(inputs, layout)))
    measured = list(load(save)) if save else []
    wanted = {(str(c.engine), c.encoding) for c in who}
    lines = {(puzzle.line, puzzle.layout.name) for puzzle in puzzles}
    measured = [
        m for m in measured
        if (m.engine, m.encoding) in wanted and (m.puzzle, m.layout) in lines
        and m.round < repeat and (m.seed, m.time_limit) == (seed, time_limit)
    ]  # fmt: skip
    done = frozenset((m.puzzle, m.layout, m.round, m.engine, m.encoding) for m in measured)
    fresh = compare(puzzles, who, repeat=repeat, time_limit=time_limit, seed=seed, done=done)
    total = len(puzzles) * len(who) * repeat - len(done)
    with open(save or os.devnull, "a", encoding="utf-8") as journal:
        for measurement in show_progress(fresh, "comparing", total, save or form):
            measured.append(measurement)
            print(json.dumps(asdict(measurement)), file=journal, flush=True)
    print_summaries(summarize(measured, time_limit), form)
    if plots:
        from ..render.plots import draw

        complain(f"written: {', '.join(draw(measured, plots, time_limit))}")
    differing = disagreements(measured)
    for puzzle, said in differing:
        complain(f"answers differ on {puzzle}: {said}")
    return 1 if differing else 0


def load(path: str) -> Iterator[Measurement]:
    """The measurements of an earlier run; a last line that was cut off is dropped from the file."""
    from ..operations.comparing import Measurement

    if not os.path.exists(path):
        return
    with open(path, "r+", encoding="utf-8") as journal:
        end = 0
        while line := journal.readline():
            try:
                measurement = Measurement(**json.loads(line))
            except (ValueError, TypeError):
                if line.endswith("\n") or not line.startswith('{"puzzle"'[: len(line)]):
                    raise click.UsageError(f"{path} is no journal of a comparison") from None
                journal.seek(end)
                journal.truncate()
                return
            yield measurement
            end = journal.tell()


def print_summaries(summaries: list[Summary], form: str) -> None:
    """The table, as text, CSV or JSON lines."""
    if form == "json":
        for summary in summaries:
            print(json.dumps(asdict(summary)))
        return
    if form == "csv":
        from ..operations.comparing import Summary

        writer = csv.DictWriter(sys.stdout, [field.name for field in fields(Summary)])
        writer.writeheader()
        writer.writerows(map(asdict, summaries))
        return
    width = max([10, *(len(summary.contender) for summary in summaries)])
    heads = ("answered", "median ms", "PAR-2 ms", "propagated", "decisions")
    print(f"{'engine':{width}}" + "".join(f"{head:>12}" for head in heads))
    for s in summaries:
        print(
            f"{s.contender:{width}}{f'{s.answered}/{s.questions}':>12}{s.median_ms:12.3f}"
            f"{s.par2_ms:12.3f}{s.propagated:12.1%}{s.mean_decisions:12.1f}"
            + (f"  {s.problem}" if s.problem else "")
        )
