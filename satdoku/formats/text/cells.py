"""Cells as they stand in a line of text, and what such a line is."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Cells:
    """Cells found in a line: their text and columns (from 1); marks: of regions, one per cell."""

    number: int
    texts: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    marks: str = ""

    def __len__(self) -> int:
        return len(self.texts)

    def blank(self, blanks: str) -> str:
        """Which of the blanks is in use, '' where none is."""
        return next((text for text in self.texts if text in blanks), "")

    @property
    def are_apart(self) -> bool:
        """Something stands between the cells."""
        return self.columns[-1] - self.columns[0] >= len(self.texts)


@dataclass(slots=True)
class Line:
    """What a line holds. kind: "puzzle", "row", "maybe" (a row of dashes, or a border),
    "gap" (nothing or a border), "head" (the line under a table's head) or "prose". stop: the
    column where prose begins."""

    kind: str
    cells: Cells
    stop: int = 0


def characters(text: str, number: int, start: int = 0) -> Cells:
    """Each character of a text as a cell; start: characters before it in its line."""
    return Cells(number, list(text), list(range(start + 1, start + len(text) + 1)))


def around(rows: list[list[str]]) -> str:
    """The end of a message that asks about marks before or around rows of cells; "" without any.

    >>> around([["*", "1", "*"], ["*", "2", "*"]]), around([["1", "2"]])
    (': are the * around the rows formatting?', '')
    """
    before, after = {row[0] for row in rows}, {row[-1] for row in rows}
    mark = min(before)
    if len(before) > 1 or mark not in "*-_x":
        return ""
    return f": are the {mark} {'around' if after == before else 'before'} the rows formatting?"
