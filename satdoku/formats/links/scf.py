"""The short code of classic puzzles in SudokuPad's links (`scf…`).

A character stands for a digit (0 for a blank) and up to five blanks after it. After `*`, `x` stands
for the diagonals, `w` for windows, and `t` and `a` precede title and author.

>>> puzzle = read_scf("scf" + "x" * 13 + "M")
>>> puzzle.line[:9], puzzle.line[-4:], scf_code(puzzle)
('9.....9..', '.2..', 'xxxxxxxxxxxxxM')
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection

from ...board import STANDARD, Puzzle
from ...errors import LayoutError, ParseError
from ...layout import Layout
from ...phrases import phrase
from ..metadata import keeping, kept
from .payloads import decoded

FORMAT_NAME = "scf"
#: The letters of a board's houses, by its name.
LETTERS = {"9x9": "", "9x9+diagonal": "x", "9x9+window": "w", "9x9+diagonal+window": "xw"}
#: Maximum number of cells of a mark, a digit and the blanks after it; the marks: those of ten
#: digits without a blank, then with one, and so on.
LONGEST = 6
MARKS = (string.digits + string.ascii_uppercase + string.ascii_lowercase)[: 10 * LONGEST]


def read_scf(data: str, ignore: Collection[str] = ()) -> Puzzle:
    """Return the puzzle of a code, with or without `scf`; raise `ParseError` for other text."""
    code, _, extras = decoded(data).removeprefix("scf").partition("*")
    digits = ""
    for mark in code:
        if mark not in MARKS:
            raise ParseError(
                phrase("{mark!r} in the code after scf does not stand for a digit", mark=mark)
            )
        blanks, digit = divmod(MARKS.index(mark), 10)
        digits += str(digit)
        digits += "0" * blanks
    if len(digits) != 81:
        raise ParseError(
            phrase(
                "the code after scf holds {count!s} cells: a 9x9 board has 81", count=len(digits)
            )
        )
    houses = []
    names = {}
    for part in re.findall(r"(?:[^*]|\*\*)+", extras):  # of three stars, the third is a separator
        text = part.replace("**", "*")
        while text[:1] in ("x", "w"):
            houses.append({"x": "diagonal", "w": "window"}[text[0]])
            text = text[1:]
        if text[:1] in ("t", "a"):
            names[{"t": "title", "a": "author"}[text[0]]] = text[1:]
        elif text:
            raise ParseError(
                phrase(
                    "{text!r} after the code is not known: x, w, tTITLE, aAUTHOR", text=text[:20]
                )
            )
    layout = STANDARD.with_houses(*dict.fromkeys(houses))
    puzzle = Puzzle(tuple(map(int, digits)), layout)
    return keeping(puzzle, FORMAT_NAME, names)


def scf_code(puzzle: Puzzle) -> str:
    """Return the code of a puzzle, without `scf`; raise `LayoutError` for unsupported boards."""
    if not is_classic(puzzle.layout):
        raise LayoutError("the short code of SudokuPad is for 9x9 boards, diagonals and windows")
    digits = "".join(map(str, puzzle.cells))
    groups = re.findall(rf".0{{0,{LONGEST - 1}}}", digits)
    code = ""
    for group in groups:
        blanks = len(group) - 1
        code += MARKS[10 * blanks + int(group[0])]
    names = kept(puzzle, FORMAT_NAME)
    extras = [LETTERS[puzzle.layout.name]]
    for name in ("title", "author"):
        if name in names:
            text = " ".join(names[name].split())
            extras.append(name[0] + text.replace("*", "**"))
    for part in extras:
        if part:
            code += f"*{part}"
    return code


def scf_text(puzzle: Puzzle) -> str:
    """Return the code with `scf` in front; a percent sign as in links, since it is read as one."""
    return "scf" + scf_code(puzzle).replace("%", "%25")


def is_classic(layout: Layout) -> bool:
    """Whether the code supports such boards."""
    return layout.name in LETTERS
