"""Lines that are something only together: rows that lost their trailing blanks, candidates."""

from __future__ import annotations

from ...layout import Layout
from .candidates import groups_in, is_border, row_size

#: Lines that are waited for, to be a grid of candidates with its borders.
RUN = 100
#: A line and its number.
Numbered = tuple[str, int]


class Waiting:
    """Lines of which it is not yet known what they are.

    Invariant: lines are of one kind. groups: of candidates, in each of them that is no border; 0 of
    rows of cells.
    """

    def __init__(self, layout: Layout | None, symbols: str) -> None:
        self.known = layout is not None
        self.size = layout.size if layout else 9
        self.row = frozenset(symbols + " ")
        self.lines: list[Numbered] = []
        self.groups = 0

    def joins(self, text: str) -> bool:
        """The line goes on with those that wait, if any do."""
        if not self.lines:
            return True
        if self.groups:
            goes_on = is_border(text) or not text.strip() or row_size(text) == self.groups
            return goes_on and len(self.lines) < RUN
        return self._is_short_row(text) and len(self.lines) < self.size

    def take(self, text: str, number: int) -> bool:
        """Let a line that joins wait; False if it is what it is by itself."""
        if not self.lines:
            self.groups = 0 if self.known else row_size(text) if len(text) < 2000 else 0
            if not self.groups and not (self._is_short_row(text) and text.strip()):
                return False
        self.lines.append((text, number))
        return True

    def end(self) -> tuple[str, list[Numbered]]:
        """No other line joins: those that wait, and what they are: "candidates" (only the rows of
        them), "rows" of a board (with their blanks again), or "lines", each by itself."""
        lines, self.lines = self.lines, []
        texts = [text for text, _ in lines]
        if self.groups:
            rows = [line for line in lines if row_size(line[0])]
            several = (len(group) > 1 for row, _ in rows for group in groups_in(row))
            if len(rows) == self.groups and any(several):
                return "candidates", rows
        elif lines and self._lost_blanks(texts):
            return "rows", [(text.ljust(self.size), number) for text, number in lines]
        return "lines", lines

    def _is_short_row(self, text: str) -> bool:
        return len(text) <= self.size > 3 and self.row.issuperset(text)

    def _lost_blanks(self, rows: list[str]) -> bool:
        """Rows with spaces for blanks, some without those at their end."""
        lengths = {len(row) for row in rows}
        apart = all(set(row[1::2]) <= {" "} for row in rows)
        inside = any(" " in row.strip() for row in rows)
        return len(rows) == self.size == max(lengths) and len(lengths) > 1 and inside and not apart
