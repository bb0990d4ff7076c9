"""Explaining: the steps by which a person reaches the solution, simplest first, each verified.

>>> from satdoku import generate
>>> explanation = explain(next(generate(seed=7)))
>>> explanation.outcome, explanation.hardest.name
('solved', 'direct hidden pair')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ..board import Puzzle
from ..errors import PuzzleError
from ..kernels.logic import levels
from ..theory import Theory
from .deeper import refute_deeper
from .general_cover import find_general_cover
from .position import Position
from .recorded import steps_of
from .rules import bits, label_of, name_of_rule, rule_set
from .steps import LogicStep
from .uniqueness import find_unique

if TYPE_CHECKING:
    from ..kernels.logic_tasks import Paths

OUTCOMES = {levels.STUCK: "stuck", levels.SOLVED: "solved", levels.BROKEN: "contradiction"}

#: The rules that are looked for without compiled code, until they stick.
EASY = (1 << levels.X_CHAIN) - 1
#: Rules rated so (in tenths) come after those that are used only when asked for.
EXTRAS_FROM = 45
BEFORE_EXTRAS = bits(tuple(r for r, rating in enumerate(levels.RATINGS) if rating < EXTRAS_FROM))
#: Numbers that the log of a path may take at once.
LOG = 1 << 17
#: No limit to the number of steps.
ENDLESS = 1 << 40


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps from a position on. outcome: "solved", "stuck" or "contradiction"."""

    start: Position
    steps: tuple[LogicStep, ...]
    outcome: str

    @property
    def hardest(self) -> LogicStep | None:
        """The (first) step with the highest rating; None without steps."""
        return max(self.steps, key=lambda step: step.rating, default=None)

    @property
    def rating(self) -> int:
        """Of the hardest step, in tenths."""
        return self.hardest.rating if self.hardest else 0

    @property
    def label(self) -> str:
        """The label of that rating."""
        return label_of(self.rating)

    @property
    def end(self) -> Position:
        """The position after the last step."""
        position = self.start.copy()
        for step in self.steps:
            position.take(step.asserted, step.denied)
        return position

    def until(self, stop: str) -> Explanation:
        """Up to step number N, or before the first step of a name or rule; `PuzzleError` if there
        is no such step."""
        if stop.isdecimal():
            return replace(self, steps=self.steps[: int(stop)])
        for number, step in enumerate(self.steps):
            if stop.casefold() in (step.name.casefold(), name_of_rule(step.rule).casefold()):
                return replace(self, steps=self.steps[:number])
        raise PuzzleError(f"no step is called {stop!r}: give a step's number or name")

    def positions(self) -> Iterator[tuple[Position, LogicStep]]:
        """Each step with the position where it is taken."""
        position = self.start.copy()
        for step in self.steps:
            yield position, step
            position = position.copy()
            position.take(step.asserted, step.denied)


def explain(
    puzzle: Puzzle | Position,
    *,
    rules: str | int = "all",
    verify: bool = True,
    uniqueness: bool = False,
    general_covers: bool = False,
) -> Explanation:
    """The steps from a puzzle, or from any position, as far as the rules lead.

    rules: a set by name (`logic.rules.RULE_SETS`), or a bit for each rule. uniqueness: also use
    techniques that assume a proper puzzle; general_covers: also Franken and mutant fish, slowly.
    Raises `Inconsistency` if two givens contradict each other, `PuzzleError` if uniqueness is asked
    for and not there, `StepError` if a step is not what it says.
    """
    start = Position.of(puzzle) if isinstance(puzzle, Puzzle) else puzzle
    walk = Walk(start, rules, verify, uniqueness, general_covers)
    return Explanation(start, tuple(walk), walk.outcome)


class Walk:
    """Takes steps one after the other. outcome: "" while it goes on; position: where it is."""

    def __init__(
        self,
        start: Position,
        rules: str | int = "all",
        verify: bool = True,
        uniqueness: bool = False,
        general_covers: bool = False,
    ) -> None:
        if uniqueness and not start.is_proper:
            raise PuzzleError(
                "uniqueness techniques hold only for a proper puzzle, and this one is not: "
                "leave them off"
            )
        self.extras: list[Callable[[Position], LogicStep | None]] = []
        if uniqueness:
            self.extras.append(find_unique)
        if general_covers:
            self.extras.append(find_general_cover)
        self.position = start.copy()
        self.allowed = rule_set(rules) if isinstance(rules, str) else rules
        self.verify = verify
        self.outcome = ""

    def __iter__(self) -> Iterator[LogicStep]:
        easy = self.allowed & (BEFORE_EXTRAS if self.extras else EASY)
        allowed = easy if self.extras or not _is_fast() else self.allowed
        once = False
        while not self.outcome:
            compiled = _is_fast() or (allowed != easy and _is_ready())
            # A step by the interpreter, then perhaps the rest by compiled code.
            limit = 1 if once or (allowed != easy and not compiled) else ENDLESS
            status, log = _follow(self.position, allowed, compiled, limit)
            for step in steps_of(log, self.position):
                yield self._checked(step)
            if status != levels.STUCK:
                self.outcome = OUTCOMES.get(status, "")
                # With uniqueness, simpler rules come again after each harder step.
                allowed, once = (easy, False) if once else (allowed, False)
                continue
            extra = self._beyond(allowed)
            if extra:
                yield self._checked(extra)
                self.position.take(extra.asserted, extra.denied)
                allowed, once = (easy, False) if self.extras else (allowed, False)
            elif allowed != self.allowed:
                allowed, once = self.allowed, bool(self.extras)
            else:
                self.outcome = "stuck"

    def _beyond(self, allowed: int) -> LogicStep | None:
        """A step where these rules are stuck: by uniqueness, or a nested refutation of any
        depth."""
        if allowed != self.allowed:
            found = (find(self.position) for find in self.extras)
            return next((step for step in found if step), None)
        if allowed == self.allowed and allowed >> levels.NESTED & 1 and self.position.is_proper:
            return refute_deeper(self.position, self._walk_inside)
        return None

    def _checked(self, step: LogicStep) -> LogicStep:
        if self.verify:
            step.verify(self.position)
        return step

    def _walk_inside(self, position: Position) -> tuple[list[LogicStep], bool]:
        """Steps below a supposition, to a contradiction if they lead there."""
        inside = Walk(position, self.allowed, verify=False)
        steps = list(inside)
        position.status[:] = inside.position.status
        return steps, inside.outcome == "contradiction"


def _is_fast() -> bool:
    from ..kernels.logic.path import follow_path

    return follow_path.is_loaded


def _is_ready() -> bool:
    """The search is compiled; if not, it is from now on, beside."""
    from ..kernels.logic.path import follow_path

    return follow_path.ready()


def _follow(position: Position, allowed: int, compiled: bool, limit: int) -> tuple[int, list[int]]:
    """(status, log) of a path of so many steps at most from the position."""
    import numpy as np

    board = np.array([position.board.cells], np.uint8)
    marks = np.frombuffer(bytes(position.status), np.uint8).reshape(1, -1)
    # Asserted variables are placed first, and stay so.
    paths = paths_of(position.theory, compiled)
    rated, log = paths.follow(board, marks, allowed, limit, LOG)
    return int(rated.status[0]), [int(number) for number in log]


@lru_cache(maxsize=4)
def paths_of(theory: Theory, compiled: bool) -> Paths:
    """What follows paths on a theory, compiled or run by the interpreter."""
    from ..kernels.logic_tasks import Paths

    return Paths(theory, compiled)
