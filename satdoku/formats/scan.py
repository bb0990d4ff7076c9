"""One line of text: is it a row of cells, a whole puzzle, a border, or prose?

Cells are symbols (1-9, then letters) or a blank character (`. 0 _ * - x X ? ·` or space); between
them there may be spaces, punctuation and borders. A line of 10 or more numbers apart is a row of
numbers. Words, comments (# …) and everything else are prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isqrt

from ..errors import ParseError
from ..layout import AS_PICTURE, BLANKS, MAX_SIZE, SYMBOLS, Layout
from .candidates import WHERE_TO, dense_size

SEPARATORS = frozenset(" \t\r\n\f|,;:!'\"[](){}\\/¦") | {chr(c) for c in range(0x2500, 0x2580)}
BORDERS = frozenset("+=")
#: Blank characters that are borders as well: a line of nothing else may be either.
DASHES = frozenset("-*")
#: What stands around a whole board in a line: white space, quotes, brackets, `puzzle=`, `id:`.
AROUND = ",;:=|\"'`“”‘’«»()[]{}<>#"
#: A field of the line under a markdown table's head.
UNDER_HEAD = re.compile(r":?--+:?|:-+:?|-+:")
#: How programs write a cell that holds nothing.
NOTHING = re.compile(r"\b(?:None|null|NULL|nan|NaN|nil)\b")
WORDS = re.compile(r"\w+|\W")
NUMBERS = re.compile(r"[^\s|,;\[\](){}'\"]+")
#: What may be a cell on a board of unknown size above 9.
LETTERS_TOO = frozenset(SYMBOLS[:35] + BLANKS) - {" "}
#: In longer lines only boards in one piece are looked for.
WIDEST = 100_000
SMALLEST_LINE = 64  # cells of the smallest line puzzle that cannot be taken for a row


@dataclass(slots=True)
class Cells:
    """Cells found in a line: their text and columns (from 1); marks: of regions, one a cell."""

    number: int
    texts: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    marks: str = ""

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
    "gap" (nothing or a border), "head" (the line under a table's head) or "prose". stop: the
    column where prose begins."""

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
        around = "".join(re.escape(c) for c in AROUND if c not in self.symbols)
        self.piece = re.compile(rf"[^\s{around}]+")
        self.least = self.size**2 if self.size else SMALLEST_LINE

    def scan(self, text: str, number: int) -> list[Line]:
        """The line's puzzles, or its one kind. Raises `ParseError` for a puzzle gone wrong."""
        check_characters(text, number)
        text = NOTHING.sub(lambda word: ".".ljust(len(word[0])), text).replace(AS_PICTURE, "")
        boards = self._whole_boards(text, number)
        if boards:
            return [Line("puzzle", cells) for cells in boards]
        if self._is_spaced(text):
            return [Line("puzzle", characters(text, number))]
        if nearly := self._nearly_board(text, number):
            return [Line("puzzle", nearly)]
        if "|" in text and _is_under_head(text):
            return [Line("head", Cells(number))]
        if len(text) > WIDEST:
            return [Line("prose", Cells(number), 1)]
        if "#" not in self.symbols:
            text = "" if text.startswith("#") else re.split(r"\s#", text, maxsplit=1)[0]
        segments, stop = self._segments(text, number, self.alphabet)
        if stop and self.size is None:
            wider, prose = self._segments(text, number, LETTERS_TOO)
            if not prose and len(wider[0]) >= 10 and _has_few_letters(wider[0].texts):
                segments, stop = wider, 0
        if stop:
            found = self._rows_in_prose(text, number) or [
                cells for cells in segments if self._is_puzzle(cells, number, in_prose=True)
            ]
            return [Line("puzzle", cells) for cells in found] or [
                Line("prose", Cells(number), stop)
            ]
        cells = self._numbers(text, number) or self._fields(text, number) or segments[0]
        if not cells:
            kind = "maybe" if self._is_row_of_spaces(text) else "gap"
            return [Line(kind, characters(text, number))]
        if set(cells.texts) <= DASHES:
            mixed = len(set(text) & (DASHES | BORDERS)) > 1
            return [Line("gap" if mixed else "maybe", cells)]
        if self._is_puzzle(cells, number):
            return [Line("puzzle", cells)]
        if self._is_row_of_spaces(text):
            return [Line("row", characters(text, number))]
        return [Line("row", cells)]

    def _whole_boards(self, text: str, number: int) -> list[Cells]:
        """The first board that stands in the line as one piece, apart from what is around it (the
        usual file of lines); of a list in brackets all."""
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
        """The piece's cells, if it is as long as a board, of cells alone, and no border."""
        if "+" in piece and "+" not in self.symbols:  # digits that were placed, not given
            places = [i for i, character in enumerate(piece) if character != "+"]
            cells = self._board(piece.replace("+", ""), number, start)
            if cells:
                cells.columns = [start + 1 + i for i in places]
            return cells
        length, shape = len(piece), set(piece)
        if shape <= DASHES:
            return None
        self._check_dense(piece, number, start + 1)
        if length == self.size**2 > 1 if self.size else _is_square(piece):
            wide = self.size is None and shape <= LETTERS_TOO and _has_few_letters(piece)
            if shape <= self.alphabet or (wide and length > 81):
                return characters(piece, number, start)
        return self._jigsaw(piece, number, start)

    def _check_dense(self, marks: str, number: int, column: int) -> None:
        """Raises `ParseError` for candidates, which are no cells."""
        if self.size is None and (n := dense_size(marks)):
            raise ParseError(
                f"{len(marks)} characters, the candidates of a {n}x{n} board: {WHERE_TO}",
                number,
                column,
            )

    def _jigsaw(self, piece: str, number: int, start: int) -> Cells | None:
        """Cells followed by as many marks of regions."""
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

    def _nearly_board(self, text: str, number: int) -> Cells | None:
        """The first piece of the line if it is as long as a board, with something in it that
        decoding will name; an error if it is of about that length."""
        match = self.piece.search(text)
        piece, start = (match[0], match.start()) if match else ("", 0)
        length = len(piece)
        wanted = self.size * self.size if self.size else length if _is_square(piece) else 0
        least = max(10, wanted * 4 // 5) if self.size else MAX_SIZE + 1
        familiar = sum(character in self.alphabet or character.isdigit() for character in piece)
        if length < least or familiar * 5 < length * 4 or not any(map(str.isdigit, piece)):
            return None
        if length != wanted:
            self._wrong_count(length, number, start + 1)
        return characters(piece, number, start)

    def _is_spaced(self, text: str) -> bool:
        """A board as long as the line, with spaces for blanks."""
        wanted = self.size * self.size if self.size else 81
        spaced = len(text) == wanted > MAX_SIZE and " " in text
        return spaced and not text.isspace() and set(text) <= set(self.symbols + " ")

    def _rows_in_prose(self, text: str, number: int) -> list[Cells]:
        """Boards whose rows, and just these, stand together in a line, with separators between."""
        runs: list[list[re.Match[str]]] = [[]]
        end = 0
        for match in re.finditer(r"[^\s\\/|,;]+", text):
            size = self.size or len(match[0])
            is_row = len(match[0]) == size >= 4 and set(match[0]) <= self.alphabet
            joins = all(c in SEPARATORS for c in text[end : match.start()])
            if runs[-1] and not (is_row and joins and len(runs[-1][0][0]) == size):
                runs.append([])
            if is_row:
                runs[-1].append(match)
            end = match.end()
        return [
            Cells(
                number,
                [text for row in run for text in row[0]],
                [c for row in run for c in range(row.start() + 1, row.end() + 1)],
            )
            for run in runs
            if run and len(run) == len(run[0][0]) and any(not set(row[0]) <= DASHES for row in run)
        ]

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

    def _is_puzzle(self, cells: Cells, number: int, in_prose: bool = False) -> bool:
        """These cells are a whole board; an error where they nearly are (in prose: a fifth off)."""
        count = len(cells)
        if count >= SMALLEST_LINE:
            self._check_dense("".join(cells.texts), number, cells.columns[0])
        if self.size:
            wanted = self.size * self.size
            if count == wanted:
                return True
            if wanted * 0.85 <= count <= wanted * 1.15 and count > self.size + 1:
                self._wrong_count(count, number, cells.columns[0])
            return False
        if count >= SMALLEST_LINE and isqrt(count) ** 2 == count:
            return True
        if count > MAX_SIZE and (not in_prose or abs(count - 81) <= 81 // 5):
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


def _is_under_head(text: str) -> bool:
    """The line under a markdown table's head, at least four fields wide."""
    fields = text.strip().strip("|").split("|")
    return len(fields) > 3 and all(UNDER_HEAD.fullmatch(field.strip()) for field in fields)


def _has_few_letters(texts: Iterable[str]) -> bool:
    """No sentence has so few."""
    letters = [text != "x" and text.isalpha() for text in texts]
    return (len(letters) - sum(letters)) * 6 >= len(letters)


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


def characters(text: str, number: int, start: int = 0) -> Cells:
    """Each character of a text as a cell; start: characters before it in its line."""
    return Cells(number, list(text), list(range(start + 1, start + len(text) + 1)))
