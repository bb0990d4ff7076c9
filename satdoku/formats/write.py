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
from typing import Any

from ..board import STANDARD, Puzzle
from ..errors import LayoutError
from ..layout import Layout
from ..layout_data import SYMBOLS
from ..layout_names import has_boxes
from .fog import lit_text
from .metadata import about, state_text

#: The largest board that readers recognise by its cells alone.
MAX_DETECTED = 35


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
    """Return one character per cell, after the layout if the cells do not imply it."""
    return with_head(puzzle.line, puzzle.layout)


def cells_grid(puzzle: Puzzle) -> str:
    """Return rows of cells, below the layout if the cells do not imply it."""
    return with_head(str(puzzle), puzzle.layout, "\n")


def with_head(cells: str, layout: Layout, between: str = " ") -> str:
    """Return the text of a board after its layout, if that is not what the cells imply."""
    return cells if is_implied(layout) else f"{layout.text()}{between}{cells}"


def record(puzzle: Puzzle) -> str:
    """Return our own record as JSON on one line."""
    return json.dumps(record_of(puzzle), ensure_ascii=False)


def record_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return our own record: the puzzle, its layout with all rules, its metadata."""
    known: dict[str, Any] = {"puzzle": puzzle.line} | puzzle.layout.record()
    return known | about(puzzle) | state_text(puzzle) | lit_text(puzzle)


def many_lines(texts: list[str], layout: Layout) -> str:
    """Return boards as lines."""
    return "\n".join([with_head(text, layout) for text in texts])


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


def is_implied(layout: Layout) -> bool:
    """Whether readers take the cells alone for a puzzle on this board."""
    usual = layout == STANDARD or layout == Layout.of_size(layout.size)
    return usual and has_boxes(layout.size) and layout.size <= MAX_DETECTED
