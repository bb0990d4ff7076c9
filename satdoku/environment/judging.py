"""How a move is judged: whether it follows by a technique, or by the step after one.

The search for a step is made when its result is read, at the position before the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..logic.catalog.row import Technique
from ..logic.own_step import own_single, own_step, step_before
from ..logic.position import Position
from ..logic.step_text.sentences import conclusion_text, sentence
from .observing import MoveReason, MoveVerdict


class MoveJudge:
    """The judgement on a true move. position: before the move. by: the technique that the agent
    named, "" for none; rows: that technique's, else those of the game, up to rating `hardest`."""

    def __init__(
        self,
        position: Position,
        literal: int,
        rows: Sequence[Technique],
        hardest: float,
        by: str = "",
    ) -> None:
        self.position = position
        self.literal = literal
        self.rows = rows
        self.hardest = hardest
        self.by = by

    @cached_property
    def verdict(self) -> MoveVerdict:
        """The verdict: for a single without a search of the board."""
        single = own_single(self.position, self.rows, self.literal)
        is_single = single is not None and single.rating <= self.hardest
        return "follows" if is_single else self.reason.verdict

    @cached_property
    def reason(self) -> MoveReason:
        """The verdict with the simplest technique and the reason."""
        theory = self.position.theory
        step = own_step(self.position, self.rows, self.literal, self.hardest)
        if step:
            return MoveReason("follows", sentence(theory, step), step.name, step.rating)
        if self.by:
            return MoveReason("guess", f"true, but {self.by} does not show it")
        before = step_before(self.position, self.rows, self.literal, self.hardest)
        if before:
            what = conclusion_text(theory, before.asserted, before.denied)
            return MoveReason("later", f"first {before.name}: {what}")
        return MoveReason("guess", "true, but no technique up to the level shows it")

    @property
    def follows(self) -> bool:
        """Whether a step concludes the move."""
        return self.verdict == "follows"
