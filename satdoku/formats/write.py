"""Writing puzzles as text: the lecture's grid, and a line.

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

from ..board import Puzzle
from ..layout import Layout


def grid(puzzle: Puzzle) -> str:
    """Rows of symbols apart by spaces, as the lecture prints them."""
    return str(puzzle)


def line(puzzle: Puzzle) -> str:
    """One character a cell (the lines of .sdm files)."""
    return puzzle.line


def rule(layout: Layout, character: str) -> str:
    """A line of the lecture's frame."""
    return character * ((layout.symbol_columns + 1) * layout.width + 1)


def session(puzzle: Puzzle, *answers: Puzzle | str) -> str:
    """A puzzle and its answers, with the lecture's rules between and below them."""
    layout = puzzle.layout
    parts = [str(puzzle)]
    for answer in answers:
        parts += [rule(layout, "-"), str(answer)]
    return "\n".join([*parts, rule(layout, "=")])
