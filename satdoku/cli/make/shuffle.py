"""`satdoku shuffle`: isomorphs of puzzles."""

from __future__ import annotations

from functools import partial

from ...errors import PuzzleError
from ..command import from_table
from ..stream.answering import PuzzleStream, Unanswered
from ..stream.entries import Entry
from .minimize import COLUMNS, Changed, unchanged


@from_table("shuffle", "grid", "line", "json", "csv", "parquet", others=True)
def command(stream: PuzzleStream, seed: int) -> int:
    """Shuffle puzzles: rename digits, move rows and columns.

    Each is an isomorph of the puzzle (`satdoku canon` tells). Exit status 1 if the moves of a
    board are not known.
    \f
    satdoku shuffle puzzles.txt --seed 1
    satdoku shuffle puzzle.txt --format line
    satdoku generate --count 3 --seed 1 | satdoku shuffle - --format line -o shuffled.txt
    """
    return stream.answer(partial(shuffle, seed=seed), "shuffling", COLUMNS)


def shuffle(entry: Entry, seed: int) -> Changed | Unanswered:
    """Shuffle one puzzle."""
    from ...operations.shuffling import shuffled

    puzzle = entry.puzzle
    try:
        other = shuffled(puzzle, seed=seed, index=entry.number - 1)
    except PuzzleError as error:
        return unchanged(puzzle, error)
    return Changed(other.line, puzzle.layout, other.clues, puzzle.line, puzzle.kept)
