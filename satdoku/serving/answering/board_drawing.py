"""A board as pieces of SVG, which the page puts together with digits and marks.

>>> from satdoku.layout import Layout
>>> drawing_of(Layout.named("4x4"))["cell"]
54
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
    lines = 0
    for language in languages():
        plan = _told_plan(layout, lines, translator(language))
        if not plan.notes:
            break
        lines = plan.note_lines
    behind = [*extra_houses(plan), *diagonals(plan)]
    behind += drawn_rules.behind(plan)
    corners = map(plan.corner, layout.all_cells)
    insides = map(list, plan.insides)
    before = InFront(layout, lines) if lines else _in_front(layout, 0, str)
    return {
        "width": plan.width,
        "height": plan.height,
        "cell": CELL,
        "corners": [*map(list, corners)],
        "insides": [*insides],
        "behind": "".join(behind),
        "frame": "".join(frame(plan)),
        "before": before,
    }


def _in_front(layout: Layout, note_lines: int, translate: Translate) -> str:
    plan = _told_plan(layout, note_lines, translate)
    pieces = drawn_rules.before(plan)
    return "".join(pieces)


def _told_plan(layout: Layout, note_lines: int, translate: Translate) -> Plan:
    """Return the plan with its notes in a language. note_lines: for how many there is room at
    least."""

    def tell(rule: Constraint, board: Layout) -> str:
        return note_of(rule, board, translate)

    return Plan(layout, tell=tell, note_lines=note_lines)
