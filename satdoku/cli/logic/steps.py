"""`satdoku steps`: list every step that is possible now, not only the simplest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ...errors import ParseError
from ...phrases import phrase
from ..command import from_table
from ..stream.writing import WrittenAnswer, rendered
from .positions import States

if TYPE_CHECKING:
    from ...logic.available import Available, Moves
    from ...logic.starting import Start
    from ..stream.entries import Entry


@from_table("steps", "text", "json")
def command(
    states: States,
    technique: str | None,
    without: str,
    eliminates: str | None,
    places: str | None,
    limit: int | None,
    uniqueness: bool,
    verbosity: str,
) -> int:
    """List every step that can be taken now, simplest first.

    A pattern is listed once, under its simplest name; the other names follow the list. Of a
    technique that is searched for rather than listed (nested refutations, dynamic forcing chains),
    only the simplest step is given. Exit status 1 if there is none.

    With --eliminates or --places, your own move is judged first: right or wrong, and why. Then come
    the steps that give it, or a proof. Exit status 1 unless all of it is right.
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
    moves: tuple[str | None, str | None] = (None, None),
    limit: int | None = None,
    uniqueness: bool = False,
    verbosity: str = "all",
) -> int:
    """Write the steps; return the exit status. moves: what they must eliminate, and place (None:
    nothing is asked for)."""
    from ...logic.available import StepListing, judgement_text, listed_lines, rows_of
    from ...logic.starting import position_of

    is_text = states.form == "text"
    if "" in moves:
        # Without this, all steps would be listed as the answer to an empty question.
        raise click.UsageError(
            "--eliminates and --places need a move: write 3r4c5, r4c56<>3 or r4c7=5"
        )
    eliminates, places = (text or "" for text in moves)
    move: Moves = {"eliminates": eliminates, "places": places, "time_limit": states.time_limit}

    def of_one(entry: Entry, start: Start) -> Iterator[WrittenAnswer]:
        """In text form, print each step as soon as it is found: the hardest take long."""
        position = position_of(start)
        rows = rows_of(technique, without, uniqueness)
        try:
            listing = StepListing(position, rows, move, limit)
        except ParseError as error:
            raise click.UsageError(
                phrase("in --eliminates or --places: {problem}", problem=error.problem)
            ) from None
        if listing.moves and is_text:
            judgement = judgement_text(listing.moves)
            yield WrittenAnswer(states.tell(judgement), now=True)
        for step in listing:
            if not is_text:
                continue
            lines = listed_lines(position, step, verbosity, listing.wanted)
            text = states.text(lines)
            yield WrittenAnswer(text, now=True)
        yield _ending(listing.found, states, verbosity)

    return states.write(states.answered(of_one, of_either=True), "looking")


def _ending(found: Available, states: States, verbosity: str) -> WrittenAnswer:
    """Return what follows the steps: in text form other names, proofs and the number of steps."""
    is_right = bool(found.steps)
    if found.moves:
        is_right = found.judgement == "right"
    if states.form != "text":
        record = rendered(found, states.form)
        return WrittenAnswer(record, ok=is_right)
    lines = list[str]()
    if verbosity == "all":
        lines += found.other_names()
    lines += found.unnamed()
    lines.append(found.summary)
    text = states.text(lines)
    return WrittenAnswer(text, ok=is_right)
