"""Lines that mean something only together: rows without their trailing blanks, candidates."""

from __future__ import annotations

from ...layout import Layout
from .candidates import groups_in, is_border, row_size

#: Maximum number of lines collected for a grid of candidates with its borders.
RUN = 100
#: A longer line is no row of candidates.
LONGEST_ROW = 2000
#: A line and its number.
Numbered = tuple[str, int]


class Waiting:
    """Lines that cannot be classified yet.

    Invariant: lines are of one kind. groups: the number of groups in each line of candidates that
    is not a border; 0 for rows of cells.
    """

    def __init__(self, layout: Layout | None, symbols: str) -> None:
        self.known = layout is not None
        self.size = layout.size if layout else 9
        self.row = frozenset(symbols + " ")
        self.lines: list[Numbered] = []
        self.groups = 0

    def joins(self, text: str) -> bool:
        """Whether the line continues the waiting ones; true if there are none."""
        if not self.lines:
            return True
        if self.groups:
            goes_on = is_border(text) or not text.strip() or row_size(text) == self.groups
            return goes_on and len(self.lines) < RUN
        return self._is_short_row(text) and len(self.lines) < self.size

    def take(self, text: str, number: int) -> bool:
        """Keep a line that joins; return False if it can be classified on its own."""
        if not self.lines:
            may_be_candidates = not self.known and len(text) < LONGEST_ROW
            self.groups = row_size(text) if may_be_candidates else 0
            is_row = self._is_short_row(text) and not text.isspace() and text != ""
            if not self.groups and not is_row:
                return False
        self.lines.append((text, number))
        return True

    def end(self) -> tuple[str, list[Numbered]]:
        """Return the waiting lines and their kind: "candidates" (only the rows), "rows" of a board
        (with trailing blanks restored), or "lines", each on its own."""
        lines, self.lines = self.lines, []
        texts = [text for text, _ in lines]
        if self.groups:
            rows = [line for line in lines if row_size(line[0])]
            is_whole = len(rows) == self.groups
            if is_whole and any(_has_several(row) for row, _ in rows):
                return "candidates", rows
        elif lines and self._lost_blanks(texts):
            return "rows", [(text.ljust(self.size), number) for text, number in lines]
        return "lines", lines

    def _is_short_row(self, text: str) -> bool:
        return len(text) <= self.size > 3 and self.row.issuperset(text)

    def _lost_blanks(self, rows: list[str]) -> bool:
        """Whether these are rows with spaces for blanks, some without their trailing ones."""
        lengths = {len(row) for row in rows}
        apart = all(set(row[1::2]) <= {" "} for row in rows)
        inside = any(" " in row.strip() for row in rows)
        is_board = len(rows) == self.size == max(lengths)
        return is_board and len(lengths) > 1 and inside and not apart


def _has_several(row: str) -> bool:
    """Whether a cell in a row of candidates has more than one."""
    return any(len(group) > 1 for group in groups_in(row))
