"""`satdoku levels`: the labels of difficulty and their ratings."""

from __future__ import annotations

import click

from . import technique_options
from .forms import puzzle_format
from .listing import show


@click.command("levels")
@technique_options.scale_name
@puzzle_format("text", "json")
def command(scale: str | None, form: str) -> int:
    """List the levels: what the hardest step of a puzzle is rated, and which rules that allows."""
    from ..logic.catalog.listings import levels

    return show(levels(scale), form)
