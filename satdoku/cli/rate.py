"""`satdoku rate`: how hard is it for a person?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from . import options
from .stream.feed import Block
from .stream.files import Entry
from .streaming import Stream, streaming

if TYPE_CHECKING:
    from ..logic.rating import Rating

COLUMNS = {
    "puzzle": "string", "outcome": "string", "label": "string", "hardest": "float64",
    "total": "float64", "first": "float64", "until_placed": "float64", "steps": "int64",
    "size": "int64", "depth": "int64", "decisions": "int64",
}  # fmt: skip


@click.command("rate")
@options.time_limit
@streaming("text", "json", "csv", "parquet", add=True)
@options.scale
@options.only
@options.without
def command(
    stream: Stream,
    time_limit: float | None,
    scale: str | None,
    uniqueness: bool | None,
    only: str,
    without: str,
) -> int:
    """Rate puzzles: the hardest step on the way that takes the simplest first.

    The text is ER/EP/ED (the hardest step, the hardest up to the first digit placed, the first
    step), the label, and the hardest rule. Exit status 1 if a puzzle is not proper.
    """
    if scale == "satdoku":
        options.refuse("the scale 'satdoku' assumes nothing", "uniqueness")
    some = bool(only or without)
    if some:
        from ..logic.names import chosen

        chosen("all", only, without)  # unknown names are said at once
    each = partial(
        rate_entry,
        scale=scale,
        uniqueness=uniqueness,
        time_limit=time_limit,
        only=only,
        without=without,
    )
    block = partial(rate_block, scale=scale, uniqueness=uniqueness)
    many = None if some or time_limit is not None else block
    return stream.answer(each, many, "rating", COLUMNS, named="puzzle")


def rate_entry(
    entry: Entry,
    scale: str | None = None,
    uniqueness: bool | None = None,
    time_limit: float | None = None,
    only: str = "",
    without: str = "",
) -> Rating:
    """The rating of one puzzle."""
    from ..errors import Inconsistency
    from ..logic.rating import Rating, rate

    try:
        return rate(
            entry.puzzle,
            scale=scale,
            uniqueness=uniqueness,
            time_limit=time_limit,
            only=only,
            without=without,
        )
    except Inconsistency:
        return Rating("no solution")


def rate_block(
    block: Block, scale: str | None = None, uniqueness: bool | None = None
) -> list[Rating]:
    """The ratings of a block of boards."""
    from ..logic.rating import rate_boards

    boards = block.boards
    return rate_boards(boards.cells, boards.layout, scale=scale, uniqueness=uniqueness)
