"""`satdoku shuffle`: isomorphs of puzzles."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...board import Puzzle
from ...errors import PuzzleError, SatdokuError
from ...formats.converting import parts_of_cells
from ...formats.text.reader import parse
from ...phrases import phrase
from ..command import from_table
from ..stream.answering import PuzzleStream, Unanswered
from ..stream.entries import Entry
from .minimize import COLUMNS, Changed, unchanged

#: What cannot hold marks and drawings of the original's cells.
SHUFFLED = phrase("a shuffled puzzle")


@from_table("shuffle", "grid", "line", "json", "csv", "parquet", others=True)
def command(stream: PuzzleStream, seed: int) -> int:
    """Shuffle puzzles: rename digits, move rows and columns.

    Each is an isomorph of the puzzle (`satdoku canon` tells). Its solution and other boards in its
    columns are moved with it. Exit status 1 if the moves of a board are not known.
    \f
    satdoku shuffle puzzles.txt --seed 1
    satdoku shuffle puzzle.txt --format line
    satdoku generate --count 3 --seed 1 | satdoku shuffle - --format line -o shuffled.txt
    """
    stream.writes_puzzles = True
    return stream.answer(partial(shuffle, seed=seed), "shuffling", COLUMNS)


def shuffle(entry: Entry, seed: int) -> Changed | Unanswered:
    """Shuffle one puzzle."""
    from ...formats.metadata import about, with_about
    from ...operations.shuffling import shuffled

    puzzle = entry.puzzle
    move = partial(shuffled, seed=seed, index=entry.number - 1)
    try:
        other = move(puzzle)
    except PuzzleError as error:
        return unchanged(puzzle, error)
    fields = {
        name: move(board).line
        for name, value in (entry.others or {}).items()
        if (board := _continued(value, puzzle))
    }
    kept = with_about(other, about(puzzle)).kept
    lost = tuple((SHUFFLED, name) for name in parts_of_cells(puzzle))
    return Changed(other.line, puzzle.layout, other.clues, puzzle.line, kept, fields, lost)


def _continued(value: Any, puzzle: Puzzle) -> Puzzle | None:
    """Return the board that a field holds, if it has all digits of the puzzle: its solution, or a
    state of it."""
    layout = puzzle.layout
    is_line = isinstance(value, str) and len(value) == layout.cell_count
    if not is_line and not isinstance(value, list):
        return None
    try:
        board = parse(value, layout)
    except SatdokuError:
        return None
    has_all = all(not d or d == e for d, e in zip(puzzle.cells, board.cells, strict=True))
    return board if has_all else None
