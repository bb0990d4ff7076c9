"""`satdoku shuffle`: the same puzzles in disguise."""

from __future__ import annotations

from functools import partial

import click

from ..errors import PuzzleError
from ..layout import Layout
from . import options
from .stream.answering import respond
from .stream.answers import Output
from .stream.changed import Changed
from .stream.columns import columns_for
from .stream.feed import Feed
from .stream.files import Entry
from .stream.shapes import Unanswered

COLUMNS = {"puzzle": "string", "clues": "int64", "from": "string"}


@click.command("shuffle")
@options.inputs
@options.seed("Fixes the disguises.")
@options.puzzle_format("grid", "line", "json", "csv", "parquet")
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    seed: int,
    form: str,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Shuffle puzzles: rename digits, move rows, columns and boxes, transpose, as the board allows.

    Each is the same puzzle in disguise (`satdoku canon` tells). Exit status 1 if the moves of a
    board are not known.
    """
    feed = Feed(inputs, layout, on_error == "skip", column)
    out = Output(output, form, columns_for(feed, form, COLUMNS), resume)
    return respond(feed, out, partial(shuffle_entry, seed=seed), None, jobs, "shuffling")


def shuffle_entry(entry: Entry, seed: int) -> Changed | Unanswered:
    """One puzzle, shuffled."""
    from ..operations.shuffling import shuffled

    puzzle = entry.puzzle
    try:
        other = shuffled(puzzle, seed=seed, index=entry.number - 1)
    except PuzzleError as error:
        known = {"puzzle": None, "layout": puzzle.layout.name, "from": puzzle.line}
        return Unanswered(str(error), known)
    return Changed(other.line, puzzle.layout, other.clue_count, puzzle.line)
