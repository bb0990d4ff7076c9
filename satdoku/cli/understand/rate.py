"""`satdoku rate`: how hard puzzles are for a person."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..command import Command
from ..options import common as options
from ..options import techniques as technique_options
from ..options.positions import States, from_state
from ..options.streams import Stream, streaming
from ..stream.answers import Output
from ..stream.columns import RATED
from ..stream.entries import Entry, Piece, each, in_time
from ..stream.writers import Line, Shape

if TYPE_CHECKING:
    from ...logic.difficulty.rating import Rating
    from ...logic.position import Position

COLUMNS = {
    "puzzle": "string", "outcome": "string", "label": "string", "rating": "float64",
    "total": "float64", "first": "float64", "until_placed": "float64", "steps": "int64",
    "size": "int64", "depth": "int64", "decisions": "int64", "scale": "string",
}  # fmt: skip


@click.command("rate", cls=Command)
@options.time_limit()
@from_state
@streaming("text", "json", "csv", "parquet", add=True)
@technique_options.techniques
def command(
    stream: Stream, chosen: technique_options.Chosen, time_limit: float | None, from_state: bool,
) -> int:  # fmt: skip
    """Rate puzzles by the hardest step that they need.

    The text is ER/EP/ED (the hardest step, the hardest up to the first digit placed, the first
    step), the label, and the hardest rule. Exit status 1 if a puzzle is not proper.
    \f
    satdoku rate puzzles.txt
    satdoku rate puzzles.txt --scale satdoku --format csv
    satdoku generate --count 5 --seed 1 --format line | satdoku rate -
    """
    if chosen.scale == "satdoku":
        options.refuse("the scale 'satdoku' never assumes a unique solution", "uniqueness")
    usual = technique_options.Chosen(scale=chosen.scale, uniqueness=chosen.uniqueness)
    if chosen != usual:
        from ...layout import Layout
        from ...logic.search.choosing import choice

        # Report unknown names at once; whether the scale has these techniques depends on the board.
        choice(Layout.of_size(9), **chosen.named | {"uniqueness": None, "scale": None})
    if from_state:
        return rate_states(stream, time_limit, chosen)
    singly = chosen != usual
    one = partial(rating, time_limit=time_limit, **chosen.named)
    together = partial(ratings, scale=chosen.scale, uniqueness=chosen.uniqueness)
    find = each(one) if singly else partial(in_time, time_limit, together, one)
    return stream.answer(find, "rating", COLUMNS, singly=singly, named="puzzle", told=RATED)


def rate_states(stream: Stream, time_limit: float | None, chosen: technique_options.Chosen) -> int:
    """Rate the rest of puzzles from the positions in the inputs; return the exit status."""
    from ...logic.difficulty.rating import rate

    options.refuse(
        "candidates are rated one by one, and are not read from tables",
        "on_error", "column", "add", "jobs", "resume",
    )  # fmt: skip
    states = States(
        stream.inputs, True, None, time_limit, stream.form, stream.layout, stream.output
    )
    shape = Shape(stream.form, COLUMNS, named="puzzle")

    def of_one(entry: Entry, start: Position) -> Iterator[Line]:
        found = rate(start, time_limit=time_limit, **chosen.named)
        yield shape.line(found, entry.puzzle.line, entry.layout, (entry.source, entry.line))

    lines = states.from_positions(of_one)
    return Output(stream.output, stream.form, COLUMNS).write(lines, "rating")


def ratings(piece: Piece, scale: str | None, uniqueness: bool | None) -> list[Rating]:
    """Return the ratings of the puzzles, with all techniques of the scale."""
    from ...logic.difficulty.rating import rate_boards

    return rate_boards(piece.cells, piece.layout, scale=scale, uniqueness=uniqueness)


def rating(entry: Entry, **settings: Any) -> Rating:
    """Return the rating of one puzzle; settings: as for `rate`."""
    from ...logic.difficulty.rating import rate

    return rate(entry.puzzle, **settings)
