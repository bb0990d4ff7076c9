"""Variant rules in words: names of their steps, their statements, and what can still satisfy them.

>>> from satdoku.layout import Layout
>>> theory = Theory.of(Layout.named("4x4+killer:3:r1c1,r1c2+anti-king"))
>>> rule_text(theory, 0), rule_text(theory, 1)
('cage r1c12 that holds 3', 'anti king')
"""

from __future__ import annotations

from collections.abc import Sequence

from ...constraints.constraint import Constraint
from ...constraints.forms import Relation, Sets
from ...constraints.kind_table import forms_of
from ...constraints.registry import kind_named
from ...constraints.styles import Outside
from ...constraints.wording import name_of
from ...theory import Theory
from ..position import Position

#: Names of steps, if other than the name of the kind.
NAMES = {
    "killer": "killer cage combinations", "arrow": "arrow sum", "candidates": "given candidates",
    "distinct": "distinct cells", "sum": "cage sum", "greater": "greater than",
    "pair-sum": "sum of a pair", "or": "one of several rules", "x-sum": "X-sum",
    "schrodinger": "Schrödinger cells", "yin-yang": "Yin-Yang",
}  # fmt: skip
#: Maximum number of sets of digits listed; beyond it only their number is given.
MOST_SETS = 4


def constraint_of(theory: Theory, rule: int) -> Constraint:
    """Return the constraint of a rule."""
    return theory.known_layout.constraints[rule]


def called(kind: str) -> str:
    """Return the name of a step by a rule of this kind."""
    clue = " clue" if isinstance(kind_named(kind).draws, Outside) else ""
    return NAMES.get(kind, kind.replace("-", " ")) + clue


def rule_text(theory: Theory, rule: int) -> str:
    """Return the usual name of a rule: 'cage r1c12 that holds 3', 'thermometer r5c1-r5c4'."""
    return name_of(constraint_of(theory, rule), theory.known_layout)


def left_of(position: Position, rule: int, asserted: Sequence[int], denied: Sequence[int]) -> str:
    """Return the sets of digits that can still satisfy the rule after a step: '1 and 2 in some
    order', or their number; "" for rules of other kinds."""
    constraint = constraint_of(position.theory, rule)
    if constraint.kind not in ("killer", "renban", "rellik", "equality-cage"):
        return ""
    after = position.copy()
    after.take(asserted, denied)
    worth = position.layout.digits[0] - 1
    own: tuple[int, ...]
    for form in forms_of(constraint, position.layout):
        match form:
            case Relation(first, second, pairs):
                own = (first, second)
                sets = tuple({frozenset(pair) for pair in pairs})
            case Sets():
                own = form.cells
                sets = form.sets
            case _:
                continue
        cells = [{d + worth for d in after.candidates_in(cell)} for cell in own]
        fitting = [sorted(digits) for digits in sets if fits(digits, cells)]
        return _sets_text(sorted(fitting))
    return ""


def _sets_text(sets: list[list[int]]) -> str:
    if len(sets) == 1:
        *most, last = map(str, sets[0])
        return f"{', '.join(most)} and {last} in some order" if most else last
    if len(sets) > MOST_SETS:
        return f"{len(sets)} combinations are left"
    if not sets:
        return "no combination is left"
    sums = ["+".join(map(str, digits)) for digits in sets]
    return f"{', '.join(sums[:-1])} or {sums[-1]}"


def fits(digits: frozenset[int], cells: list[set[int]]) -> bool:
    """Return whether the digits can be placed in the cells, one each."""
    if not cells:
        return True
    cells = sorted(cells, key=lambda cell: len(cell & digits))
    return any(fits(digits - {d}, cells[1:]) for d in cells[0] & digits)
