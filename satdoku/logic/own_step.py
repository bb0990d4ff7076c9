"""Whether a move follows: the simplest step whose own conclusion it is.

A single is recognised at the move's own clauses, without a search of the board. Other techniques
list their steps. What a step merely entails (the candidates that a placed digit excludes, the digit
that is then left in a cell) is not its conclusion: such a move follows one step later.

>>> from satdoku.logic.available import rows_of
>>> from satdoku.logic.starting import position_of
>>> position = position_of("..1..23..4......")
>>> own_step(position, rows_of("singles"), position.theory.variable(2, 1, 1)).name
'hidden single in a box'
"""

from __future__ import annotations

from collections.abc import Sequence

from ..inference.deduction import DENIED
from ..kernels.logic import found
from ..kernels.logic.state import BOX, CELL, RULE
from ..theory import Clause
from .catalog.row import Technique
from .catalog.rules import number_of, row_named
from .clauses import kind_of
from .moves import given_by
from .position import Position
from .search.from_log import step_at
from .search.listing import all_steps
from .steps import LogicStep

#: Numbers of a step in a log that say nothing.
NO_NUMBERS = (0,) * found.NUMBERS


def own_step(
    position: Position,
    rows: Sequence[Technique],
    literal: int,
    highest: float = float("inf"),
) -> LogicStep | None:
    """Return the simplest step of these techniques that concludes the literal, which is open; None
    if there is none rated up to `highest`."""
    single = own_single(position, rows, literal)
    if single and single.rating <= highest:
        rows = [row for row in rows if row.rating < single.rating]
        highest = single.rating
    for step in all_steps(position, rows, verify=False):
        if step.rating > highest:
            break
        if literal in step.literals:
            return step
    return single if single and single.rating <= highest else None


def step_before(
    position: Position,
    rows: Sequence[Technique],
    literal: int,
    highest: float = float("inf"),
) -> LogicStep | None:
    """Return the simplest step after which the literal is the only thing left to write: it
    excludes the candidate, or leaves the digit as the last of a clause."""
    for step in all_steps(position, rows, verify=False):
        if step.rating > highest:
            break
        if literal in given_by(position, step):
            return step
    return None


def own_single(position: Position, rows: Sequence[Technique], literal: int) -> LogicStep | None:
    """Return the simplest single of these techniques that places the digit, in a cell or house of
    the board; None if there is none."""
    if literal < 0:
        return None
    singles = list[LogicStep]()
    theory = position.theory
    for index in theory.occurrences[literal]:
        if not theory.exactly[index] or kind_of(theory.clauses[index]) == RULE:
            continue
        others = (v for v in theory.members[index] if v != literal)
        if all(position.status[v] == DENIED for v in others):
            step = _single(position, literal, index)
            if any(_finds(row, step) for row in rows):
                singles.append(step)
    return min(singles, key=lambda step: step.tenths, default=None)


def _finds(row: Technique, step: LogicStep) -> bool:
    """Whether the technique, or one that it stands for, is that of the step."""
    names = (step.name, step.rule_name)
    return row.name in names or any(name in names for name in row.of)


def _single(position: Position, variable: int, index: int) -> LogicStep:
    """Return the step of a clause whose last candidate this is."""
    row = row_named(_single_name(position, position.theory.clauses[index]))
    numbers = list(NO_NUMBERS)
    numbers[found.RATING] = round(10 * row.rating)
    lists: list[tuple[int, ...]] = [(variable,), (), (index,), (), ()]
    return step_at(position, numbers, lists, number_of(row.name))


def _single_name(position: Position, clause: Clause) -> str:
    kind = kind_of(clause)
    if kind == CELL:
        return "naked single"
    if clause.house:
        blank = [cell for cell in clause.house.cells if not position.digit_in(cell)]
        if len(blank) == 1:
            return "last digit"
    return "hidden single in a box" if kind == BOX else "hidden single in a line"
