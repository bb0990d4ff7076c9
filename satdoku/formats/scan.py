"""One line of text: is it a row of cells, a whole puzzle, a border, or prose?

Cells are symbols (1-9, then letters) or a blank character (`. 0 _ * - x` or space); between them
there may be spaces, punctuation and borders. A line of 10 or more numbers apart is a row of
numbers. Words, comments (# …) and everything else are prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isqrt

from ..errors import ParseError
from ..layout import BLANKS, MAX_SIZE, SYMBOLS, Layout

SEPARATORS = frozenset(" \t\r\n\f|,;:!'\"[](){}\\/¦") | {chr(c) for c in range(0x2500, 0x2580)}
BORDERS = frozenset("+=")
#: Blank characters that are borders as well: a line of nothing else may be either.
DASHES = frozenset("-*")
TOKEN = re.compile(r"[^\s,;#]+")
OWN_TOKEN = re.compile(r"[^\s,;]+")
WORDS = re.compile(r"\w+|\W")
NUMBERS = re.compile(r"[^\s|,;\[\](){}'\"]+")
#: What may be a cell on a board of unknown size above 9.
LETTERS_TOO = frozenset(SYMBOLS[:35] + "._*-0x")
SMALLEST_LINE = 64  # cells of the smallest line puzzle that cannot be taken for a row


@dataclass(slots=True)
class Cells:
    """Cells found in a line: their text and columns (from 1)."""

    number: int
    texts: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.texts)

    def blank(self, blanks: str) -> str:
        """Which of the blanks is in use, '' where none is."""
        return next((text for text in self.texts if text in blanks), "")

    @property
    def are_apart(self) -> bool:
        """Something stands between the cells."""
        return self.columns[-1] - self.columns[0] >= len(self.texts)


@dataclass(slots=True)
class Line:
    """What a line holds. kind: "puzzle", "row", "maybe" (a row of dashes, or a border),
    "gap" (nothing or a border) or "prose". stop: the column where prose begins."""

    kind: str
    cells: Cells
    stop: int = 0


class Scanner:
    """Tells lines apart, for one layout or (with None) for the sizes that the text shows."""

    def __init__(self, layout: Layout | None) -> None:
        self.size = layout.size if layout else None
        self.symbols = layout.symbols if layout else SYMBOLS[:9]
        self.blanks = "".join(blank for blank in BLANKS if blank not in self.symbols)
        self.alphabet = frozenset(self.symbols + self.blanks) - {" "}
        self.folds = self.symbols == self.symbols.upper()

    def scan(self, text: str, number: int) -> Iterator[Line]:
        """The line's puzzles, or its one kind. Raises `ParseError` for a puzzle gone wrong."""
        text = text.rstrip("\r\n")
        if number == 1:
            text = text.removeprefix("\ufeff")
        check_characters(text, number)
        line = self._whole_line(text, number)
        if line:
            yield line
            return
        if "#" not in self.symbols:
            text = "" if text.startswith("#") else re.split(r"\s#", text, maxsplit=1)[0]
        segments, stop = self._segments(text, number, self.alphabet)
        if stop and self.size is None:
            wider, prose = self._segments(text, number, LETTERS_TOO)
            others = sum(text == "x" or not text.isalpha() for text in wider[0].texts)
            if not prose and others * 6 >= len(wider[0]) >= 10:  # no sentence has so few letters
                segments, stop = wider, 0
        if stop:
            found = [cells for cells in segments if self._is_puzzle(cells, number)]
            for cells in found:
                yield Line("puzzle", cells)
            if not found:
                yield Line("prose", Cells(number), stop)
            return
        cells = self._numbers(text, number) or self._fields(text, number) or segments[0]
        if not cells:
            kind = "maybe" if self._is_row_of_spaces(text) else "gap"
            yield Line(kind, _characters(text, number))
        elif set(cells.texts) <= DASHES:
            mixed = len(set(text) & (DASHES | BORDERS)) > 1
            yield Line("gap" if mixed else "maybe", cells)
        elif self._is_puzzle(cells, number):
            yield Line("puzzle", cells)
        elif self._is_row_of_spaces(text):
            yield Line("row", _characters(text, number))
        else:
            yield Line("row", cells)

    def _whole_line(self, text: str, number: int) -> Line | None:
        """A puzzle that starts the line, apart from what follows (the usual file of lines)."""
        tokens = list((OWN_TOKEN if "#" in self.symbols else TOKEN).finditer(text))
        for match in tokens:  # a number or a name may stand in front
            if self._is_board(match[0]):
                return Line("puzzle", _characters(match[0], number, match.start()))
        token, start = (tokens[0][0], tokens[0].start()) if tokens else ("", 0)
        wanted = self.size * self.size if self.size else len(token) if _is_square(token) else 0
        spaced = len(text) == (wanted if self.size else 81) > MAX_SIZE and " " in text
        if spaced and not text.isspace() and set(text) <= set(self.symbols + " "):
            return Line("puzzle", _characters(text, number))
        least = max(10, wanted * 4 // 5) if self.size else MAX_SIZE + 1
        familiar = sum(character in self.alphabet or character.isdigit() for character in token)
        if len(token) < least or familiar * 5 < len(token) * 4 or not any(map(str.isdigit, token)):
            return None
        if len(token) == wanted:
            return Line("puzzle", _characters(token, number, start))  # decoding says what is wrong
        self._wrong_count(len(token), number, start + 1)
        return None

    def _is_board(self, token: str) -> bool:
        """As long as a board, of cells alone, and no border."""
        right = len(token) == self.size**2 > 1 if self.size else _is_square(token)
        return right and set(token) <= self.alphabet and not set(token) <= DASHES

    def _segments(
        self, text: str, number: int, alphabet: frozenset[str]
    ) -> tuple[list[Cells], int]:
        """The runs of cells between prose, and the column where prose begins (0: none)."""
        segments, stop, column = [Cells(number)], 0, 1
        for word in WORDS.findall(text):
            if all(self._may_be_cell(character, alphabet) for character in word):
                segments[-1].texts += word
                segments[-1].columns += range(column, column + len(word))
            elif word not in SEPARATORS and word not in BORDERS:
                strange = (not self._may_be_cell(character, alphabet) for character in word)
                stop = stop or column + list(strange).index(True)
                segments.append(Cells(number))
            column += len(word)
        return segments, stop

    def _may_be_cell(self, character: str, alphabet: frozenset[str]) -> bool:
        return (
            character in alphabet
            or character.isdigit()
            or (self.folds and character != "x" and character.upper() in self.symbols)
        )

    def _numbers(self, text: str, number: int) -> Cells | None:
        """The cells of a line of numbers apart, at least one of them above 9."""
        matches = list(NUMBERS.finditer(text))
        tokens = [match[0] for match in matches]
        fits = len(tokens) >= 10 and (not self.size or len(tokens) in (self.size, self.size**2))
        usual = self.size is None or self.symbols == SYMBOLS[: self.size]
        if not (fits and usual) or all(len(token) < 2 for token in tokens):
            return None
        if not all(token in BLANKS or re.fullmatch("[0-9]{1,2}", token) for token in tokens):
            return None
        return Cells(
            number, [t.lstrip("0") or "0" for t in tokens], [m.start() + 1 for m in matches]
        )

    def _fields(self, text: str, number: int) -> Cells | None:
        """The cells of a row of a table, some of its fields empty."""
        size = self.size or 9
        for mark in "\t|,;":
            framed = mark == "|" and text.strip().startswith("|")
            fields = (text.strip()[1:-1] if framed else text).split(mark)
            texts = [field.strip() or " " for field in fields]
            if len(texts) == size > 1 and " " in texts and all(len(text) < 2 for text in texts):
                return Cells(number, texts, list(range(1, size + 1)))
        return None

    def _is_puzzle(self, cells: Cells, number: int) -> bool:
        """These cells are a whole board; an error where they nearly are."""
        count = len(cells)
        if self.size:
            wanted = self.size * self.size
            if count == wanted:
                return True
            if wanted * 0.85 <= count <= wanted * 1.15 and count > self.size + 1:
                self._wrong_count(count, number, cells.columns[0])
            return False
        if count >= SMALLEST_LINE and isqrt(count) ** 2 == count:
            return True
        if count > MAX_SIZE:
            self._wrong_count(count, number, cells.columns[0])
        return False

    def _wrong_count(self, count: int, number: int, column: int) -> None:
        size = self.size or round(count**0.5)
        raise ParseError(
            f"{count} cells in a line, expected {size * size} (a {size}x{size} board) "
            f"or a row of {self.size or 'up to 49'}",
            number,
            column,
        )

    def _is_row_of_spaces(self, text: str) -> bool:
        """Digits and blank spaces, as wide as a row."""
        wide = len(text) == (self.size or 9) > 1
        return wide and " " in text and set(text) <= set(self.symbols + " ")


def check_characters(text: str, number: int) -> None:
    """Raises `ParseError` for characters that no text has."""
    if text.isprintable():
        return
    for column, character in enumerate(text, 1):
        if character < " " and character not in "\t\r\n\f":
            name = "NUL byte" if character == "\0" else f"control character {character!r}"
            raise ParseError(f"{name}: is this a binary file?", number, column)


def _is_square(token: str) -> bool:
    return isqrt(len(token)) ** 2 == len(token) >= SMALLEST_LINE


def _characters(text: str, number: int, start: int = 0) -> Cells:
    return Cells(number, list(text), list(range(start + 1, start + len(text) + 1)))
