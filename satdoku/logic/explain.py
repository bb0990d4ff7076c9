"""Explaining: the steps by which a person reaches the solution, simplest first, each verified.

>>> from satdoku import generate
>>> explanation = explain(next(generate(seed=7)))
>>> explanation.outcome, explanation.hardest.name
('solved', 'direct hidden pair')
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import Unpack

from ..backends.base import Clock
from ..errors import PuzzleError, TimeLimitReached
from ..kernels.logic.state import BROKEN, SOLVED, STUCK
from ..layout import Layout
from .catalog.names import rows_if_named
from .catalog.row import Technique
from .catalog.rules import SEARCHED, bits_below
from .difficulty.scales import SATDOKU
from .explanation import LATE, SO_FAR, TOO_LONG, Explanation, is_called, known_step
from .position import Position
from .search.choosing import TechniqueChoice, TechniqueOptions, choice
from .search.deeper import refute_deeper
from .search.following import ENDLESS, follow
from .search.from_log import steps_of
from .search.listing import must_be_proper, steps_at
from .starting import Start, position_of
from .steps import LogicStep

#: Hears what is looked for.
Hear = Callable[[str], None]
#: What is looked for below a rating, where it may take long: each from the rating before.
SLOW = (
    (6.4, "simple steps"),
    (6.5, "three rules together"),
    (9.5, "chains and refutations"),
    (99, "nested refutations"),
)
OUTCOMES = {STUCK: "stuck", SOLVED: "solved", BROKEN: "contradiction"}


def explain(
    puzzle: Start,
    *,
    until: str | int | None = None,
    verify: bool = True,
    time_limit: float | None = None,
    limit_size: int | None = None,
    layout: Layout | str | None = None,
    **techniques: Unpack[TechniqueOptions],
) -> Explanation:
    """Return the steps from a puzzle (or text, or any position: see `position`), as far as the
    rules lead.

    layout: of a puzzle that is text, as for `parse`.

    >>> explain("..1..23..4......", until=2)
    <Explanation of 4x4: so far 2 steps, hardest 1.2 (beginner)>

    until: stop after this many steps, or before the first step of a name. time_limit: seconds,
    after which the outcome is "out of time". limit_size: stop before a step with more literals than
    this (in its chain, or its branches and refutations), as a person would; the outcome is then
    "too long". The techniques to use:

    rules: names of sets (`catalog.rules.RULE_SETS`) and rules, separated by commas: "singles",
    "singles, X-wing, locked". The first of them that gives a step is used; within a set, the
    simplest. Or a bit for each rule. scale: the order of techniques, "se" (that of Sudoku
    Explainer), "se118" (that of Sukaku Explainer 1.18) or "satdoku" (our own); None: "se", or
    another if the board or a name requires it. uniqueness: use techniques that assume a proper
    puzzle; None: those of "se" and "se118", if the puzzle is proper. general_covers: also use
    Franken and mutant fish, which is slow. only, without: sets and techniques to use or leave out,
    separated by commas, tried simplest first: "all, Sue de Coq".

    Raises `ParseError` if the text holds no puzzle, `Inconsistency` if two givens contradict each
    other, `PuzzleError` for unknown names and if uniqueness is requested for a puzzle that is not
    proper, `StepError` if a step does not follow as it claims.
    """
    start = position_of(puzzle, layout)
    explaining = Explaining(
        start,
        choice(start.layout, **techniques),
        until=until,
        verify=verify,
        limit_size=limit_size,
        time_limit=time_limit,
    )
    if time_limit is None:
        explaining.at_once = explaining.number or ENDLESS
    else:
        explaining.at_once = 1  # so no step is lost
    deque(explaining, 0)
    return explaining.found


class Explaining:
    """An explanation in progress: iterating yields its steps one by one, each computed on demand.
    found: the complete explanation, once iteration has ended; at_once, hear: as in `StepWalk`.

    Arguments are those of `explain`; its errors are raised while iterating.
    """

    found: Explanation
    at_once = 1
    hear: Hear | None = None

    def __init__(
        self,
        start: Position,
        allowed: TechniqueChoice,
        until: str | int | None = None,
        verify: bool = True,
        limit_size: int | None = None,
        time_limit: float | None = None,
    ) -> None:
        self.start = start
        self.allowed = allowed
        self.verify = verify
        self.limit_size = limit_size
        self.time_limit = time_limit
        self.number: int | None = None
        self.name: str | None = None
        text = str(until)
        if text.isdecimal():  # of any length; Python refuses to read more than 4,300 digits
            self.number = min(int(text[-4000:]), ENDLESS)
        elif until is not None:
            self.name = known_step(text)

    def __iter__(self) -> Iterator[LogicStep]:
        clock = Clock(self.time_limit)
        steps = list[LogicStep]()
        outcome = LATE
        ahead = None
        with suppress(TimeLimitReached):
            walk = clock.within(self._walk)
            taken = islice(walk, self.number)
            while step := clock.within(partial(next, taken, None)):
                if self.name is not None and is_called(step, self.name):
                    ahead = step
                    break
                steps.append(step)
                yield step
            outcome = SO_FAR if ahead else walk.outcome or SO_FAR
        scale = self.allowed.scale.name
        found = Explanation(self.start.copy(), tuple(steps), outcome, ahead, scale)
        if self.name is not None and not ahead and outcome != LATE:
            found = found.until(self.name)  # raises `PuzzleError`: there is no such step
        elif self.number is not None and outcome != LATE and found.end.is_solved:
            found = replace(found, outcome="solved")
        self.found = found

    def _walk(self) -> StepWalk:
        walk = StepWalk(self.start, self.allowed, self.verify)
        walk.limit_size = self.limit_size
        walk.at_once = self.at_once
        walk.hear = self.hear
        return walk


class StepWalk:
    """Takes steps one after the other, each at the position that those before it leave.

    The compiled search finds many steps per call, because a call costs more than a step. Steps that
    it cannot find (of techniques used only on request, and nested refutations of any depth) are
    looked for between such calls, and then a call is limited to one step: the next may be simpler.
    Invariant: a step that was yielded is taken before the next one is looked for, and `position` is
    where it leads.

    outcome: "" while it continues; position: the current one; at_once: the number of steps searched
    for per call; limit_size: the maximum number of literals of a step. hear: called with what is
    looked for, before each part of a search that may take long.
    """

    at_once = ENDLESS
    hear: Hear | None = None
    limit_size: int | None = None

    def __init__(
        self, start: Position, rules: TechniqueChoice | str | int = "all", verify: bool = True
    ) -> None:
        choose = rules if isinstance(rules, TechniqueChoice) else choice(start.layout, rules)
        self.scale = choose.scale
        self.order = choose.order
        self.nested = choose.is_nested
        must_be_proper(start, choose.used_rows)
        self.rows = list(choose.rows)
        if not choose.is_own:
            if choose.uniqueness:
                start.layout.must_be_plain("a technique that assumes one solution")
            assuming = choose.uniqueness is not False and self.scale.unique_rules != 0
            proper = assuming and start.is_proper
            if choose.uniqueness and not proper:
                raise PuzzleError(
                    "uniqueness techniques hold only for a proper puzzle, and this one is not "
                    "(`satdoku diagnose` explains why): leave them off"
                )
            less = 0 if proper else self.scale.unique_rules
            self.order = tuple(group & ~less for group in self.order)
        self.position = start.copy()
        self.verify = verify
        self.outcome = ""
        self.has_rules = bool(start.theory.rules)
        #: Steps taken per call: steps with rules are slow, and perhaps only the first is needed.
        self.stride = 4 if self.has_rules else ENDLESS
        #: What `hear` was last called with.
        self._last_heard = ""

    def __iter__(self) -> Iterator[LogicStep]:
        while not self.outcome:
            for group in self.order:
                taken = 0
                for step in self._of(group):
                    if self._is_too_long(step):
                        self.outcome = TOO_LONG
                        return
                    taken += 1
                    yield self._checked(step)
                    self.position.take(step.asserted, step.denied)
                if taken or self.outcome:
                    break
            else:
                deeper = self._deeper()
                if deeper is None:
                    self.outcome = "stuck"
                elif self._is_too_long(deeper):
                    self.outcome = TOO_LONG
                else:
                    yield self._checked(deeper)
                    self.position.take(deeper.asserted, deeper.denied)

    def _of(self, group: int) -> Iterator[LogicStep]:
        """Yield the next steps by rules (as bits) and rows; if there are none, set `outcome` as
        appropriate."""
        limit = min(self.stride, self.at_once) if len(self.order) == 1 else 1
        used_rows = []
        if self.scale is SATDOKU:
            asked = [row for row in rows_if_named(group) if self.has_rules or not row.sets]
            used_rows = sorted([*asked, *self.rows], key=attrgetter("rating"))
        done = 0
        for row in (*used_rows, None):
            before = self._before(group, row) & ~done
            done |= before
            if before:
                # If rows follow, take one step at a time: a row may have a simpler step next time.
                most = limit if before == done else 1
                status, log = self._followed(before, most)
                # Whoever asks again is likely to want many.
                self.stride = min(2 * self.stride, ENDLESS)
                taken = False
                for step in steps_of(log, self.position, self.scale):
                    taken = True
                    yield self._simpler(step, row) or step
                if status in OUTCOMES and status != STUCK:
                    self.outcome = OUTCOMES[status]
                if status != STUCK or (taken and (most == 1 or before != done)):
                    return
            if row:
                one = next(steps_at(self.position, row.name), None)
                if one:
                    yield one
                    return

    def _simpler(self, step: LogicStep, row: Technique | None) -> LogicStep | None:
        """Return a simpler step of the row that comes after the rules by which a step was found, if
        the step's length makes it harder than the row; None if there is none."""
        if row is None or step.tenths <= round(10 * row.rating):
            return None
        one = next(steps_at(self.position, row.name), None)
        return one if one and one.tenths < step.tenths else None

    def _followed(self, allowed: int, most: int) -> tuple[int, list[int]]:
        """Return what `follow` does; if somebody listens, the slow techniques are searched apart,
        which finds the same steps."""
        if self.hear is None or self.scale is not SATDOKU:
            return follow(self.position, allowed, most, self.scale)
        status, log = STUCK, list[int]()
        for rating, what in SLOW:
            part = allowed & bits_below(rating)
            allowed &= ~part
            if part and not log and status == STUCK:
                self._tell(what)
                status, log = follow(self.position, part, most, self.scale)
        return status, log

    def _tell(self, what: str) -> None:
        """Say what is looked for, if that is news to who listens."""
        if self.hear is not None and what != self._last_heard:
            self._last_heard = what
            self.hear(what)

    def _before(self, group: int, row: Technique | None) -> int:
        """Return the rules of a group that the search tries before a row; None: before the end."""
        if row:
            return group & bits_below(row.rating)
        if self.scale is SATDOKU:
            return group & SEARCHED  # the others are rows
        return group

    def _deeper(self) -> LogicStep | None:
        """Return a nested refutation of any depth, once all rules are stuck."""
        if not self.nested or not self.position.is_proper:
            return None
        self._tell("nested refutations")
        found = refute_deeper(self.position, self._walk_inside)
        if found and self.scale is not SATDOKU:
            last = self.scale.first + len(self.scale.rows) - 1
            found = replace(found, rule=last)
        return found

    def _is_too_long(self, step: LogicStep) -> bool:
        return self.limit_size is not None and step.length > self.limit_size

    def _checked(self, step: LogicStep) -> LogicStep:
        if self.verify:
            step.verify(self.position)
        return step

    def _walk_inside(self, position: Position) -> tuple[list[LogicStep], bool]:
        """Return the steps from a supposition, and whether they end in a contradiction."""
        allowed = self.order[-1] & SEARCHED if self.scale is SATDOKU else SEARCHED
        allowed_inside = choice(position.layout, rules=allowed, scale=SATDOKU.name)
        inside = StepWalk(position, allowed_inside, verify=False)
        steps = list(inside)
        position.become(inside.position)
        return steps, inside.outcome == "contradiction"
