"""A referee for a player's own move: is each part of it right, and why not if it is wrong.

A digit may be placed if every solution has it there, and a candidate removed if none has it. This
is decided by search before any technique is asked for a name, so the answer never depends on what
techniques can show.

>>> from satdoku.logic.starting import position_of
>>> position = position_of("..1..23..4......")
>>> for move in judged_moves(position, [-position.theory.variable(2, 1, 1)]):
...     print(move.text())
wrong: r2c1 is 1: 1 cannot be removed
  no other place for 1 is possible in row 2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal

from ..backends.base import Clock
from ..errors import TimeLimitReached
from ..frozen import frozen
from ..inference.deduction import DENIED, OPEN
from ..record_types import TypedDict
from ..theory import Theory
from .moves import literals_text
from .position import Position
from .step_text.sentences import cells_text, digit_text, either

#: "undecided": true in some solutions and false in others; "unsolvable": there is no solution.
MoveJudgement = Literal["right", "wrong", "undecided", "unsolvable"]
#: The judgements of parts, in the order in which one decides what is said of the whole.
DECISIVE: tuple[MoveJudgement, ...] = ("unsolvable", "wrong", "undecided")


class JudgedMoveRecord(TypedDict):
    """move: one part of a player's move, as r4c7=5 or r4c7<>5. judgement: whether it holds in every
    solution ("right"), in none ("wrong"), or in some ("undecided"); "unsolvable" if there is no
    solution. reason: the judgement in words, with what is true instead. proof: lines that prove it;
    empty for a right part that one of the steps gives, and if none was found in time."""

    move: str
    judgement: MoveJudgement
    reason: str
    proof: list[str]


@frozen
class JudgedMove:
    """The judgement on one literal of a move. reason: the judgement in words; proof: its lines."""

    literal: int
    move: str
    judgement: MoveJudgement
    reason: str
    proof: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the judgement, and its proof below it."""
        shown = "not decided" if self.judgement in ("undecided", "unsolvable") else self.judgement
        return "\n".join([f"{shown}: {self.reason}", *(f"  {line}" for line in self.proof)])

    def record(self) -> JudgedMoveRecord:
        """Return a record for JSON."""
        return {
            "move": self.move,
            "judgement": self.judgement,
            "reason": self.reason,
            "proof": [*self.proof],
        }


def judgement_of(moves: Iterable[JudgedMove]) -> MoveJudgement:
    """Return the judgement on all parts of a move together: right only if all are."""
    found = {move.judgement for move in moves}
    return next((one for one in DECISIVE if one in found), "right")


def judged_moves(
    position: Position, literals: Sequence[int], time_limit: float | None = None
) -> Iterator[JudgedMove]:
    """Yield the judgement on each literal of a move (v: placed, -v: removed), with the proof
    against it if it is wrong. Raises `TimeLimitReached` if it cannot be decided in time."""
    clock = Clock(time_limit)
    solution = clock.within(lambda: next(position.completions(), None))
    for literal in literals:
        if solution is None:
            yield _judged(position, literal, "unsolvable", "the puzzle has no solution")
            continue
        # One solution shows already that the literal, or its opposite, can hold.
        holds = (abs(literal) in solution) == (literal > 0)
        opposite = -literal if holds else literal
        if position.status[abs(literal)] == OPEN and _can_hold(position, opposite, clock):
            yield _judged(position, literal, "undecided", _several(position, literal, clock))
        elif holds:
            yield _judged(position, literal, "right", literals_text(position.theory, [literal]))
        else:
            wrong = _judged(position, literal, "wrong", _truth(position, literal))
            yield with_proof(position, wrong, clock)


def _judged(position: Position, literal: int, judgement: MoveJudgement, reason: str) -> JudgedMove:
    move = literals_text(position.theory, [literal])
    return JudgedMove(literal, move, judgement, reason)


def _can_hold(position: Position, literal: int, clock: Clock) -> bool:
    return clock.within(lambda: next(position.completions(literal), None)) is not None


def _truth(position: Position, literal: int) -> str:
    """Return 'r4c2 is 5: 5 cannot be removed' or 'r4c2 cannot be 1' for a wrong literal."""
    theory = position.theory
    cell, digit = _named(theory, abs(literal))
    if literal > 0:
        return f"{cell} cannot be {digit}"
    return f"{cell} is {digit}: {digit} cannot be removed"


def _several(position: Position, literal: int, clock: Clock) -> str:
    """Return which digits a cell has in the solutions."""
    theory = position.theory
    cell, _ = _named(theory, abs(literal))
    digits = []
    for v in position.layout.variables_of(theory.cell_of(abs(literal))):
        if position.is_open(v) and _can_hold(position, v, clock):
            digits.append(digit_text(theory, v))
    return f"the puzzle has several solutions, {cell} can be {either(digits)}"


def _named(theory: Theory, v: int) -> tuple[str, str]:
    return cells_text(theory, [v]), digit_text(theory, v)


def with_proof(position: Position, move: JudgedMove, clock: Clock) -> JudgedMove:
    """Return the judgement, right or wrong, with a proof; without, if the time is over first."""
    from .reasons import ruled_out, why_false, why_true
    from .refuting import refuted_by_steps

    v = abs(move.literal)
    is_true = (move.literal > 0) == (move.judgement == "right")
    if position.status[v] == DENIED:
        return replace(move, proof=(ruled_out(position, v),))
    if position.status[v] != OPEN:
        is_given = position.given is not None and v in position.given
        return replace(move, proof=("it is given" if is_given else "it is placed already",))
    why = why_true if is_true else why_false
    try:
        proof: tuple[str, ...] = ()
        if position.theory.rules:
            supposed = -v if is_true else v
            with suppress(TimeLimitReached):
                proof = clock.part().within(partial(refuted_by_steps, position, supposed))
        if not proof:
            # (Only programs of others read the limit itself, in seconds that pass.)
            limit = None if clock.is_of_processor else clock.left
            proof = clock.within(partial(why, position, v, limit))
    except TimeLimitReached:
        return replace(move, reason=f"{move.reason} (no proof was found in the time given)")
    return replace(move, proof=proof)
