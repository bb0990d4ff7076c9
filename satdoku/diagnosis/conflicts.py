"""No solution: which givens conflict, where it shows, and which single change repairs it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import Inconsistency, TimeLimitReached
from ..logic.position import Position
from ..logic.steps import LogicStep
from ..operations.solving import count
from ..theory import Clause, Theory
from .hitting import minimal_sets, shrunk


@dataclass(frozen=True, slots=True)
class Repair:
    """One given removed (digit 0) or changed to another digit; solutions: 1, or 2 for several."""

    given: int
    digit: int
    solutions: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why there is no solution.

    sets: minimal sets of givens that conflict, smallest first; one without givens where the board
    itself has no solution. is_smallest: the first is proved to be; is_all: there are no others.
    clause: where the contradiction shows (None where the steps do not reach it); steps: those that
    lead to it from all givens. repairs: all of one given; remove: a smallest set of givens whose
    removal leaves a solution.
    """

    sets: tuple[tuple[int, ...], ...]
    is_smallest: bool
    is_all: bool
    clause: Clause | None
    steps: tuple[LogicStep, ...]
    repairs: tuple[Repair, ...]
    remove: tuple[int, ...]


def why_none(puzzle: Puzzle, limit: int, time_limit: float | None) -> Conflict:
    """The diagnosis of a puzzle without solution; at most `limit` sets of givens."""
    theory = Theory.of(puzzle.layout)
    asked = Assuming(theory)
    if asked.completion() is None:  # no givens are to blame
        return Conflict(((),), True, True, None, (), (), ())
    sets, is_smallest, is_all = conflict_sets(asked, puzzle.givens, limit, Clock(time_limit))
    clause, steps = contradiction(puzzle)
    repairs = tuple(find_repairs(asked, puzzle))
    remove = (repairs[0].given,) if repairs else _smallest_correction(theory, puzzle.givens)
    return Conflict(sets, is_smallest, is_all, clause, steps, repairs, remove)


def conflict_sets(
    asked: Assuming, givens: tuple[int, ...], limit: int, clock: Clock
) -> tuple[tuple[tuple[int, ...], ...], bool, bool]:
    """(minimal sets of givens that conflict, the first is a smallest, there are no others)."""

    def agreeing(chosen: Collection[int]) -> frozenset[int] | None:
        """As many givens as can hold with these, one after the other; None if these conflict."""
        found = asked.completion(chosen)
        if found is None:
            return None
        kept = found & all_givens
        for given in givens:
            if given not in kept and (more := asked.completion([*kept, given])):
                kept = more & all_givens
        return kept

    all_givens = frozenset(givens)
    asked.completion(givens)
    core = asked.core
    found: list[tuple[int, ...]] = []
    try:
        for found_set in islice(minimal_sets(givens, agreeing, clock), limit):
            found.append(found_set)
        return tuple(found), True, len(found) < limit
    except TimeLimitReached:
        pass
    if found:
        return tuple(found), True, False
    return (shrunk(core, agreeing)[0],), False, False


def contradiction(puzzle: Puzzle) -> tuple[Clause | None, tuple[LogicStep, ...]]:
    """(the clause that breaks, the steps that are needed to break it)."""
    from ..logic.explaining import explain

    try:
        found = explain(puzzle)
    except Inconsistency as error:
        return error.clause, ()
    index = found.end.broken_clause
    if index is None:
        return None, ()
    theory, needed, kept = found.start.theory, set(found.start.theory.members[index]), []
    for step in reversed(found.steps):
        concluded = {*step.denied, *(p for v in step.asserted for p in theory.peers(v))}
        if concluded & needed:
            kept.append(step)
            needed.update(v for c in step.clauses for v in theory.members[c])
    steps = tuple(reversed(kept))
    if not _breaks(found.start, steps, index):
        steps = found.steps
    return theory.clauses[index], steps


def _breaks(start: Position, steps: tuple[LogicStep, ...], clause: int) -> bool:
    """Taken alone, each step still follows, and the clause breaks."""
    from ..inference.entailment import StepError

    position = start.copy()
    try:
        for step in steps:
            step.verify(position)
            position.take(step.asserted, step.denied)
    except StepError:
        return False
    return position.broken_clause == clause


def find_repairs(asked: Assuming, puzzle: Puzzle) -> list[Repair]:
    """Every change of one given after which there is a solution; proper ones first."""
    repairs, n = [], puzzle.layout.size
    for given in puzzle.givens:
        others = [v for v in puzzle.givens if v != given]
        if asked.completion(others) is None:
            continue
        cell, digit = divmod(given - 1, n)
        repairs.append(Repair(given, 0, count(puzzle.without([cell]), limit=2)))
        for d in range(1, n + 1):
            if d != digit + 1 and asked.completion([*others, cell * n + d]) is not None:
                changed = list(puzzle.cells)
                changed[cell] = d
                found = count(Puzzle(tuple(changed), puzzle.layout), limit=2)
                repairs.append(Repair(given, d, found))
    return sorted(repairs, key=lambda repair: (repair.solutions, repair.given, repair.digit))


def _smallest_correction(theory: Theory, givens: tuple[int, ...]) -> tuple[int, ...]:
    """A smallest set of givens without which there is a solution: MaxSAT, by PySAT's RC2."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    from ..encodings.registry import encoding_named, usual_encoding

    formula = WCNF()
    formula.extend([list(c) for c in encoding_named(usual_encoding(theory)).clauses(theory)])
    formula.extend([[given] for given in givens], weights=[1] * len(givens))
    with RC2(formula) as search:
        true = set(search.compute() or ())
    return tuple(given for given in givens if given not in true)
