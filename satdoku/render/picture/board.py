"""The board in a picture: extra houses, lines between cells and regions, row and column numbers.

`drawn_rules` draws variant rules behind and in front of these lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...constraints.drawings import shaded_houses
from ...constraints.geometry import ORTHOGONAL, is_diagonal, pairs_by
from ...constraints.styles import CELL
from .pieces import outline, polyline, stroke
from .plan import Plan, Point

INK, FAINT, THIN, LINK, EXTRA = "#1b1f24", "#59636e", "#b7bdc6", "#6639ba", "#ece5f6"


def square(plan: Plan, cell: int, colour: str) -> str:
    """Return a cell filled with a colour."""
    x, y = plan.corner(cell)
    return f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def extra_houses(plan: Plan) -> Iterator[str]:
    """Shade the extra houses; if they overlap or fill the board, number each cell's houses
    instead."""
    layout = plan.layout
    shaded = shaded_houses(layout)
    for cell in shaded:
        yield square(plan, cell, EXTRA)
    if shaded:
        return
    houses = [house for house in layout.extra_houses if not is_diagonal(house, layout)]
    for cell in sorted({cell for house in houses for cell in house.cells}):
        x, y = plan.corner(cell)
        names = ",".join(str(k) for k, house in enumerate(houses, 1) if cell in house.cells)
        yield (
            f'<text x="{x + CELL - 3:g}" y="{y + CELL - 3:g}" font-size="8" fill="{LINK}" '
            f'text-anchor="end">{names}</text>'
        )


def diagonals(plan: Plan) -> Iterator[str]:
    """Draw the main diagonals."""
    for house in plan.layout.extra_houses:
        if not is_diagonal(house, plan.layout):
            continue
        x1, y1 = plan.corner(house.cells[0])
        x2, y2 = plan.corner(house.cells[-1])
        y2 += CELL
        if house.cells[0]:  # from the upper right to the lower left
            x1 += CELL
        else:
            x2 += CELL
        line = polyline(((x1, y1), (x2, y2)))
        yield f'<path d="{line}" stroke="#d6c8ee" stroke-width="3" fill="none"/>'


def frame(plan: Plan) -> Iterator[str]:
    """Draw the lines between cells, thick between regions, and the border."""
    regions, places = plan.layout.regions, plan.layout.places
    thin = list[str]()
    thick = list[str]()
    for cell, (r, c) in enumerate(places.all):
        x, y = plan.corner(cell)
        right = f"M{x + CELL:g} {y:g}v{CELL}"
        below = f"M{x:g} {y + CELL:g}h{CELL}"
        for place, line in (((r, c + 1), right), ((r + 1, c), below)):
            other = places.cell_at(*place)
            if other is None:
                continue
            if regions and regions[cell] != regions[other]:
                thick.append(line)
            else:
                thin.append(line)
    if thin:
        yield f'<path d="{"".join(thin)}" stroke="{THIN}" stroke-width="1"/>'
    if thick:
        yield f'<path d="{"".join(thick)}" stroke="{INK}" stroke-width="2.5"/>'
    border = closed(plan, outline(places.all, 0.0005), ".4g")
    yield stroke(border, INK, 3, ' stroke-linejoin="round"')


def closed(plan: Plan, paths: Sequence[Sequence[Point]], form: str) -> str:
    """Return the data of closed paths of (row, column). form: how numbers are written."""
    shape = ""
    for path in paths:
        points = [(plan.left + c * CELL, plan.top + r * CELL) for r, c in path]
        shape += polyline(points, form) + "Z"
    return shape


def borders(plan: Plan, labels: Sequence[int]) -> Iterator[str]:
    """Draw the borders between cells of the board with different labels. labels: by cell, 0 if
    unknown; empty if there are none."""
    if not labels:
        return
    lines = []
    for a, b in pairs_by(plan.layout, ORTHOGONAL):
        is_border = labels[a] and labels[b] and labels[a] != labels[b]
        if is_border and a < b:  # otherwise they meet beyond the edges of the board
            x, y = plan.corner(b)
            way = "v" if b == a + 1 else "h"
            lines.append(f"M{x:g} {y:g}{way}{CELL}")
    if lines:
        yield f'<path d="{"".join(lines)}" stroke="{LINK}" stroke-width="3"/>'


def numbers(plan: Plan) -> Iterator[str]:
    """Draw the numbers of rows and columns; those of a layer are the board's."""
    layout = plan.layout
    for column in range(layout.width):
        yield _number(plan, column + 1, (column + 0.5) * CELL, -8.0)
    above = layout.places.board_height if layout.layer_cells else layout.height
    for row in range(layout.height):
        if row == above:
            continue  # the gap above a layer
        number = row + 1 if row < above else row - above
        yield _number(plan, number, -11.0, (row + 0.5) * CELL + 4)


def _number(plan: Plan, number: int, x: float, y: float) -> str:
    """Return a number at a point, from the board's corner."""
    return (
        f'<text x="{plan.left + x:g}" y="{plan.top + y:g}" font-size="11" fill="{FAINT}" '
        f'text-anchor="middle">{number}</text>'
    )
