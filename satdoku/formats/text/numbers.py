"""Numbers in prose that are as long as boards: of cards and accounts, in groups of four digits, and
of 64 digits and more.

>>> without_numbers("card 4111 1111 1111 1111"), without_numbers("1234 3412 2143 4321")
('card                    ', '1234 3412 2143 4321')
"""

from __future__ import annotations

import re
from math import sqrt

from ...board import Puzzle
from ...layout_names import has_boxes
from .candidates import is_candidates
from .cell_meanings import is_table, usual_board

GROUPS = re.compile(
    r"(?<![\w.])(?:[A-Z]{2}\d\d )?\d{4}(?:(?:, ?|[ -])\d{4}){3,}(?:[ -]\d{1,3})?(?!\w)(?!\s+\d)"
)
LONG = re.compile(r"(?<![\w.])\d{64,}(?!\w)")
#: A number with more decimals than a line of the usual board has cells behind a blank.
DECIMAL = re.compile(r"(?<![\w.])\d\.\d{80,}(?![\w.])")
#: Words for a board.
OF_BOARDS = re.compile(
    r"puzzle|sudoku|\bmini\b|grid|board|givens|empty|blank|problem|quiz|clues|solution|solved",
    re.IGNORECASE,
)
WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
#: The digits of the shortest long number, and the cells of the usual board.
FEWEST = 64
USUAL = 81


def without_numbers(text: str) -> str:
    """Return the line with spaces for its numbers, unless its words are about a board; digits with
    no word or quote before them are a number only in groups."""
    if "." in text:
        text = DECIMAL.sub(lambda found: " " * len(found[0]), text)
    groups = GROUPS.search(text)
    long = LONG.search(text)
    if not (groups or long) or OF_BOARDS.search(text) or is_candidates(text):
        return text
    is_quoted = long and text[: long.start()].endswith(("'", '"'))
    if long and (is_quoted or WORD.search(text, 0, long.start())):
        text = LONG.sub(_spaces, text)
    return GROUPS.sub(_spaces, text)


def _spaces(found: re.Match[str]) -> str:
    text = found[0]
    digits = "".join(filter(str.isdecimal, text))
    return " " * len(text) if _is_number(digits) else text


def _is_number(digits: str) -> bool:
    """Whether digits are no board: they are too many or too few, or too high, and few of them can
    be blanks; or half of the rows, columns and boxes have one twice."""
    count = len(digits)
    size = round(sqrt(count))
    cells = tuple(map(int, digits))
    is_board = size * size == count and has_boxes(size)
    if is_board and max(cells) <= size:
        puzzle = Puzzle(cells, usual_board(size))
        return is_table(puzzle)
    are_filled = cells.count(0) * 4 < count
    is_usual = abs(count - USUAL) < 2
    return count < FEWEST or (are_filled and not is_usual)
