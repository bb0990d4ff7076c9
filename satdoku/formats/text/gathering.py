"""Lines that may be parts of one board, gathered until something else ends them."""

from __future__ import annotations

from ...layout import Layout
from ...layout_data import MAX_SIZE
from ...layout_names import has_boxes
from .borders import is_gap
from .candidates import groups_in, row_size
from .grammar import Found, boards_in
from .separators import readings

#: Maximum number of lines gathered: several of the largest boards, with their frames.
MOST_LINES = 400
#: A longer line is no row of candidates.
LONGEST_ROW = 2000
#: What is left of a line without these are letters and marks that no board has.
CELLS_AND_FRAMES = dict.fromkeys(
    [*map(ord, "0123456789.*-_?·xX |,;:!'\"[](){}<>\\/+=&\t\r\n`¦"), *range(0x2500, 0x2580)]
)
#: A line with more letters than this for each digit is prose.
MOST_LETTERS = 4
FEWEST_CELLS = 3
#: A line and its number.
Numbered = tuple[str, int]


class Gathering:
    """The lines of a block.

    Invariant: `lines` begin with one that may be part of a board. `is_over`: the block is longer
    than any board, so its lines are read one by one up to its end.
    """

    def __init__(self, layout: Layout | None) -> None:
        self.layout = layout
        # With symbols of one's own, the same characters may mean something else.
        self.has_grammar = layout is None or all(c.isascii() and c.isalnum() for c in layout.symbols)
        self.lines: list[Numbered] = []
        self.is_over = False

    def takes(self, text: str) -> bool:
        """Whether the line may be part of a board, with those gathered."""
        if not self.has_grammar:
            return False
        if self.lines and is_gap(text):
            return True
        return may_be_part(text)

    def add(self, text: str, number: int) -> None:
        """Keep a line that `takes` accepts."""
        self.lines.append((text, number))

    @property
    def is_full(self) -> bool:
        """Whether no more lines are kept."""
        return len(self.lines) >= MOST_LINES

    def boards(self) -> list[Found]:
        """Return the boards in the lines."""
        return boards_in([text for text, _ in self.lines], self.layout)

    def whole(self) -> list[Found]:
        """Return the boards if they are all that the lines hold: the block may end here."""
        if not self._may_be_whole():
            return []
        found = self.boards()
        rows = [place for place, (text, _) in enumerate(self.lines) if not is_gap(text)]
        return found if found and rows[-1] <= found[-1].last else []

    def _may_be_whole(self) -> bool:
        """Whether there are as many lines as the last has cells, or labels above them."""
        rows = [text for text, _ in self.lines if not is_gap(text)]
        if not rows:
            return False
        count = len(rows)
        if self.layout:
            return count in (self.layout.size, self.layout.size + 1)
        if not any(has_boxes(size) and size <= MAX_SIZE for size in (count, count - 1)):
            return False
        widths = {len(cells) for cells in readings(rows[-1]).values()}
        return any(count - width in (0, 1, -1, -2) for width in widths)

    def end(self) -> list[Numbered]:
        """Return the lines, and begin anew."""
        lines, self.lines = self.lines, []
        self.is_over = False
        return lines


def may_be_part(text: str) -> bool:
    """Whether a line may be part of a board: it has cells, and not too many other words."""
    if text == "" or text.isspace():
        return False
    if text.isalnum():
        return not text.islower() or any(map(str.isdigit, text)) or len(text) == 1
    others = text.translate(CELLS_AND_FRAMES)
    if not others:
        return True
    words = text.split()
    if len(words) > 3 and all(len(word) < 3 for word in words):
        return True  # letters above columns, or for blanks
    letters = len(others)
    cells = sum(map(text.count, "0123456789._?*")) + text.count("- ")
    return cells >= FEWEST_CELLS and letters <= MOST_LETTERS * cells


def is_candidates(text: str) -> bool:
    """Whether the line may be a row of a grid of candidates, and of nothing else."""
    if len(text) > LONGEST_ROW or not row_size(text):
        return False
    return any(len(group) > 1 for group in groups_in(text))
