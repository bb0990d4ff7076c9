"""`satdoku rate`: how hard is it for a person?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

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
@streaming("text", "json", "csv", "parquet", add=True)
def command(stream: Stream) -> int:
    """Rate puzzles: the hardest step on the way that takes the simplest first.

    The text is ER/EP/ED (the hardest step, the hardest up to the first digit placed, the first
    step), the label, and the hardest rule. Exit status 1 if a puzzle is not proper.
    """
    return stream.answer(rate_entry, rate_block, "rating", COLUMNS, named="puzzle")


def rate_entry(entry: Entry) -> Rating:
    """The rating of one puzzle."""
    from ..errors import Inconsistency
    from ..logic.rating import Rating, rate

    try:
        return rate(entry.puzzle)
    except Inconsistency:
        return Rating("no solution")


def rate_block(block: Block) -> list[Rating]:
    """The ratings of a block of boards."""
    from ..logic.rating import rate_boards

    return rate_boards(block.boards.cells, block.boards.layout)
