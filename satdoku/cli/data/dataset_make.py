"""`satdoku dataset make`: rated, traced puzzles in splits, from a recipe."""

from __future__ import annotations

import click

from ..command import Command
from ..options import common as options
from ..options.output_format import puzzle_format
from ..stream.progress import Watch
from ..stream.writers import rendered


@click.command("make", cls=Command)
@click.argument("recipe", metavar="RECIPE.toml")
@click.option("-o", "--output", metavar="FOLDER", required=True, help="A new folder.")
@options.resume("Continue an interrupted run.")
@puzzle_format("text", "json")
@options.workers
def command(recipe: str, output: str, resume: bool, form: str, jobs: int) -> int:
    """Make a data set from RECIPE.toml in a new folder.

    Puzzles by level, no two of them isomorphic, in splits; rated, traced step by step where
    the recipe says so, and told in a manifest. The same recipe makes the same bytes. A run that was
    stopped leaves FOLDER.part, from which --resume goes on.
    \f
    satdoku dataset make recipe.toml -o puzzles/
    satdoku dataset make recipe.toml -o others/ --resume --jobs 2
    satdoku dataset make recipe.toml -o more/ --format json
    """
    from ...datasets.make.making import make_dataset

    with Watch() as watch:
        made = make_dataset(recipe, output, jobs=jobs, resume=resume, progress=watch.tell)
    click.echo(rendered(made, form))
    return 0
