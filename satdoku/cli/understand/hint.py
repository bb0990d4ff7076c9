"""`satdoku hint`: the next step, as far as requested: from a vague hint to where, what and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..command import Command
from ..options import common as options
from ..options import techniques as technique_options
from ..options.positions import States, on_states
from ..stream.decorated import View
from ..stream.writers import Line, rendered

if TYPE_CHECKING:
    from ...board import Puzzle
    from ...logic.mistakes import State
    from ..stream.entries import Entry


@click.command("hint", cls=Command)
@click.option(
    "--show", type=click.Choice(["vague", "where", "what", "why"]), default="vague",
    help="How much to show: the part of the board; the technique and its cells; what follows; why.",
)  # fmt: skip
@technique_options.techniques
@on_states("text", "json")
def command(states: States, show: str, chosen: technique_options.Chosen) -> int:
    """Give a hint: as much of the next step as you choose.

    A puzzle without exactly one solution gets no hint, but the givens that may be wrong; a mistake
    in a state comes first. Exit status 1 in these cases, or if no step is possible.
    \f
    satdoku hint puzzle.txt
    satdoku hint puzzle.txt --show why
    satdoku hint puzzle.txt --only singles,pairs
    """
    from ...logic.hints import hint

    if states.form == "json":
        options.refuse("json includes every part", "show")

    def of_one(entry: Entry, start: Puzzle | State) -> Iterator[Line]:
        found = hint(start, time_limit=states.time_limit, **chosen.named)
        text = rendered(View(found, {"show": show}), states.form)
        if not found.problem:
            yield Line(text, ok=found.ok)
        else:  # the text form prints it elsewhere
            problem = f"{entry.where}: {found.problem}"
            yield Line(text.removeprefix(found.problem), problem, found.ok)

    return states.write(states.answered(of_one), "looking")
