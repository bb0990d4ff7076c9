"""`satdoku layouts`: list the names of boards, extra houses and variant rules."""

from __future__ import annotations

import click

from ..command import Command
from ..options.listing import show
from ..options.output_format import puzzle_format


@click.command("layouts", cls=Command)
@puzzle_format("text", "json")
def command(form: str) -> int:
    """List what --layout understands: boards and additions.

    9x9+diagonal+anti-knight is a board with the houses and the rule of those names.
    """
    from ...operations.layouts import layouts

    return show(layouts(), form)
