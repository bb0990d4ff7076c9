"""Boards on one line without gaps: 81 characters, quoted or listed, possibly with regions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt

from ...errors import ParseError
from ...layout import Layout
from ...layout_data import BLANKS, MAX_SIZE, SYMBOLS
from ...layout_names import has_boxes
from ...plurals import a_board, plural
from .candidates import WHERE_TO, dense_size
from .cells import Cells, Line, characters

#: Blank characters that are also used for borders: a line of only these may be either.
DASHES = frozenset("-*")
#: What may surround a complete board on a line: white space, quotes, brackets, `puzzle=`, `id:`.
AROUND = ",;:=|\"'`“”‘’«»()[]{}<>#"
#: Characters that may be cells on a board of unknown size above 9.
LETTERS_TOO = frozenset(SYMBOLS[:35] + BLANKS) - {" "}
#: Plain equivalents of full-width forms and special spaces; zero-width characters are removed.
PLAIN: dict[int, str | None] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys([0xAD, 0x200B, 0x200C, 0x2060, 0xFEFF]),
}
#: A quoted row or board; what may surround a row: `grid = [`, `"),`, `" \\`.
QUOTED = re.compile(r"""(["'`])((?:(?!\1).)*?)(?:\\n)?\1""")
BEFORE_ROW = re.compile(r"(?:[\w.\s]+[:=]=?)?[\s\[({,]*")
AFTER_ROW = re.compile(r"[\s\])},;+\\]*(?:(?:#|//).*)?")
#: `Row 1: 5 3 4 …`, `R1: …`, `row 1 = …`, `1) …`: a label before the cells of a row.
LABEL = re.compile(
    r"\s*(?:r(?:ow)?\s?#?[0-9]{1,2}\s?[:=.)\-]|[0-9]{1,2}\s?[:)](?=\s))", re.IGNORECASE
)
#: `1. 5 3 4 …`: a label too, unless these are cells of the row's first box (`53. .7. ...`).
NUMBER_AND_DOT = re.compile(r"\s*([0-9]{1,2}\.)\s+")
SMALLEST_LINE = 64  # number of cells of the smallest board on a line that cannot be a row


class Pieces:
    """Finds boards without gaps: of one layout or (with None) of the sizes found in the text."""

    def __init__(self, layout: Layout | None) -> None:
        self.size = layout.size if layout else None
        self.symbols = layout.symbols if layout else SYMBOLS[:9]
        self.blanks = "".join(blank for blank in BLANKS if blank not in self.symbols)
        self.alphabet = frozenset(self.symbols + self.blanks) - {" "}
        self.folds = self.symbols == self.symbols.upper()
        self.plain = {code: to for code, to in PLAIN.items() if chr(code) not in self.symbols}
        around = "".join(re.escape(c) for c in AROUND if c not in self.symbols)
        self.piece = re.compile(rf"[^\s{around}]+")
        self.least = self.size**2 if self.size else SMALLEST_LINE

    def whole_boards(self, text: str, number: int) -> list[Cells]:
        """Return the first board on the line that has no gaps and is separated from its
        surroundings (the usual line file); of a bracketed list, return all boards."""
        found, listed = list[Cells](), False
        for match in self.piece.finditer(text):
            long = match.end() - match.start() >= self.least
            if cells := self._board(match[0], number, match.start()) if long else None:
                found.append(cells)
                listed = listed or "[" in text[: match.start()]
                if not listed:
                    break
        return found

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
        if length == self.size**2 > 1 if self.size else _is_square(piece):
            wide = self.size is None and shape <= LETTERS_TOO and has_few_letters(piece)
            if shape <= self.alphabet or (wide and length > 81):
                return characters(piece, number, start)
        return self._jigsaw(piece, number, start)

    def check_dense(self, marks: str, number: int, column: int) -> None:
        """Raise `ParseError` if these are candidates instead of cells."""
        if self.size is None and (n := dense_size(marks)):
            raise ParseError(
                f"{len(marks)} characters, the candidates of {a_board(n)}: {WHERE_TO}",
                number,
                column,
            )

    def _jigsaw(self, piece: str, number: int, start: int) -> Cells | None:
        """Return cells that are followed by as many region marks."""
        half = len(piece) // 2
        size = isqrt(half)
        if self.size or half * 2 != len(piece) or size * size != half or not 4 <= size <= 9:
            return None
        board, marks = piece[:half], piece[half:]
        regions = {mark: marks.count(mark) for mark in set(marks)}
        if set(board) <= self.alphabet and list(regions.values()) == [size] * size:
            cells = characters(board, number, start)
            cells.marks = marks
            return cells
        return None

    def nearly_board(self, text: str, number: int) -> Cells | None:
        """Return the first piece of the line if it has the length of a board but contains something
        that decoding will reject; raise an error if it has about that length."""
        match = self.piece.search(text)
        piece, start = (match[0], match.start()) if match else ("", 0)
        length = len(piece)
        expected = self.size * self.size if self.size else length if _is_square(piece) else 0
        least = max(10, expected * 4 // 5) if self.size else MAX_SIZE + 1
        familiar = sum(character in self.alphabet or character.isdigit() for character in piece)
        if length < least or familiar * 5 < length * 4 or not any(map(str.isdigit, piece)):
            return None
        if length != expected:
            self.wrong_count(length, number, start + 1)
        return characters(piece, number, start)

    def is_spaced(self, text: str) -> bool:
        """Whether the line is exactly one board with spaces for blanks."""
        expected = self.size * self.size if self.size else 81
        spaced = len(text) == expected > MAX_SIZE and " " in text
        return spaced and not text.isspace() and set(text) <= set(self.symbols + " ")

    def quoted(self, text: str, number: int) -> Line | None:
        """Return the quoted row on this line, or the board of as many quoted rows as they are wide;
        inside quotes, spaces are blanks. None for other lines."""
        rows = list(QUOTED.finditer(text))
        size = len(rows[0][2]) if rows else 0
        if not rows or not all(self._is_quoted_row(row[2], size) for row in rows):
            return None
        cells = Cells(
            number,
            [text for row in rows for text in row[2]],
            [c for row in rows for c in range(row.start(2) + 1, row.end(2) + 1)],
        )
        if len(rows) == size:
            return Line("puzzle", cells)
        before, after = text[: rows[0].start()], text[rows[0].end() :]
        is_row = len(rows) == 1 and BEFORE_ROW.fullmatch(before) and AFTER_ROW.fullmatch(after)
        return Line("row", cells) if is_row else None

    def _is_quoted_row(self, row: str, size: int) -> bool:
        """Whether a text is a row of a board of this size, rather than cells separated by
        spaces."""
        fits = size == self.size if self.size else size <= MAX_SIZE and has_boxes(size)
        if len(row) != size or not fits:
            return False
        apart = size != (self.size or 9) and " " not in row[::2] and row[1::2].isspace()
        symbols = self.symbols if self.size else SYMBOLS[:size]
        known = set(row) <= set(symbols + self.blanks + " ") and has_few_letters(row)
        return known and not apart and not set(row) <= DASHES

    def wrong_count(self, count: int, number: int, column: int) -> None:
        """Raise `ParseError` for cells that form neither a board nor a row."""
        size = self.size or round(count**0.5)
        raise ParseError(
            f"{plural(count, 'cell')} in a line, expected {size * size} ({a_board(size)}) "
            f"or a row of {self.size or 'up to 49'}",
            number,
            column,
        )


def end_of_label(text: str) -> int:
    """Return where the label before the cells of a row ends; 0 if there is none."""
    if label := LABEL.match(text):
        return label.end()
    if not (label := NUMBER_AND_DOT.match(text)):
        return 0
    groups = re.findall(r"[^\s|,;()\[\]'\"]+", text[label.end() :])
    widths = {len(group) for group in groups}
    is_row = sum(map(len, groups)) >= 4 and len(widths) == 1 and len(label[1]) not in widths
    is_numbers = len(groups) >= 10 and max(widths) <= 2
    return label.end() if is_row or is_numbers else 0


def has_few_letters(texts: Iterable[str]) -> bool:
    """Whether there are too few letters for a sentence."""
    letters = [text != "x" and text.isalpha() for text in texts]
    return (len(letters) - sum(letters)) * 6 >= len(letters)


def _is_square(token: str) -> bool:
    return isqrt(len(token)) ** 2 == len(token) >= SMALLEST_LINE
