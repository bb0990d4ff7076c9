"""Lines of the puzzle bank of Sudoku Exchange: an id, the digits, a rating; 100 bytes each.

The id is the beginning of the SHA-1 of the digits (0 for blank); the rating is Sukaku Explainer's.

Source: github.com/grantm/sudoku-exchange-puzzle-bank (public domain).

>>> text = "0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572"
>>> text += "093000409000  1.2"
>>> bank_line(read_bank(text)) == text
True
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection

from ...board import Puzzle
from ...layout import Layout
from ..metadata import about, with_about
from .sdk import must_be_usual

LINE = re.compile(r"[0-9a-f]{12} ([0-9]{81}) +(\d{1,2}\.\d)?\s*", re.ASCII)


def read_bank(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of such a line; None for other text."""
    match = LINE.fullmatch(text) if text[12:13] == " " and len(text) < 120 else None
    if not match:
        return None
    puzzle = Puzzle(tuple(map(int, match[1])))
    return with_about(puzzle, {"rating": match[2]}) if match[2] else puzzle


def bank_line(puzzle: Puzzle) -> str:
    """Return the line of a puzzle, with a blank rating if unknown; raise `LayoutError` for boards
    other than the standard 9×9 one."""
    must_be_usual(puzzle.layout, "the bank")
    digits = puzzle.line.replace(".", "0")
    known = about(puzzle).get("rating", "")
    rating = known if re.fullmatch(r"\d{1,2}\.\d", known, re.ASCII) else ""
    return f"{hashlib.sha1(digits.encode()).hexdigest()[:12]} {digits} {rating:>4}"


def many_lines(texts: list[str], layout: Layout) -> str:
    """Return boards as such lines, without ratings."""
    must_be_usual(layout, "the bank")
    digits = [text.replace(".", "0") for text in texts]
    return "\n".join([f"{hashlib.sha1(d.encode()).hexdigest()[:12]} {d}     " for d in digits])
