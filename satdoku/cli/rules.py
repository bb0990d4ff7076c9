"""`satdoku rules`: the names of techniques, in the order in which they are tried."""

from __future__ import annotations

import click

from . import options
from .listing import Record, show


@click.command("rules")
@options.puzzle_format("text", "json")
def command(form: str) -> int:
    """List the techniques: their names, ratings, and the sets that have them.

    Any of the names may be given to --rules, --until, --needs and --forbids; capitals, blanks and
    hyphens do not matter. A form is found by its rule, and named by what was found.
    """
    from ..logic.names import techniques

    def note(record: Record) -> str:
        form_of = f"a form of {record['rule']}" if record["rule"] != record["name"] else ""
        asked = f"with {record['asked_for']}" if record["asked_for"] else ""
        also = f"also {', '.join(record['aliases'])}" if record["aliases"] else ""
        return "; ".join(filter(None, (form_of, asked, also)))

    return show(
        techniques(),
        form,
        {
            "rating": lambda record: f"{record['rating']:4.1f}",
            "name": lambda record: record["name"],
            "first set": lambda record: record["sets"][0] if record["sets"] else "",
            "": note,
        },
    )
