"""Shapes behind cells, and outlines around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ...constraints.constraint import Constraint
from ...constraints.styles import Outline, Shade, worded
from .outlines import outline
from .pieces import DARK, PAPER, label, square, text, words
from .plan import CELL, FURTHER, INSET, Plan, Point, place_of


def shaded(plan: Plan, constraint: Constraint, style: Shade) -> Iterator[str]:
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
            yield text(
                worded(style.text, constraint.values),
                (x - CELL / 2 + 4, y - CELL / 2 + 12),
                10,
                DARK,
                "start",
            )


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
    plan: Plan, constraint: Constraint, style: Outline, parts: Sequence[tuple[Sequence[int], int]]
) -> Iterator[str]:
    """Draw lines around the cells. parts: the cells of each outline and its inset level."""
    for part, level in parts:
        places = [place_of(cell, plan.layout) for cell in part]
        paths = outline(places, INSET + FURTHER * level)
        shape = "".join(
            "M" + "L".join(f"{plan.left + c * CELL:.5g} {plan.top + r * CELL:.5g}" for r, c in path)
            + "Z"
            for path in paths
        )  # fmt: skip
        dashes = ' stroke-dasharray="5 3"' if style.dashed else ""
        yield (
            f'<path d="{shape}" fill="none" stroke="{style.colour}" stroke-width="1.3"{dashes}/>'
        )
    if label_text := words(style.text, constraint):
        yield from label(plan, constraint.cells[0], label_text, style.colour)
