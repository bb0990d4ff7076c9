"""The answer type of commands that change puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ...board import Puzzle
from ...errors import PuzzleError
from ...formats.converting import written
from ...formats.metadata import with_about
from ...formats.text.reader import parse
from ...formats.write import with_head
from ...layout import Layout
from .decorated import Unanswered

#: The table columns of such answers.
COLUMNS = {"puzzle": "string", "clues": "int64", "from": "string"}


class Changed(NamedTuple):
    """A changed puzzle and the original, as lines of one character per cell; kept: its metadata."""

    puzzle: str
    layout: Layout
    clues: int
    before: str
    kept: str = ""

    def record(self) -> dict[str, Any]:
        """Return the puzzle, its layout, its number of clues, and the original."""
        record: dict[str, Any] = {"puzzle": self.puzzle} | self.layout.record()
        return record | {"clues": self.clues, "from": self.before}

    def line(self) -> str:
        """Return the puzzle as a line."""
        return with_head(self.puzzle, self.layout)

    def grid(self, first: bool = True) -> str:
        """Return the puzzle as a grid."""
        return self.written("grid", first, {})

    def written(self, form: str, first: bool, fields: Mapping[str, Any]) -> str:
        """Return the puzzle in a format, with the metadata in these fields of a table."""
        puzzle = replace(parse(self.puzzle, self.layout), kept=self.kept)
        return written(with_about(puzzle, fields), form, first)


def unchanged(puzzle: Puzzle, error: PuzzleError, advice: str = "") -> Unanswered:
    """Return the answer if a puzzle cannot be changed this way, with advice."""
    known = {"puzzle": None, "layout": puzzle.layout.name, "from": puzzle.line}
    return Unanswered(str(error), known, advice)
