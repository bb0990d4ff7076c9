"""How large a board must be on paper, so that everything in its picture can be read.

In points: digits have at least 8, sums (of cages, outside the board, at corners) 6, pencil marks
and other small marks 4. Between a sum in a corner and the digit of its cell there is at least 1.
Texts in corners are enlarged on small boards (`sheet.typ`), so it is they that limit the size.

The template refuses a board that is smaller, since only it knows the room that rules and codes
leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING

from ...board import Puzzle
from ...constraints import styles
from ...constraints.drawings import (
    LABEL_PLACE,
    MARK,
    RuleDrawing,
    label_width,
    rule_drawings,
    text_of,
)
from ...layout import Layout
from ..picture.clues import CORNER_SIZE, DOT_SIZE, SIGN_SIZE, TAG_SIZE, outside_size
from ..picture.pieces import LABEL_SIZE
from ..picture.plan import BESIDE, DIGIT, LARGE_DIGIT, Plan

if TYPE_CHECKING:
    from .sheets import Sheet

#: In points: a digit of a puzzle, of a solution, a sum (in a corner with what rounding takes), a
#: small mark, and the clearance of a sum.
DIGIT_HIGH, SOLVED_DIGIT, SUM, SMALLEST_SUM, SMALL, CLEAR = 8.0, 5.0, 6.0, 6.1, 4.0, 1.0
#: How far apart two greys are, of 255, that can be told apart.
DIFFERENT_GREYS = 24
#: The grey of paper; how much of its colour the paler half of a shade has.
WHITE, PALER = 255, 0.55
#: Marks with a colour that means something.
Coloured = styles.Along | styles.Outline | styles.Shade
#: The base line of a text in a corner, in pixels.
BASE = 10
#: The height of a digit and the depth of its middle, as a multiple of its font size.
HALF_DIGIT = 0.36


def least_scale(puzzle: Puzzle, sheet: Sheet) -> float:
    """Return how many points a pixel of a puzzle's picture must have."""
    plan = Plan(puzzle.layout, noted=False, numbered=False, large=sheet.large)
    digit = LARGE_DIGIT if sheet.large else DIGIT
    needs = [DIGIT_HIGH / digit]
    if sheet.candidates:
        blank = [cell for cell, placed in enumerate(puzzle.cells) if not placed]
        needs += _of_candidates(blank, plan)
    for rule in plan.rules:
        needs += _of_rule(rule)
        if rule.labelled is None:
            continue
        words = text_of(rule.constraint, rule.style)
        width = label_width(words)
        room = _room(rule.labelled, plan)
        needs += _of_label(width, room, digit)
    return max(needs)


def least_height_of_step(layout: Layout) -> float:
    """Return how many points high the picture of a step must be, whatever cells are still blank."""
    plan = Plan(layout, noted=False)
    needs = [DIGIT_HIGH / DIGIT, *_of_candidates(layout.all_cells, plan)]
    for rule in plan.rules:
        needs += _of_rule(rule)
    return max(needs) * plan.height


def _of_candidates(cells: Iterable[int], plan: Plan) -> Iterator[float]:
    """Yield what the candidates of cells need, also below a text in the corner, which may have been
    enlarged."""
    for cell in cells:
        yield SMALL / plan.candidate_size(cell)
        if cell in plan.labelled:
            _, middle = plan.candidate(cell, 1)
            _, label = plan.label_corner(cell)
            half = HALF_DIGIT * plan.candidate_size(cell)
            depth = SMALLEST_SUM / LABEL_SIZE * BASE
            yield depth / (middle - half - label)


def _room(cell: int, plan: Plan) -> float:
    """Return the width that a text in a corner may have: up to the next mark on the edge above."""
    x, _ = plan.corner(cell)
    start, _ = plan.label_corner(cell)
    ends = [styles.CELL - LABEL_PLACE]
    for rule in plan.rules:
        for a, b, shift in rule.marks:
            is_above = plan.corner(min(a, b))[0] == x
            if is_above and cell == max(a, b):
                ends.append(styles.CELL / 2 + shift - MARK / 2)
    return x + min(ends) - start


def least_scale_solved(sheet: Sheet) -> float:
    """Return the same for a solution, which is only looked up."""
    return SOLVED_DIGIT / (LARGE_DIGIT if sheet.large else DIGIT)


def _of_rule(rule: RuleDrawing) -> Iterator[float]:
    """Yield what the texts of a mark need."""
    values = rule.constraint.values
    match rule.style:
        case styles.Outside() as style:
            yield SUM / outside_size(str(values[0]), style)
            if style.tag:
                yield SMALL / TAG_SIZE
        case styles.Meeting():
            yield SUM / CORNER_SIZE
        case styles.Between(fill=""):
            yield SMALL / SIGN_SIZE
        case styles.Between(usual=usual) if values not in ((), (usual,)):
            yield SMALL / DOT_SIZE
        case _:
            pass


def _of_label(width: float, room: float, digit: float) -> Iterator[float]:
    """Yield what a text in a corner needs. Where a pixel has less than `enlarged` points, it is
    enlarged: its width stays within its room, and its height keeps off the digit."""
    enlarged = SMALLEST_SUM / LABEL_SIZE
    yield enlarged * min(1, width / room)
    top_of_digit = styles.CELL / 2 + BESIDE - HALF_DIGIT * digit
    yield (enlarged * BASE + CLEAR) / (top_of_digit - LABEL_PLACE)


def alike_in_black(layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield the pairs of kinds on a board whose marks only colour tells apart where they meet, and
    look alike if it is printed in black."""
    coloured = dict[str, Coloured]()
    for rule in rule_drawings(layout):
        if isinstance(rule.style, Coloured):
            coloured[rule.constraint.kind] = rule.style
    for one, other in combinations(coloured, 2):
        style = coloured[one]
        other_style = coloured[other]
        if _is_same_shape(style, other_style) and _has_same_grey(style, other_style):
            yield one, other


def _is_same_shape(one: Coloured, other: Coloured) -> bool:
    """Whether two marks are alike but for colour. The shape at an end of a line and the text at its
    first cell do not tell which line goes on where two cross."""
    match one, other:
        case styles.Along(), styles.Along():
            look = (one.width, one.dashes, one.end == "arrow")
            other_look = (other.width, other.dashes, other.end == "arrow")
            return look == other_look
        case styles.Outline(), styles.Outline():
            # of a rule with several outlines only the first has the text
            if one.dashed != other.dashed:
                return False
            if one.groups or other.groups or not one.text or not other.text:
                return True
            return one.text == other.text
        case styles.Shade(), styles.Shade():
            return one.shape == other.shape
    return False


def _has_same_grey(one: Coloured, other: Coloured) -> bool:
    """Whether any grey of a mark is near one of the other."""
    for grey, other_grey in product(_greys(one), _greys(other)):
        if abs(grey - other_grey) < DIFFERENT_GREYS:
            return True
    return False


def _greys(style: Coloured) -> list[float]:
    grey = _grey(style.colour)
    if isinstance(style, styles.Shade) and style.halves:
        return [grey, WHITE - PALER * (WHITE - grey)]
    return [grey]


def _grey(colour: str) -> float:
    """Return how bright "#rrggbb" is, from 0 to 255 (ITU-R BT.601)."""
    red, green, blue = bytes.fromhex(colour[1:])
    return 0.299 * red + 0.587 * green + 0.114 * blue
