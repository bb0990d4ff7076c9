"""No solution: which givens conflict, where it shows, and which single change repairs it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import Inconsistency, TimeLimitReached
from ..logic.position import Position
from ..logic.steps import LogicStep
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
    itself has no solution. is_smallest: the first is proved to be; is_all: there are no others;
    is_minimal: no given can leave the first (else the time was over).
    clause: where the contradiction shows (None where the steps do not reach it); steps: those that
    lead to it from all givens; steps_cut: there was no time for them.
    repairs: of one given; all_repairs: there are no others. remove: a set of givens whose removal
    leaves a solution (none known if empty); remove_at_least: no smaller one does.
    """

    sets: tuple[tuple[int, ...], ...]
    is_smallest: bool = True
    is_all: bool = True
    is_minimal: bool = True
    clause: Clause | None = None
    steps: tuple[LogicStep, ...] = ()
    steps_cut: bool = False
    repairs: tuple[Repair, ...] = ()
    all_repairs: bool = True
    remove: tuple[int, ...] = ()
    remove_at_least: int = 0


def why_none(
    puzzle: Puzzle, core: tuple[int, ...], limit: int, time_limit: float | None
) -> Conflict:
    """The diagnosis of a puzzle without solution; at most `limit` sets of givens.

    core: some of its givens that conflict.
    """
    asked = Assuming(Theory.of(puzzle.layout), clock=Clock(time_limit))
    try:
        if asked.completion() is None:  # no givens are to blame
            return Conflict(((),))
    except TimeLimitReached:
        pass
    sets, is_smallest, is_all, is_minimal = conflict_sets(
        asked, puzzle.givens, core, limit, time_limit
    )
    clause, steps, steps_cut = contradiction(puzzle, Clock(time_limit))
    asked.clock = Clock(time_limit)
    repairs, all_repairs = find_repairs(asked, puzzle)
    remove: tuple[int, ...] = (repairs[0].given,) if repairs else ()
    at_least = 1
    if not repairs:
        remove, at_least = smallest_correction(puzzle, 2 if all_repairs else 1, Clock(time_limit))
    return Conflict(
        sets, is_smallest, is_all, is_minimal, clause, steps, steps_cut, repairs, all_repairs,
        remove, at_least,
    )  # fmt: skip


def conflict_sets(
    asked: Assuming,
    givens: tuple[int, ...],
    core: tuple[int, ...],
    limit: int,
    time_limit: float | None,
) -> tuple[tuple[tuple[int, ...], ...], bool, bool, bool]:
    """(sets of givens that conflict; the first is a smallest; there are no others; all are
    minimal)."""

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

    def holding(chosen: frozenset[int]) -> frozenset[int] | None:
        return None if asked.completion(chosen) is None else chosen

    all_givens, found = frozenset(givens), list[tuple[int, ...]]()
    asked.clock = Clock(time_limit)
    try:
        for found_set in islice(minimal_sets(givens, agreeing, asked.clock), limit):
            found.append(found_set)
        return tuple(found), True, len(found) < limit, True
    except TimeLimitReached:
        pass
    if found:
        return tuple(found), True, False, True
    asked.clock = Clock(time_limit)
    first, is_minimal = shrunk(core, holding)
    return (first,), False, False, is_minimal


def contradiction(
    puzzle: Puzzle, clock: Clock
) -> tuple[Clause | None, tuple[LogicStep, ...], bool]:
    """(the clause that breaks, the steps that are needed to break it, whether the time was over
    before; a step is not interrupted)."""
    from ..logic.explaining import Walk
    from ..logic.explanation import Explanation

    try:
        start = Position.of(puzzle)
        walk, taken = Walk(start), list[LogicStep]()
        for step in walk:
            taken.append(step)
            clock.check()
    except Inconsistency as error:
        return error.clause, (), False
    except TimeLimitReached:
        return None, (), True
    found = Explanation(start, tuple(taken), walk.outcome)
    index = found.end.broken_clause
    if index is None:
        return None, (), False
    theory, needed, kept = found.start.theory, set(found.start.theory.members[index]), []
    for step in reversed(found.steps):
        concluded = {*step.denied, *(p for v in step.asserted for p in theory.peers(v))}
        if concluded & needed:
            kept.append(step)
            needed.update(v for c in step.clauses for v in theory.members[c])
    steps = tuple(reversed(kept))
    if not _breaks(found.start, steps, index):
        steps = found.steps
    return theory.clauses[index], steps, False


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


def find_repairs(asked: Assuming, puzzle: Puzzle) -> tuple[tuple[Repair, ...], bool]:
    """(changes of one given after which there is a solution, proper ones first; these are all)."""
    layout, repairs, all_tried = puzzle.layout, list[Repair](), False

    def solutions(givens: Sequence[int]) -> int:
        """0, 1, or 2 for several."""
        found = asked.completion(givens)
        if found is None:
            return 0
        another = asked.new_variable()
        asked.add([-another, *(-v for v in found)])
        return 1 if asked.completion([*givens, another]) is None else 2

    with suppress(TimeLimitReached):
        for given in puzzle.givens:
            others = [v for v in puzzle.givens if v != given]
            number = solutions(others)
            if not number:
                continue
            cell, digit = layout.cell_and_digit(given)
            repairs.append(Repair(given, 0, number))
            for d in range(1, layout.size + 1):
                if d != digit and (number := solutions([*others, layout.variable_of(cell, d)])):
                    repairs.append(Repair(given, d, number))
        all_tried = True
    best_first = sorted(repairs, key=lambda repair: (repair.solutions, repair.given, repair.digit))
    return tuple(best_first), all_tried


def smallest_correction(puzzle: Puzzle, at_least: int, clock: Clock) -> tuple[tuple[int, ...], int]:
    """(a smallest set of givens without which there is a solution, a bound on its size); in no
    time none."""
    givens = puzzle.givens
    with suppress(TimeLimitReached):
        for size in range(at_least, len(givens) + 1):
            # Of each size a solver of its own: bounds cannot be loosened.
            bounded = Assuming(Theory.of(puzzle.layout), clock=clock)
            bounded.at_most([-given for given in givens], size)
            if (found := bounded.completion()) is not None:
                return tuple(given for given in givens if given not in found), size
            at_least = size + 1
    return (), at_least
