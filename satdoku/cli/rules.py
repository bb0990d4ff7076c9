"""`satdoku rules`: the names of techniques, in the order in which they are tried."""

from __future__ import annotations

import click

from .forms import puzzle_format
from .listing import show


@click.command("rules")
@puzzle_format("text", "json")
def command(form: str) -> int:
    """List the techniques: their names, ratings, and the sets that have them.

    Any of the names may be given to --rules, --until, --needs and --forbids; capitals, blanks and
    hyphens do not matter. A form is found by its rule, and named by what was found.
    """
    from ..logic.listings import techniques

    return show(techniques(), form)
