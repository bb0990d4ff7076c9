"""Marks between cells, and clues outside the board."""

from __future__ import annotations

from collections.abc import Iterator

from ...constraints.constraint import Constraint
from ...constraints.drawings import RuleDrawing
from ...constraints.styles import INK, Between, Meeting, Outside
from .pieces import DARK, PAPER, circle, head, middle_of, polyline, stroke, text, towards
from .plan import Plan, Point

#: Font sizes of digits at corners, of signs between cells, of numbers in dots, and of tags.
CORNER_SIZE, SIGN_SIZE, DOT_SIZE, TAG_SIZE = 13, 13, 10, 10.5


def between(plan: Plan, rule: RuleDrawing, style: Between) -> Iterator[str]:
    """Draw the marks of a rule on edges."""
    constraint = rule.constraint
    number = constraint.values[0] if constraint.values else style.usual
    for a, b, shift in rule.marks:
        r, c = plan.layout.places.place(a)
        r2, c2 = plan.layout.places.place(b)
        x, y = middle_of([plan.middle(a), plan.middle(b)])
        middle = (x + shift, y) if c == c2 else (x, y + shift)
        if style.sign:
            yield _sign(middle, (r2 - r, c2 - c))
        else:
            yield from _mark(middle, style, number)


def _mark(at: Point, style: Between, number: int | None) -> Iterator[str]:
    """Draw a dot, with the number that relates the cells if it is not the usual one; a style
    without a filled dot always shows it."""
    x, y = at
    if style.fill:
        yield circle(at, 7.5, f'fill="{style.fill}" stroke="{INK}" stroke-width="1.4"')
    else:
        yield circle(at, 8, f'fill="{PAPER}"')
    words = _words(style, number)
    if words:
        size = DOT_SIZE if style.fill else SIGN_SIZE
        colour = PAPER if style.fill == INK else INK
        yield text(words, (x, y + 0.36 * size), size, colour, bold=True)


def _words(style: Between, number: int | None) -> str:
    if style.fill and number == style.usual:
        return ""
    usual = "X" if number is None else str(number)
    return dict(style.words).get(number or 0, usual)


def _sign(at: Point, way: tuple[int, int]) -> str:
    """Return a wedge that opens toward the larger digit; way: (down, across) to the smaller one."""
    x, y = at
    down, across = way
    tip = (x + 4 * across, y + 4 * down)
    one_end = (x - 4 * across + 6 * down, y - 4 * down + 6 * across)
    other_end = (x - 4 * across - 6 * down, y - 4 * down - 6 * across)
    shape = polyline((one_end, tip, other_end))
    return stroke(shape, PAPER, 6) + stroke(shape, INK, 2)


def meeting(plan: Plan, constraint: Constraint, style: Meeting) -> str:
    """Return a circle with digits where the cells meet."""
    x, y = middle_of([plan.middle(cell) for cell in constraint.cells])
    digits = sorted(constraint.values)
    rows = [digits]
    radius = 11
    if len(digits) > 2:
        half = (len(digits) + 1) // 2
        rows = [digits[:half], digits[half:]]
        radius = 14
    look = f'fill="{PAPER}" stroke="{style.colour}" stroke-width="1.4"'
    shown = [circle((x, y), radius, look)]
    for k, row in enumerate(rows):
        at = (x, y + 4.3 + 11 * (k - (len(rows) - 1) / 2))
        shown.append(text(" ".join(map(str, row)), at, CORNER_SIZE, style.colour))
    return "".join(shown)


def outside_size(words: str, style: Outside) -> int:
    """Return the font size of a number outside the board."""
    return 18 if len(words) < 3 and not style.ring else 15


def outside(plan: Plan, constraint: Constraint, style: Outside, at: Point) -> Iterator[str]:
    """Draw a number outside the board, before the first cell that the clue sees."""
    words = str(constraint.values[0])
    x, y = at
    if style.ring:
        yield circle(at, 12, f'fill="none" stroke="{DARK}"')
    if style.arrow:
        target = plan.middle(constraint.cells[0])
        start = towards(at, target, 11)
        end = towards(at, target, 21)
        yield stroke(polyline((start, end), ".5g") + head(start, end, 4), INK, 1.5)
    size = outside_size(words, style)
    if style.tag:
        x -= 4  # room for the tag
    base = y + 0.36 * size
    yield text(words, (x, base), size, INK)
    if style.tag:
        edge = x + 0.29 * size * len(words) + 2
        yield text(style.tag, (edge, base), TAG_SIZE, DARK, "start")
