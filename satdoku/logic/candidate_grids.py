"""Grids of candidates: the digits possible in each cell, as solvers and forums print them.

Cells are runs of symbols between blanks; frames (|, +, -, :, ., ') are skipped. A cell of one
symbol holds that digit. Or one character for each candidate of each cell in turn, 729 on the 9×9
board: the digit, or . or 0 where it is gone.

>>> position = read_candidates("1 234 34 2 / 24 24 1 3 / 23 1 24 4 / 4 23 23 1".replace("/", " "))
>>> position.layout.name, position.digit_in(0)
('4x4', 1)
"""

from __future__ import annotations

import re

from ..errors import ParseError
from ..layout import MAX_SIZE, Layout
from .position import Position

#: What frames are drawn with.
FRAME = re.compile(r"[|+:'`,;\-─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬]|\.(?=[-.' ]|$)", re.MULTILINE)


def read_candidates(text: str, layout: Layout | None = None) -> Position:
    """The position that a grid of candidates describes.

    Raises `ParseError` where it is none, `Inconsistency` where two digits placed contradict each
    other.
    """
    dense = "".join(text.split())
    for size in [layout.size] if layout else range(2, MAX_SIZE + 1):
        board = layout or Layout.of_size(size)
        if len(dense) == size**3 and set(dense) <= {*board.symbols, ".", "0"}:
            cells = [dense[i : i + size] for i in range(0, len(dense), size)]
            return Position.from_candidates(
                [
                    [board.symbols.index(c) + 1 for c in cell if c in board.symbols]
                    for cell in cells
                ],
                board,
            )
    cells = FRAME.sub(" ", text).split()
    board = layout or _layout_of(len(cells))
    if len(cells) != board.cell_count:
        raise ParseError(
            f"{len(cells)} cells of candidates: a {board.name} board has {board.cell_count}"
        )
    digits = []
    for number, cell in enumerate(cells):
        for symbol in cell:
            if symbol not in board.symbols:
                raise ParseError(
                    f"{board.cell_name(number)} holds {cell!r}: candidates are written with "
                    f"{board.symbols}"
                )
        digits.append([board.symbols.index(symbol) + 1 for symbol in cell])
    return Position.from_candidates(digits, board)


def _layout_of(cells: int) -> Layout:
    size = round(cells**0.5)
    if size * size != cells or not 1 <= size <= MAX_SIZE:
        raise ParseError(f"{cells} cells of candidates: a 9x9 board has 81")
    return Layout.of_size(size)


def write_candidates(position: Position) -> str:
    """The grid of candidates: columns of equal width, boxes apart."""
    layout = position.layout
    n = layout.size
    cells = [
        "".join(layout.symbol(d) for d in position.candidates_in(cell)) for cell in range(n * n)
    ]
    width = max(map(len, cells))
    rows, columns = layout.box_shape or (n, n)
    lines = []
    for r in range(n):
        if r and r % rows == 0:
            lines.append("")
        row = [cell.ljust(width) for cell in cells[r * n : r * n + n]]
        groups = [" ".join(row[c : c + columns]) for c in range(0, n, columns)]
        lines.append(" | ".join(groups).rstrip())
    return "\n".join(lines)
