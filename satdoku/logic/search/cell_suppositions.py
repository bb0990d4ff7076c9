"""Suppose that a cell holds a digit, or one of a class of digits, and follow the rules one by one
until a clause is left without a candidate.

Polarity: the digits are those of a class (low or high, odd or even), and the classes those between
which rules of the board alternate (`constraints.digit_classes`). Refutation in simple steps: it is
a digit. The steps inside are simple ones: those of a single rule, singles, locked candidates; for a
class, subsets as large as it, too, which count its cells in a house. All suppositions are tried in
one call of the compiled search, since a call for each would take many times as long; of those that
fail, the one with the fewest steps is told, without the steps that it does not need.

A digit that fails at a position is false at all later ones too, and usually fails there as well,
since fewer candidates are left. So the position keeps which digits failed (`Position.failing`);
they are supposed first, and while one of them gives a step, no other is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

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

#: Steps inside are rated below this; subsets of a class are used, too.
RATED_BELOW = 2.9
#: Steps rated below it that are not used inside where a digit is supposed: they rest on a subset.
DIRECT_SUBSETS = ("direct hidden pair", "direct hidden triple")
#: Names of subsets, by their number of digits.
SUBSETS = {2: "pair", 3: "triple", 4: "quad"}
#: Most steps inside, before those without need are dropped.
MOST_STEPS = 400
#: The same for a digit; and the most that are told, since nobody keeps more in mind.
MOST_OF_DIGIT, MOST_TOLD = 12, 8
#: A step inside counts as a link of a chain: two literals.
LITERALS = 2
#: Most numbers of the marks of boards that are followed in one call.
MOST_MARKS = 1 << 26


def polarities(view: View, _: object) -> Iterator[Finding]:
    """Yield what follows for the cells and classes that fail, those with the fewest steps first."""
    position = view.position
    if not view.layout.constraints:
        return
    suppositions, allowed = _suppositions(view)
    for number in _failing(position, suppositions, allowed):
        found = _found(view, suppositions[number], allowed)
        if found:
            yield replace(found, added=added(found.size))


def simple_refutations(view: View, _: object) -> Iterator[Finding]:
    """Yield what follows for the digits that fail in few simple steps, first those that are known
    to fail since an earlier position; others are tried if none of them does."""
    position = view.position
    if not view.layout.constraints:
        return
    before, known = position.failing
    still = [(v,) for v in known if position.is_open(v)]
    any_left = False
    for found in _of_digits(view, _failing_digits(position, still)):
        any_left = True
        yield found
    status = bytes(position.status)
    if any_left or before == status:
        return
    everything = [(v,) for v in position.theory.board_range if position.is_open(v)]
    failing = _failing_digits(position, everything)
    position.failing = status, tuple(v for (v,) in failing)
    yield from _of_digits(view, failing)


def _failing_digits(position: Position, suppositions: Sequence[Variables]) -> list[Variables]:
    """Return those of the digits supposed that fail, those with few steps first."""
    failing = _failing(position, suppositions, _allowed_for_digits(), MOST_OF_DIGIT)
    return [suppositions[number] for number in failing]


def _of_digits(view: View, failing: Sequence[Variables]) -> Iterator[Finding]:
    """Yield what follows for those of the digits that fail whose steps are few enough to tell."""
    allowed = _allowed_for_digits()
    for digit in failing:
        found = _found(view, digit, allowed, MOST_OF_DIGIT)
        if found and found.size <= MOST_TOLD:
            length = LITERALS * found.size
            yield replace(found, added=added(length))


def _allowed_for_digits() -> int:
    """Return the rules that may be used inside where a digit is supposed, as bits."""
    return bits_below(RATED_BELOW) & ~bits(map(rule_named, DIRECT_SUBSETS))


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


def _failing(
    position: Position, suppositions: Sequence[Variables], allowed: int, most: int = MOST_STEPS
) -> list[int]:
    """Return the numbers of the suppositions that the rules refute in at most so many steps, those
    with few steps first."""
    together = max(1, MOST_MARKS // len(position.status))
    found = list[tuple[int, int]]()
    for first in range(0, len(suppositions), together):
        some = suppositions[first : first + together]
        for steps, k in _refuted(position, some, allowed, most):
            number = first + k
            found.append((steps, number))
    return [number for _, number in sorted(found)]


def _refuted(
    position: Position, suppositions: Sequence[Variables], allowed: int, most: int
) -> Iterator[tuple[int, int]]:
    """Yield (number of steps, number) of each supposition that the rules refute."""
    board, marks = arrays_of(position)
    boards = np.repeat(board, len(suppositions), axis=0)
    supposed = np.repeat(marks, len(suppositions), axis=0)
    for digits, row, inside in zip(boards, supposed, suppositions, strict=True):
        cell, d = position.theory.cell_and_digit(inside[0])
        if len(inside) == 1:
            digits[cell] = d
        for v in position.layout.variables_of(cell):
            if v not in inside:
                row[v] = DENIED
    paths = paths_of(position.theory)
    rated, _ = paths.follow(boards, supposed, allowed=allowed, step_limit=most)
    steps = rated.uses.reshape(len(suppositions), -1).sum(axis=1)
    for number in np.flatnonzero(rated.status == BROKEN).tolist():
        yield int(steps[number]), number


def _found(view: View, inside: Variables, allowed: int, most: int = MOST_STEPS) -> Finding | None:
    """Return the step that none of these candidates can be in their cell, with its steps
    inside."""
    begun = supposed_among(view.position, inside)
    status, log = follow(begun, allowed, most)
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
        inside=tuple(steps),
    )


def _of_placed(theory: Theory, steps: Sequence[LogicStep]) -> Variables:
    """Return the clauses by which digits that the steps place deny others."""
    found = dict[int, None]()
    for step in steps:
        for v in step.asserted:
            found |= dict.fromkeys(theory.occurrences[v])
    return tuple(found)
