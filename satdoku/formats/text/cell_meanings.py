"""Cells: what the texts of a board's cells mean together, on a board of as many rows.

One text alone does not decide: "12" is a digit on a board of 16 rows and two candidates on one of
9; "A" is the first symbol of a board without digits; a mark is a blank where no other is.

>>> meaning([["1", "2", ".", "."], [".", ".", "1", "."], list("...."), list("4..1")], None).line
'12....1.....4..1'
>>> meaning([["5.0"] + ["nan"] * 3] * 4, None) is None
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ...board import Puzzle
from ...layout import Layout
from ...layout_data import FROM_ZERO, SYMBOLS
from ..cell_values import BLANK_WORDS, meanings
from ..values import puzzle_of_candidates

#: A whole number as tables write it.
WHOLE = re.compile(r"0*(\d+)(?:\.0*)?")
#: Blanks beside which a 0 is a symbol.
OTHER_BLANKS = frozenset({".", "_", "-", "*", "?", ""})
ALPHABETS = (SYMBOLS[9:35], SYMBOLS[9:35].lower())
usual_board = lru_cache(maxsize=32)(Layout.of_size)


@dataclass(frozen=True)
class CandidateGrid:
    """The possible digits of each cell; line: where they stand, from 1. A cell without marks is
    empty: nothing is known of it."""

    line: int
    digits: list[tuple[int, ...]]
    layout: Layout

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of these candidates alone: a rule, where givens do not exclude the rest."""
        return puzzle_of_candidates(self.digits, self.layout)


def meaning(rows: list[list[str]], layout: Layout | None) -> Puzzle | CandidateGrid | None:
    """Return the puzzle of n rows of n cells, or its candidates; None if the cells are no board's.

    layout: of the puzzle; None for the usual board of that size.
    """
    texts = {text for row in rows for text in row}
    symbols = layout.symbols if layout else _symbols(texts, len(rows))
    has_several = any(len(text) > 1 and not _is_number(text, len(rows)) for text in texts)
    known = meanings(symbols)
    digits: dict[str, tuple[int, ...]] = {}
    for text in texts:
        found = _digits(text, symbols, known, has_several)
        if found is None:
            return None
        digits[text] = found
    blanks = [text for text, found in digits.items() if not found]
    if len(blanks) > 1:
        return None
    board = layout or usual_board(len(rows), symbols)
    cells = [digits[text] for row in rows for text in row]
    if len(cells) != board.cell_count:
        return None
    if any(len(some) > 1 for some in digits.values()):
        return CandidateGrid(0, cells, board)
    puzzle = Puzzle(tuple(some[0] if some else 0 for some in cells), board)
    is_supposed = layout is None and symbols[0] == "0"
    return None if is_supposed and repeats(puzzle) else puzzle


def _is_number(text: str, size: int) -> bool:
    match = WHOLE.fullmatch(text)
    return match is not None and int(match[1][:4]) <= size


def _has_numbers(symbols: str) -> bool:
    """Whether numbers may stand for these symbols: not for those of one's own."""
    return symbols == SYMBOLS[: len(symbols)]


def _digits(
    text: str, symbols: str, known: dict[str, int], has_several: bool
) -> tuple[int, ...] | None:
    """Return the digits of a cell: none for a blank, several for candidates; None for other
    texts."""
    digit = known.get(text)
    if digit is None and text.lower() in BLANK_WORDS:
        digit = 0
    if digit is None or (has_several and len(text) > 1):
        places = [symbols.find(mark) for mark in text]
        are_rising = min(places, default=-1) >= 0 and sorted(set(places)) == places
        if has_several and are_rising:
            return tuple(place + 1 for place in places)
        match = WHOLE.fullmatch(text)
        if match and int(match[1][:4]) <= len(symbols):
            digit = int(match[1])
    if digit is None or (len(text) > 1 and not _has_numbers(symbols) and digit):
        return None
    return (digit,) if digit else ()


def _symbols(texts: set[str], size: int) -> str:
    """Return the symbols of a board: the usual ones, letters alone, or those from 0."""
    marks = set("".join(texts))
    digits = {mark for mark in marks if mark.isdigit()}
    for alphabet in ALPHABETS:
        letters = marks.intersection(alphabet)
        if not digits and letters and letters <= set(alphabet[:size]) and size <= len(alphabet):
            return alphabet[:size]
    has_zero = size > 9 and "0" in texts and not texts.isdisjoint(OTHER_BLANKS)
    if has_zero and marks.isdisjoint(SYMBOLS[size - 1 :]) and max(map(len, texts)) < 2:
        return FROM_ZERO[:size]
    return SYMBOLS[:size]


def repeats(puzzle: Puzzle) -> bool:
    """Whether a house holds a digit twice."""
    for house in puzzle.layout.houses:
        digits = [puzzle.cells[cell] for cell in house.cells if puzzle.cells[cell]]
        if len(set(digits)) < len(digits):
            return True
    return False
