"""`satdoku levels`: the difficulty labels and their ratings."""

from __future__ import annotations

import click

from ..command import Command
from ..options import techniques as technique_options
from ..options.listing import show
from ..options.output_format import puzzle_format


@click.command("levels", cls=Command)
@technique_options.scale_name
@puzzle_format("text", "json")
def command(scale: str | None, form: str) -> int:
    """List the levels: the ratings and techniques of each.

    \f
    satdoku levels
    satdoku levels --scale satdoku
    satdoku levels --format json
    """
    from ...logic.catalog.listings import levels

    return show(levels(scale), form)
