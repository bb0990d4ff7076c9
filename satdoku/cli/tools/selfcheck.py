"""`satdoku selfcheck`: check that components that answer the same question agree."""

from __future__ import annotations

import sys

import click

from ...layout import Layout
from ..command import Command
from ..options import common as options
from ..stream.progress import show_progress
from ..stream.source import Feed


@click.command("selfcheck", cls=Command)
@click.argument("inputs", nargs=-1)
@click.option(
    "--minutes", type=click.FloatRange(0, 60 * 24 * 7, min_open=True),
    help="How long to test random puzzles, in minutes.  [default: 1]",
)  # fmt: skip
@options.seed("The same seed tests the same puzzles.  [default: 0]", default=None)
@click.option("--check", "names", multiple=True, metavar="NAME", help="Run only this check.")
@options.layout
def command(
    inputs: tuple[str, ...], minutes: float | None, seed: int | None, names: tuple[str, ...],
    layout: Layout | None,
) -> int:  # fmt: skip
    """Check the program: engines and encodings against each other.

    Random puzzles on random boards, or those of INPUTS. A disagreement is shrunk to the smallest
    puzzle that shows it, and printed as a command. Exit status 1 if there is one.
    \f
    satdoku selfcheck
    satdoku selfcheck puzzles.txt
    satdoku selfcheck --check encodings --seed 7
    """
    from ...kernels import library
    from ...selfchecking.running import random_puzzles, selfcheck

    if inputs and (minutes, seed) != (None, None):
        raise click.UsageError("--minutes and --seed are for random puzzles: leave out INPUTS")
    puzzles = random_puzzles(minutes or 1.0, seed or 0, layout)
    if inputs:
        puzzles = (entry.puzzle for entry in Feed(inputs, layout).entries())
    found = selfcheck(
        show_progress(puzzles, "checking", None, "-"),
        checks=names,
        progress=lambda failure: print(failure.text(), flush=True),
    )
    print(found.summary)
    if sys.stderr.isatty():  # about this machine, not about the checks
        click.echo(f"kernels: {library.about()}", err=True)
    return int(bool(found.failures))
