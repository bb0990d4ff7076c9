"""A board as pieces of SVG, which the page puts together with digits and marks.

>>> from satdoku.layout import Layout
>>> drawing_of(Layout.named("4x4"))["cell"]
56
"""

from __future__ import annotations

from typing import Self

from ...constraints.constraint import Constraint
from ...constraints.rules_text import note_of
from ...constraints.styles import CELL
from ...languages import languages, translator
from ...layout import Layout
from ...phrases import Translate
from ...record_types import Record
from ...render.picture import drawn_rules
from ...render.picture.board import diagonals, extra_houses, frame
from ...render.picture.plan import Plan


class InFront(str):
    """What is drawn in front of a board's digits, with notes below the board, for telling these in
    another language."""

    layout: Layout
    note_lines: int

    def __new__(cls, layout: Layout, note_lines: int) -> Self:
        """Return the pieces with the notes in English. note_lines: for how many there is room."""
        own = super().__new__(cls, _in_front(layout, note_lines, str))
        own.layout = layout
        own.note_lines = note_lines
        return own

    def __getnewargs__(self) -> tuple[Layout, int]:  # type: ignore[override]
        return self.layout, self.note_lines

    def told(self, translate: Translate) -> str:
        """Return them in another language."""
        return _in_front(self.layout, self.note_lines, translate)


def drawing_of(layout: Layout) -> Record:
    """Return a board as pieces of SVG, without digits.

    corners: x, y of each cell's upper left corner; cell: the side of a cell; insides: the part of
    each cell that candidates may fill (x and y from its corner, width, height); behind, frame,
    before: what is drawn behind the digits (houses, lines, rules), the frame, and what is drawn in
    front of them; width and height of the drawing, which has room for its notes in every language.
    """
    plan = Plan(layout)
    if plan.notes:
        plan = Plan(layout, note_lines=_most_lines(layout))
    behind = [*extra_houses(plan), *diagonals(plan), *drawn_rules.behind(plan)]
    corners = [list(plan.corner(cell)) for cell in layout.all_cells]
    return {
        "width": plan.width,
        "height": plan.height,
        "cell": CELL,
        "corners": corners,
        "insides": [list(box) for box in plan.insides],
        "behind": "".join(behind),
        "frame": "".join(frame(plan)),
        "before": InFront(layout, plan.note_lines) if plan.notes else _in_front(layout, 0, str),
    }


def _most_lines(layout: Layout) -> int:
    """Return how many lines the notes have in the language that needs most."""
    return max(_told_plan(layout, 0, translator(code)).note_lines for code in languages())


def _in_front(layout: Layout, note_lines: int, translate: Translate) -> str:
    return "".join(drawn_rules.before(_told_plan(layout, note_lines, translate)))


def _told_plan(layout: Layout, note_lines: int, translate: Translate) -> Plan:
    """Return the plan with its notes in a language."""

    def tell(rule: Constraint, board: Layout) -> str:
        return note_of(rule, board, translate)

    return Plan(layout, tell=tell, note_lines=note_lines)
