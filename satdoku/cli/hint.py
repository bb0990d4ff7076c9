"""`satdoku hint`: the next step, told as far as asked: where, then what, then why."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ..layout import Layout
from . import options
from .explain import states
from .stream.answers import Line, Output
from .stream.shapes import told


@click.command("hint")
@options.inputs
@click.option(
    "--show",
    type=click.Choice(["where", "what", "why"]),
    default="where",
    show_default=True,
    help="Where to look; what follows there; why it does.",
)
@options.state
@options.rules
@options.puzzle_format("text", "json")
@options.layout
@options.output
def command(
    inputs: tuple[str, ...],
    show: str,
    from_state: bool,
    entries: str | None,
    rules: str,
    form: str,
    layout: Layout | None,
    output: str | None,
) -> int:
    """Give a hint: the simplest next step, not more of it than asked for.

    A mistake in a state is named first. Exit status 1 if there is one, or no step is left.
    """
    from ..logic.hints import hint

    if form == "json":
        options.refuse("json tells all", "show")

    def lines() -> Iterator[Line]:
        for entry, start in states(inputs, layout, from_state, entries):
            found = hint(start, rules=rules)
            said = "" if found.problem else found.text(show)
            if form == "json":
                said = told(found, form)
            yield Line(said, found.problem and f"{entry.where}: {found.problem}", found.ok)

    return Output(output, form, {}).write(lines(), "looking")
