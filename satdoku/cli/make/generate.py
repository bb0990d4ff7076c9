"""`satdoku generate`: new puzzles."""

from __future__ import annotations

import sys

import click

from ...formats.metadata import with_about
from ...formats.table import FORMATS
from ...layout import Layout
from ...plurals import plural
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
@options.about
@options.add
@puzzle_format("grid", "line", "json", "csv", "parquet", "svg", others=True)
@options.layout
@options.workers
@options.resume("Continue after the puzzles already in the output file.")
@options.output
def command(
    run: Run, title: str | None, author: str | None, add: tuple[str, ...], form: str,
    layout: Layout | None, jobs: int, resume: bool, output: str | None,
) -> int:  # fmt: skip
    """Generate puzzles, with no given more than they need.

    Each is solvable with singles alone, with no given more than that needs, unless --keep or
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
    about = _about(run.wanted, form, title, author)
    columns = with_added(form, COLUMNS | dict.fromkeys(about, "string"), add)
    file = Output(output, form, columns, resume)
    shape = Shape(form, file.columns, add=add)
    board = layout or Layout.boxes(3, 3)
    made = run.made(board, jobs, file.skip)
    if about:
        made = (found._replace(puzzle=with_about(found.puzzle, about)) for found in made)
    how = run.wanted.rated_by(board) if add else {}
    status = file.write(shape_all(made, shape, run.start, jobs, how), "generating", run.count)
    if run.wanted.is_of_level and reports:
        number, tries = plural(run.puzzles, "puzzle"), plural(run.looked_at, "try", "tries")
        click.echo(f"found {number} in {tries}", err=True)
    return status


def _about(wanted: Wanted, form: str, title: str | None, author: str | None) -> dict[str, str]:
    """Return the metadata of the puzzles; raise a usage error if the form cannot hold it."""
    about = options.named_about(title, author)
    carried = FORMATS[form].carries if form in FORMATS else frozenset[str]()
    for name in about.keys() - carried:
        raise click.UsageError(f"--format {form} cannot hold the {name}: take json or csv")
    return about | ({"level": wanted.level} if wanted.level and "level" in carried else {})


def _able_form(form: str, wanted: Wanted, count: int) -> str:
    """Return the form; by default, puzzles with their own rules use lines that include them."""
    if form == "svg" and count > 1:
        raise click.UsageError("an SVG picture shows one puzzle: leave out --count")
    if wanted.kind is None or form != "grid":
        return form
    options.refuse("a grid does not include the rules (line, json and svg do)", "form")
    return "line"
