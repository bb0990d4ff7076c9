"""`satdoku convert`: puzzles in the forms and links of other programs."""

from __future__ import annotations

import click

from ..layout import Layout
from . import options
from .stream.feed import read_entries
from .stream.files import open_output

#: As in `formats.converting`, which is loaded when it is needed.
NAMES = (
    "line", "grid", "json", "iss", "iss-link", "fpuzzles", "fpuzzles-link", "sudokupad-link", "scl",
    "scf", "killer", "killer-long", "sukaku",
)  # fmt: skip


@click.command("convert")
@options.inputs
@click.option(
    "--to", "form", type=click.Choice(NAMES), default="json", show_default=True, help="The form."
)
@options.ignore_rules
@options.layout
@options.output
def command(inputs: tuple[str, ...], form: str, layout: Layout | None, output: str | None) -> int:
    """Write puzzles in another form: as a link, a constraint string, JSON, cells.

    A board or a rule that the form does not have is an error.
    """
    from ..formats.converting import convert

    with open_output(output) as stream:
        for entry in read_entries(inputs, layout):
            print(convert(entry.puzzle, form), file=stream)
    return 0
