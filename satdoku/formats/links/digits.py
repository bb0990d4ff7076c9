"""Links with just 81 digits: SudokuWiki and Sudoku Exchange. The general reader finds the digits.

>>> sudokuwiki_link(Puzzle((1,) + (0,) * 80))[:44]
'https://www.sudokuwiki.org/sudoku.htm?bd=100'
"""

from __future__ import annotations

import re

from ...board import Puzzle
from ...errors import ParseError
from ..programs.sdk import must_be_usual

SUDOKUWIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
SUDOKUEXCHANGE = "https://sudokuexchange.com/play/?s="
#: SudokuWiki's own packed boards with candidates.
PACKAGE = re.compile(r"sudokuwiki\.org/\S{0,99}[?&]bd=S9[A-Z]", re.IGNORECASE)


def refuse_packages(text: str) -> None:
    """Raise `ParseError` for a SudokuWiki link without digits."""
    if PACKAGE.search(text):
        raise ParseError(
            "a package of SudokuWiki (bd=S9…), which is not supported: use its link with 81 digits"
        )


def sudokuwiki_link(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in SudokuWiki's solver."""
    return SUDOKUWIKI + _digits(puzzle, "SudokuWiki's link")


def sudokuexchange_link(puzzle: Puzzle) -> str:
    """Return a link that opens the puzzle in Sudoku Exchange."""
    return SUDOKUEXCHANGE + _digits(puzzle, "Sudoku Exchange's link")


def _digits(puzzle: Puzzle, what: str) -> str:
    must_be_usual(puzzle.layout, what)
    return puzzle.line.replace(".", "0")
