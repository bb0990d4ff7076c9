"""`satdoku formats`: list the puzzle formats that can be read and written."""

from __future__ import annotations

import click

from ..command import Command
from ..options.listing import show
from ..options.output_format import puzzle_format


@click.command("formats", cls=Command)
@puzzle_format("text", "json")
def command(form: str) -> int:
    """List the puzzle formats: names, endings, what they carry."""
    from ...formats.converting import formats

    return show(formats(), form)
