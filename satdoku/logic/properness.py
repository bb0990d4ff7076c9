"""Whether a position has exactly one solution, and what is wrong if not.

>>> from satdoku import parse
>>> what_is_wrong(parse("11.............."))
'it has no solution: r1c1=1 and r1c2=1 contradict each other; without r1c1=1 or r1c2=1 it has one'
"""

from __future__ import annotations

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..inference.deduction import DENIED
from ..phrases import phrase
from ..plurals import plural
from ..theory import Theory
from .position import Position
from .step_text.sentences import cells_text, digit_text, either, listed, literal_text

#: Time in seconds if no limit was given.
USUAL = 5.0
#: Maximum number of givens named.
MOST_NAMED = 6


def what_is_wrong(start: Puzzle | Position, time_limit: float | None = None) -> str:
    """Return one line on why there is not exactly one solution, with the suspect givens; "" if
    there is exactly one, or time ran out."""
    clock = Clock(USUAL if time_limit is None else time_limit)
    if isinstance(start, Puzzle):
        theory = Theory.of(start.layout)
        known = [*start.givens]
        denied = []
    else:
        theory = start.theory
        known = start.asserted
        board = theory.board_range
        denied = [-v for v in board if start.status[v] == DENIED]
    try:
        solver = Assuming(theory, clock=clock)
        found = solver.completion([*known, *denied])
        if found is None:
            reason = _none(solver, known, denied)
            if not isinstance(start, Puzzle):
                return reason
            from .slips import with_slip  # which needs NumPy

            return with_slip(reason, start, clock)
        solver.forbid(found)
        other = solver.completion([*known, *denied])
    except TimeLimitReached:
        return ""
    if other is None:
        return ""
    first = min(found - other)
    cell = theory.cell_of(first)
    second = next(v for v in other if theory.cell_of(v) == cell)
    digits = either([digit_text(theory, first), digit_text(theory, second)])
    several = "it has several solutions ({cell} can be {digits}, for example)"
    return phrase(several, cell=cells_text(theory, [first]), digits=digits)


def _none(solver: Assuming, known: list[int], denied: list[int]) -> str:
    """Return the reason for no solution, with a minimal set of suspects found in one pass of
    deletions."""
    theory = solver.theory
    if denied and solver.completion(known) is not None:
        return phrase("no solution is left: a candidate of the solution was removed")
    core = []
    if solver.completion(known) is None:
        core = list(solver.core)
    for given in list(core):
        if solver.completion([v for v in core if v != given]) is None:
            core.remove(given)
    names = [literal_text(theory, v) for v in core]
    if not names:
        return phrase("it has no solution: the rules contradict each other")
    if len(names) == 1:
        return phrase("it has no solution: {digits} cannot be right", digits=names[0])
    alone = []  # the givens that it is enough to leave out
    for given in core:
        if solver.completion([v for v in known if v != given]) is not None:
            alone.append(literal_text(theory, given))
    who = listed(names) if len(names) <= MOST_NAMED else plural(len(names), "digit")
    said = phrase("it has no solution: {digits} contradict each other", digits=who)
    if not alone:
        return said
    return phrase("{text}; without {digits} it has one", text=said, digits=either(alone))
