"""Cells found in a line of text, and the classification of a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...board import Puzzle
from ...errors import ParseError

if TYPE_CHECKING:
    from .cell_meanings import CandidateGrid

#: What readers of files yield: the line of a puzzle (from 1) and the puzzle, or the error in its
#: place.
ReadPuzzle = tuple[int, Puzzle] | ParseError


@dataclass(frozen=True, slots=True)
class Companion:
    """What belongs to the puzzle above it, or may.

    kind: its "state" or "solution"; its "regions", a "mask" of its givens, or what says something
    "aside" of its cells; "below": nothing says what it is. what: the board, or its candidates;
    number: its line; is_drawn: it stands on several lines.
    """

    kind: str
    what: Puzzle | CandidateGrid
    number: int
    is_drawn: bool = True

    @property
    def puzzle(self) -> Puzzle:
        """The board as a puzzle."""
        return self.what if isinstance(self.what, Puzzle) else self.what.puzzle


@dataclass(slots=True)
class Cells:
    """Cells found in a line: their texts and columns (from 1); marks: region marks, one per
    cell."""

    number: int
    texts: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    marks: str = ""

    def __len__(self) -> int:
        return len(self.texts)

    def blank(self, blanks: str) -> str:
        """Return which of the blanks is used, '' if none."""
        return next((text for text in self.texts if text in blanks), "")

    @property
    def are_apart(self) -> bool:
        """Whether there is anything between the cells."""
        return self.columns[-1] - self.columns[0] >= len(self.texts)


@dataclass(slots=True)
class ScannedLine:
    """The content of a line. kind: "puzzle", "row", "gap" (empty, or a border) or "prose". stop:
    the column where prose begins."""

    kind: str
    cells: Cells
    stop: int = 0


def characters(text: str, number: int, start: int = 0) -> Cells:
    """Return each character of a text as a cell; start: the number of characters before it."""
    return Cells(number, list(text), list(range(start + 1, start + len(text) + 1)))


def around(rows: list[list[str]]) -> str:
    """Return the end of a message that asks about marks before or around rows of cells; else "".

    >>> around([["*", "1", "*"], ["*", "2", "*"]]), around([["1", "2"]])
    (': are the * around the rows formatting?', '')
    """
    before, after = {row[0] for row in rows}, {row[-1] for row in rows}
    mark = min(before)
    if len(before) > 1 or mark not in "*-_x":
        return ""
    return f": are the {mark} {'around' if after == before else 'before'} the rows formatting?"
