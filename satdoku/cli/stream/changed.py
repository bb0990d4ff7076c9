"""The answer of what changes puzzles."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...board import Puzzle
from ...errors import PuzzleError
from ...formats.converting import written
from ...formats.text.reader import parse
from ...layout import Layout
from .decorated import Unanswered

#: Of tables of such answers.
COLUMNS = {"puzzle": "string", "clues": "int64", "from": "string"}


class Changed(NamedTuple):
    """A puzzle that was changed, and what it was; lines of one character a cell."""

    puzzle: str
    layout: Layout
    clues: int
    before: str

    def record(self) -> dict[str, Any]:
        """The puzzle, its layout, its number of clues, and what it was."""
        record: dict[str, Any] = {"puzzle": self.puzzle} | self.layout.record()
        return record | {"clues": self.clues, "from": self.before}

    def line(self) -> str:
        """The puzzle as a line."""
        return self.puzzle

    def grid(self, first: bool = True) -> str:
        """The puzzle as a grid."""
        return ("" if first else "\n") + str(parse(self.puzzle, self.layout))

    def written(self, form: str, first: bool = True) -> str:
        """The puzzle in a format of another program."""
        return written(parse(self.puzzle, self.layout), form, first)

    def text(self) -> str:
        """As a grid."""
        return self.grid()


def unchanged(puzzle: Puzzle, error: PuzzleError, advice: str = "") -> Unanswered:
    """The answer where a puzzle cannot be changed so, and what to do then."""
    known = {"puzzle": None, "layout": puzzle.layout.name, "from": puzzle.line}
    return Unanswered(str(error), known, advice)
