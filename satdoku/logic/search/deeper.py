"""Nested refutation of any depth: suppose x, and take steps from there until a clause breaks.

If refutations within refutations do not suffice, the walk from the supposition may use such steps
itself: its depth is then one more than theirs. So no proper puzzle is out of reach: the walk takes
every step it can, and at the latest where few candidates are left, each false one breaks a clause.

The first candidate that is refuted is taken, not the shortest refutation: each costs a whole walk.
What the walk took on its way without need is dropped afterwards (`needed`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...cancellation import stop_if_cancelled
from ...inference.deduction import DENIED, OPEN
from ...kernels.logic.found import added
from ..catalog.rules import NESTED, rating_of
from ..position import Position
from ..steps import LogicStep, ProofLine, broken_by

#: Takes steps from a position; returns (steps, whether they end in a contradiction).
Walker = Callable[[Position], tuple[Sequence[LogicStep], bool]]
#: Rating added for each depth beyond two, in tenths.
PER_DEPTH = 5


def refute_deeper(position: Position, walk: Walker) -> LogicStep | None:
    """Return the refutation of the first candidate from which the walk reaches a contradiction, or
    None."""
    theory = position.theory
    for x in theory.board_range:
        stop_if_cancelled()
        if position.status[x] != OPEN:
            continue
        inside = position.copy()
        inside.assert_(x)
        steps, is_broken = walk(inside)
        if not is_broken:
            continue
        begun = position.copy()
        begun.assert_(x)
        return _step(x, needed(begun, steps), inside)
    return None


def _step(x: int, steps: Sequence[LogicStep], inside: Position) -> LogicStep:
    """Return the refutation of x by these steps from its supposition; inside: where they end."""
    depth = 1 + max((step.depth for step in steps), default=0)
    length = 1 + sum(step.length + 1 for step in steps)
    clauses = list[int]()
    asserted = [x]
    for step in steps:
        clauses += step.clauses
        asserted += step.asserted
    for v in asserted:
        clauses += inside.theory.occurrences[v]  # a placed digit denies its peers
    if inside.broken_clause is not None:
        clauses.append(inside.broken_clause)
    tenths = rating_of(NESTED) + PER_DEPTH * (depth - 2) + added(length)
    supposed = ProofLine("suppose", variable=x)
    return LogicStep(
        rule=NESTED,
        name="nested refutation",
        tenths=tenths,
        denied=(x,),
        bases=tuple(dict.fromkeys(clauses)),
        proof=(supposed, *_told(steps)),
        size=1 + sum(max(step.size, 1) for step in steps),
        length=length,
        depth=depth,
    )


def needed(begun: Position, steps: Sequence[LogicStep]) -> Sequence[LogicStep]:
    """Return those of the steps from a supposition to a contradiction that it rests on; begun: the
    position with the supposition.

    They are collected backwards from the broken clause, then verified again without the others; if
    that fails, all steps are returned.
    """
    inside = begun.copy()
    denied_by = {}  # by variable, the number of the step that denied it
    for number, step in enumerate(steps):
        before = bytes(inside.status)
        inside.take(step.asserted, step.denied)
        for v, status in enumerate(inside.status):
            if status == DENIED and before[v] != DENIED:
                denied_by[v] = number
    broken = inside.broken_clause
    kept = set()
    clauses = [] if broken is None else [broken]
    while clauses:
        for v in begun.theory.clauses[clauses.pop()].variables:
            number = denied_by.get(v, -1)
            if number >= 0 and number not in kept:
                kept.add(number)
                clauses += steps[number].clauses
    fewer = [steps[number] for number in sorted(kept)]
    return steps if broken_by(begun, fewer) is None else fewer


def _told(steps: Sequence[LogicStep]) -> list[ProofLine]:
    """Return the steps of the walk as proof lines."""
    lines = []
    for step in steps:
        clause = step.bases[0] if step.bases else -1
        lines += [ProofLine("assert", clause, v) for v in step.asserted]
        lines += [ProofLine("refute", variable=v, inner=step.proof) for v in step.denied]
    return lines
