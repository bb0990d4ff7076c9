"""What an agent sees, and what its action came to. Both are worked out when they are read: an agent
that reads arrays pays for no text, and one that reads rewards alone for no search of techniques."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, Protocol

import numpy as np

from ..board import Puzzle
from ..constraints.rules_text import rules_with_cells
from ..frozen import frozen
from ..inference.deduction import ASSERTED, DENIED
from ..logic.position import Position

MoveVerdict = Literal[
    "follows", "later", "guess", "false", "known", "hint", "undone", "stopped", "unreadable"
]
#: How a text tells the verdicts that it does not tell by their words.
TOLD = {"later": "follows in 2 steps"}


class Observation:
    """What an agent sees: the board (its digits so far), and the candidates as bits of digit - 1 by
    cell; left: the actions that may still be taken, None without a budget.

    Two observations are equal if an agent sees the same.
    """

    def __init__(self, position: Position, left: int | None) -> None:
        self.layout = position.layout
        self.left = left
        self._status = bytes(position.status[: position.theory.board_variables + 1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return False
        return (self.layout, self.left, self._status) == (other.layout, other.left, other._status)

    def __hash__(self) -> int:
        return hash(self._status)

    def __repr__(self) -> str:
        return f"<Observation of {self.layout.name[:40]}: {self.board.clues} placed>"

    @cached_property
    def board(self) -> Puzzle:
        """The digits so far."""
        return Puzzle(tuple(self.arrays()["board"].tolist()), self.layout)

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """By cell, bit d - 1 for each digit d that is possible."""
        bits = np.uint64(1) << np.arange(self.layout.size, dtype=np.uint64)
        masks = np.where(self.arrays()["candidates"], bits, np.uint64(0)).sum(1, dtype=np.uint64)
        return tuple(masks.tolist())

    @property
    def text(self) -> str:
        """The board, row by row, "." for blank; on one line if it is not square."""
        line = self.board.line
        n = self.layout.size
        if not self.layout.is_regular:
            return line
        return "\n".join(line[i : i + n] for i in range(0, n * n, n))

    @property
    def rules(self) -> list[str]:
        """The rules in words, and the cells that they are about; empty on a board without rules."""
        return rules_with_cells(self.layout, self.layout.name)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return `board` (uint8, by cell, 0 for blank) and `candidates` (bool, cells × digits)."""
        status = np.frombuffer(self._status, np.uint8)[1:].reshape(-1, self.layout.size)
        is_placed = status == ASSERTED
        digits = np.arange(1, self.layout.size + 1, dtype=np.uint8)
        return {"board": is_placed @ digits, "candidates": status != DENIED}


@frozen
class MoveReason:
    """How an action was judged. technique, rating: the simplest by which the move follows, "" and 0
    if by none. reason: in words."""

    verdict: MoveVerdict
    reason: str = ""
    technique: str = ""
    rating: float = 0.0

    @property
    def text(self) -> str:
        """'follows: naked single (2.3)'."""
        parts = [TOLD.get(self.verdict, self.verdict)]
        if self.technique:
            parts.append(f"{self.technique} ({self.rating:g})")
        if self.reason and self.verdict != "follows":
            parts.append(self.reason)
        return ": ".join(parts)


class LazyReason(Protocol):
    """A verdict whose reason is worked out when it is read."""

    @property
    def verdict(self) -> MoveVerdict:
        """The verdict in a word."""

    @property
    def reason(self) -> MoveReason:
        """The verdict with its reason."""


JudgedAction = MoveReason | LazyReason


class ActionOutcome:
    """What an action came to. over: whether the episode has ended; solved: whether by a full board.

    The verdict: "follows" (the move is the conclusion of a step), "later" (of the step after one
    that is possible now), "guess" (true, but neither), "false", "known", "hint", "undone",
    "stopped" or "unreadable".
    """

    def __init__(
        self,
        reward: float,
        observation: Observation,
        judged: JudgedAction,
        *,
        over: bool,
        solved: bool,
    ) -> None:
        self.reward = reward
        self.observation = observation
        self.over = over
        self.solved = solved
        self._judged = judged

    @property
    def verdict(self) -> MoveVerdict:
        """The verdict in a word."""
        return self._judged.verdict

    @property
    def technique(self) -> str:
        """The simplest technique by which the move follows, "" if by none."""
        return self._full.technique

    @property
    def rating(self) -> float:
        """The technique's rating, 0 without one."""
        return self._full.rating

    @property
    def reason(self) -> str:
        """The reason in words; of a hint, its content."""
        return self._full.reason

    @property
    def _full(self) -> MoveReason:
        judged = self._judged
        return judged if isinstance(judged, MoveReason) else judged.reason

    @property
    def text(self) -> str:
        """'follows: naked single (2.3), reward 1'."""
        return f"{self._full.text}, reward {round(self.reward, 6):g}"

    def __repr__(self) -> str:
        return f"<ActionOutcome {self.text}>"
