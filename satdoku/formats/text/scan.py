"""Classify one line of text: a row of cells, a complete puzzle, a border, or prose.

Cells are symbols (1-9, then letters) or a blank character (`. 0 _ * - x X ? ·` or space),
optionally separated by spaces, punctuation and borders. A line of 10 or more separate numbers is a
row of numbers. Words, comments (# …) and everything else are prose.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from ...errors import ParseError
from ...layout import Layout
from ...layout_data import AS_PICTURE, BLANKS, MAX_SIZE, SYMBOLS
from ...phrases import phrase
from .borders import is_dashes, is_rule
from .cells import Cells, ScannedLine, characters
from .pieces import DASHES, LETTERS_TOO, SMALLEST_LINE, BoardFinder, has_few_letters, is_leader

SEPARATORS = frozenset(" \t\r\n\f|,;:!'\"[](){}\\/¦") | {chr(c) for c in range(0x2500, 0x2580)}
BORDERS = frozenset("+=")
#: The size of a board in words about it.
TITLE = re.compile(r"\b\d+x\d+\b.*[A-Za-z]{4}")
WORDS = re.compile(r"\w+|\W")
#: Letters of a name, not of cells.
NAME = re.compile(r"[A-WYZa-wyz]{5}|[A-Za-z]{2}_[A-Za-z]|[A-Za-z]_[A-Za-z]{2}")
NUMBERS = re.compile(r"[^\s|,;\[\](){}'\"]+")
ROWS_APART = re.compile(r"[^\s/]{4,49}(?:/[^\s/]{4,49}){3}")
#: What a line consists of whose letters may be cells.
LETTERS_AROUND = LETTERS_TOO | SEPARATORS | BORDERS
BETWEEN_NUMBERS = dict.fromkeys(map(ord, " ,;"))
#: Fewer cells among prose are no board: the rows of the smallest on one line.
FEWEST_IN_PROSE = 12
#: In longer lines, only boards without gaps are searched for.
WIDEST = 100_000


class Scanner(BoardFinder):
    """Classifies lines, for boards without gaps and others."""

    def __init__(self, layout: Layout | None) -> None:
        super().__init__(layout)
        around = SEPARATORS | BORDERS | self.alphabet | self.folded
        self.prose = re.compile(f"[^{re.escape(''.join(sorted(around)))}]")

    def scan(self, text: str, number: int) -> list[ScannedLine]:
        """Return the puzzles of a line, or its one kind. Raises `ParseError` for a malformed
        puzzle."""
        check_characters(text, number)
        text = text.replace(AS_PICTURE, "")
        if is_rule(text) and not is_dashes(text):
            return [ScannedLine("gap", Cells(number))]
        if is_leader(text):
            return [ScannedLine("prose", Cells(number), 1)]
        if boards := self.whole_boards(text, number):
            return [ScannedLine("puzzle", cells) for cells in boards]
        if self.is_spaced(text):
            return [ScannedLine("puzzle", characters(text, number))]
        may_have_rows = "/" in text and len(text) <= WIDEST and ROWS_APART.search(text)
        if may_have_rows and (found := self._rows_in_prose(text, number)):
            return [ScannedLine("puzzle", one) for one in found]
        if nearly := self.nearly_board(text, number):
            return [ScannedLine("puzzle", nearly)]
        if len(text) > WIDEST:
            return [ScannedLine("prose", Cells(number), 1)]
        if "#" not in self.symbols:
            text = "" if text.startswith("#") else re.split(r"\s#", text, maxsplit=1)[0]
        if TITLE.search(text):
            return [ScannedLine("prose", Cells(number), 1)]
        if column := self._prose_alone(text):
            return [ScannedLine("prose", Cells(number), column)]
        segments, stop = self._segments(text, number, self.alphabet)
        # Letters beyond those of a usual board are cells only if the whole line is: words have
        # them, too.
        if stop and self.size is None and not NAME.search(text):
            wider, prose = self._segments(text, number, LETTERS_TOO)
            if not prose and len(wider[0]) >= 10 and has_few_letters(wider[0].texts):
                segments = wider
                stop = 0
        if stop:
            found = self._rows_in_prose(text, number)
            if not found:
                some = [one for one in segments if not DASHES.issuperset(one.texts)]
                found = [one for one in some if self._is_puzzle(one, number, in_prose=True)]
            if not found:
                return [ScannedLine("prose", Cells(number), stop)]
            return [ScannedLine("puzzle", one) for one in found]
        cells = self._numbers(text, number) or segments[0]
        if not cells:
            return [ScannedLine("gap", Cells(number))]
        if set(cells.texts) <= DASHES:
            return [ScannedLine("gap", cells)]
        if self._is_puzzle(cells, number):
            return [ScannedLine("puzzle", cells)]
        return [ScannedLine("row", cells)]

    def _prose_alone(self, text: str) -> int:
        """Return the column where prose begins in a line that has too few cells for a board; 0 for
        other lines."""
        found = self.prose.search(text)
        if not found or found[0].isdigit():
            return 0
        if self.size is None and LETTERS_AROUND.issuperset(text):
            return 0  # the letters may be cells
        if self.least < FEWEST_IN_PROSE:
            return 0
        cells = sum(map(text.count, self.alphabet))
        return found.start() + 1 if cells < FEWEST_IN_PROSE else 0

    def _rows_in_prose(self, text: str, number: int) -> list[Cells]:
        """Return boards given as all their rows on one line, with separators between the rows."""
        runs: list[list[re.Match[str]]] = [[]]
        end = 0
        for match in re.finditer(r"[^\s\\/|,;]+", text):
            word = match[0]
            size = self.size or len(word)
            is_row = len(word) == size >= 4 and self.alphabet.issuperset(word)
            between = text[end : match.start()]
            run = runs[-1]
            joins = SEPARATORS.issuperset(between) and bool(run) and len(run[0][0]) == size
            if run and not (is_row and joins):
                runs.append([])
            if is_row:
                runs[-1].append(match)
            end = match.end()
        return [_cells_of(run, number) for run in runs if _is_board(run, text)]

    def _segments(
        self, text: str, number: int, alphabet: frozenset[str]
    ) -> tuple[list[Cells], int]:
        """Return the runs of cells between prose, and the column where prose begins (0: none)."""
        segments = [Cells(number)]
        stop = 0
        column = 1
        known = alphabet | self.folded
        for word in WORDS.findall(text):
            if known.issuperset(word) or all(self._may_be_cell(c, alphabet) for c in word):
                segments[-1].texts += word
                segments[-1].columns += range(column, column + len(word))
            elif word not in SEPARATORS and word not in BORDERS:
                if not stop:
                    are_known = [self._may_be_cell(character, alphabet) for character in word]
                    stop = column + are_known.index(False)
                segments.append(Cells(number))
            column += len(word)
        return segments, stop

    def _may_be_cell(self, character: str, alphabet: frozenset[str]) -> bool:
        return character in alphabet or character in self.folded or character.isdigit()

    def _numbers(self, text: str, number: int) -> Cells | None:
        """Return the cells of a line of separate numbers, at least one of them above 9."""
        if self.size and self.symbols != SYMBOLS[: self.size]:
            return None
        matches = list(NUMBERS.finditer(text))
        tokens = [match[0] for match in matches]
        count = len(tokens)
        fits = count >= 10 and (not self.size or count in (self.size, self.size**2))
        if not fits or all(len(token) < 2 for token in tokens):
            return None
        if not all(token in BLANKS or re.fullmatch("[0-9]{1,2}", token) for token in tokens):
            return None
        texts = [token.lstrip("0") or "0" for token in tokens]
        return Cells(number, texts, [match.start() + 1 for match in matches])

    def _is_puzzle(self, cells: Cells, number: int, in_prose: bool = False) -> bool:
        """Whether these cells form a complete board; an error if they nearly do (in prose:
        ±20%)."""
        count = len(cells)
        if count > MAX_SIZE and _are_numbers(cells.columns):
            return False
        if count >= SMALLEST_LINE:
            self.check_dense("".join(cells.texts), number, cells.columns[0])
        if self.size:
            expected = self.size * self.size
            if count == expected:
                return True
            is_near = expected * 0.85 <= count <= expected * 1.15
            if is_near and count > self.size + 1:
                self.wrong_count(cells.texts, number, cells.columns[0])
            return False
        if count >= SMALLEST_LINE and isqrt(count) ** 2 == count:
            return True
        is_near_usual = abs(count - 81) <= 81 // 5
        if count > MAX_SIZE and (not in_prose or is_near_usual):
            self.wrong_count(cells.texts, number, cells.columns[0])
        return False


def _are_numbers(columns: list[int]) -> bool:
    """Whether some of the marks at these columns stand alone and others in pairs, as the digits of
    numbers do."""
    widths = {1: 0, 2: 0}
    width = 0
    for before, column in pairwise([*columns, columns[-1] + 2]):
        width += 1
        if column > before + 1:
            widths[width] = widths.get(width, 0) + 1
            width = 0
    return len(widths) == 2 and min(widths.values()) > 0


def _is_board(rows: list[re.Match[str]], text: str) -> bool:
    """Whether there are as many rows as each has cells, not only dashes, and not only numbers as in
    a list."""
    if not rows or len(rows) != len(rows[0][0]):
        return False
    inside = text[rows[0].start() : rows[-1].end()]
    if inside.translate(BETWEEN_NUMBERS).isdecimal():
        return False
    return not all(DASHES.issuperset(row[0]) for row in rows)


def _cells_of(rows: list[re.Match[str]], number: int) -> Cells:
    """Return all cells of the rows, which stand on one line."""
    cells = Cells(number)
    for row in rows:
        start, end = row.span()
        cells.texts += row[0]
        cells.columns += range(start + 1, end + 1)
    return cells


#: Scanners keep nothing from line to line, so readers for one layout share one.
scanner_of = lru_cache(maxsize=8)(Scanner)


def check_characters(text: str, number: int) -> None:
    """Raise `ParseError` for control characters, which text files do not contain."""
    if text.isprintable():
        return
    for column, character in enumerate(text, 1):
        if character < " " and character not in "\t\r\n\f":
            name = "NUL byte" if character == "\0" else f"control character {character!r}"
            raise ParseError(phrase("{name!s}: is this a binary file?", name=name), number, column)
