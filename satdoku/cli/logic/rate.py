"""`satdoku rate`: how hard puzzles are for a person."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ..command import from_table
from ..stream.answering import PuzzleStream
from ..stream.columns import RATED
from ..stream.entries import Block, Entry
from ..stream.output import Output
from ..stream.writing import Shape, WrittenAnswer
from .positions import ChosenTechniques, States

if TYPE_CHECKING:
    from ...logic.difficulty.rating import Rating
    from ...logic.position import Position

COLUMNS = {
    "puzzle": "string", "outcome": "string", "label": "string", "rating": "float64",
    "total": "float64", "first": "float64", "until_placed": "float64", "estimated": "bool",
    "steps": "int64", "size": "int64", "depth": "int64", "decisions": "int64", "scale": "string",
}  # fmt: skip


@from_table("rate", "text", "json", "csv", "parquet")
def command(
    stream: PuzzleStream, states: States, chosen: ChosenTechniques, time_limit: float | None
) -> int:
    """Rate puzzles by the hardest step that they need.

    The text is ER/EP/ED (the hardest step, the hardest up to the first digit placed, the first
    step), the label, and the hardest rule; ~ marks an estimate. Exit status 1 if a puzzle is not
    proper.
    \f
    satdoku rate puzzles.txt
    satdoku rate puzzles.txt --scale satdoku --format csv
    satdoku generate --count 5 --seed 1 --format line | satdoku rate -
    """
    usual = ChosenTechniques(scale=chosen.scale, uniqueness=chosen.uniqueness)
    if chosen != usual:
        from ...layout import Layout
        from ...logic.search.choosing import choice

        # Report unknown names at once; whether the scale has these techniques depends on the board.
        choice(Layout.of_size(9), **chosen.named | {"uniqueness": None, "scale": None})
    if states.from_state:
        return rate_states(states, chosen)
    together = None
    if chosen == usual:
        together = partial(ratings, scale=chosen.scale, uniqueness=chosen.uniqueness)
    one = partial(rating, time_limit=time_limit, **chosen.named)
    return stream.answer(
        one, "rating", COLUMNS, together, time_limit=time_limit, named="puzzle", of_answer=RATED
    )


def rate_states(states: States, chosen: ChosenTechniques) -> int:
    """Rate the rest of puzzles from the positions in the inputs; return the exit status."""
    from ...logic.difficulty.rating import rate

    shape = Shape(states.form, COLUMNS, named="puzzle")

    def of_one(entry: Entry, start: Position) -> Iterator[WrittenAnswer]:
        found = rate(start, time_limit=states.time_limit, **chosen.named)
        yield shape.line(found, entry.puzzle.line, entry.layout, (entry.source, entry.line))

    lines = states.from_positions(of_one)
    return Output(states.output, states.form, COLUMNS).write(lines, "rating")


def ratings(block: Block, scale: str | None, uniqueness: bool | None) -> list[Rating]:
    """Return the ratings of a block, with all techniques of the scale."""
    from ...logic.difficulty.rating import rate_boards

    return rate_boards(block.cells, block.layout, scale=scale, uniqueness=uniqueness)


def rating(entry: Entry, **settings: Any) -> Rating:
    """Return the rating of one puzzle; settings: as for `rate`."""
    from ...logic.difficulty.rating import rate

    return rate(entry.puzzle, **settings)
