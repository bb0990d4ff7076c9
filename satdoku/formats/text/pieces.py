"""Boards on one line without gaps: 81 characters, possibly with regions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt

from ...board import Puzzle
from ...errors import ParseError
from ...layout import Layout
from ...layout_data import BLANKS, MAX_SIZE, SYMBOLS
from ...layout_names import has_boxes
from ...phrases import phrase
from ...plurals import a_board, plural
from .candidates import WHERE_TO, dense_size
from .cell_meanings import in_rows, meaning, repeats, usual_board
from .cells import Cells, characters
from .companions import can_be_proper, solves
from .decoding import decode
from .numbers import OF_BOARDS
from .sections import role_of_label

#: Blank characters that are also used for borders: a line of only these may be either.
DASHES = frozenset("-*_")
#: What may surround a complete board on a line: white space, quotes, brackets, `puzzle=`, `id:`.
AROUND = ",;:=|\"'`“”‘’«»()[]{}<>#"
#: Characters that may be cells on a board of unknown size above 9.
LETTERS_TOO = frozenset(SYMBOLS[:35] + BLANKS) - {" "}
#: The ones of the digits in circles.
CIRCLED = (0x2460, 0x2776, 0x2780, 0x278A)
#: Plain equivalents of these, of full-width forms and special spaces; zero-width characters are
#: removed.
PLAIN: dict[int, str | None] = {
    **{first + digit: str(digit + 1) for first in CIRCLED for digit in range(9)},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys([0xAD, 0x200B, 0x200C, 0x2060, 0xFEFF, 0xFE0F, 0x20E3]),
}
#: Points or lines that lead to a page or are to be written on, perhaps with numbers at both ends.
LEADER = re.compile(r"(?<!\S)\d{0,3}([._*-])\1{19,}\d{0,3}(?!\S)")
#: A name or a quote, to which the points behind it belong.
NAMED = re.compile(r"\w\s*=|[\"'`\[{]")
#: What stands before a board of less than 64 cells on its line.
LABEL = re.compile(r"[:=]\s*[\"'`]?$")
#: The sizes of these boards.
SMALL = (4, 6)
#: The largest board of whose cells each is tried as the one too many.
LARGEST_SEARCHED = 25
#: What may end a sentence behind a board.
ENDS = (".", "?", "!")
SMALLEST_LINE = 64  # number of cells of the smallest board on a line that cannot be a row


def is_leader(text: str) -> bool:
    """Whether a line has points that lead to a page, or a line to write on: behind words none of
    which names a puzzle, or gives a value to a name."""
    found = LEADER.search(text)
    if not found:
        return False
    before = text[: found.start()]
    is_board = OF_BOARDS.search(before) or NAMED.search(before)
    return any(map(str.isalpha, before)) and not is_board


class BoardFinder:
    """Finds boards without gaps: of one layout or (with None) of the sizes found in the text."""

    def __init__(self, layout: Layout | None) -> None:
        self.layout = layout
        self.size = layout.size if layout else None
        self.symbols = layout.symbols if layout else SYMBOLS[:9]
        self.blanks = "".join(blank for blank in BLANKS if blank not in self.symbols)
        self.alphabet = frozenset(self.symbols + self.blanks) - {" "}
        #: Small letters for symbols that are capitals, and digits.
        self.folded = frozenset("0123456789")
        if self.symbols == self.symbols.upper():
            self.folded |= frozenset(self.symbols.lower()) - {"x"}
        self.plain = {code: to for code, to in PLAIN.items() if chr(code) not in self.symbols}
        around = "".join(re.escape(c) for c in AROUND if c not in self.symbols)
        self.piece = re.compile(rf"[^\s{around}]+")
        self.least = self.size**2 if self.size else SMALLEST_LINE

    def whole_boards(self, text: str, number: int) -> list[Cells]:
        """Return the first board on the line that has no gaps and is separated from its
        surroundings (the usual line file), or the one behind of which it is the solution; of a
        bracketed list, return all boards."""
        found = []
        is_listed = False
        for match in self.piece.finditer(text):
            start, end = match.span()
            if end - start < self.least:
                is_small = self.size is None and _is_labelled(text[:start], match[0])
                if not is_small:
                    continue
                cells: Cells | None = characters(match[0], number, start)
            else:
                cells = self._board(match[0], number, start)
            if cells is None and match[0].endswith(ENDS):
                has_words = any(map(str.isalpha, text[:start]))
                cells = self._before_end(match[0], number, start, has_words)
            if cells:
                found.append(cells)
                is_listed = is_listed or "[" in text[:start]
                if not is_listed and cells.blank(self.blanks):
                    break
        is_pair = len(found) > 1 and not is_listed
        return [self._puzzle_of(found)] if is_pair else found

    def _puzzle_of(self, found: list[Cells]) -> Cells:
        """Return the last board if the one before it, which is full, is its solution; else the
        first."""
        boards = [decode(cells, self.layout, isqrt(len(cells))) for cells in found[-2:]]
        is_solved = solves(*boards) and can_be_proper(boards[1])
        return found[-1] if is_solved else found[0]

    def _board(self, piece: str, number: int, start: int) -> Cells | None:
        """Return the cells of a piece with the length of a board that consists of cells only."""
        if "+" in piece and "+" not in self.symbols:  # marks digits that are placed, not given
            places = [i for i, character in enumerate(piece) if character != "+"]
            cells = self._board(piece.replace("+", ""), number, start)
            if cells:
                cells.columns = [start + 1 + i for i in places]
            return cells
        length = len(piece)
        shape = set(piece)
        if shape <= DASHES:
            return None
        self.check_dense(piece, number, start + 1)
        is_board = length == self.size**2 > 1 if self.size else _is_square(piece)
        if is_board and shape <= self.alphabet:
            return characters(piece, number, start)
        if self.size is None and length > 81 and piece.islower() and not piece.isalnum():
            piece = piece.upper()
            shape = {mark.upper() for mark in shape}
        may_be_large = self.size is None and length > 81 and shape <= LETTERS_TOO
        if is_board and may_be_large and has_few_letters(piece):
            return characters(piece, number, start)
        return self._jigsaw(piece, number, start)

    def _before_end(self, piece: str, number: int, start: int, has_words: bool) -> Cells | None:
        """Return the cells before the end of a sentence: its mark is no blank of theirs, or words
        stand before and no digit is in a house twice."""
        inner = piece[:-1]
        cells = self._board(inner, number, start)
        if cells is None or piece[-1] not in inner:
            return cells
        is_right = has_words and not repeats(decode(cells, None, isqrt(len(inner))))
        return cells if is_right else None

    def check_dense(self, marks: str, number: int, column: int) -> None:
        """Raise `ParseError` if these are candidates instead of cells."""
        if self.size is None and (n := dense_size(marks)):
            raise ParseError(
                phrase(
                    "{number} characters, the candidates of {board}: {where_to}",
                    number=len(marks),
                    board=a_board(n),
                    where_to=WHERE_TO,
                ),
                number,
                column,
            )

    def _jigsaw(self, piece: str, number: int, start: int) -> Cells | None:
        """Return cells that are followed by as many region marks."""
        half = len(piece) // 2
        size = isqrt(half)
        if self.size or len(piece) != 2 * size * size or not 4 <= size <= 16:
            return None
        board = piece[:half]
        marks = piece[half:]
        counts = [marks.count(mark) for mark in set(marks)]
        known = self.alphabet if size <= 9 else LETTERS_TOO
        if counts == [size] * size and known.issuperset(board):
            cells = characters(board, number, start)
            cells.marks = marks
            return cells
        return None

    def nearly_board(self, text: str, number: int) -> Cells | None:
        """Return the first piece of the line if it has the length of a board but contains something
        that decoding will reject; raise an error if it has about that length."""
        match = self.piece.search(text)
        if not match:
            return None
        piece = match[0]
        length = len(piece)
        least = MAX_SIZE + 1
        is_right = _is_square(piece)
        if self.size:
            expected = self.size * self.size
            least = max(10, expected * 4 // 5)
            is_right = length == expected
        if length < least or not any(map(str.isdigit, piece)):
            return None
        familiar = sum(character in self.alphabet or character.isdigit() for character in piece)
        if familiar * 5 < length * 4:
            return None
        if not is_right:
            self.wrong_count(list(piece), number, match.start() + 1)
        return characters(piece, number, match.start())

    def is_spaced(self, text: str) -> bool:
        """Whether the line is exactly one board with spaces for blanks."""
        expected = self.size * self.size if self.size else 81
        spaced = len(text) == expected > MAX_SIZE and " " in text
        if spaced and [len(word) for word in text.split()] == [1] * isqrt(expected):
            return False  # a row of cells, far apart
        return spaced and not text.isspace() and set(text) <= set(self.symbols + " ")

    def wrong_count(self, texts: list[str], number: int, column: int) -> None:
        """Raise `ParseError` for cells that form neither a board nor a row."""
        count = len(texts)
        size = self.size or round(count**0.5)
        problem: str = phrase(
            "{cells} in a line, expected {number} ({board}) or a row of {size}",
            cells=plural(count, "cell"),
            number=size * size,
            board=a_board(size),
            size=self.size or "up to 49",
        )
        if abs(count - size * size) == 1 and size <= LARGEST_SEARCHED and has_boxes(size):
            problem = phrase("{one}{next}", one=problem, next=_misfit(texts, size))
        raise ParseError(problem, number, column)


def _is_labelled(before: str, piece: str) -> bool:
    """Whether a piece is a small board behind a label for one, or a puzzle behind any label."""
    size = isqrt(len(piece))
    if size not in SMALL or size * size != len(piece) or not LABEL.search(before):
        return False
    is_label = f"{size}x{size}" in before or OF_BOARDS.search(before) or role_of_label(before)
    marks = set(piece)
    if not marks <= {*SYMBOLS[:size], *BLANKS} or marks <= DASHES:
        return False
    if is_label:
        return True
    board = meaning(in_rows(piece, size), None)
    is_number = marks <= {*SYMBOLS[:size], "0"}
    is_puzzle = isinstance(board, Puzzle) and not repeats(board) and can_be_proper(board)
    return is_puzzle and not is_number


def _misfit(texts: list[str], size: int) -> str:
    """Return between which cells one is missing or too many, as far as the others tell: with a
    blank there, or without it, no row, column or box has a digit twice. "" if they do not tell."""
    places = []
    is_missing = len(texts) < size * size
    for place in range(len(texts) + is_missing):
        inserted = [""] if is_missing else []
        cells = [*texts[:place], *inserted, *texts[place + 1 - is_missing :]]
        blanks = ["" if text in BLANKS else text for text in cells]
        puzzle = meaning(in_rows(blanks, size), None)
        if isinstance(puzzle, Puzzle) and not repeats(puzzle):
            places.append(place)
    if len(places) in (0, len(texts) + is_missing):
        return ""
    board = usual_board(size, SYMBOLS[:size])
    first, last = (board.cell_name(min(at, size**2 - 1)) for at in (places[0], places[-1]))
    if first != last and is_missing:
        return phrase("; one is missing between {first} and {last}", first=first, last=last)
    if first != last:
        return phrase("; one is too many between {first} and {last}", first=first, last=last)
    if is_missing:
        return phrase("; {first} is missing", first=first)
    return phrase("; {first} is too many", first=first)


def has_few_letters(texts: Iterable[str]) -> bool:
    """Whether there are too few letters for a sentence."""
    are_letters = [text != "x" and text.isalpha() for text in texts]
    count = len(are_letters)
    others = count - sum(are_letters)
    return others * 6 >= count


def _is_square(token: str) -> bool:
    return isqrt(len(token)) ** 2 == len(token) >= SMALLEST_LINE
