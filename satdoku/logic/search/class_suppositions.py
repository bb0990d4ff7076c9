"""Polarity: suppose that a cell holds a digit of a class (low or high, odd or even), and follow
the rules one by one until a clause is left without a candidate.

The classes are those between which rules of the board alternate (`constraints.digit_classes`). The
steps inside are simple ones: those of a single rule, singles, locked candidates; and subsets as
large as a class, which count its cells in a house. All cells and classes are tried in one call of
the compiled search, since a call for each would take many times as long; of those that fail, the
one with the fewest steps is told, without the steps that it does not need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...constraints.digit_classes import digit_classes
from ...inference.deduction import DENIED
from ...kernels.logic.found import added
from ...kernels.logic.state import BROKEN
from ...theory import Theory, Variables
from ..catalog.rules import bits, bits_below, rule_named
from ..position import Position
from ..step_text.steps_inside import reason_inside
from ..steps import LogicStep, supposed_among
from ..view import Finding, View
from .deeper import needed
from .following import follow, paths_of
from .from_log import steps_of
from .reports import arrays_of

#: Steps inside are rated below this; subsets of a class are used beside.
RATED_BELOW = 2.9
#: Names of subsets, by their number of digits.
SUBSETS = {2: "pair", 3: "triple", 4: "quad"}
#: Most steps inside, before those without need are dropped.
MOST_STEPS = 400


def polarities(view: View, _: object) -> Iterator[Finding]:
    """Yield what follows for the cells and classes that fail, those with the fewest steps first."""
    position = view.position
    if not view.layout.constraints:
        return
    suppositions, allowed = _suppositions(view)
    for number in _failing(position, suppositions, allowed):
        found = _found(view, suppositions[number], allowed)
        if found:
            yield found


def _suppositions(view: View) -> tuple[list[Variables], int]:
    """Return the candidates of a class in a cell, for each class of which a cell has several, and
    others beside; and the rules that may be used inside, as bits."""
    low = view.layout.digits[0] - 1
    allowed = bits_below(RATED_BELOW)
    found = dict[Variables, None]()
    for classes in digit_classes(view.layout):
        for own in classes:
            size = SUBSETS.get(len(own))
            if size:
                allowed |= bits(rule_named(f"{kind} {size}") for kind in ("naked", "hidden"))
            digits = sum(1 << d - low for d in own)
            for cell, left in enumerate(view.left):
                inside = left & digits
                if inside.bit_count() > 1 and inside != left:
                    found[view.held(1 << cell, digits)] = None
    return list(found), allowed


def _failing(position: Position, suppositions: Sequence[Variables], allowed: int) -> list[int]:
    """Return the numbers of the suppositions that the rules refute, those with few steps first."""
    if not suppositions:
        return []
    board, marks = arrays_of(position)
    boards = np.repeat(board, len(suppositions), axis=0)
    supposed = np.repeat(marks, len(suppositions), axis=0)
    for row, inside in zip(supposed, suppositions, strict=True):
        cell = position.theory.cell_of(inside[0])
        for v in position.layout.variables_of(cell):
            if v not in inside:
                row[v] = DENIED
    paths = paths_of(position.theory)
    rated, _ = paths.follow(boards, supposed, allowed=allowed, step_limit=MOST_STEPS)
    steps = rated.uses.reshape(len(suppositions), -1).sum(axis=1)
    failing = np.flatnonzero(rated.status == BROKEN)
    return sorted(failing.tolist(), key=lambda number: (int(steps[number]), number))


def _found(view: View, inside: Variables, allowed: int) -> Finding | None:
    """Return the step that a class cannot be in a cell, with its steps inside."""
    begun = supposed_among(view.position, inside)
    status, log = follow(begun, allowed, MOST_STEPS)
    end = begun.copy()
    steps = needed(begun, list(steps_of(log, end)))
    end = begun.copy()
    for step in steps:
        end.take(step.asserted, step.denied)
    broken = end.broken_clause
    if status != BROKEN or broken is None or not steps:
        return None
    cell = view.theory.cell_of(inside[0])
    return Finding(
        denied=inside,
        reason=reason_inside(view.theory, inside, steps, broken),
        bases=(view.cell_clause(cell), broken),
        rests=_of_placed(view.theory, steps),
        roles=(("supposed", inside),),
        size=len(steps),
        added=added(len(steps)),
        inside=tuple(steps),
    )


def _of_placed(theory: Theory, steps: Sequence[LogicStep]) -> Variables:
    """Return the clauses by which digits that the steps place deny others."""
    found = dict[int, None]()
    for step in steps:
        for v in step.asserted:
            found |= dict.fromkeys(theory.occurrences[v])
    return tuple(found)
