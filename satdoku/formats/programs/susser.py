"""Susser's line, as written by Sunnie and other solvers: a board with placed digits and
eliminations.

81 cells, `+d` for a digit that is placed and not given, then after a colon the eliminated
candidates as digit, row and column. Two shorter forms are read: nine rows separated by commas, in
which `*` stands for as many blanks as are missing; and cells with their candidates in brackets,
`[1278]`.

Source: the format as Sunnie documents it (github.com/kyoyama-kazusa/Sudoku; facts only).

>>> puzzle = read_susser("1+2" + "." * 79 + ":411 522")
>>> susser_line(puzzle)[:6], susser_line(puzzle)[-8:]
('1+2...', ':411 522')
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ...board import STANDARD, Puzzle
from ..metadata import state, with_state
from .sdk import must_be_usual

WHOLE = re.compile(r"((?:\+?[0-9.]){81})(?::((?:[1-9]{3}(?: |$))*))?", re.ASCII)
ROWS = re.compile(r"(?:(?:\+?[0-9.]|\*){1,18},){8}(?:\+?[0-9.]|\*){1,18}", re.ASCII)
CELL = re.compile(r"\+?[0-9.]", re.ASCII)
#: Maximum number of characters of a line.
LONGEST = 4000
INLINE = re.compile(r"(?:[1-9.]|\+[1-9]|\[[1-9]{1,9}\]){81}", re.ASCII)


def read_susser(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of such a line; None for other text, and for a line of plain cells.

    Placed digits count as givens when solving.
    """
    may_be_short = "*" in text
    if len(text) > LONGEST or (len(text) < 81 and not may_be_short):
        return None
    # Two marks for blanks are an error, which the reader of plain lines reports.
    if "." in text and "0" in text:
        return None
    found = _cells_and_gone(text)
    if found is None:
        return None
    cells, gone = found
    digits = [0 if cell[-1] in ".0" else int(cell[-1]) for cell in cells]
    placed = [number for number, cell in enumerate(cells) if cell[0] == "+" and digits[number]]
    return with_state(Puzzle(tuple(digits)), placed, gone)


def _cells_and_gone(text: str) -> tuple[list[str], list[tuple[int, int]]] | None:
    """Return (the text of each cell, the eliminated candidates) of a line in any of its forms."""
    if match := WHOLE.fullmatch(text):
        if "+" not in text and ":" not in text:
            return None
        gone = []
        for word in (match[2] or "").split():
            digit, r, c = map(int, word)
            # Rows and columns count from 1: this is (r - 1) * 9 + (c - 1).
            gone.append((r * 9 + c - 10, digit))
        return CELL.findall(match[1]), gone
    if "*" in text and ROWS.fullmatch(text):
        cells = _of_rows(text.split(","))
        return (cells, []) if cells else None
    if "[" in text and INLINE.fullmatch(text):
        cells = re.findall(r"\[\d+\]|\+?.", text)
        gone = _not_among(cells)
        return ["." if cell[0] == "[" else cell for cell in cells], gone
    return None


def _of_rows(texts: list[str]) -> list[str]:
    """Return the cells of nine rows; none if a row has not nine, or there is only "*"."""
    if all(len(text) < 2 for text in texts):
        return []
    cells = []
    for text in texts:
        row = _filled(text)
        if row is None:
            return []
        cells += row
    return cells


def _filled(row: str) -> list[str] | None:
    """Return the nine cells of a row; None if there are not nine."""
    cells = re.findall(r"\+?[0-9.]|\*", row)
    if cells.count("*") == 1 and len(cells) <= 10:
        at = cells.index("*")
        missing = 10 - len(cells)
        cells[at : at + 1] = ["."] * missing
    is_whole = len(cells) == 9 and "*" not in cells
    return cells if is_whole else None


def _not_among(cells: list[str]) -> list[tuple[int, int]]:
    """Return the eliminated candidates: not in brackets, but not excluded by a digit in a house."""
    sees: list[set[str]] = [set() for _ in cells]
    for house in STANDARD.houses:
        texts = [cells[cell] for cell in house.cells]
        digits = {text[-1] for text in texts if text[0] != "["}
        for cell in house.cells:
            sees[cell] |= digits
    gone = []
    for number, text in enumerate(cells):
        if text[0] == "[":
            known = {*text, *sees[number]}
            gone += [(number, d) for d in range(1, 10) if str(d) not in known]
    return gone


def susser_line(puzzle: Puzzle) -> str:
    """Return the line of a puzzle; raise `LayoutError` for nonstandard boards."""
    must_be_usual(puzzle.layout, "Susser's line")
    cells = "".join(marked(puzzle))
    gone = gone_text(puzzle)
    return f"{cells}:{gone}" if gone else cells


def marked(puzzle: Puzzle) -> list[str]:
    """Return its cells, with + before digits that are placed and not given."""
    placed = set(state(puzzle)[0])
    return [f"+{mark}" if cell in placed else mark for cell, mark in enumerate(puzzle.line)]


def gone_text(puzzle: Puzzle) -> str:
    """Return the eliminated candidates as digit, row and column."""
    symbols = puzzle.layout.symbols
    words = []
    _, gone = state(puzzle)
    for cell, digit in gone:
        r, c = puzzle.layout.places.place(cell)
        words.append(symbols[digit - 1] + symbols[r] + symbols[c])
    return " ".join(words)
