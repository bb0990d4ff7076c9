"""`satdoku steps`: list every step that is possible now, not only the simplest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from ...backends.base import Clock
from ...errors import ParseError
from ..command import from_table
from ..stream.writing import WrittenAnswer, rendered
from .positions import States

if TYPE_CHECKING:
    from ...logic.search.listing import Pattern
    from ...logic.starting import Start
    from ...logic.steps import LogicStep
    from ..stream.entries import Entry


@from_table("steps", "text", "json")
def command(
    states: States,
    technique: str | None,
    without: str,
    eliminates: str,
    places: str,
    limit: int | None,
    uniqueness: bool,
    verbosity: str,
) -> int:
    """List every step that can be taken now, simplest first.

    A pattern is listed once, under its simplest name; the other names follow the list. Of a
    technique that is searched for rather than listed (nested refutations, dynamic forcing chains),
    only the simplest step is given. Exit status 1 if there is none.
    \f
    satdoku steps puzzle.txt
    satdoku steps puzzle.txt --technique pointing
    satdoku steps puzzle.txt --eliminates "1r4c2,1r4c3" --places r4c7=5
    """
    return write_available(
        states, technique or "", without, (eliminates, places), limit, uniqueness, verbosity
    )


def write_available(
    states: States,
    technique: str = "",
    without: str = "",
    moves: tuple[str, str] = ("", ""),
    limit: int | None = None,
    uniqueness: bool = False,
    verbosity: str = "all",
) -> int:
    """Write the steps; return the exit status. moves: what they must eliminate, and place."""
    from ...logic.available import Available, listed_lines, one_by_one
    from ...logic.moves import wanted_of
    from ...logic.starting import position_of

    def of_one(entry: Entry, start: Start) -> Iterator[WrittenAnswer]:
        """In text form, print each step as soon as it is found: the hardest take long."""
        position = position_of(start)
        clock = Clock(states.time_limit)
        try:
            wanted = wanted_of(*moves, position)
        except ParseError as error:
            raise click.UsageError(f"in --eliminates or --places: {error.problem}") from None
        names: dict[Pattern, list[str]] = {}
        ask = partial(one_by_one, position, technique, without, wanted, uniqueness, names=names)
        found = clock.within(ask)
        steps: list[LogicStep] = []
        while step := clock.within(partial(next, found, None)):
            if len(steps) == limit:
                break
            steps.append(step)
            if states.form == "text":
                yield WrittenAnswer(
                    "\n".join(listed_lines(position, step, verbosity, wanted)), now=True
                )
        whole = Available(position, tuple(steps), step is None, wanted, names)
        if states.form == "text" and verbosity == "all":
            yield from map(WrittenAnswer, whole.other_names())
        last = whole.summary if states.form == "text" else rendered(whole, states.form)
        yield WrittenAnswer(last, ok=bool(steps))

    return states.write(states.answered(of_one, of_either=True), "looking")
