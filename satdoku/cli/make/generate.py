"""`satdoku generate`: new puzzles."""

from __future__ import annotations

import sys

import click

from ...layout import Layout
from ..command import Command
from ..options import common as options
from ..options.generation import Wanted, refuse_what_is_ignored
from ..options.generation_run import Run, options_of_run
from ..options.output_format import puzzle_format
from ..stream.answers import Output
from ..stream.columns import with_added
from ..stream.generated import COLUMNS, shape_all
from ..stream.writers import Shape


@click.command("generate", cls=Command)
@options_of_run
@options.add
@puzzle_format("grid", "line", "json", "csv", "parquet", "svg", others=True)
@options.layout
@options.workers
@options.resume("Continue after the puzzles already in the output file.")
@options.output
def command(
    run: Run, add: tuple[str, ...], form: str, layout: Layout | None, jobs: int, resume: bool,
    output: str | None,
) -> int:  # fmt: skip
    """Generate puzzles, with no given more than they need.

    Each is solvable by the base rules and irreducible in that sense, unless --keep or
    --no-minimal say otherwise. Puzzle number i of a run depends on the seed, i and the options
    alone. Exit status 1 if no puzzle of the wanted kind was found.
    \f
    satdoku generate --count 3 --seed 7 --format line
    satdoku generate --level tricky --symmetry half-turn
    satdoku generate --layout 6x6 --kind killer --seed 1
    """
    refuse_what_is_ignored(run.wanted)
    form = _able_form(form, run.wanted, run.count)
    if resume and run.seed is None:
        raise click.UsageError("--resume needs the --seed of the run")
    reports = bool(output) or sys.stdout.isatty()
    run = run.seeded(reports)
    file = Output(output, form, with_added(form, COLUMNS, add), resume)
    shape = Shape(form, file.columns, add=add)
    made = run.made(layout or Layout.boxes(3, 3), jobs, file.skip)
    status = file.write(shape_all(made, shape, run.start, jobs), "generating", run.count)
    if run.wanted.is_of_level and reports:
        click.echo(f"{run.puzzles:,} puzzles of {run.looked_at:,} tried", err=True)
    return status


def _able_form(form: str, wanted: Wanted, count: int) -> str:
    """Return the form; by default, puzzles with their own rules use lines that include them."""
    if form == "svg" and count > 1:
        raise click.UsageError("an SVG picture shows one puzzle: leave out --count")
    if wanted.kind is None or form != "grid":
        return form
    options.refuse("a grid does not include the rules (line, json and svg do)", "form")
    return "line"
