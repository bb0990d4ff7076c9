"""Writing puzzles as text: the lecture's grid, a line, our own record.

>>> from satdoku.board import Puzzle
>>> from satdoku.layout import Layout
>>> empty, full = (Puzzle(row * 4, Layout.of_size(4)) for row in ((0,) * 4, (1, 2, 3, 4)))
>>> print(session(empty, full))
. . . .
. . . .
. . . .
. . . .
---------
1 2 3 4
1 2 3 4
1 2 3 4
1 2 3 4
=========
"""

from __future__ import annotations

import json
from math import isqrt
from typing import Any

from ..board import STANDARD, Puzzle
from ..errors import LayoutError
from ..layout import Layout
from ..layout_data import SYMBOLS
from .fog import lit_text
from .metadata import about, state_text


def rule(layout: Layout, character: str) -> str:
    """Return a line of the lecture's frame."""
    return character * ((layout.symbol_columns + 1) * layout.width + 1)


def session(puzzle: Puzzle, *answers: Puzzle | str) -> str:
    """Return a puzzle and its answers, with the lecture's lines between and below them."""
    layout = puzzle.layout
    parts = [str(puzzle)]
    for answer in answers:
        parts += [rule(layout, "-"), str(answer)]
    return "\n".join([*parts, rule(layout, "=")])


def cells_line(puzzle: Puzzle) -> str:
    """Return one character per cell; raise `LayoutError` if the cells do not imply the rules."""
    must_tell(puzzle.layout)
    return puzzle.line


def cells_grid(puzzle: Puzzle) -> str:
    """Return rows of cells; raise `LayoutError` if the cells do not imply the rules."""
    must_tell(puzzle.layout)
    return str(puzzle)


def record(puzzle: Puzzle) -> str:
    """Return our own record as JSON on one line."""
    return json.dumps(record_of(puzzle), ensure_ascii=False)


def record_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return our own record: the puzzle, its layout with all rules, its metadata."""
    known: dict[str, Any] = {"puzzle": puzzle.line} | puzzle.layout.record()
    return known | about(puzzle) | state_text(puzzle) | lit_text(puzzle)


def many_lines(texts: list[str], layout: Layout) -> str:
    """Return boards as lines."""
    must_tell(layout)
    return "\n".join(texts)


def many_records(texts: list[str], layout: Layout) -> str:
    """Return boards as our own records, one per line."""
    before, after = record(Puzzle((0,) * layout.cell_count, layout)).split(
        "." * layout.cell_count, 1
    )
    return "\n".join([f"{before}{text}{after}" for text in texts])


def jigsaw_line(puzzle: Puzzle) -> str:
    """Return the cells followed directly by a region mark per cell."""
    layout = puzzle.layout
    plain = Layout(layout.size, layout.regions, symbols=layout.symbols)
    fits = 6 <= layout.size <= 9 and layout.digits[0] == 1
    if layout != plain or not layout.is_regular or not layout.regions or not fits:
        raise LayoutError("a jigsaw line holds only 6x6 to 9x9 boards with regions")
    return puzzle.line + "".join(SYMBOLS[region] for region in layout.regions)


def must_tell(layout: Layout) -> None:
    """Raise `LayoutError` if the cells alone do not imply all rules of a board."""
    if layout == STANDARD:
        return
    if layout.digits[0] == 0:
        raise LayoutError("as a line of cells a 0 would be a blank: use json for digits from 0")
    usual = Layout.of_size(layout.size, layout.symbols) if layout.is_square else None
    if layout.constraints or layout.extra_houses:
        raise LayoutError("a line of cells cannot hold the rules of this puzzle: use json")
    if layout != usual and not (
        layout.corners and isqrt(layout.cell_count) ** 2 < layout.cell_count
    ):
        raise LayoutError(f"a line of cells cannot hold the board {layout.name[:40]}: use json")
