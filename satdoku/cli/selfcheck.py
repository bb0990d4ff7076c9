"""`satdoku selfcheck`: does all that answers the same question agree?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

import click

from ..layout import Layout
from . import options
from .stream.feed import read_entries
from .stream.progress import show_progress

if TYPE_CHECKING:
    from ..board import Puzzle
    from ..selfchecking import Failure


@click.command("selfcheck")
@click.argument("inputs", nargs=-1)
@click.option(
    "--minutes", type=click.FloatRange(0, 60 * 24 * 7, min_open=True), default=1.0,
    show_default=True, help="How long random puzzles are tried.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True,
    help="Fixes the random puzzles.",
)  # fmt: skip
@click.option("--check", "names", multiple=True, metavar="NAME", help="Only this check.")
@options.layout
def command(
    inputs: tuple[str, ...],
    minutes: float,
    seed: int,
    names: tuple[str, ...],
    layout: Layout | None,
) -> int:
    """Check the program: engines, encodings, kernels, logic, certificates against each other.

    Random puzzles on random boards, or those of INPUTS. A disagreement is shrunk to the smallest
    puzzle that shows it, and printed as a command. Exit status 1 if there is one.
    """
    from ..selfchecking import CHECKS, look_at

    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        raise click.UsageError(f"unknown check {unknown[0]!r}: known are {', '.join(CHECKS)}")
    boards: Counter[str] = Counter()
    failures: list[Failure] = []
    for puzzle in show_progress(_puzzles(inputs, layout, minutes, seed), "checking", None, "-"):
        boards[puzzle.layout.name] += 1
        for failure in look_at(puzzle, names):
            failures.append(failure)
            print(f"{failure.check}: {failure.problem}\n  {failure.command}", flush=True)
        if len(failures) >= len(CHECKS):
            break
    checks = len(names or CHECKS)
    said = f"{len(failures)} disagreements" if failures else "all agree"
    print(
        f"{boards.total():,} puzzle{'s'[: boards.total() != 1]} on {len(boards)} "
        f"board{'s'[: len(boards) != 1]}, {checks} check{'s'[: checks != 1]} each: {said}"
    )
    return int(bool(failures))


def _puzzles(
    inputs: tuple[str, ...], layout: Layout | None, minutes: float, seed: int
) -> Iterator[Puzzle]:
    from ..selfchecking import random_puzzle

    if inputs:
        yield from (entry.puzzle for entry in read_entries(inputs, layout))
        return
    end = time.monotonic() + 60 * minutes
    for index in count():
        if time.monotonic() > end:
            return
        yield random_puzzle(seed, index, layout)
