"""No solution: which givens and rules conflict, where the contradiction shows, and which single
changes repair it.

Rules are the constraints of a variant. Here they are elements like givens, each enabled by a
selector variable (`Ruled`) and reported by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from ..backends.assuming import Assuming, Ruled
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import Inconsistency, LayoutError, TimeLimitReached
from ..frozen import frozen
from ..logic.slips import Slip, likely_slips
from ..logic.steps import LogicStep, broken_by
from ..operations.hitting import minimal_sets, shrunk
from ..theory import Clause, Variables
from .sum_conflict import sum_conflict

#: The rules that look for the contradiction on boards larger than this where no time limit is
#: given: all rules could take minutes there.
LARGEST_EXPLAINED, QUICK_RULES = 9, "covers"


@frozen
class Repair:
    """One given removed (digit 0) or changed to another digit; solutions: 1, or 2 for several."""

    given: int
    digit: int
    solutions: int


@frozen
class RuleRepair:
    """One constraint with another number, or dropped (value None). rule: its text; number: its
    index among the board's constraints (from 0); solutions: 1, or 2 for several."""

    rule: str
    number: int
    value: int | None
    solutions: int


@frozen
class Conflict:
    """Why there is no solution.

    sets: minimal sets of givens that conflict, smallest first; the empty set if the board itself
    has no solution. rules: the constraints that belong to each set. sums: how cages refute the sum
    of their houses, in words; "" if they do not. is_smallest: whether the first set is proved to be
    smallest; is_all: whether there are no others; is_minimal: whether no given can be removed from
    the first set (otherwise the time limit was reached).
    clause: the violated clause (None if the steps do not reach it); steps: the steps that lead to
    it from all givens; steps_cut: whether there was no time for them.
    repairs: of one given; rule_repairs: of one constraint, by changing its number or dropping it;
    all_repairs: whether there are no others. remove, remove_rules: a set of givens and rules whose
    removal leaves a solution (empty if none is known); remove_at_least: a proved lower bound on its
    size. slips: slips in typing that explain it, the likeliest first; slips_cut: whether there was
    no time for them.
    """

    sets: tuple[Variables, ...]
    rules: tuple[tuple[str, ...], ...] = ()
    sums: str = ""
    is_smallest: bool = True
    is_all: bool = True
    is_minimal: bool = True
    clause: Clause | None = None
    steps: tuple[LogicStep, ...] = ()
    steps_cut: bool = False
    repairs: tuple[Repair, ...] = ()
    rule_repairs: tuple[RuleRepair, ...] = ()
    all_repairs: bool = True
    remove: Variables = ()
    remove_rules: tuple[str, ...] = ()
    remove_at_least: int = 0
    slips: tuple[Slip, ...] = ()
    slips_cut: bool = False


def why_none(puzzle: Puzzle, core: Variables, limit: int, clock: Clock) -> Conflict:
    """Return the diagnosis of a puzzle without solution, with at most `limit` conflicting sets.

    core: some of its givens that conflict.
    """
    solver = Ruled(puzzle.layout, clock.part())
    with suppress(TimeLimitReached):
        if solver.completion() is None:  # the board itself has no solution
            return Conflict(((),), ((),))
    elements = (*puzzle.givens, *solver.selectors)
    # The core is of a solver for which the rules always hold, so it leaves out which of them are
    # needed.
    core = core if not solver.selectors else elements
    sets, is_smallest, is_all, is_minimal = conflict_sets(solver, elements, core, limit, clock)
    clause, steps, steps_cut = contradiction(puzzle, clock.part())
    solver.clock = clock.part()
    repairs, rule_repairs, all_repairs = find_repairs(solver, puzzle)
    remove: Variables = (repairs[0].given,) if repairs else ()
    at_least = 1
    if not repairs and not rule_repairs:
        # If every change of a single element was tried in vain, two have to go.
        remove, at_least = smallest_correction(puzzle, 2 if all_repairs else 1, clock)

    slips: tuple[Slip, ...] = ()
    slips_cut = True
    with suppress(TimeLimitReached):
        slips = likely_slips(puzzle, clock)
        slips_cut = False

    def givens(elements: Variables) -> Variables:
        return tuple(v for v in elements if v not in solver.selectors)

    return Conflict(
        sets=tuple(map(givens, sets)),
        rules=tuple(map(solver.names, sets)),
        sums=sum_conflict(puzzle.layout),
        is_smallest=is_smallest,
        is_all=is_all,
        is_minimal=is_minimal,
        clause=clause,
        steps=steps,
        steps_cut=steps_cut,
        repairs=repairs,
        rule_repairs=rule_repairs,
        all_repairs=all_repairs,
        remove=givens(remove),
        remove_rules=solver.names(remove),
        remove_at_least=at_least,
        slips=slips,
        slips_cut=slips_cut,
    )


