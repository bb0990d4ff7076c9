"""`satdoku shuffle`: isomorphs of puzzles."""

from __future__ import annotations

from functools import partial

import click

from ...errors import PuzzleError
from ..command import Command
from ..options import common as options
from ..options.streams import Stream, streaming
from ..stream.changed import COLUMNS, Changed, unchanged
from ..stream.decorated import Unanswered
from ..stream.entries import Entry, each


@click.command("shuffle", cls=Command)
@options.seed("The same seed gives the same isomorphs.")
@streaming("grid", "line", "json", "csv", "parquet", others=True)
def command(stream: Stream, seed: int) -> int:
    """Shuffle puzzles: rename digits, move rows and columns.

    Each is an isomorph of the puzzle (`satdoku canon` tells). Exit status 1 if the moves of a
    board are not known.
    \f
    satdoku shuffle puzzles.txt --seed 1
    satdoku shuffle puzzle.txt --format line
    satdoku generate --count 3 --seed 1 | satdoku shuffle - --format line -o shuffled.txt
    """
    return stream.answer(each(partial(shuffle, seed=seed)), "shuffling", COLUMNS, singly=True)


def shuffle(entry: Entry, seed: int) -> Changed | Unanswered:
    """Shuffle one puzzle."""
    from ...operations.shuffling import shuffled

    puzzle = entry.puzzle
    try:
        other = shuffled(puzzle, seed=seed, index=entry.number - 1)
    except PuzzleError as error:
        return unchanged(puzzle, error)
    return Changed(other.line, puzzle.layout, other.clues, puzzle.line, puzzle.kept)
