"""Grids of candidates, written: what can still stand in each cell, as forums print it.

>>> from satdoku.layout import Layout
>>> print(grid_text(Puzzle((1, 2, 3, 4) + (0,) * 12, Layout.of_size(4))))
.-----------.-----------.
| 1    2    | 3    4    |
| 34   34   | 12   12   |
:-----------+-----------:
| 234  134  | 124  123  |
| 234  134  | 124  123  |
'-----------'-----------'
"""

from __future__ import annotations

from ...board import Puzzle
from ...errors import LayoutError
from ..metadata import state


def candidates_of(puzzle: Puzzle) -> list[list[int]]:
    """Return the possible digits of each cell: its own digit, or those that no house of the cell
    contains and that were not eliminated."""
    layout = puzzle.layout
    _, eliminated = state(puzzle)
    gone = set(eliminated)
    taken: list[set[int]] = [set() for _ in puzzle.cells]
    for house in layout.houses:
        digits = {puzzle.cells[cell] for cell in house.cells}
        for cell in house.cells:
            taken[cell] |= digits
    marks = [set(layout.digit_numbers) for _ in puzzle.cells]
    first = layout.digits[0]
    for rule in layout.constraints:
        if rule.kind == "candidates":
            allowed = {value - first + 1 for value in rule.values}
            for cell in rule.cells:
                marks[cell] &= allowed
    possible = []
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            possible.append([digit])
        else:
            left = sorted(marks[cell] - taken[cell])
            possible.append([d for d in left if (cell, d) not in gone])
    return possible


def grid_text(puzzle: Puzzle) -> str:
    """Return the framed grid; raise `LayoutError` for non-rectangular boards or variant rules."""
    layout = puzzle.layout
    if layout.corners or layout.holes or layout.constraints or layout.extra_houses:
        raise LayoutError("a grid of candidates can hold only boards with rows, columns and boxes")
    cells = ["".join(map(layout.symbol, digits)) or "-" for digits in candidates_of(puzzle)]
    high, broad = layout.box_shape or (layout.height, layout.width)
    wide = max(map(len, cells)) + 2
    bars = ["-" * (wide * broad + 1)] * (layout.width // broad)
    top = ".".join(bars)
    between = "+".join(bars)
    bottom = "'".join(bars)
    lines = [f".{top}."]
    for r in range(layout.height):
        if r and r % high == 0:
            lines.append(f":{between}:")
        start = r * layout.width
        row = [cell.ljust(wide) for cell in cells[start : start + layout.width]]
        parts = ["".join(row[i : i + broad]) for i in range(0, layout.width, broad)]
        inside = "| ".join(parts)
        lines.append(f"| {inside}|")
    lines.append(f"'{bottom}'")
    return "\n".join(lines)