def conflict_sets(
    solver: Assuming, elements: Variables, core: Variables, limit: int, clock: Clock
) -> tuple[tuple[Variables, ...], bool, bool, bool]:
    """Return (sets of elements that conflict; whether the first is a smallest; whether there are no
    others; whether all are minimal)."""

    def agreeing(chosen: frozenset[int]) -> frozenset[int] | None:
        """Return a maximal consistent set of elements that contains these; None if these
        conflict."""
        found = solver.completion(chosen)
        if found is None:
            return None
        # What the completion has besides agrees with it, and needs no question of its own.
        kept = chosen | found & everything
        for element in elements:
            if element not in kept and (more := solver.completion([*kept, element])):
                kept |= more & everything | {element}
        return kept

    def holding(chosen: frozenset[int]) -> frozenset[int] | None:
        return None if solver.completion(chosen) is None else chosen

    everything = frozenset(elements)
    found = list[Variables]()
    solver.clock = clock.part()
    with suppress(TimeLimitReached):
        found.extend(islice(minimal_sets(elements, agreeing, solver.clock), limit))
        return tuple(found), True, len(found) < limit, True
    if found:
        return tuple(found), True, False, True
    solver.clock = clock.part()
    first, is_minimal = shrunk(core, holding)
    return (first,), False, False, is_minimal


def contradiction(
    puzzle: Puzzle, clock: Clock
) -> tuple[Clause | None, tuple[LogicStep, ...], bool]:
    """Return (the violated clause, the steps needed to violate it, whether the time limit was
    reached first)."""
    from ..logic.explain import explain

    if puzzle.constraints or not puzzle.layout.is_regular:  # not supported for these
        return None, (), False
    is_cut = clock.limit is None and puzzle.layout.size > LARGEST_EXPLAINED
    rules = QUICK_RULES if is_cut else "all"
    try:
        found = clock.within(lambda: explain(puzzle, rules=rules))
    except Inconsistency as error:
        return error.clause, (), False
    except TimeLimitReached:
        return None, (), True
    index = found.end.broken_clause
    if index is None:
        return None, (), is_cut
    theory = found.start.theory
    needed = set(found.start.theory.members[index])
    kept = []
    for step in reversed(found.steps):
        # From the end: a step is needed if it concludes about a variable that the clause, or a
        # later step that is needed, speaks of.
        concluded = {*step.denied, *(p for v in step.asserted for p in theory.peers(v))}
        if concluded & needed:
            kept.append(step)
            needed.update(v for c in step.clauses for v in theory.members[c])
    steps = tuple(reversed(kept))
    # The steps that are left are tried again, since one that was dropped may have had a part in it.
    if broken_by(found.start, steps) != index:
        steps = found.steps
    return theory.clauses[index], steps, False


