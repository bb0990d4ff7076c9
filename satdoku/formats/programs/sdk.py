"""Files with one puzzle: SudoCue's and Sadman's `.sdk`, with a header, and Simple Sudoku's `.ss`.

A header line begins with `#` and a letter (`HEAD`), directly followed by the value.

Source: the formats as SudoCue's author documents them (sudocue.net/fileformats.php).

Also lines of the puzzle bank of Sudoku Exchange: an id (the beginning of the SHA-1 of the digits, 0
for blank), the digits, a rating (Sukaku Explainer's); 100 bytes each.

Source: github.com/grantm/sudoku-exchange-puzzle-bank (public domain).

>>> from satdoku.formats.metadata import with_about
>>> print(sdk_text(with_about(Puzzle((0,) * 81), {"author": "Me", "level": "Easy"}))[:21])
#AMe
#LEasy
.........

>>> text = "0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572"
>>> text += "093000409000  1.2"
>>> bank_line(read_bank(text)) == text
True
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection

from ...board import STANDARD, Puzzle
from ...errors import LayoutError
from ...layout import Layout
from ...phrases import phrase
from ..metadata import MOST_SAID, about, with_about

#: The meaning of the letters in a header.
HEAD = {
    "A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level",
    "U": "url",
}  # fmt: skip
#: Maximum number of header lines kept.
MOST_LINES = 100


class Head:
    """The header above a board; any other line ends it.

    Invariant: lines are those since the last line that is neither header nor blank.
    """

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}
        self.count = 0

    def take(self, text: str) -> None:
        """Handle a line that is not part of a board."""
        if text[:1] == "#" and (name := HEAD.get(text[1:2])):
            if self.count < MOST_LINES:
                value = text[2:].strip()
                self.lines.setdefault(name, []).append(value[:MOST_SAID])
                self.count += 1
        elif self.count and not re.fullmatch(r"\s*|#.*|\[Puzzle\]\s*", text):
            self._end()

    def _end(self) -> None:
        self.lines = {}
        self.count = 0

    def of(self, puzzle: Puzzle, is_drawn: bool) -> Puzzle:
        """Apply and end the header for the puzzle below it; boards not drawn in rows have no
        header."""
        fields = {name: "\n".join(filter(None, lines)) for name, lines in self.lines.items()}
        is_word = False  # `#define …` is no header
        if self.count == 1 and "url" not in fields:
            [text] = fields.values()
            is_word = text[:1].islower()
        self._end()
        return with_about(puzzle, fields) if is_drawn and not is_word else puzzle


def sdk_text(puzzle: Puzzle) -> str:
    """Return the puzzle with its header; raise `LayoutError` for nonstandard boards."""
    must_be_usual(puzzle.layout, ".sdk")
    fields = about(puzzle)
    lines = []
    for letter, name in HEAD.items():
        texts = fields.get(name, "").splitlines()
        lines += [f"#{letter}{line}" for line in texts if line.strip()]
    return "\n".join([*lines, *rows_of(puzzle)])


def ss_text(puzzle: Puzzle) -> str:
    """Return the puzzle in a frame; raise `LayoutError` for nonstandard boards."""
    must_be_usual(puzzle.layout, ".ss")
    frame = "*-----------*"
    between = "|---+---+---|"
    lines = [frame]
    for r, row in enumerate(rows_of(puzzle)):
        if r in (3, 6):
            lines.append(between)
        lines.append(f"|{row[:3]}|{row[3:6]}|{row[6:]}|")
    lines.append(frame)
    return "\n".join(lines)


def rows_of(puzzle: Puzzle) -> list[str]:
    """Return nine rows of nine characters."""
    return [puzzle.line[i : i + 9] for i in range(0, 81, 9)]


def must_be_usual(layout: Layout, what: str) -> None:
    """Raise `LayoutError` unless this is the standard 9×9 board with digits 1 to 9."""
    if layout != STANDARD:
        name = layout.name if len(layout.name) < 40 else layout.name[:37] + "..."
        raise LayoutError(
            phrase("{what!s} can hold only the usual 9x9 board, not {name!s}", what=what, name=name)
        )


LINE = re.compile(r"[0-9a-f]{12} ([0-9]{81}) +(\d{1,2}\.\d)?\s*", re.ASCII)


def read_bank(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of such a line; None for other text."""
    if text[12:13] != " " or len(text) >= 120:
        return None
    match = LINE.fullmatch(text)
    if not match:
        return None
    puzzle = Puzzle(tuple(map(int, match[1])))
    rating = match[2]
    return with_about(puzzle, {"rating": rating}) if rating else puzzle


def bank_line(puzzle: Puzzle) -> str:
    """Return the line of a puzzle, with a blank rating if unknown; raise `LayoutError` for boards
    other than the standard 9×9 one."""
    must_be_usual(puzzle.layout, "the bank")
    digits = puzzle.line.replace(".", "0")
    known = about(puzzle).get("rating", "")
    rating = known if re.fullmatch(r"\d{1,2}\.\d", known, re.ASCII) else ""
    return f"{_id_of(digits)} {digits} {rating:>4}"


def _id_of(digits: str) -> str:
    return hashlib.sha1(digits.encode()).hexdigest()[:12]


def many_lines(texts: list[str], layout: Layout) -> str:
    """Return boards as such lines, without ratings."""
    must_be_usual(layout, "the bank")
    lines = []
    for text in texts:
        digits = text.replace(".", "0")
        lines.append(f"{_id_of(digits)} {digits}     ")
    return "\n".join(lines)
