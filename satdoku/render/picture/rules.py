"""Variant rules on the board: the style of each kind (`constraints.styles`) as SVG.

There is one function per style; mypy checks that none is missing. Those of marks between cells and
clues outside are in `clues`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ...constraints import styles
from ...constraints.constraint import Constraint
from ...constraints.rules_text import style_of
from .clues import between, meeting, outside
from .pieces import DARK, PAPER, distance, head, label, outline, square, text, towards, words
from .plan import CELL, FURTHER, INSET, NOTE_LINE, Part, Plan, Point


def behind(plan: Plan) -> Iterator[str]:
    """Draw what is behind lines and digits: first shapes, then lines along cells."""
    drawn = [(c, style_of(c)) for c in plan.layout.constraints]
    for constraint, style in drawn:
        if isinstance(style, styles.Shade):
            yield from shaded(plan, constraint, style)
    for constraint, style in drawn:
        if isinstance(style, styles.Along):
            yield from along(plan, constraint, style)


def before(plan: Plan) -> Iterator[str]:
    """Draw what is in front of the board's lines, and around the board."""
    for constraint, own, parts in plan.outlines:
        yield from outlined(plan, constraint, own, parts)
    for constraint in plan.layout.constraints:
        style = style_of(constraint)
        match style:
            case styles.Shade() | styles.Along():
                pass  # behind
            case styles.Outline() | styles.Outside() | styles.Note():
                pass  # above and below
            case styles.Between():
                yield from between(plan, constraint, style)
            case styles.Meeting():
                yield meeting(plan, constraint, style)
            case _:
                assert_never(style)
    for constraint, clue, place in plan.clues:
        yield from outside(plan, constraint, clue, plan.outside(place))
    for k, line in enumerate(plan.notes):
        y = plan.height - plan.margin / 2 - NOTE_LINE * (len(plan.notes) - 1 - k)
        yield text(line, (plan.left, y), 13, DARK, "start")


# -- Shapes behind cells, and outlines around them ------------------------------------------------


def shaded(plan: Plan, constraint: Constraint, style: styles.Shade) -> Iterator[str]:
    """Draw a shape behind each digit."""
    half = len(constraint.cells) // 2
    for k, cell in enumerate(constraint.cells):
        (x, y), size = plan.middle(cell), CELL * 0.36
        fill = f'fill="{style.colour}"'
        match style.shape:
            case "circle":
                edge = ' stroke="#7d8590" stroke-width="1.5"' if style.colour == PAPER else ""
                yield f'<circle cx="{x:g}" cy="{y:g}" r="{CELL * 0.41:g}" {fill}{edge}/>'
            case "square":
                yield square((x, y), 2 * size, fill)
            case "cell":
                opacity = ' opacity="0.55"' if style.halves and k >= half else ""
                yield square((x, y), CELL, fill + opacity)
            case "inward" | "outward":
                yield square((x, y), CELL, 'fill="#eceef1"')
                yield _ticks((x, y), 1 if style.shape == "outward" else -1)
            case _:
                assert_never(style.shape)
        if style.text and constraint.values:
            said = styles.worded(style.text, constraint.values)
            at = plan.corner(cell)
            yield text(said, (at[0] + 4, at[1] + 12), 10, DARK, "start")


def _ticks(middle: Point, sign: int) -> str:
    """Return a small triangle at each side of the cell, pointing outward (1) or inward (-1)."""
    parts = []
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        x, y = middle[0] + dx * CELL * 0.42, middle[1] + dy * CELL * 0.42
        tip = (x + sign * 3 * dx, y + sign * 3 * dy)
        base = [(x - sign * 2 * dx + s * 5 * dy, y - sign * 2 * dy + s * 5 * dx) for s in (1, -1)]
        parts.append("M" + "L".join(f"{px:g} {py:g}" for px, py in (base[0], tip, base[1])))
    return f'<path d="{"".join(parts)}" fill="none" stroke="{DARK}" stroke-width="1.5"/>'


def outlined(
    plan: Plan, constraint: Constraint, style: styles.Outline, parts: Sequence[Part]
) -> Iterator[str]:
    """Draw lines around the cells. parts: the cells of each outline and its inset level."""
    for part, level in parts:
        paths = outline(map(plan.layout.places.place, part), INSET + FURTHER * level)
        shape = "".join(
            "M"
            + "L".join(f"{plan.left + c * CELL:.5g} {plan.top + r * CELL:.5g}" for r, c in path)
            + "Z"
            for path in paths
        )
        dashes = ' stroke-dasharray="5 3"' if style.dashed else ""
        yield (
            f'<path d="{shape}" fill="none" stroke="{style.colour}" stroke-width="1.3"{dashes}/>'
        )
    if label_text := words(style.text, constraint):
        yield from label(plan, constraint.cells[0], label_text, style.colour)


# -- Lines along cells, and the shapes at their ends ----------------------------------------------


def along(plan: Plan, constraint: Constraint, style: styles.Along) -> Iterator[str]:
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


def _ring(points: Sequence[Point], style: styles.Along) -> Iterator[str]:
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


def _end(at: Point, end: styles.End, style: styles.Along) -> Iterator[str]:
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
