"""The part of each cell that candidates may fill: inside outlines, beneath a text in a corner, and
beside what stands on the cell's edges and corners, so that no mark covers a candidate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from ...constraints.drawings import RuleDrawing, shaded_houses
from ...constraints.geometry import is_diagonal
from ...constraints.styles import CELL, Meeting, Shade
from ...geometry import Cells
from ...layout import Layout

#: Inset of an outline, in cells; additional inset per level for outlines that share cells.
INSET, FURTHER = 0.075, 0.045
#: Space for a text in a cell's corner, and between an outline and candidates.
LABEL_ROOM, AIR = 12.5, 1.5
#: Space, on its side of a cell, for a mark on an edge; for a circle at a corner; for a text at the
#: foot; for the numbers of extra houses.
EDGE_ROOM, CIRCLE_ROOM, FOOT_ROOM, NUMBERS_ROOM = 7.5, 9.0, 16.5, 8.5

#: Relative to the cell's corner: x, y, width, height.
Box = tuple[float, float, float, float]
#: Space that is taken at the left, the top, the right and the bottom of a cell.
Sides = tuple[float, float, float, float]
NO_SIDES: Sides = (0.0, 0.0, 0.0, 0.0)


def insides(
    layout: Layout,
    rules: Iterable[RuleDrawing],
    depth: Mapping[int, int],
    labelled: frozenset[int],
) -> tuple[Box, ...]:
    """Return the part of each cell for candidates. depth: the number of outlines by cell; labelled:
    cells with a text in their corner. If any cell with outlines has such a text, all of them leave
    space for one, so that they look alike."""
    taken: dict[int, list[Sides]] = defaultdict(list)
    for cell, sides in _taken_by_rules(layout, rules):
        taken[cell].append(sides)
    for cell, sides in _taken_by_houses(layout):
        taken[cell].append(sides)
    if not labelled.isdisjoint(depth):
        labelled |= {*depth}
    for cell, count in depth.items():
        inset = INSET + FURTHER * (count - 1)
        side = inset * CELL + AIR
        taken[cell].append((side, side, side, side))
    for cell in labelled:
        taken[cell].append((0.0, LABEL_ROOM, 0.0, 0.0))
    return tuple([_inside(taken[cell]) for cell in layout.all_cells])


def _inside(taken: Iterable[Sides]) -> Box:
    left, top, right, bottom = reduce(_larger, taken, NO_SIDES)
    width = CELL - left - right
    height = CELL - top - bottom
    return (left, top, width, height)


def _larger(one: Sides, other: Sides) -> Sides:
    left, top, right, bottom = map(max, one, other)
    return (left, top, right, bottom)


def _taken_by_rules(layout: Layout, rules: Iterable[RuleDrawing]) -> Iterator[tuple[int, Sides]]:
    at_foot = (0.0, 0.0, 0.0, FOOT_ROOM)
    for rule in rules:
        style = rule.style
        cells = rule.constraint.cells
        for a, b, _ in rule.marks:
            yield from _towards_each_other((a, b), EDGE_ROOM, layout)
        if isinstance(style, Meeting):
            yield from _towards_each_other(cells, CIRCLE_ROOM, layout)
        has_text = isinstance(style, Shade) and style.text and rule.constraint.values
        if has_text:
            for cell in cells:
                yield cell, at_foot


def _towards_each_other(cells: Cells, room: float, layout: Layout) -> Iterator[tuple[int, Sides]]:
    """Yield the sides of cells around a point at which the others of them are."""
    rows = [layout.places.place(cell)[0] for cell in cells]
    columns = [layout.places.place(cell)[1] for cell in cells]
    first_row = min(rows)
    last_row = max(rows)
    first_column = min(columns)
    last_column = max(columns)
    for cell, row, column in zip(cells, rows, columns, strict=True):
        left = room * (column > first_column)
        top = room * (row > first_row)
        right = room * (column < last_column)
        bottom = room * (row < last_row)
        yield cell, (left, top, right, bottom)


def _taken_by_houses(layout: Layout) -> Iterator[tuple[int, Sides]]:
    """Yield the cells with the numbers of their extra houses, which are not shaded."""
    if shaded_houses(layout):
        return
    at_foot = (0.0, 0.0, 0.0, NUMBERS_ROOM)
    for house in layout.extra_houses:
        if is_diagonal(house, layout):
            continue
        for cell in house.cells:
            yield cell, at_foot
