"""`satdoku hint`: the next step, as far as requested: from a vague hint to where, what and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...phrases import phrase
from ..command import from_table
from ..stream.writing import WrittenAnswer, rendered
from .positions import ChosenTechniques, States

if TYPE_CHECKING:
    from ...board import Puzzle
    from ...logic.mistakes import PlayerState
    from ..stream.entries import Entry


@from_table("hint", "text", "json")
def command(states: States, show: str, chosen: ChosenTechniques) -> int:
    """Give a hint: as much of the next step as you choose.

    A puzzle without exactly one solution gets no hint, but the givens that may be wrong; a mistake
    in a state comes first. Exit status 1 in these cases, or if no step is possible.
    \f
    satdoku hint puzzle.txt
    satdoku hint puzzle.txt --show why
    satdoku hint puzzle.txt --only singles,pairs
    """
    from ...logic.hints import hint

    def of_one(entry: Entry, start: Puzzle | PlayerState) -> Iterator[WrittenAnswer]:
        found = hint(start, time_limit=states.time_limit, **chosen.named)
        is_text = states.form == "text"
        text = found.text(show, states.language) if is_text else rendered(found, states.form)
        if not found.problem:
            yield WrittenAnswer(text, ok=found.ok)
        else:  # the text form prints it elsewhere
            text = "" if is_text else text
            yield WrittenAnswer(
                text,
                phrase("{where}: {problem}", where=entry.where, problem=found.problem),
                found.ok,
            )

    return states.write(states.answered(of_one), "looking")
