"""A position as SVG: the board, its digits and candidates, and what a step uses and concludes.

Givens are bold and dark, digits found since are blue, candidates small and grey. Bases are shaded
blue, covers yellow, the clause that a refutation breaks red. Candidates that the step rests on are
green, those it denies red, what is supposed orange. Strong links are full lines, weak links dashed,
arrows lead from what is true to what it forces.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..board import Puzzle
from ..house import House
from ..layout import Layout
from ..logic.position import Position
from ..logic.steps import LogicStep
from .marks import Link, Marks, marks_of

#: The side of a cell, and the margin, in pixels.
CELL, MARGIN = 54, 22
INK, FOUND, FAINT, PAPER, THIN = "#1b1f24", "#0a58ca", "#59636e", "#ffffff", "#b7bdc6"
GOOD, BAD, SUPPOSED, LINK, EXTRA = "#1a7f37", "#cf222e", "#bc4c00", "#6639ba", "#ece5f6"
SHADES = {"base": "#cfe3ff", "cover": "#fff1b8", "broken": "#ffdcd7"}


def picture(position: Position, step: LogicStep | None = None, givens: Puzzle | None = None) -> str:
    """The whole picture. givens: the puzzle, where digits found since are to look different."""
    layout = position.layout
    side = layout.size * CELL + 2 * MARGIN
    name = escape(step.name if step else "the position")
    marks = marks_of(position, step)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img" '
            f'width="{side}" font-family="Helvetica, Arial, sans-serif" aria-label="{name}">',
            f"<title>{name}</title>",
            f'<rect width="{side}" height="{side}" fill="{PAPER}"/>',
            *_extra_houses(layout),
            *(_square(cell, layout, SHADES[kind]) for cell, kind in sorted(marks.shaded.items())),
            *_extra_lines(layout),
            *_frame(layout),
            *_contents(position, marks, givens),
            *(_link(link, layout) for link in marks.links),
            "</svg>",
        ]
    )


# -- The board ------------------------------------------------------------------------------------


def _corner(cell: int, layout: Layout) -> tuple[int, int]:
    """(x, y) of a cell's upper left corner."""
    return MARGIN + cell % layout.size * CELL, MARGIN + cell // layout.size * CELL


def _square(cell: int, layout: Layout, colour: str) -> str:
    x, y = _corner(cell, layout)
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def _is_diagonal(house: House, layout: Layout) -> bool:
    n = layout.size
    down, up = range(0, n * n, n + 1), range(n - 1, n * n - 1, n - 1)
    return n > 1 and list(house.cells) in (list(down), list(up))


def _extra_houses(layout: Layout) -> Iterator[str]:
    """Extra houses shaded; where they share cells or fill the board, each cell tells its own."""
    houses = [house for house in layout.extra_houses if not _is_diagonal(house, layout)]
    cells = [cell for house in houses for cell in house.cells]
    if len(set(cells)) == len(cells) < layout.cell_count:
        for cell in sorted(cells):
            yield _square(cell, layout, EXTRA)
        return
    for cell in sorted(set(cells)):
        x, y = _corner(cell, layout)
        names = ",".join(str(k) for k, house in enumerate(houses, 1) if cell in house.cells)
        yield (
            f'<text x="{x + CELL - 3}" y="{y + CELL - 3}" font-size="8" fill="{LINK}" '
            f'text-anchor="end">{names}</text>'
        )


def _extra_lines(layout: Layout) -> Iterator[str]:
    """The long diagonals."""
    for house in layout.extra_houses:
        if _is_diagonal(house, layout):
            (x1, y1), (x2, y2) = (_corner(house.cells[k], layout) for k in (0, -1))
            if house.cells[0]:
                x1, y2 = x1 + CELL, y2 + CELL
            else:
                x2, y2 = x2 + CELL, y2 + CELL
            yield (
                f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#d6c8ee" stroke-width="3" fill="none"/>'
            )


