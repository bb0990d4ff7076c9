"""Explaining: the steps by which a person reaches the solution, simplest first, each verified.

>>> from satdoku import generate
>>> explanation = explain(next(generate(seed=7)))
>>> explanation.outcome, explanation.hardest.name
('solved', 'direct hidden pair')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from ..board import Puzzle
from ..errors import PuzzleError
from ..formats.reader import as_puzzle
from ..kernels.logic import levels
from ..theory import Theory
from .deeper import refute_deeper
from .explanation import SO_FAR, Explanation
from .general_cover import find_general_cover
from .names import order_of
from .position import Position
from .recorded import steps_of
from .rules import BUG, GENERAL_COVER, UNIQUE_RECTANGLE, bits
from .steps import LogicStep
from .uniqueness import find_unique, unique_rectangles, universal_grave

if TYPE_CHECKING:
    from ..kernels.logic_tasks import Paths

OUTCOMES = {levels.STUCK: "stuck", levels.SOLVED: "solved", levels.BROKEN: "contradiction"}

#: The rules that are looked for without compiled code, until they stick.
EASY = (1 << levels.X_CHAIN) - 1
#: Rules rated so (in tenths) come after those that are used only when asked for.
EXTRAS_FROM = 45
BEFORE_EXTRAS = bits(tuple(r for r, rating in enumerate(levels.RATINGS) if rating < EXTRAS_FROM))
#: What finds steps of the rules that are used only when asked for, by their numbers.
EXTRAS: dict[int, Callable[[Position], LogicStep | None]] = {
    GENERAL_COVER: find_general_cover,
    UNIQUE_RECTANGLE: lambda position: next(unique_rectangles(position), None),
    BUG: universal_grave,
}
#: Numbers that the log of a path may take at once.
LOG = 1 << 17
#: No limit to the number of steps.
ENDLESS = 1 << 40


def explain(
    puzzle: Puzzle | str | Position,
    *,
    rules: str | int = "all",
    until: str | int | None = None,
    verify: bool = True,
    uniqueness: bool = False,
    general_covers: bool = False,
) -> Explanation:
    """The steps from a puzzle (or text, or any position), as far as the rules lead.

    rules: names of sets (`logic.rules.RULE_SETS`) and rules, apart by commas: "singles",
    "singles, X-wing, locked". Of several the first that gives a step is taken; within a set the
    simplest. Or a bit for each rule. until: stop after so many steps, or before the first step of
    a name. uniqueness: also use techniques that assume a proper puzzle; general_covers: also
    Franken and mutant fish, slowly.

    Raises `ParseError` if the text holds no puzzle, `Inconsistency` if two givens contradict each
    other, `PuzzleError` for unknown names and if uniqueness is asked for and not there,
    `StepError` if a step is not what it says.
    """
    walk = Walk(position_of(puzzle), rules, verify, uniqueness, general_covers)
    start = walk.position.copy()
    if isinstance(until, int) or (until and until.isdecimal()):
        steps = tuple(islice(walk, int(until)))
        after = Explanation(start, steps, walk.outcome or SO_FAR)
        return replace(after, outcome="solved") if after.end.is_solved else after
    found = Explanation(start, tuple(walk), walk.outcome)
    return found.until(until) if until else found


def position_of(puzzle: Puzzle | str | Position) -> Position:
    """The position at which a puzzle begins; a position is one."""
    return puzzle if isinstance(puzzle, Position) else Position.of(as_puzzle(puzzle))


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
        self.order = order_of(rules) if isinstance(rules, str) else (rules,)
        if (uniqueness or any(group >> UNIQUE_RECTANGLE for group in self.order)) and (
            not start.is_proper
        ):
            raise PuzzleError(
                "uniqueness techniques hold only for a proper puzzle, and this one is not "
                "(`satdoku diagnose` tells why): leave them off"
            )
        self.extras: list[Callable[[Position], LogicStep | None]] = []
        if uniqueness:
            self.extras.append(find_unique)
        if general_covers:
            self.extras.append(find_general_cover)
        if len(self.order) > 1 and self.extras:
            raise PuzzleError(
                "an own order of rules has a place for each: name 'unique rectangle', 'BUG+1' or "
                "'general cover' in it, and leave off --uniqueness and --general-covers"
            )
        self.position = start.copy()
        self.allowed = self.order[0]
        self.verify = verify
        self.outcome = ""

    def __iter__(self) -> Iterator[LogicStep]:
        own_order = len(self.order) > 1 or self.allowed >> GENERAL_COVER
        return self._in_own_order() if own_order else self._simplest_first()

    def _in_own_order(self) -> Iterator[LogicStep]:
        while not self.outcome:
            for group in self.order:
                step = self._one_of(group)
                if step:
                    yield self._checked(step)
                    self.position.take(step.asserted, step.denied)
                    break
                if self.outcome:
                    break
            else:
                self.outcome = "stuck"

    def _one_of(self, group: int) -> LogicStep | None:
        """The first step that rules (a bit each) give; the outcome is set where there is none."""
        if group >> GENERAL_COVER:
            return EXTRAS[group.bit_length() - 1](self.position)
        status, log = _follow(self.position, group, group > EASY or _is_fast(), 1)
        step = next(steps_of(log, self.position), None)
        if not step and status != levels.STUCK:
            self.outcome = OUTCOMES[status]
        return step

    def _simplest_first(self) -> Iterator[LogicStep]:
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
