"""The boards of an answer: lines of cells, with or without labels, and what stands before each.

A row is a line with one symbol for each of its cells. Rows with labels form a board in the order of
their labels, even with text between them; rows without labels if nothing but rulings is between
them. A row 1 2 3 … above a table is its header if the table would have a row too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...frozen import frozen
from ...geometry import Cells
from ...layout import Layout
from .words import known_for, meaning

#: The digit of each symbol; 0: blank.
Marks = Mapping[str, int]

#: What stands between the cells of a row.
BETWEEN = re.compile(r"[\s|,;:/*`'\"()\[\]{}│┃║$=•·–>-]+")
#: What may stand behind a row: ticks, a comment with the number of the row.
BEHIND = re.compile(r"[\s.]*(?:[✓✔☑✅]|(?:#|//|\()\s*\w+\s*\d{1,2}\s*\)?)\s*$")
#: Before a label, and behind it.
BEFORE = r"[\s,>*_#`|$\\(\[{\"'.-]*"
NUMBER = r"[\s_#.*°º]{0,3}(?P<number>\d{1,2}|[A-Za-z]\b)"
AFTER = r"(?:[\s*_`\"'|)\]}.:=>→&-]|\bis\b|行|행|\ue001)*"
ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
]
#: A line between two rows that is no text.
RULING = re.compile(r"[\W_]*")
#: The line of a program before the rows of a board: types, the name, brackets and signs.
TYPES = (
    "const|var|val|let|static|final|public|private|auto|int|char|byte|short|long|double|float|string"
    "|list|array|uint8_t|u8|i32|def"
)
DECLARED = re.compile(
    rf"\s*(?:(?:{TYPES})\b[\s\[\]<>,\w]{{0,30}}?\s)*(?P<name>\w{{1,30}})(?:\[[\w\s]{{0,20}}\])*"
    r"(?:\s*:[\s\w\[\],]{1,30})?\s*:?=\s*(?:[A-Za-z_.!]{1,20}(?=[\[({]))?[\s\[({\"']*",
    re.IGNORECASE,
)
#: The number of a column behind its name, or a letter alone.
COUNTED = re.compile(r"[\d_]+$|^[A-Za-z]$")
#: What stands between words and a row, or a board, on the same line.
INTRODUCING = (":", " is ", " are ", " = ", " ist ", " es ", " est ", " è ", " é ")
#: The longest line that is read, in cells of the board.
LONGEST = 12


@frozen
class WrittenBoard:
    """A board in a text. first, last: its lines, from 0."""

    first: int
    last: int
    cells: Cells


class BoardReader:
    """Reads the boards of one layout."""

    def __init__(self, layout: Layout, marks: Marks) -> None:
        self.layout = layout
        self.marks = marks
        self.size = layout.size
        names = sorted(known_for("row"), key=len, reverse=True)
        row = "|".join(map(re.escape, names))
        ordinals = "|".join(ORDINALS)
        self.labelled = re.compile(
            rf"{BEFORE}(?:(?:{row}){NUMBER}(?:\s*(?:行|행|줄))?"
            rf"|(?P<before>\d{{1,2}})\s*(?:행|줄|行)"
            rf"|(?P<ordinal>{ordinals})\s+(?:{row})"
            rf"|(?P<bare>\d{{1,2}}|[A-Za-z])[\s*]*(?=[|:.)=\]-]))(?P<after>{AFTER})(?P<rest>.*)",
            re.IGNORECASE | re.DOTALL,
        )
        #: Labels inside a line, which begin a row each.
        self.inside = re.compile(rf"(?<=[.;,])\s+(?=(?:{row})[\s_#]*\d{{1,2}}\s*[:=-])", re.I)

    def lines_of(self, text: str) -> list[str]:
        """Return the lines of a text, rows with labels in a paragraph apart, and the first row of a
        board apart from the words on its line."""
        found = list[str]()
        for line in text.splitlines():
            for part in self.inside.split(line):
                found += self._apart(part)
        return found

    def _apart(self, line: str) -> list[str]:
        """Return a line, or the words on it and the row that follows them."""
        if len(line) > LONGEST * self.layout.cell_count or self.row(line) is not None:
            return [line]
        if self._label(line) is not None:
            return [line]
        for sign in INTRODUCING:
            head, found, tail = line.rpartition(sign)
            if found and self.row(tail) is not None:
                return [f"{head}:", tail]
        return [line]

    def row(self, text: str) -> list[int] | None:
        """Return the digits of a line, if it is a row, or a whole board, and nothing else."""
        if len(text) > LONGEST * self.layout.cell_count:
            return None
        text = BEHIND.sub("", text)
        tokens = [token for token in BETWEEN.split(text) if token]
        if not tokens or len(tokens) > self.layout.cell_count:
            return None
        joined = "".join(tokens)
        if joined[-1] == "." and len(joined) > self.size:
            tokens[-1] = tokens[-1].rstrip(".")  # the end of a sentence
            joined = joined.rstrip(".")
        # Digits may be apart, or written together: then each character is one.
        for found in (tokens, joined):
            is_long_enough = len(found) in (self.size, self.layout.cell_count)
            if is_long_enough and all(mark in self.marks for mark in found):
                return [self.marks[mark] for mark in found]
        return None

    def _label(self, line: str) -> tuple[int, str] | None:
        """Return (the number of a labelled line, what follows); "B" is label 2."""
        match = self.labelled.fullmatch(line.rstrip())
        if match is None:
            return None
        if match["ordinal"]:
            return ORDINALS.index(match["ordinal"].lower()) + 1, match["rest"]
        own = match["number"] or match["before"] or match["bare"]
        number = int(own) if own.isdecimal() else ord(own.upper()) - ord("A") + 1
        return number, match["rest"]

    def boards(self, lines: Sequence[str]) -> Iterator[WrittenBoard]:
        """Yield the boards that are written row by row, in the order of their ends."""
        if not self.layout.is_regular:
            return
        block = list[tuple[int, list[int]]]()
        labelled = dict[int, tuple[int, list[int]]]()
        waiting = 0  # the label alone on the line before
        for number, line in enumerate(lines):
            row = self.row(line)
            label = waiting if row else 0
            if row is None or len(row) != self.size:
                found = self._label(line)
                if found and row is None:
                    label, rest = found
                    row = self.row(rest)
                    waiting = label if not rest.strip() else 0
            if row is None:
                is_text = not RULING.fullmatch(line) and not self._is_header(line)
                if block and is_text:
                    yield from self._chunks(block)
                    block = []
                continue
            waiting = 0
            if len(row) == self.layout.cell_count:
                yield WrittenBoard(number, number, tuple(row))
            elif label:
                if label in labelled or not 1 <= label <= self.size:
                    labelled = {}
                labelled[label] = (number, row)
                if len(labelled) == self.size:
                    yield self._of_labels(labelled)
                    labelled = {}
            else:
                block.append((number, row))
        yield from self._chunks(block)

    def _of_labels(self, labelled: Mapping[int, tuple[int, list[int]]]) -> WrittenBoard:
        places = [place for place, _ in labelled.values()]
        rows = [labelled[label][1] for label in sorted(labelled)]
        cells = tuple(digit for row in rows for digit in row)
        return WrittenBoard(min(places), max(places), cells)

    def _is_header(self, line: str) -> bool:
        """Whether a line only names columns."""
        words = [word for word in BETWEEN.split(line) if word]
        if not any(map(str.isalpha, line)):
            return [*map(str, range(1, self.size + 1))] == words
        columns = known_for("column")
        if len(words) < self.size:
            return False
        for word in words:
            name = COUNTED.sub("", word).lower()
            if name and name not in columns:
                return False
        return True

    def _chunks(self, block: list[tuple[int, list[int]]]) -> Iterator[WrittenBoard]:
        """Yield the boards of consecutive rows, without the headers of tables."""
        n = self.size
        header = list(range(1, n + 1))
        while len(block) >= n:
            if len(block) % n and block[0][1] == header and len(block) > n:
                block = block[1:]
            cells = tuple(digit for _, row in block[:n] for digit in row)
            yield WrittenBoard(block[0][0], block[n - 1][0], cells)
            block = block[n:]

    def is_row_line(self, line: str) -> bool:
        """Whether a line is a row, a label or a ruling, and so no sentence."""
        if RULING.fullmatch(line) or self._is_header(line) or self.row(line) is not None:
            return True
        declared = DECLARED.fullmatch(line)
        if declared and meaning(declared["name"].replace("_", " ")) in ("claim", "glue"):
            return True
        found = self._label(line)
        return found is not None and (not found[1].strip() or self.row(found[1]) is not None)
