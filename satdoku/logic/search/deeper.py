"""Nested refutation of any depth: suppose x, and take steps from there until a clause breaks.

If refutations within refutations do not suffice, the walk from the supposition may use such steps
itself: its depth is then one more than theirs. So no proper puzzle is out of reach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...cancellation import look
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
    for x in range(1, theory.board_variables + 1):
        look()
        if position.status[x] != OPEN:
            continue
        inside = position.copy()
        inside.assert_(x)
        steps, is_broken = walk(inside)
        if not is_broken:
            continue
        steps = needed(position, x, steps)
        depth = 1 + max((step.depth for step in steps), default=0)
        length = 1 + sum(step.length + 1 for step in steps)
        clauses = [c for step in steps for c in step.clauses]
        for v in (x, *(v for step in steps for v in step.asserted)):
            clauses += theory.occurrences[v]  # a placed digit denies its peers
        broken = inside.broken_clause
        return LogicStep(
            rule=NESTED,
            name="nested refutation",
            tenths=rating_of(NESTED) + PER_DEPTH * (depth - 2) + added(length),
            denied=(x,),
            bases=tuple(dict.fromkeys([*clauses, *([] if broken is None else [broken])])),
            proof=(ProofLine("suppose", variable=x), *_told(steps)),
            size=1 + sum(max(step.size, 1) for step in steps),
            length=length,
            depth=depth,
        )
    return None


def needed(position: Position, x: int, steps: Sequence[LogicStep]) -> Sequence[LogicStep]:
    """Return those of the steps from "x is true" to a contradiction that it rests on.

    They are collected backwards from the broken clause, then verified again without the others; if
    that fails, all steps are returned.
    """
    inside = position.copy()
    by = dict[int, int]()
    for number in range(-1, len(steps)):
        before = bytes(inside.status)
        if number < 0:
            inside.assert_(x)
        else:
            inside.take(steps[number].asserted, steps[number].denied)
        for v, status in enumerate(inside.status):
            if status == DENIED != before[v]:
                by[v] = number
    broken = inside.broken_clause
    kept, clauses = set[int](), [] if broken is None else [broken]
    while clauses:
        for v in position.theory.clauses[clauses.pop()].variables:
            number = by.get(v, -1)
            if number >= 0 and number not in kept:
                kept.add(number)
                clauses += steps[number].clauses
    fewer = [steps[number] for number in sorted(kept)]
    begun = position.copy()
    begun.assert_(x)
    return steps if broken_by(begun, fewer) is None else fewer


def _told(steps: Sequence[LogicStep]) -> list[ProofLine]:
    """Return the steps of the walk as proof lines."""
    lines = []
    for step in steps:
        clause = step.bases[0] if step.bases else -1
        lines += [ProofLine("assert", clause, v) for v in step.asserted]
        lines += [ProofLine("refute", -1, v, (), step.proof) for v in step.denied]
    return lines
