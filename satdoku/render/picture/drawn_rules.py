"""Variant rules on the board: the style of each kind (`constraints.styles`) as SVG.

There is one function per style; mypy checks that none is missing. Those of marks between cells and
clues outside are in `clues`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ...constraints import styles
from ...constraints.constraint import Constraint
from ...constraints.drawings import RuleDrawing, text_of
from ...constraints.styles import CELL
from .board import closed
from .clues import between, meeting, outside
from .insides import FURTHER, INSET
from .notes import RIGHT_TO_LEFT, runs_from_right
from .pieces import (
    DARK,
    PAPER,
    circle,
    distance,
    head,
    label,
    outline,
    polyline,
    square,
    stroke,
    text,
    towards,
)
from .plan import NOTE_LINE, Plan, Point, Ring

#: Distance of the shape at the end of a line from the middle of its cell.
REACH = CELL * 0.38
#: Place of a text at a cell's foot, between circles at the corners and above a mark on the edge;
#: its width, as a multiple of the width of a digit of size 1.
FOOT, FOOT_WIDTH = (13, 45.5), 50
#: Shades that do not fill their cell.
SMALLER = ("square", "circle")
#: Directions (across, down) from the middle of a cell to its sides.
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: How a line ends and bends. A dash of length 1 is a dot, which only round caps show.
ROUND = ' stroke-linecap="round" stroke-linejoin="round"'
CUT = ' stroke-linecap="butt" stroke-linejoin="round"'


def behind(plan: Plan) -> Iterator[str]:
    """Draw what is behind lines and digits: first shapes, then lines along cells."""
    lines = []
    shades = []
    for rule in plan.rules:
        if isinstance(rule.style, styles.Shade):
            shades.append((rule.style, rule.constraint))
        elif isinstance(rule.style, styles.Along):
            lines.append((rule.style, rule))
    # whole cells are below smaller shapes, and broad lines below narrow ones
    for shade, constraint in sorted(shades, key=lambda one: one[0].shape in SMALLER):
        yield from shaded(plan, constraint, shade)
    for line, rule in sorted(lines, key=lambda one: -one[0].width):
        yield from along(plan, rule, line)


def before(plan: Plan) -> Iterator[str]:
    """Draw what is in front of the board's lines, and around the board."""
    for rule, own, rings in plan.outlines:
        yield from outlined(plan, rule, own, rings)
    for rule in plan.rules:
        constraint = rule.constraint
        style = rule.style
        match style:
            case styles.Shade():
                yield from texts(plan, constraint, style)
            case styles.Along():
                pass  # behind
            case styles.Outline() | styles.Outside() | styles.Note():
                pass  # above and below
            case styles.Between():
                yield from between(plan, rule, style)
            case styles.Meeting():
                yield meeting(plan, constraint, style)
            case _:
                assert_never(style)
    for constraint, clue, place in plan.clues:
        yield from outside(plan, constraint, clue, plan.outside(place))
    yield from noted(plan)


def noted(plan: Plan) -> Iterator[str]:
    """Draw the notes below the board, from its left edge, or from the right one where the script
    runs from there."""
    from_right = runs_from_right(" ".join(plan.notes))
    last = plan.height - plan.margin / 2
    y = last - NOTE_LINE * plan.note_lines
    x = plan.left
    if from_right:
        x += plan.layout.width * CELL
    for line in plan.notes:
        y += NOTE_LINE
        if from_right:
            yield text(RIGHT_TO_LEFT.format(line), (x, y), 13, DARK, "end")
        else:
            yield text(line, (x, y), 13, DARK, "start")


# -- Shapes behind cells, and outlines around them ------------------------------------------------


def shaded(plan: Plan, constraint: Constraint, style: styles.Shade) -> Iterator[str]:
    """Draw a shape behind each digit."""
    half = len(constraint.cells) // 2
    for k, cell in enumerate(constraint.cells):
        is_pale = style.halves and k >= half
        middle = plan.middle(cell)
        yield from _shape(middle, style, is_pale)


def texts(plan: Plan, constraint: Constraint, style: styles.Shade) -> Iterator[str]:
    """Draw the text of a shade at the foot of each cell: rules with texts in corners are above."""
    if not style.text or not constraint.values:
        return
    said = styles.worded(style.text, constraint.values)
    size = min(10, FOOT_WIDTH / len(said))
    for cell in constraint.cells:
        x, y = plan.corner(cell)
        yield text(said, (x + FOOT[0], y + FOOT[1]), size, DARK, "start")


def _shape(middle: Point, style: styles.Shade, is_pale: bool) -> Iterator[str]:
    look = f'fill="{style.colour}"'
    match style.shape:
        case "circle":
            if style.colour == PAPER:
                look += ' stroke="#7d8590" stroke-width="1.5"'
            yield circle(middle, CELL * 0.41, look)
        case "square":
            yield square(middle, CELL * 0.72, look)
        case "cell":
            if is_pale:
                look += ' opacity="0.55"'
            yield square(middle, CELL, look)
        case "inward" | "outward":
            yield square(middle, CELL, 'fill="#eceef1"')
            sign = 1 if style.shape == "outward" else -1
            yield _ticks(middle, sign)
        case _:
            assert_never(style.shape)


