"""`satdoku rate`: how hard is it for a person?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from . import options, technique_options
from .stream.entries import Block, Entry
from .streaming import Stream, streaming

if TYPE_CHECKING:
    from ..logic.difficulty.rating import Rating

COLUMNS = {
    "puzzle": "string", "outcome": "string", "label": "string", "hardest": "float64",
    "total": "float64", "first": "float64", "until_placed": "float64", "steps": "int64",
    "size": "int64", "depth": "int64", "decisions": "int64", "scale": "string",
}  # fmt: skip


@click.command("rate")
@options.time_limit
@streaming("text", "json", "csv", "parquet", add=True)
@technique_options.techniques
def command(stream: Stream, chosen: technique_options.Chosen, time_limit: float | None) -> int:
    """Rate puzzles: the hardest step on the way that takes the simplest first.

    The text is ER/EP/ED (the hardest step, the hardest up to the first digit placed, the first
    step), the label, and the hardest rule. Exit status 1 if a puzzle is not proper.
    """
    if chosen.scale == "satdoku":
        options.refuse("the scale 'satdoku' assumes nothing", "uniqueness")
    usual = technique_options.Chosen(scale=chosen.scale, uniqueness=chosen.uniqueness)
    if chosen != usual:
        from ..layout import Layout
        from ..logic.search.choosing import choice

        named = chosen.named | {"uniqueness": None}
        choice(Layout.of_size(9), **named)  # unknown names are said at once
    block = partial(rate_block, scale=chosen.scale, uniqueness=chosen.uniqueness)
    many = block if chosen == usual and time_limit is None else None
    each = partial(rate_entry, time_limit=time_limit, **chosen.named)
    return stream.answer(each, many, "rating", COLUMNS, named="puzzle")


def rate_entry(entry: Entry, **asked: Any) -> Rating:
    """The rating of one puzzle; asked: as for `rate`."""
    from ..errors import Inconsistency
    from ..logic.difficulty.rating import Rating, rate

    try:
        return rate(entry.puzzle, **asked)
    except Inconsistency:
        return Rating("no solution")


def rate_block(
    block: Block, scale: str | None = None, uniqueness: bool | None = None
) -> list[Rating]:
    """The ratings of a block of boards."""
    from ..logic.difficulty.rating import rate_boards

    boards = block.boards
    return rate_boards(boards.cells, boards.layout, scale=scale, uniqueness=uniqueness)
