"""The judge of polarity: is a whole class of digits impossible in the cell?

The definition says what may be refuted (the digits of one class, between which a rule of the board
alternates, in a cell that could hold others too), not by which steps. So this judge is as wide as
search; the steps that a polarity shows are checked one by one (`LogicStep.verify`).
"""

from __future__ import annotations

from ...constraints.digit_classes import digit_classes
from ..position import Position
from .base import Places, follows


def by_class(position: Position, literal: int, _: Places) -> bool:
    """Return whether the literal denies a digit of a class none of whose digits the cell can
    hold."""
    if literal > 0:
        return False
    theory = position.theory
    layout = position.layout
    low = layout.digits[0] - 1
    cell, d = theory.cell_and_digit(-literal)
    left = position.candidates_in(cell)
    for classes in digit_classes(layout):
        for own in classes:
            inside = [e for e in left if e + low in own]
            if d not in inside or len(inside) < 2 or len(inside) == len(left):
                continue
            if all(follows(position, -theory.variable_of(cell, e)) for e in inside):
                return True
    return False