def _ticks(middle: Point, sign: int) -> str:
    """Return a small triangle at each side of the cell, pointing outward (1) or inward (-1)."""
    path = ""
    middle_x, middle_y = middle
    for dx, dy in SIDES:
        x = middle_x + dx * CELL * 0.42
        y = middle_y + dy * CELL * 0.42
        tip = (x + sign * 3 * dx, y + sign * 3 * dy)
        foot_x = x - sign * 2 * dx
        foot_y = y - sign * 2 * dy
        one_foot = (foot_x + 5 * dy, foot_y + 5 * dx)
        other_foot = (foot_x - 5 * dy, foot_y - 5 * dx)
        path += polyline((one_foot, tip, other_foot))
    return stroke(path, DARK, 1.5)


def outlined(
    plan: Plan, rule: RuleDrawing, style: styles.Outline, rings: Sequence[Ring]
) -> Iterator[str]:
    """Draw lines around the cells. rings: the cells of each outline and its inset level."""
    look = ' stroke-dasharray="5 3"' if style.dashed else ""
    for cells, level in rings:
        places = map(plan.layout.places.place, cells)
        inset = INSET + FURTHER * level
        path = closed(plan, outline(places, inset), ".5g")
        yield stroke(path, style.colour, 1.3, look)
    if rule.labelled is not None:
        said = text_of(rule.constraint, style)
        yield from label(plan, rule.labelled, said, style.colour)


# -- Lines along cells, and the shapes at their ends ----------------------------------------------


def along(plan: Plan, rule: RuleDrawing, style: styles.Along) -> Iterator[str]:
    """Draw the line and the shapes at its ends."""
    constraint = rule.constraint
    points = [plan.middle(cell) for cell in constraint.cells]
    first = points[0]
    last = points[-1]
    count = len(points)
    has_line = count > 1
    ringed = _ringed(constraint, style)
    is_ringed = 0 < ringed < count
    if is_ringed:
        inside = points[:ringed]
        after = points[ringed:]
        yield from _ring(inside, style)
        near = min(inside, key=lambda point: distance(point, after[0]))
        border = towards(near, after[0], REACH)
        points = [border, *after]
    elif has_line and _is_open(style.start):
        points[0] = towards(points[0], points[1], REACH)
    if has_line and _is_open(style.end):
        points[-1] = towards(points[-1], points[-2], REACH)
    if has_line:
        yield _line(points, style)
    yield from _end(first, style.start, style)
    yield from _end(last, style.end, style)
    if rule.labelled is not None:
        yield from label(plan, rule.labelled, text_of(constraint, style), DARK)


def _ringed(constraint: Constraint, style: styles.Along) -> int:
    """Return the number of cells at the start that a circle or a pill surrounds."""
    if not style.ring:
        return 0
    return constraint.values[0] if constraint.values else 1


def _is_open(end: styles.End) -> bool:
    """Whether the line stops at the border of the shape at its end, instead of in its middle."""
    return end in ("circle", "diamond", "square")


def _line(points: Sequence[Point], style: styles.Along) -> str:
    path = polyline(points, ".5g")
    if style.end == "arrow":
        path += head(points[-2], points[-1])
    look = ROUND
    if style.dashes:
        if style.dashes[0] != "1":
            look = CUT
        look += f' stroke-dasharray="{style.dashes}"'
    return stroke(path, style.colour, style.width, look)


def _ring(points: Sequence[Point], style: styles.Along) -> Iterator[str]:
    """Draw a circle around one cell, or a pill around several."""
    if len(points) == 1:
        yield from _end(points[0], "circle", style)
        return
    path = polyline(points)
    width = CELL * 0.78
    inner = width - 2 * style.width + 2
    yield stroke(path, style.colour, width, ROUND)
    yield stroke(path, PAPER, inner, ROUND)


def _end(at: Point, end: styles.End, style: styles.Along) -> Iterator[str]:
    """Draw the shape at an end of a line."""
    width = min(3, style.width)
    # what is below it still shows
    edge = f'fill="none" stroke="{style.colour}" stroke-width="{width:g}"'
    match end:
        case "bulb":
            yield circle(at, CELL * 0.36, f'fill="{style.colour}"')
        case "circle":
            yield circle(at, REACH, edge)
        case "square":
            yield square(at, CELL * 0.7, edge)
        case "diamond":
            x, y = at
            r = f"{REACH:g}"
            top = y - REACH
            path = f"M{x:g} {top:g}l{r} {r}l-{r} {r}l-{r} -{r}Z"
            yield f'<path d="{path}" {edge}/>'
        case "arrow" | "":
            pass
        case _:
            assert_never(end)