def _frame(layout: Layout) -> Iterator[str]:
    """Lines between cells, thick between regions, and the numbers of rows and columns."""
    n, regions = layout.size, layout.regions
    for cell in range(n * n):
        x, y = _corner(cell, layout)
        for beside, (x2, y2, dx, dy), inside in (
            (cell + 1, (x + CELL, y, 0, CELL), cell % n < n - 1),
            (cell + n, (x, y + CELL, CELL, 0), cell // n < n - 1),
        ):
            if inside:
                thick = bool(regions) and regions[cell] != regions[beside]
                colour, width = (INK, 2.5) if thick else (THIN, 1)
                yield (f'<path d="M{x2} {y2}l{dx} {dy}" stroke="{colour}" stroke-width="{width}"/>')
    side = n * CELL
    yield (
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{side}" height="{side}" fill="none" '
        f'stroke="{INK}" stroke-width="3"/>'
    )
    for k in range(n):
        middle = MARGIN + (k + 0.5) * CELL
        for across, down in ((middle, MARGIN - 8), (MARGIN - 11, middle + 4)):
            yield (
                f'<text x="{across:g}" y="{down:g}" font-size="11" fill="{FAINT}" '
                f'text-anchor="middle">{k + 1}</text>'
            )


# -- What it holds --------------------------------------------------------------------------------


def _spot(variable: int, layout: Layout) -> tuple[float, float]:
    """(x, y) of a candidate's middle."""
    n = layout.size
    cell, digit = layout.cell_and_digit(variable)
    x, y = _corner(cell, layout)
    across = round(n**0.5 + 0.49)
    k, step = digit - 1, CELL / across
    return x + (k % across + 0.5) * step, y + (k // across + 0.5) * CELL / -(-n // across)


def _contents(position: Position, marks: Marks, givens: Puzzle | None) -> Iterator[str]:
    """Digits and candidates."""
    layout = position.layout
    size = CELL / round(layout.size**0.5 + 0.49) * 0.72
    backs = dict.fromkeys((*marks.used, *marks.asserted), GOOD)
    backs |= dict.fromkeys(marks.supposed, SUPPOSED)
    backs |= {v: SUPPOSED if v in marks.supposed else BAD for v in marks.denied}
    for cell in range(layout.cell_count):
        x, y = _corner(cell, layout)
        digit = position.digit_in(cell)
        if digit:
            is_given = givens is None or bool(givens.cells[cell])
            look = f'fill="{INK}" font-weight="bold"' if is_given else f'fill="{FOUND}"'
            yield (
                f'<text x="{x + CELL / 2:g}" y="{y + CELL * 0.7:g}" font-size="30" {look} '
                f'text-anchor="middle">{escape(layout.symbol(digit))}</text>'
            )
            continue
        for d in position.candidates_in(cell):
            yield from _candidate(layout.variable_of(cell, d), layout, size, marks, backs)


def _candidate(
    variable: int, layout: Layout, size: float, marks: Marks, backs: dict[int, str]
) -> Iterator[str]:
    cx, cy = _spot(variable, layout)
    back = backs.get(variable, "")
    if back:
        yield f'<circle cx="{cx:g}" cy="{cy:g}" r="{size * 0.62:.3g}" fill="{back}"/>'
    weight = ' font-weight="bold"' if variable in marks.asserted else ""
    symbol = escape(layout.symbol(layout.cell_and_digit(variable)[1]))
    yield (
        f'<text x="{cx:g}" y="{cy + size * 0.36:.4g}" font-size="{size:.3g}" '
        f'fill="{PAPER if back else FAINT}" text-anchor="middle"{weight}>{symbol}</text>'
    )
    if variable in marks.denied:
        half = size * 0.62
        yield (
            f'<path d="M{cx - half:.4g} {cy + half:.4g}l{2 * half:.4g} {-2 * half:.4g}" '
            f'stroke="{BAD}" stroke-width="1.5"/>'
        )


def _link(link: Link, layout: Layout) -> str:
    """A line between the middles of two nodes; with a head, bent aside, where it forces."""
    (x1, y1), (x2, y2) = (
        (
            sum(_spot(v, layout)[0] for v in node) / len(node),
            sum(_spot(v, layout)[1] for v in node) / len(node),
        )
        for node in (link.start, link.end)
    )
    dx, dy = x2 - x1, y2 - y1
    length = max((dx * dx + dy * dy) ** 0.5, 1)
    gap = min(10 / length, 0.3)
    start, end = (x1 + gap * dx, y1 + gap * dy), (x2 - gap * dx, y2 - gap * dy)
    path = f"M{start[0]:.4g} {start[1]:.4g}L{end[0]:.4g} {end[1]:.4g}"
    dash = ' stroke-dasharray="4 4"' if link.kind == "weak" else ""
    width = 2.2
    if link.kind == "forces":
        width = 1.4
        bend = 0.12 * length
        middle = ((x1 + x2) / 2 - dy / length * bend, (y1 + y2) / 2 + dx / length * bend)
        path = (
            f"M{start[0]:.4g} {start[1]:.4g}Q{middle[0]:.4g} {middle[1]:.4g} "
            f"{end[0]:.4g} {end[1]:.4g}" + _head(middle, end)
        )
    return f'<path d="{path}" stroke="{LINK}" stroke-width="{width}" fill="none"{dash}/>'


def _head(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The head of an arrow that ends there, as two strokes of a path."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1)
    dx, dy = 6 * dx / length, 6 * dy / length
    left = (end[0] - dx - dy / 2, end[1] - dy + dx / 2)
    right = (end[0] - dx + dy / 2, end[1] - dy - dx / 2)
    return f"M{left[0]:.4g} {left[1]:.4g}L{end[0]:.4g} {end[1]:.4g}L{right[0]:.4g} {right[1]:.4g}"
