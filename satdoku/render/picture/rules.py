"""Variant rules on the board: the style of each kind (`constraints.styles`) as SVG.

There is one function per style; mypy checks that none is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ...constraints.styles import Along, Between, Meeting, Note, Outline, Outside, Shade
from .cages import outlined, shaded
from .clues import between, meeting, outside
from .lines import along
from .pieces import DARK, text
from .plan import NOTE_LINE, Plan, style_of


def behind(plan: Plan) -> Iterator[str]:
    """Draw what is behind lines and digits: first shapes, then lines along cells."""
    styles = [(c, style_of(c)) for c in plan.layout.constraints]
    for constraint, style in styles:
        if isinstance(style, Shade):
            yield from shaded(plan, constraint, style)
    for constraint, style in styles:
        if isinstance(style, Along):
            yield from along(plan, constraint, style)


def before(plan: Plan) -> Iterator[str]:
    """Draw what is in front of the board's lines, and around the board."""
    for constraint, parts in plan.outlines:
        style = style_of(constraint)
        if isinstance(style, Outline):
            yield from outlined(plan, constraint, style, parts)
    for constraint in plan.layout.constraints:
        style = style_of(constraint)
        match style:
            case Shade() | Along() | Outline() | Outside() | Note():
                pass
            case Between():
                yield from between(plan, constraint, style)
            case Meeting():
                yield meeting(plan, constraint, style)
            case _:
                assert_never(style)
    for constraint, place in plan.clues:
        style = style_of(constraint)
        if isinstance(style, Outside):
            yield from outside(plan, constraint, style, plan.outside(place))
    for k, line in enumerate(plan.notes):
        y = plan.height - plan.margin / 2 - NOTE_LINE * (len(plan.notes) - 1 - k)
        yield text(line, (plan.left, y), 13, DARK, "start")
