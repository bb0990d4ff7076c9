"""A position as SVG: digits, candidates, and what a step uses and concludes in colour.

Bases are drawn behind the cells in blue, covers in yellow; candidates that the step rests on are
green, those it denies red, what it asserts a green digit. Chains are drawn as lines: strong links
full, weak links dashed.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from ..logic.position import Position
from ..logic.steps import LogicStep

#: The side of a cell, and the margin, in pixels.
CELL, MARGIN = 54, 22
INK, FAINT, PAPER = "#1b1f24", "#59636e", "#ffffff"
BASE, COVER, GOOD, BAD, LINK = "#cfe3ff", "#fff1b8", "#1a7f37", "#cf222e", "#6639ba"


def picture(position: Position, step: LogicStep | None = None) -> str:
    """The whole picture."""
    n = position.layout.size
    side = n * CELL + 2 * MARGIN
    name = step.name if step else "the position"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img" '
            f'width="{side}" font-family="Helvetica, Arial, sans-serif" aria-label="{name}">',
            f"<title>{name}</title>",
            f'<rect width="{side}" height="{side}" fill="{PAPER}"/>',
            *_houses(position, step),
            *_frame(position),
            *_contents(position, step),
            *_chain(position, step),
            "</svg>",
        ]
    )


def _corner(cell: int, n: int) -> tuple[int, int]:
    """(x, y) of a cell's upper left corner."""
    return MARGIN + cell % n * CELL, MARGIN + cell // n * CELL


def _spot(variable: int, n: int) -> tuple[float, float]:
    """(x, y) of a candidate's middle."""
    cell, d = divmod(variable - 1, n)
    x, y = _corner(cell, n)
    across = round(n**0.5 + 0.49)
    step = CELL / across
    return x + (d % across + 0.5) * step, y + (d // across + 0.5) * CELL / -(-n // across)


def _houses(position: Position, step: LogicStep | None) -> Iterator[str]:
    """The cells of the clauses, shaded."""
    if step is None:
        return
    n = position.layout.size
    shaded: dict[int, str] = {}
    covers = step.covers
    # A large proof would shade all of the board: its picture shows the candidates only.
    bases = step.bases if len(step.bases) <= 6 else ()
    for colour, clauses in ((COVER, covers), (BASE, bases)):
        for clause in clauses:
            for variable in position.theory.members[clause]:
                shaded[(variable - 1) // n] = colour
    for cell, colour in sorted(shaded.items()):
        x, y = _corner(cell, n)
        yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def _frame(position: Position) -> Iterator[str]:
    """Lines between cells, thick between regions, and the numbers of rows and columns."""
    layout = position.layout
    n, regions = layout.size, layout.regions
    for cell in range(n * n):
        x, y = _corner(cell, n)
        for beside, (x2, y2, dx, dy), inside in (
            (cell + 1, (x + CELL, y, 0, CELL), cell % n < n - 1),
            (cell + n, (x, y + CELL, CELL, 0), cell // n < n - 1),
        ):
            if inside:
                thick = bool(regions) and regions[cell] != regions[beside]
                colour, width = (INK, 2.5) if thick else ("#b7bdc6", 1)
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


def _contents(position: Position, step: LogicStep | None) -> Iterator[str]:
    """Digits and candidates."""
    layout = position.layout
    n = layout.size
    used = {v for node in step.nodes for v in node} if step else set()
    asserted, denied = (set(step.asserted), set(step.denied)) if step else (set(), set())
    if step and not step.nodes and len(step.bases) <= 6:
        used = {v for clause in step.bases for v in position.open_members(clause)} - denied
    size = CELL / round(n**0.5 + 0.49) * 0.72
    for cell in range(n * n):
        x, y = _corner(cell, n)
        digit = position.digit_in(cell)
        if digit:
            yield (
                f'<text x="{x + CELL / 2:g}" y="{y + CELL * 0.7:g}" font-size="30" fill="{INK}" '
                f'text-anchor="middle">{escape(layout.symbol(digit))}</text>'
            )
            continue
        for d in position.candidates_in(cell):
            variable = cell * n + d
            cx, cy = _spot(variable, n)
            colour = FAINT
            if variable in denied or variable in used or variable in asserted:
                colour = "#ffffff"
                back = BAD if variable in denied else GOOD
                yield f'<circle cx="{cx:g}" cy="{cy:g}" r="{size * 0.62:.3g}" fill="{back}"/>'
            weight = ' font-weight="bold"' if variable in asserted else ""
            yield (
                f'<text x="{cx:g}" y="{cy + size * 0.36:.4g}" font-size="{size:.3g}" '
                f'fill="{colour}" '
                f'text-anchor="middle"{weight}>{escape(layout.symbol(d))}</text>'
            )
            if variable in denied:
                half = size * 0.62
                yield (
                    f'<path d="M{cx - half:.4g} {cy + half:.4g}l{2 * half:.4g} {-2 * half:.4g}" '
                    f'stroke="{BAD}" stroke-width="1.5"/>'
                )


def _chain(position: Position, step: LogicStep | None) -> Iterator[str]:
    """The links of a chain."""
    if step is None or not step.nodes:
        return
    n = position.layout.size
    spots = []
    for node in step.nodes:
        points = [_spot(v, n) for v in node]
        spots.append((sum(x for x, _ in points) / len(node), sum(y for _, y in points) / len(node)))
    for k, ((x1, y1), (x2, y2)) in enumerate(pairwise(spots)):
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1)
        gap = min(10 / length, 0.3)
        dx, dy = (x2 - x1), (y2 - y1)
        dash = "" if k % 2 == 0 else ' stroke-dasharray="4 4"'
        yield (
            f'<path d="M{x1 + gap * dx:.4g} {y1 + gap * dy:.4g}L{x2 - gap * dx:.4g} '
            f'{y2 - gap * dy:.4g}" stroke="{LINK}" stroke-width="2.2" fill="none"{dash}/>'
        )
