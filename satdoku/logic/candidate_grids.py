"""Grids of candidates: the digits possible in each cell, as solvers and forums print them.

A cell with one candidate holds that digit.

>>> position = read_candidates("1 234 34 2 / 24 24 1 3 / 23 1 24 4 / 4 23 23 1".replace("/", " "))
>>> position.layout.name, position.digit_in(0)
('4x4', 1)
"""

from __future__ import annotations

from ..formats.text.candidates import candidates_in_text
from ..layout import Layout
from ..layout_data import columns as columns_of
from .position import Position


def read_candidates(text: str, layout: Layout | None = None) -> Position:
    """Return the position that a grid of candidates describes; for the formats see
    `formats.text.candidates`.

    Raises `ParseError` if the text is not such a grid, `Inconsistency` if two placed digits
    contradict each other.
    """
    return Position.from_candidates(*candidates_in_text(text, layout))


def write_candidates(position: Position) -> str:
    """Return the grid of candidates: columns of equal width, boxes apart; '-' for a cell without
    any.

    `read_candidates` restores the position, except that a cell with a single candidate becomes
    placed.
    """
    layout = position.layout
    cells = [
        "".join(layout.symbol(d) for d in position.candidates_in(cell)) or "-"
        for cell in range(layout.cell_count)
    ]
    width = max(map(columns_of, cells))
    rows, columns = layout.box_shape or (layout.height, layout.width)
    lines = []
    for r, drawn in enumerate(layout.places.drawn(cells, "")):
        if r and r % rows == 0:
            lines.append("")
        row = [cell + " " * (width - columns_of(cell)) for cell in drawn]
        groups = [" ".join(row[c : c + columns]) for c in range(0, layout.width, columns)]
        between = " | " if "" not in drawn else "   "
        lines.append(between.join(groups).rstrip())
    return "\n".join(lines)
