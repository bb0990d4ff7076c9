"""The board in a picture: extra houses, lines between cells and regions, row and column numbers.

`rules` draws variant rules behind and in front of these lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...constraints.geometry import ORTHOGONAL, is_diagonal, pairs_by
from .pieces import outline
from .plan import CELL, Plan

INK, FAINT, THIN, LINK, EXTRA = "#1b1f24", "#59636e", "#b7bdc6", "#6639ba", "#ece5f6"


def square(plan: Plan, cell: int, colour: str) -> str:
    """Return a cell filled with a colour."""
    x, y = plan.corner(cell)
    return f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def extra_houses(plan: Plan) -> Iterator[str]:
    """Shade the extra houses; if they overlap or fill the board, number each cell's houses
    instead."""
    layout = plan.layout
    houses = [house for house in layout.extra_houses if not is_diagonal(house, layout)]
    cells = [cell for house in houses for cell in house.cells]
    if len(set(cells)) == len(cells) < layout.cell_count:
        for cell in sorted(cells):
            yield square(plan, cell, EXTRA)
        return
    for cell in sorted(set(cells)):
        x, y = plan.corner(cell)
        names = ",".join(str(k) for k, house in enumerate(houses, 1) if cell in house.cells)
        yield (
            f'<text x="{x + CELL - 3:g}" y="{y + CELL - 3:g}" font-size="8" fill="{LINK}" '
            f'text-anchor="end">{names}</text>'
        )


def diagonals(plan: Plan) -> Iterator[str]:
    """Draw the main diagonals."""
    for house in plan.layout.extra_houses:
        if is_diagonal(house, plan.layout):
            (x1, y1), (x2, y2) = (plan.corner(house.cells[k]) for k in (0, -1))
            if house.cells[0]:
                x1, y2 = x1 + CELL, y2 + CELL
            else:
                x2, y2 = x2 + CELL, y2 + CELL
            yield (
                f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="#d6c8ee" stroke-width="3" '
                'fill="none"/>'
            )


def frame(plan: Plan) -> Iterator[str]:
    """Draw the lines between cells, thick between regions, and the border."""
    layout = plan.layout
    regions, places = layout.regions, layout.places
    thin = list[str]()
    thick = list[str]()
    for cell, (r, c) in enumerate(places.all):
        x, y = plan.corner(cell)
        for beside, line in (
            ((r, c + 1), f"M{x + CELL:g} {y:g}v{CELL}"),
            ((r + 1, c), f"M{x:g} {y + CELL:g}h{CELL}"),
        ):
            if (other := places.cell_at(*beside)) is not None:
                parted = bool(regions) and regions[cell] != regions[other]
                (thick if parted else thin).append(line)
    if thin:
        yield f'<path d="{"".join(thin)}" stroke="{THIN}" stroke-width="1"/>'
    if thick:
        yield f'<path d="{"".join(thick)}" stroke="{INK}" stroke-width="2.5"/>'
    border = "".join(
        "M"
        + "L".join(f"{plan.left + c * CELL:.4g} {plan.top + r * CELL:.4g}" for r, c in path)
        + "Z"
        for path in outline(places.all, 0.0005)
    )
    yield (
        f'<path d="{border}" fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'
    )


def borders(plan: Plan, labels: Sequence[int]) -> Iterator[str]:
    """Draw the borders between cells of the board with different labels. labels: by cell, 0 if
    unknown."""
    lines = []
    for a, b in pairs_by(plan.layout, ORTHOGONAL) if labels else ():
        if labels[a] and labels[b] and labels[a] != labels[b]:
            x, y = plan.corner(b)
            lines.append(f"M{x:g} {y:g}{'v' if b == a + 1 else 'h'}{CELL}")
    if lines:
        yield f'<path d="{"".join(lines)}" stroke="{LINK}" stroke-width="3"/>'


def numbers(plan: Plan) -> Iterator[str]:
    """Draw the numbers of rows and columns; those of a layer are the board's."""
    layout = plan.layout
    below = layout.places.board_height if layout.layer_cells else layout.height
    for count, across in ((layout.width, True), (layout.height, False)):
        for k in range(count):
            if not across and k == below:
                continue  # the gap above a layer
            number = k + 1 if across or k < below else k - below
            x, y = (k + 0.5) * CELL, -8.0
            if not across:
                x, y = -11.0, x + 4
            yield (
                f'<text x="{plan.left + x:g}" y="{plan.top + y:g}" font-size="11" fill="{FAINT}" '
                f'text-anchor="middle">{number}</text>'
            )
