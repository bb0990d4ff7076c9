"""Marks between cells, and clues outside the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...constraints.constraint import Constraint
from ...constraints.styles import INK, Between, Meeting, Outside
from .pieces import DARK, PAPER, head, middle_of, text, towards
from .plan import Plan, Point


def between(plan: Plan, constraint: Constraint, style: Between) -> Iterator[str]:
    """Draw a mark on each edge between two of the cells."""
    number = constraint.values[0] if constraint.values else style.usual
    for a, b in combinations(constraint.cells, 2):
        (r, c), (r2, c2) = map(plan.layout.places.place, (a, b))
        if abs(r - r2) + abs(c - c2) != 1 and len(constraint.cells) > 2:
            continue
        first = plan.middle(a)
        second = plan.middle(b)
        x, y = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
        if style.sign:
            yield _sign((x, y), (r2 - r, c2 - c))
            continue
        words = dict(style.words).get(number or 0, str(number) if number is not None else "X")
        words = "" if number == style.usual and style.fill else words
        if style.fill:
            yield (
                f'<circle cx="{x:g}" cy="{y:g}" r="7.5" fill="{style.fill}" stroke="{INK}" '
                'stroke-width="1.4"/>'
            )
        else:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{PAPER}"/>'
        colour = PAPER if style.fill == INK else INK
        size = 10 if style.fill else 13
        if words:
            yield text(words, (x, y + 0.36 * size), size, colour, bold=True)


def _sign(at: Point, way: tuple[int, int]) -> str:
    """Return a wedge that opens toward the larger digit; way: (down, across) to the smaller one."""
    (x, y), (down, across) = at, way
    tip = (x + 4 * across, y + 4 * down)
    ends = [(x - 4 * across + s * 6 * down, y - 4 * down + s * 6 * across) for s in (1, -1)]
    shape = "M" + "L".join(f"{px:g} {py:g}" for px, py in (ends[0], tip, ends[1]))
    return (
        f'<path d="{shape}" fill="none" stroke="{PAPER}" stroke-width="6"/>'
        f'<path d="{shape}" fill="none" stroke="{INK}" stroke-width="2"/>'
    )


def meeting(plan: Plan, constraint: Constraint, style: Meeting) -> str:
    """Return a circle with digits where the cells meet."""
    x, y = middle_of([plan.middle(cell) for cell in constraint.cells])
    digits = sorted(constraint.values)
    rows = (
        [digits]
        if len(digits) < 3
        else [digits[: (len(digits) + 1) // 2], digits[(len(digits) + 1) // 2 :]]
    )
    radius = 11 if len(rows) == 1 else 14
    shown = [
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{PAPER}" stroke="{style.colour}" '
        'stroke-width="1.4"/>'
    ]
    for k, row in enumerate(rows):
        at = (x, y + 4 + 11 * (k - (len(rows) - 1) / 2))
        shown.append(text(" ".join(map(str, row)), at, 11, style.colour))
    return "".join(shown)


def outside(plan: Plan, constraint: Constraint, style: Outside, at: Point) -> Iterator[str]:
    """Draw a number outside the board, before the first cell that the clue sees."""
    words = str(constraint.values[0])
    x, y = at
    target = plan.middle(constraint.cells[0])
    if style.ring:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="none" stroke="{DARK}"/>'
    if style.arrow:
        start = towards(at, target, 11)
        end = towards(at, target, 21)
        yield (
            f'<path d="M{start[0]:.5g} {start[1]:.5g}L{end[0]:.5g} {end[1]:.5g}'
            f'{head(start, end, 4)}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
        )
    size = 18 if len(words) < 3 and not style.ring else 15
    shift = -4 if style.tag else 0
    yield text(words, (x + shift, y + 0.36 * size), size, INK)
    if style.tag:
        edge = x + shift + 0.29 * size * len(words) + 2
        yield text(style.tag, (edge, y + 0.36 * size), 9, DARK, "start")
