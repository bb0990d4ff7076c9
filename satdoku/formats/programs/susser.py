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
INLINE = re.compile(r"(?:[1-9.]|\+[1-9]|\[[1-9]{1,9}\]){81}", re.ASCII)


def read_susser(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of such a line; None for other text, and for a line of plain cells.

    Placed digits count as givens when solving.
    """
    if not len(text) + 81 * ("*" in text) >= 81 or len(text) > 4000 or {".", "0"} <= set(text):
        return None
    gone: list[tuple[int, int]] = []
    if match := WHOLE.fullmatch(text):
        if "+" not in text and ":" not in text:
            return None
        cells = re.findall(r"\+?[0-9.]", match[1])
        words = (map(int, word) for word in (match[2] or "").split())
        gone = [(r * 9 + c - 10, digit) for digit, r, c in words]
    elif "*" in text and ROWS.fullmatch(text):
        rows = [_filled(row) for row in text.split(",")]
        if None in rows or all(len(row) < 2 for row in text.split(",")):
            return None
        cells = [cell for row in rows if row for cell in row]
    elif "[" in text and INLINE.fullmatch(text):
        cells = re.findall(r"\[\d+\]|\+?.", text)
        gone = _not_among(cells)
        cells = ["." if cell[0] == "[" else cell for cell in cells]
    else:
        return None
    digits = [0 if cell[-1] in ".0" else int(cell[-1]) for cell in cells]
    placed = [number for number, cell in enumerate(cells) if cell[0] == "+" and digits[number]]
    return with_state(Puzzle(tuple(digits)), placed, gone)


def _filled(row: str) -> list[str] | None:
    """Return the nine cells of a row; None if there are not nine."""
    cells = re.findall(r"\+?[0-9.]|\*", row)
    if cells.count("*") == 1 and len(cells) <= 10:
        at = cells.index("*")
        cells[at : at + 1] = ["."] * (10 - len(cells))
    return cells if len(cells) == 9 and "*" not in cells else None


def _not_among(cells: list[str]) -> list[tuple[int, int]]:
    """Return the eliminated candidates: not in brackets, but not excluded by a digit in a house."""
    sees: list[set[str]] = [set() for _ in cells]
    for house in STANDARD.houses:
        digits = {cells[cell][-1] for cell in house.cells if cells[cell][0] != "["}
        for cell in house.cells:
            sees[cell] |= digits
    open_ = [(number, cell) for number, cell in enumerate(cells) if cell[0] == "["]
    return [(n, d) for n, cell in open_ for d in range(1, 10) if str(d) not in {*cell, *sees[n]}]


def susser_line(puzzle: Puzzle) -> str:
    """Return the line of a puzzle; raise `LayoutError` for nonstandard boards."""
    must_be_usual(puzzle.layout, "Susser's line")
    return "".join(marked(puzzle)) + (":" + gone_text(puzzle)).rstrip(":")


def marked(puzzle: Puzzle) -> list[str]:
    """Return its cells, with + before digits that are placed and not given."""
    placed = set(state(puzzle)[0])
    return [f"+{mark}" if cell in placed else mark for cell, mark in enumerate(puzzle.line)]


def gone_text(puzzle: Puzzle) -> str:
    """Return the eliminated candidates as digit, row and column."""
    symbols, at = puzzle.layout.symbols, puzzle.layout.places
    gone = ((symbols[digit - 1], at.place(cell)) for cell, digit in state(puzzle)[1])
    return " ".join(digit + symbols[r] + symbols[c] for digit, (r, c) in gone)
