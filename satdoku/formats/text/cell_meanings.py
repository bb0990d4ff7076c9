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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...board import Puzzle
from ...layout import Layout
from ...layout_data import FROM_ZERO, MAX_SIZE, SYMBOLS
from ...layout_names import has_boxes
from ..cell_values import BLANK_WORDS, meanings
from ..values import puzzle_of_candidates

#: A whole number as tables write it.
WHOLE = re.compile(r"0*(\d+)(?:\.0*)?")
#: Blanks beside which a 0 is a symbol.
OTHER_BLANKS = frozenset({".", "_", "-", "*", "?", ""})
ALPHABETS = (SYMBOLS[9:35], SYMBOLS[9:35].lower())
#: The digits and the capital letters: on boards of more symbols, small letters are others.
SYMBOLS_OF_ONE_CASE = SYMBOLS[:35]
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

    layout: of the puzzle, whose symbols stand in the cells as the usual ones; None for the usual
    board of that size.
    """
    size = len(rows)
    texts = {text for row in rows for text in row}
    symbols = SYMBOLS[: layout.size] if layout else symbols_of(texts, size)
    reader = CellReader(texts, symbols)
    digits: dict[str, tuple[int, ...]] = {}
    blanks = 0
    for text in texts:
        found = reader.digits(text)
        if found is None:
            return None
        digits[text] = found
        if not found:
            blanks += 1
    if blanks > 1:
        return None
    board = layout or usual_board(size, symbols)
    cells = [digits[text] for row in rows for text in row]
    if len(cells) != board.cell_count:
        return None
    if any(len(some) > 1 for some in digits.values()):
        return CandidateGrid(0, cells, board)
    if all(map(str.isalpha, texts)) and not any(cells):
        return None
    found_digits = [some[0] if some else 0 for some in cells]
    puzzle = Puzzle(tuple(found_digits), board)
    is_supposed = layout is None and symbols[0] == "0"
    if is_supposed and repeats(puzzle):
        return None
    return puzzle


def is_size(size: int, layout: Layout | None) -> bool:
    """Whether a board may have so many rows: those of the layout, or (None) of a usual board."""
    if layout:
        return size == layout.size
    return size <= MAX_SIZE and has_boxes(size)


def in_rows(cells: Sequence[str], size: int) -> list[list[str]]:
    """Return cells row by row."""
    starts = range(0, len(cells), size)
    return [list(cells[start : start + size]) for start in starts]


class CellReader:
    """What a text means as a cell of a board with these symbols.

    Invariant: `has_several`: some of the texts are no single digits, so texts of several marks are
    candidates. `has_numbers`: numbers may stand for the symbols: not for letters or those from 0.
    """

    def __init__(self, texts: set[str], symbols: str) -> None:
        self.symbols = symbols
        self.known = meanings(symbols)
        self.has_numbers = symbols == SYMBOLS[: len(symbols)]
        self.has_several = False
        for text in texts:
            if len(text) > 1 and self._number(text) is None and text.lower() not in BLANK_WORDS:
                self.has_several = True

    def digits(self, text: str) -> tuple[int, ...] | None:
        """Return the digits of a cell: none for a blank, several for candidates; None for other
        texts."""
        if len(text) > 1 and self.has_several:
            return self._candidates(text)
        digit = self.known.get(text)
        if digit is None and text.lower() in BLANK_WORDS:
            digit = 0
        if digit is None or len(text) > 1:
            digit = self._number(text)
        if digit is None:
            return None
        return (digit,) if digit else ()

    def _number(self, text: str) -> int | None:
        """Return the number of a text, if a digit has it, or the 0 of a blank."""
        match = WHOLE.fullmatch(text)
        if match is None or not self.has_numbers:
            return None
        number = int(match[1][:4])
        return number if number <= len(self.symbols) else None

    def _candidates(self, text: str) -> tuple[int, ...] | None:
        """Return the candidates of a cell, which rise; None for other texts."""
        digits = []
        last = -1
        for mark in text:
            place = self.symbols.find(mark)
            if place <= last:
                return None
            digits.append(place + 1)
            last = place
        return tuple(digits)


def symbols_of(texts: set[str], size: int) -> str:
    """Return the symbols of a board: the usual ones, letters alone, or those from 0."""
    marks = set("".join(texts))
    usual = SYMBOLS[:size]
    if not any(map(str.isdigit, marks)):
        for alphabet in ALPHABETS:
            letters = marks.intersection(alphabet)
            own = alphabet[:size]
            if letters and len(own) == size and letters.issubset(own):
                return own
        return usual
    if size < 10 or "0" not in texts or texts.isdisjoint(OTHER_BLANKS):
        return usual
    large = {mark.upper() for mark in marks} if size <= len(SYMBOLS_OF_ONE_CASE) else marks
    has_last = not large.isdisjoint(SYMBOLS[size - 1 :])
    are_single = max(map(len, texts)) == 1
    return FROM_ZERO[:size] if are_single and not has_last else usual


def is_matrix(puzzle: Puzzle) -> bool:
    """Whether a board has no digit but 1, as often as it has rows, and in a house twice."""
    cells = puzzle.cells
    return max(cells) == 1 and sum(cells) >= puzzle.layout.size and repeats(puzzle)


def is_table(puzzle: Puzzle) -> bool:
    """Whether at least half of the houses have a digit twice, as other numbers do."""
    wrong = _repeating(puzzle)
    return 2 * sum(wrong) >= len(puzzle.layout.houses)


def repeats(puzzle: Puzzle) -> bool:
    """Whether a house holds a digit twice."""
    return any(_repeating(puzzle))


def _repeating(puzzle: Puzzle) -> Iterator[bool]:
    """Yield for each house whether it holds a digit twice."""
    cells = puzzle.cells
    for house in puzzle.layout.houses:
        digits = [cells[cell] for cell in house.cells if cells[cell]]
        yield len(set(digits)) < len(digits)
