"""Lines that may be parts of one board, gathered until something else ends them."""

from __future__ import annotations

from ...layout import Layout
from ...layout_data import MAX_SIZE, SYMBOLS
from ...layout_names import has_boxes
from ..cell_values import BLANK_WORDS
from .borders import is_gap
from .grammar import Found, boards_in
from .separators import TO_SPACES
from .surroundings import is_header

#: Maximum number of lines gathered: several of the largest boards, with their frames.
MOST_LINES = 400
#: How many times a block is tried before it ends: at the gaps between the bands of a board.
MOST_ATTEMPTS = 12
#: What is left of a line without these are letters and marks that no board has.
CELLS_AND_FRAMES = dict.fromkeys(
    [*map(ord, "0123456789.*-_?·xX |,;:!'\"[](){}<>\\/+=&\t\r\n`¦"), *range(0x2500, 0x2580)]
)
#: A line with more letters than this for each digit is prose.
MOST_LETTERS = 5
FEWEST_CELLS = 3
FEWEST_WORDS = 4
MOST_OTHERS = 2
#: What rows of cells begin with that are records.
RECORDS = ("[[{", "[{")
#: A mark that is neither a cell nor a separator.
NO_CELL = "\ufffd"
#: A line and its number.
Numbered = tuple[str, int]


class Gathering:
    """The lines of a block.

    Invariant: `lines` begin with one that may be part of a board. `is_over`: the block is longer
    than any board, so its lines are read one by one up to its end. `attempts`: how many times it
    was tried whether the lines are a board already.
    """

    def __init__(self, layout: Layout | None) -> None:
        self.layout = layout
        self.usual = _to_usual(layout.symbols) if layout else None
        self.lines: list[Numbered] = []
        self.is_over = False
        self.attempts = 0

    def takes(self, text: str) -> bool:
        """Whether the line may be part of a board, with those gathered."""
        if self.usual:
            text = text.translate(self.usual)
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
        lines = [text for text, _ in self.lines]
        if self.usual:
            lines = [line.translate(self.usual) for line in lines]
        return boards_in(lines, self.layout)

    def whole(self) -> list[Found]:
        """Return the boards if they are all that the lines hold: the block may end here."""
        if not self._may_be_whole():
            return []
        found = self.boards()
        rows = [place for place, (text, _) in enumerate(self.lines) if not is_gap(text)]
        return found if found and rows[-1] <= found[-1].last else []

    def _may_be_whole(self) -> bool:
        """Whether there are as many lines as a board has rows, or labels above them."""
        if self.attempts == MOST_ATTEMPTS:
            return False
        rows = [text for text, _ in self.lines if not is_gap(text)]
        count = len(rows)
        if rows and is_header(rows[0].translate(TO_SPACES).split()):
            count -= 1
        if self.layout:
            is_size = self.layout.size in (count, count - 1)
        else:
            is_size = any(has_boxes(rows) and rows <= MAX_SIZE for rows in (count, count - 1))
        self.attempts += is_size
        return is_size

    def end(self) -> list[Numbered]:
        """Return the lines, and begin anew."""
        lines, self.lines = self.lines, []
        self.is_over = False
        self.attempts = 0
        return lines


def _to_usual(symbols: str) -> dict[int, str] | None:
    """Return the usual symbols for those of one's own, which may mean something else in the
    grammar; usual ones that are not among them are no cells. None for the usual symbols."""
    usual = SYMBOLS[: len(symbols)]
    if symbols == usual:
        return None
    table = dict.fromkeys(map(ord, SYMBOLS), NO_CELL)
    for own, symbol in zip(symbols, usual, strict=True):
        table[ord(own)] = symbol
        if symbols == symbols.upper():
            table[ord(own.lower()[0])] = symbol
    return table


def may_be_part(text: str) -> bool:
    """Whether a line may be part of a board: it has cells, and not too many other words."""
    if text == "" or text.isspace():
        return False
    if text.isalnum():
        return not text.islower() or any(map(str.isdigit, text)) or len(text) == 1
    if text.lstrip().startswith(RECORDS):
        return True
    others = text.translate(CELLS_AND_FRAMES)
    # A label, and a mark for blanks; a word for a blank.
    if len(set(others)) <= MOST_OTHERS or others.lower() in BLANK_WORDS:
        return True
    cells = sum(map(text.count, "0123456789._?*,;|&\t"))
    if cells >= 2 * len(others):
        return True
    if cells >= FEWEST_CELLS and len(others) <= MOST_LETTERS * cells:
        return True
    words = text.translate(TO_SPACES).split()
    names = {word for word in words if word.isalpha()}
    if len(words) < FEWEST_WORDS:
        return False
    # Letters above columns; a word for blanks, behind a label.
    return len(names) <= MOST_OTHERS or all(len(word) < 3 for word in words)
