"""Explaining: the steps by which a person reaches the solution, simplest first, each verified.

>>> from satdoku import generate
>>> explanation = explain(next(generate(seed=7)))
>>> explanation.outcome, explanation.hardest.name
('solved', 'direct hidden pair')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from ..backends.base import Clock
from ..backends.limits import within
from ..board import Puzzle
from ..errors import PuzzleError, TimeLimitReached
from ..formats.reader import as_puzzle
from ..kernels.logic import kinds
from .deeper import refute_deeper
from .explanation import LATE, SO_FAR, Explanation
from .following import ENDLESS, follow, found_by
from .general_cover import find_general_cover
from .names import order_of
from .position import Position
from .recorded import steps_of
from .rules import EXTRA_RULES, GENERAL_COVER, NESTED, RATINGS, UNIQUE_RECTANGLE, bits
from .scales import SATDOKU, scale_named
from .steps import LogicStep
from .uniqueness import find_unique

OUTCOMES = {kinds.STUCK: "stuck", kinds.SOLVED: "solved", kinds.BROKEN: "contradiction"}

#: Rules rated so (in tenths) come after those that are used only when asked for.
EXTRAS_FROM = 45
BEFORE_EXTRAS = bits(tuple(r for r, rating in enumerate(RATINGS) if rating < EXTRAS_FROM))
#: What finds steps of the rules that are used only when asked for, by their numbers.
EXTRAS = {GENERAL_COVER + k: row.finder for k, row in enumerate(EXTRA_RULES)}


def explain(
    puzzle: Puzzle | str | Position,
    *,
    rules: str | int = "all",
    until: str | int | None = None,
    verify: bool = True,
    uniqueness: bool | None = None,
    general_covers: bool = False,
    scale: str | None = None,
    time_limit: float | None = None,
) -> Explanation:
    """The steps from a puzzle (or text, or any position), as far as the rules lead.

    rules: names of sets (`logic.rules.RULE_SETS`) and rules, apart by commas: "singles",
    "singles, X-wing, locked". Of several the first that gives a step is taken; within a set the
    simplest. Or a bit for each rule. until: stop after so many steps, or before the first step of
    a name. scale: the order of techniques, "satdoku" or "se" (that of Sudoku Explainer, all of
    which is used); None: "se" where it does, and no rules are named. uniqueness: use techniques
    that assume a proper puzzle; None: those of "se", where the puzzle is one. general_covers: also
    Franken and mutant fish, slowly. time_limit: seconds, after which the outcome is "out of time".

    Raises `ParseError` if the text holds no puzzle, `Inconsistency` if two givens contradict each
    other, `PuzzleError` for unknown names and if uniqueness is asked for and not there,
    `StepError` if a step is not what it says.
    """
    start, steps, outcome = position_of(puzzle), list[LogicStep](), LATE
    number = int(until) if until is not None and str(until).isdecimal() else None

    def walk() -> str:
        on_the_way = Walk(start, rules, verify, uniqueness, general_covers, scale)
        on_the_way.at_once = ENDLESS if time_limit is None else 1  # none is lost when time is over
        steps.extend(islice(on_the_way, number))
        return on_the_way.outcome or SO_FAR

    with suppress(TimeLimitReached):
        outcome = within(Clock(time_limit), walk)
    found = Explanation(start.copy(), tuple(steps), outcome)
    if outcome == LATE or until is None:
        return found
    if number is None:
        return found.until(until)
    return replace(found, outcome="solved") if found.end.is_solved else found


def position_of(puzzle: Puzzle | str | Position) -> Position:
    """The position at which a puzzle begins; a position is one."""
    return puzzle if isinstance(puzzle, Position) else Position.of(as_puzzle(puzzle))


class Walk:
    """Takes steps one after the other. outcome: "" while it goes on; position: where it is;
    at_once: steps that are looked for in one go."""

    at_once = ENDLESS

    def __init__(
        self,
        start: Position,
        rules: str | int = "all",
        verify: bool = True,
        uniqueness: bool | None = None,
        general_covers: bool = False,
        scale: str | None = None,
    ) -> None:
        named = rules != "all" or general_covers
        self.scale = scale_named(scale, start.layout, named)
        self.order = order_of(rules) if isinstance(rules, str) else (rules,)
        proper = self.scale is not SATDOKU and uniqueness is not False and start.is_proper
        assuming = uniqueness or any(group >> UNIQUE_RECTANGLE for group in self.order)
        if assuming:
            start.layout.must_be_plain("a technique that assumes one solution")
        if assuming and not (proper or start.is_proper):
            raise PuzzleError(
                "uniqueness techniques hold only for a proper puzzle, and this one is not "
                "(`satdoku diagnose` tells why): leave them off"
            )
        self.extras: list[Callable[[Position], LogicStep | None]] = []
        if uniqueness and self.scale is SATDOKU:
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
        if self.scale is not SATDOKU:
            self.allowed = self.scale.all_rules & ~(0 if proper else self.scale.unique_rules)
        self.verify = verify
        self.outcome = ""
        #: Steps taken at a time; with rules they are slow, and perhaps only the first is wanted.
        self.stride = 4 if start.theory.rules else ENDLESS

    def __iter__(self) -> Iterator[LogicStep]:
        own_order = self.scale is SATDOKU and (
            len(self.order) > 1 or self.allowed >> GENERAL_COVER > 0
        )
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
            return found_by(EXTRAS[group.bit_length() - 1], self.position)
        status, log = follow(self.position, group, 1)
        step = next(steps_of(log, self.position), None)
        if not step and status != kinds.STUCK:
            self.outcome = OUTCOMES[status]
        return step

    def _simplest_first(self) -> Iterator[LogicStep]:
        # What is asked for besides (extras) comes after the rules that are rated below it and
        # before all others, of which one step is taken at a time.
        first = bool(self.extras)
        while not self.outcome:
            allowed = self.allowed & BEFORE_EXTRAS if first else self.allowed
            status, log = follow(
                self.position,
                allowed,
                1 if self.extras and not first else min(self.stride, self.at_once),
                self.scale,
            )
            self.stride = min(2 * self.stride, ENDLESS)
            for step in steps_of(log, self.position, self.scale):
                yield self._checked(step)
            if status != kinds.STUCK:
                self.outcome = OUTCOMES.get(status, "")
                first = bool(self.extras)
                continue
            extra = self._extra() if first else self._deeper()
            if extra:
                yield self._checked(extra)
                self.position.take(extra.asserted, extra.denied)
                first = bool(self.extras)
            elif first:
                first = False
            else:
                self.outcome = "stuck"

    def _extra(self) -> LogicStep | None:
        """A step of those that are asked for besides the rules."""
        found = (find(self.position) for find in self.extras)
        return next((step for step in found if step), None)

    def _deeper(self) -> LogicStep | None:
        """A nested refutation of any depth, where all rules are stuck."""
        if (self.scale is not SATDOKU or self.allowed >> NESTED & 1) and self.position.is_proper:
            found = refute_deeper(self.position, self._walk_inside)
            if found and self.scale is not SATDOKU:
                last = self.scale.first + len(self.scale.rows) - 1
                found = replace(found, rule=last)
            return found
        return None

    def _checked(self, step: LogicStep) -> LogicStep:
        if self.verify:
            step.verify(self.position)
        return step

    def _walk_inside(self, position: Position) -> tuple[list[LogicStep], bool]:
        """Steps below a supposition, to a contradiction if they lead there."""
        allowed = self.allowed if self.scale is SATDOKU else "all"
        inside = Walk(position, allowed, verify=False, scale=SATDOKU.name)
        steps = list(inside)
        position.become(inside.position)
        return steps, inside.outcome == "contradiction"
