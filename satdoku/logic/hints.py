"""Hints: the next step, told as far as asked; a mistake comes before any step.

>>> print(hint("..1..23..4......").text("what"))
hidden single in a box: look at box 1
r2c1=1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..backends.base import Clock
from ..backends.limits import within
from ..board import Puzzle
from ..layout import Layout
from ..pictured import Pictured
from .explain import Walk, position_of
from .mistakes import Mistake, State, mistakes_in, state_of
from .position import Position
from .search.choosing import Choice, choice
from .steps import LogicStep
from .telling.proof_texts import step_lines
from .telling.sentences import conclusion_text, houses_text, sentence
from .telling.step_records import record_of

#: How much a hint tells.
SHOWN = ("where", "what", "why")


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Pictured):
    """What to do next at a position: put a mistake right, or take a step; neither, if none is left.

    problem: why there is neither, or "".
    """

    position: Position | None
    step: LogicStep | None = None
    mistakes: tuple[Mistake, ...] = ()
    problem: str = ""

    def __repr__(self) -> str:
        return f"<Hint: {self.text('where')}>"

    @property
    def ok(self) -> bool:
        """There is a step to take, or nothing is left to do."""
        return self.step is not None or bool(self.position and self.position.is_solved)

    def text(self, show: str = "where") -> str:
        """ "where" to look; "what" follows there; "why" it does."""
        if self.mistakes:
            more = len(self.mistakes) - 1 if show == "where" else 0
            shown = self.mistakes[:1] if show == "where" else self.mistakes
            said = "\n".join(f"mistake: {mistake}" for mistake in shown)
            return said + (f" ({more} more)" if more else "")
        if self.step is None or self.position is None:
            return self.problem
        theory, step = self.position.theory, self.step
        lines = [f"{step.name}: look at {houses_text(theory, step.bases[:4])}"]
        if show != "where":
            lines.append(conclusion_text(theory, step.asserted, step.denied))
        if show == "why":
            lines += [sentence(theory, step), *step_lines(theory, step)]
        return "\n".join(lines)

    def record(self) -> dict[str, Any]:
        """For JSON: mistakes, and the step as `Explanation.record` has it (None without one)."""
        step = None
        if self.step and self.position:
            step = record_of(self.position.theory, self.step)
        return {
            "mistakes": [mistake.record() for mistake in self.mistakes],
            "step": step,
            "problem": self.problem,
        }


def hint(
    puzzle: Puzzle | str | Position | State,
    *,
    entries: str | None = None,
    rules: str | int = "all",
    layout: Layout | None = None,
    time_limit: float | None = None,
    only: str = "",
    without: str = "",
    scale: str | None = None,
    uniqueness: bool | None = None,
) -> Hint:
    """The next step from a puzzle, or from where a player is.

    entries: the player's state, as a grid of digits or of candidates, compared with the solution of
    the puzzle first. rules, only, without, scale, uniqueness: as for `explain`. Raises
    `ParseError`, `PuzzleError` and `Inconsistency` as `explain` does, and where entries cannot be
    judged; `TimeLimitReached` where nothing is found within `time_limit` seconds.
    """
    if entries is not None and isinstance(puzzle, (Puzzle, str)):
        puzzle = state_of(entries, puzzle, layout)

    def choose(layout: Layout) -> Choice:
        return choice(layout, rules, scale, only, without, uniqueness)

    return within(Clock(time_limit), lambda: _hint(puzzle, choose))


def _hint(puzzle: Puzzle | str | Position | State, choose: Callable[[Layout], Choice]) -> Hint:
    if isinstance(puzzle, State):
        mistakes = mistakes_in(puzzle)
        if mistakes:
            return Hint(None, mistakes=mistakes)
        puzzle = puzzle.position
    position = position_of(puzzle)
    walk = Walk(position, choose(position.layout))
    walk.at_once = 1
    step = next(iter(walk), None)
    if step:
        return Hint(position, step)
    if position.is_solved:
        return Hint(position, problem="nothing to do: it is solved")
    if walk.outcome == "contradiction":
        why = "it has no solution"
    else:
        why = "it has several solutions" if not position.is_proper else "allow more rules"
    tell = "" if why == "allow more rules" else " (`satdoku diagnose` tells why)"
    return Hint(position, problem=f"no step is left: {why}{tell}")