def find_repairs(
    solver: Ruled, puzzle: Puzzle
) -> tuple[tuple[Repair, ...], tuple[RuleRepair, ...], bool]:
    """Return (changes of one given that leave a solution; likewise changes of one constraint;
    whether these are all). Changes that leave exactly one solution come first; changing a number
    comes before dropping a rule."""
    repairs = []
    rules = []
    all_tried = False
    elements = (*puzzle.givens, *solver.selectors)

    with suppress(TimeLimitReached):
        for out in elements:
            others = [v for v in elements if v != out]
            number = len(solver.two_completions(others))
            if not number:
                continue
            if out in solver.selectors:
                place = solver.selectors.index(out)
                rules.append(RuleRepair(solver.name(out), place, None, number))
                if better := other_number(solver, place, others):
                    rules.append(RuleRepair(solver.name(out), place, *better))
                continue
            repairs.append(Repair(out, 0, number))
            repairs += _other_digits(solver, out, others)
        all_tried = True
    best_first = sorted(repairs, key=lambda repair: (repair.solutions, repair.given, repair.digit))
    rules.sort(key=lambda rule: (rule.solutions, rule.value is None))
    return tuple(best_first), tuple(rules), all_tried


def proper_changes(puzzle: Puzzle, clock: Clock) -> tuple[tuple[Repair, ...], bool]:
    """Return (the changes of one given to another digit that leave exactly one solution; whether
    these are all)."""
    solver = Ruled(puzzle.layout, clock)
    elements = (*puzzle.givens, *solver.selectors)
    found: list[Repair] = []
    with suppress(TimeLimitReached):
        for out in puzzle.givens:
            others = [v for v in elements if v != out]
            changes = _other_digits(solver, out, others)
            found += [change for change in changes if change.solutions == 1]
        return tuple(found), True
    return tuple(found), False


def _other_digits(solver: Ruled, given: int, others: Sequence[int]) -> Iterator[Repair]:
    """Yield the changes of a given to another digit that leave a solution."""
    layout = solver.layout
    cell, digit = layout.cell_and_digit(given)
    for other in layout.digit_numbers:
        if other == digit:
            continue
        changed = [*others, layout.variable_of(cell, other)]
        if number := len(solver.two_completions(changed)):
            yield Repair(given, other, number)


def other_number(solver: Ruled, place: int, others: Sequence[int]) -> tuple[int, int] | None:
    """Return (the nearest other number for which a constraint agrees with the other elements; the
    number of solutions: 1, or 2 for several); a number that leaves exactly one solution is
    preferred. None if the constraint does not have exactly one number, or no number agrees."""
    layout = solver.layout
    constraint = layout.constraints[place]
    if len(constraint.values) != 1:
        return None
    (old,) = constraint.values
    most = layout.digits[-1] * max(len(constraint.cells), 1)
    best = None
    numbers = [value for value in range(most + 1) if value != old]
    numbers.sort(key=lambda value: (abs(value - old), value))
    for value in numbers:
        try:
            changed = solver.selector_of(replace(constraint, values=(value,)))
        except LayoutError:  # this kind of rule does not accept the number
            continue
        number = len(solver.two_completions([*others, changed]))
        if number == 1:
            return value, 1
        if number and not best:
            best = value, number
    return best


def smallest_correction(puzzle: Puzzle, at_least: int, clock: Clock) -> tuple[Variables, int]:
    """Return (a smallest set of givens and selectors without which there is a solution, a lower
    bound on its size); the set is empty if time runs out."""
    with suppress(TimeLimitReached):
        for size in range(at_least, puzzle.clues + len(puzzle.constraints) + 1):
            # One solver per size: the cardinality bound of a solver cannot be relaxed.
            bounded = Ruled(puzzle.layout, clock)
            bounded.at_most([-v for v in (*puzzle.givens, *bounded.selectors)], size)
            found = bounded.completion()
            if found is not None:
                removed = [given for given in puzzle.givens if given not in found]
                return (*removed, *bounded.broken(found)), size
            at_least = size + 1
    return (), at_least
