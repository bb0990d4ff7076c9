"""The answer type of commands that change puzzles."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...board import Puzzle
from ...errors import PuzzleError
from ...formats.converting import written
from ...formats.text.reader import parse
from ...layout import Layout
from .decorated import Unanswered

#: The table columns of such answers.
COLUMNS = {"puzzle": "string", "clues": "int64", "from": "string"}


class Changed(NamedTuple):
    """A changed puzzle and the original, as lines of one character per cell."""

    puzzle: str
    layout: Layout
    clues: int
    before: str

    def record(self) -> dict[str, Any]:
        """Return the puzzle, its layout, its number of clues, and the original."""
        record: dict[str, Any] = {"puzzle": self.puzzle} | self.layout.record()
        return record | {"clues": self.clues, "from": self.before}

    def line(self) -> str:
        """Return the puzzle as a line."""
        return self.puzzle

    def grid(self, first: bool = True) -> str:
        """Return the puzzle as a grid."""
        return ("" if first else "\n") + str(parse(self.puzzle, self.layout))

    def written(self, form: str, first: bool = True) -> str:
        """Return the puzzle in another program's format."""
        return written(parse(self.puzzle, self.layout), form, first)


def unchanged(puzzle: Puzzle, error: PuzzleError, advice: str = "") -> Unanswered:
    """Return the answer if a puzzle cannot be changed this way, with advice."""
    known = {"puzzle": None, "layout": puzzle.layout.name, "from": puzzle.line}
    return Unanswered(str(error), known, advice)
