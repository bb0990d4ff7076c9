"""Lines along cells, and the shapes at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ...constraints.constraint import Constraint
from ...constraints.styles import Along, End
from .pieces import DARK, PAPER, distance, head, label, square, towards, words
from .plan import CELL, Plan, Point


def along(plan: Plan, constraint: Constraint, style: Along) -> Iterator[str]:
    """Draw the line and the shapes at its ends."""
    points = [plan.middle(cell) for cell in constraint.cells]
    ringed = (constraint.values[0] if constraint.values else 1) if style.ring else 0
    first, last = points[0], points[-1]
    if ringed:
        yield from _ring(points[:ringed], style)
        near = min(points[:ringed], key=lambda p: distance(p, points[ringed]))
        points = [towards(near, points[ringed], CELL * 0.38), *points[ringed:]]
    elif style.start in ("circle", "diamond", "square"):
        points[0] = towards(points[0], points[1], CELL * 0.38)
    if style.end in ("circle", "diamond", "square"):
        points[-1] = towards(points[-1], points[-2], CELL * 0.38)
    if len(points) > 1:
        dashes = f' stroke-dasharray="{style.dashes}"' if style.dashes else ""
        shape = "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in points)
        if style.end == "arrow":
            shape += head(points[-2], points[-1])
        cap = "butt" if style.dashes and style.dashes[0] != "1" else "round"
        yield (
            f'<path d="{shape}" fill="none" stroke="{style.colour}" stroke-width="{style.width:g}" '
            f'stroke-linecap="{cap}" stroke-linejoin="round"{dashes}/>'
        )
    for point, end in ((first, style.start), (last, style.end)):
        yield from _end(point, end, style)
    if label_text := words(style.text, constraint):
        yield from label(plan, constraint.cells[0], label_text, DARK)


def _ring(points: Sequence[Point], style: Along) -> Iterator[str]:
    """Draw a circle around one cell, or a pill around several."""
    if len(points) == 1:
        yield from _end(points[0], "circle", style)
        return
    shape = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    for colour, width in ((style.colour, CELL * 0.78), (PAPER, CELL * 0.78 - 2 * style.width + 2)):
        yield (
            f'<path d="{shape}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )


def _end(at: Point, end: End, style: Along) -> Iterator[str]:
    """Draw the shape at an end of a line."""
    (x, y), r = at, CELL * 0.38
    edge = f'fill="{PAPER}" stroke="{style.colour}" stroke-width="{min(3, style.width):g}"'
    match end:
        case "bulb":
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{CELL * 0.36:g}" fill="{style.colour}"/>'
        case "circle":
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {edge}/>'
        case "square":
            yield square(at, CELL * 0.7, edge)
        case "diamond":
            yield f'<path d="M{x:g} {y - r:g}l{r:g} {r:g}l{-r:g} {r:g}l{-r:g} {-r:g}Z" {edge}/>'
        case "arrow" | "":
            pass
        case _:
            assert_never(end)
