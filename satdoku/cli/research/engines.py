"""`satdoku engines`: list the installed engines and those that can be installed."""

from __future__ import annotations

import click

from ..command import Command
from ..options.listing import show
from ..options.output_format import puzzle_format


@click.command("engines", cls=Command)
@puzzle_format("text", "json")
def command(form: str) -> int:
    """List the engines: version, givens, what to install."""
    from ...backends.inventory import engines

    return show(engines(), form)
