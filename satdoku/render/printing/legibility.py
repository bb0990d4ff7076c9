"""How large a board must be on paper, so that everything in its picture can be read.

In points: digits have at least 8, sums (of cages, outside the board, at corners) 6, pencil marks
and other small marks 4. Between a sum in a corner and the digit of its cell there is at least 1.
Texts in corners are enlarged on small boards (`sheet.typ`), so it is they that limit the size.

The template refuses a board that is smaller, since only it knows the room that rules and codes
leave.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...board import Puzzle
from ...constraints import styles
from ...constraints.drawings import LABEL_PLACE, RuleDrawing, grown_width, label_width, text_of
from ..picture.pieces import LABEL_SIZE
from ..picture.plan import BESIDE, DIGIT, LARGE_DIGIT, Plan

if TYPE_CHECKING:
    from .sheets import Sheet

#: In points: a digit of a puzzle, of a solution, a sum (with what rounding takes), a small mark,
#: and the clearance of a sum.
DIGIT_HIGH, SOLVED_DIGIT, SMALLEST_SUM, SMALL, CLEAR = 8.0, 5.0, 6.1, 4.0, 1.0
#: In pixels: font sizes of the numbers outside and at corners, of signs between cells, of numbers
#: in dots, of tags; the base line of a text in a corner.
OUTSIDE, AT_CORNER, SIGN, IN_DOT, TAG = 15, 12, 13, 10, 9
BASE = 10
#: The height of a digit and the depth of its middle, as a multiple of its font size.
HALF_DIGIT = 0.36


def least_scale(puzzle: Puzzle, sheet: Sheet) -> float:
    """Return how many points a pixel of a puzzle's picture must have."""
    plan = Plan(puzzle.layout, noted=False, numbered=False, large=sheet.large)
    digit = LARGE_DIGIT if sheet.large else DIGIT
    needs = [DIGIT_HIGH / digit]
    if sheet.candidates:
        blank = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
        needs += [SMALL / plan.candidate_size(cell) for cell in blank]
    marked = {max(mark[:2]) for rule in plan.rules for mark in rule.marks}
    for rule in plan.rules:
        needs += _of_rule(rule)
        if rule.labelled is not None:
            words = text_of(rule.constraint, rule.style)
            start = plan.label_corner(rule.labelled)[0] - plan.corner(rule.labelled)[0]
            room = styles.CELL - LABEL_PLACE - start
            if rule.labelled in marked:
                room = grown_width(words, start)
            needs += _of_label(label_width(words), room, digit)
    return max(needs)


def least_scale_solved(sheet: Sheet) -> float:
    """Return the same for a solution, which is only looked up."""
    return SOLVED_DIGIT / (LARGE_DIGIT if sheet.large else DIGIT)


def _of_rule(rule: RuleDrawing) -> Iterator[float]:
    """Yield what the texts of a mark need."""
    match rule.style:
        case styles.Outside(tag=tag):
            yield SMALLEST_SUM / OUTSIDE
            if tag:
                yield SMALL / TAG
        case styles.Meeting():
            yield SMALLEST_SUM / AT_CORNER
        case styles.Between(fill="", sign=False):
            yield SMALLEST_SUM / SIGN
        case styles.Between(fill=fill, usual=usual) if fill and rule.constraint.values:
            if rule.constraint.values != (usual,):
                yield SMALL / IN_DOT
        case _:
            pass


def _of_label(width: float, room: float, digit: float) -> Iterator[float]:
    """Yield what a text in a corner needs. Where a pixel has less than `enlarged` points, it is
    enlarged: its width stays within its room, and its height keeps off the digit."""
    enlarged = SMALLEST_SUM / LABEL_SIZE
    yield enlarged * min(1, width / room)
    top_of_digit = styles.CELL / 2 + BESIDE - HALF_DIGIT * digit
    yield (enlarged * BASE + CLEAR) / (top_of_digit - LABEL_PLACE)
