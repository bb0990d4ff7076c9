"""Redundant givens and rules of a puzzle with one solution, additions for one with several, and
single repairs for one with none: fast answers, mostly on the kept solver of a board.

Solvers are kept while a puzzle is edited: one for each board with its rules. An edit of givens only
changes assumptions. An edit of rules makes another board, whose theory takes a few milliseconds to
build; that is less than rules behind selectors cost on every query (50% more, measured with about
twenty cages). So selectors serve only to find culprits: which rules contradict each other, and
which are redundant.

>>> from satdoku.formats.text.reader import parse
>>> puzzle = parse("13..............", Layout.named("4x4+killer:3:r1c1,r1c2"))
>>> kept(BoardSolver, puzzle.layout).completion(puzzle.givens) is None
True
>>> blame = kept(Blame, puzzle.layout)
>>> blame.completion(puzzle.givens) is None, blame.completion(blame.elements(puzzle)) is None
(False, True)
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from ...backends.assuming import Assuming, Ruled
from ...backends.base import Clock
from ...board import Puzzle
from ...constraints.registry import short_name
from ...diagnosis.additions import Addition, best_cells, smallest_addition
from ...diagnosis.clue_additions import (
    ClueNumbers,
    clue_additions,
    clue_numbers,
    numbers_of_clues,
)
from ...diagnosis.conflicts import find_repairs
from ...diagnosis.diagnosis_record import clues_record
from ...diagnosis.diagnosis_text import solutions_text
from ...diagnosis.freedom import witnesses
from ...errors import Inconsistency, PuzzleError, TimeLimitReached
from ...layout import Layout
from ...logic.difficulty.rating import rate
from ...logic.slips import Slip, likely_slips, slips_text
from ...logic.step_text.sentences import conclusion_text
from ...phrases import Name, joined, phrase
from ...record_types import Record
from ...theory import Theory, Variables
from .validation import Say, puzzle_of

#: Number of solvers kept; number of variables that queries added, and of solutions that were
#: forbidden, above which a fresh solver is faster.
KEPT, MOST_ADDED, MOST_FORBIDDEN = 16, 500, 1500
#: Seconds for rating a proposal when no time is left; above every rating.
AT_LEAST, MOST_RATED = 0.01, 99.0
#: Number of slips offered, and of proposals rated.
MOST_SLIPS, MOST_JUDGED = 3, 8
#: In place of a rule: each that lacks its number.
ALL_RULES = -1


class BoardSolver(Assuming):
    """The solver of a board."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(Theory.of(layout))
        self.first = self._kept.top

    def elements(self, puzzle: Puzzle) -> list[int]:
        """Return the assumptions of a puzzle: its givens."""
        return list(puzzle.givens)

    @property
    def is_worn(self) -> bool:
        """Whether it has accumulated so many clauses that a fresh solver is faster."""
        return self._kept.top - self.first > MOST_ADDED or self.forbidden > MOST_FORBIDDEN


class Blame(BoardSolver, Ruled):
    """The same with each rule behind a selector variable."""

    def __init__(self, layout: Layout) -> None:
        Ruled.__init__(self, layout)
        self.first = self._kept.top

    def elements(self, puzzle: Puzzle) -> list[int]:
        """Return the givens and the selectors of the rules, in order."""
        return [*puzzle.givens, *self.selectors]

    def shrinking(
        self, kept: list[int], order: Sequence[int], assumed: Sequence[int] = ()
    ) -> Iterator[int]:
        """Take out of conflicting elements each one in `order` without which the others conflict,
        and those in `order` that their conflict does not use; yield how many were tried before."""
        may_go = set(order)
        for number, element in enumerate(order):
            yield number
            fewer = [e for e in kept if e != element]
            if element in kept and self.completion([*fewer, *assumed]) is None:
                # The new conflict needs its core only, so all else goes without a question of its
                # own.
                used = set(self.core)
                kept[:] = [e for e in fewer if e in used or e not in may_go]


Kind = TypeVar("Kind", bound=BoardSolver)
_solvers: OrderedDict[tuple[type[BoardSolver], Layout], Any] = OrderedDict()
atexit.register(_solvers.clear)  # at shutdown they could no longer be freed


def kept(kind: type[Kind], layout: Layout, clock: Clock | None = None) -> Kind:
    """Return this process's solver for a board, a `BoardSolver` or a `Blame`; the clock applies to
    the following queries."""
    # Taken out and put in again, so the one at the front is the one that was not used for longest.
    found: Kind | None = _solvers.pop((kind, layout), None)
    if found is None or found.is_worn:
        found = kind(layout)
    _solvers[kind, layout] = found
    found.clock = clock or Clock(None)  # not that of an earlier query, which may have expired
    while len(_solvers) > KEPT:
        _solvers.popitem(last=False)
    return found


def given_names(layout: Layout, variables: Iterable[int]) -> list[str]:
    """Return the display names of givens: 'r1c1=5'."""
    theory = Theory.of(layout.without_constraints())
    return [conclusion_text(theory, [v], ()) for v in variables]


def rule_name(layout: Layout, number: int) -> str:
    """Return the display name of a constraint (from 0) of a layout."""
    return short_name(layout.constraints[number], layout)


SEVERAL = phrase(
    "the puzzle has several solutions: nothing is redundant (additions make it unique)"
)
NONE = phrase("the puzzle has no solution (see live for the conflict)")


#: What a repair changes; what an addition makes.
INSTEAD = "{new} instead of {old} in {name}"
LEVELLED = "{text} ({level}, {rating})"


class Only:
    """A puzzle with one solution on its kept solver: tests whether it stays unique without
    something.

    elements: givens and selectors. Raises `PuzzleError` unless there is exactly one solution.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self.puzzle = puzzle
        self.desk = kept(Blame, puzzle.layout, clock)
        self.elements = self.desk.elements(puzzle)
        self.blocker = self.desk.new_variable()
        found = self.desk.completion(self.elements)
        if found is None:
            raise PuzzleError(NONE)
        self.true = found
        self.solution = Puzzle.from_variables(found, puzzle.layout)
        # Forbidden under an assumption only: the solver is kept, and later questions must find this
        # solution again.
        self.desk.forbid(found, self.blocker)
        if not self.stays(self.elements):
            raise PuzzleError(SEVERAL)

    def stays(self, elements: Sequence[int]) -> bool:
        """Whether these elements alone leave no other solution."""
        return self.desk.completion([*elements, self.blocker]) is None

    def irreducible(self, order: Sequence[int], say: Say = lambda _: None) -> list[int]:
        """Return sufficient elements, none of which in `order` is redundant; earlier ones are
        dropped first. Elements that a proof of uniqueness did not use are dropped along with it."""
        left = list(self.elements)
        for number in self.desk.shrinking(left, order, [self.blocker]):
            say({"done": number, "total": len(order)})
        return left


def redundant(arguments: Record, say: Say) -> Record:
    """The givens and constraints that can each be removed alone."""
    puzzle = puzzle_of(arguments)
    clock = Clock(arguments["time_limit"])
    only = Only(puzzle, clock)
    going = []
    unknown = list(only.elements)
    total = len(unknown)
    with suppress(TimeLimitReached):
        while unknown:
            if only.stays([e for e in only.elements if e != unknown[0]]):
                going.append(unknown[0])
            # After the question: if it ends with the time limit, its element is still unknown.
            del unknown[0]
            say({"done": total - len(unknown), "total": total})
    layout = puzzle.layout
    rules = only.desk.selectors
    givens = [v for v in going if v not in rules]
    numbers = [number for number, selector in enumerate(rules) if selector in going]
    names = [rule_name(layout, number) for number in numbers]
    givens_named = given_names(layout, givens)
    words = joined([*givens_named, *names])
    return {
        "redundant": givens_named,
        "cells": [layout.cell_of(v) for v in givens],
        "redundant_rules": numbers,
        "rule_names": names,
        "minimal": not going and not unknown,
        "all": not unknown,
        "text": _going(words),
    }


def _going(words: str) -> str:
    if not words:
        return phrase("nothing can be removed")
    return phrase("can be removed, each alone: {words}", words=words)


def repairs(arguments: Record, say: Say) -> Record:
    """The changes of one given or rule that leave a solution. Changes that leave exactly one come
    first, and changing a rule's number comes before dropping the rule."""
    puzzle = puzzle_of(arguments)
    layout = puzzle.layout
    clock = Clock(arguments["time_limit"])
    solver = Ruled(layout, clock)
    if solver.completion([*puzzle.givens, *solver.selectors]) is not None:
        raise PuzzleError(phrase("the puzzle has a solution: there is nothing to repair"))
    of_givens, of_rules, are_all = find_repairs(solver, puzzle)
    found: list[Record] = []
    for rule in of_rules:
        name = rule_name(layout, rule.number)
        text: str = phrase("leave out {name}", name=name)
        if rule.value is not None:
            old = layout.constraints[rule.number].values[0]
            text = phrase(INSTEAD, new=rule.value, old=old, name=name)
        changed: Record = {"rule": rule.number, "change_to": rule.value, "text": text}
        found.append(changed | {"solutions": rule.solutions})
    for given in of_givens:
        cell, digit = layout.cell_and_digit(given.given)
        name = layout.cell_name(cell)
        symbol = layout.symbol(digit)
        text = phrase("leave out {name}", name=f"{name}={symbol}")
        if given.digit:
            text = phrase(INSTEAD, new=layout.symbol(given.digit), old=symbol, name=name)
        changed = {"cell": cell, "change_to": given.digit or None, "text": text}
        found.append(changed | {"solutions": given.solutions})
    found.sort(key=lambda one: (one["solutions"], one["change_to"] is None))
    for one in found:
        one["solutions"] = solutions_text(one["solutions"])
    lines = [f"{one['text']}: {one['solutions']}" for one in found]
    slips: tuple[Slip, ...] = ()
    with suppress(TimeLimitReached):
        slips = likely_slips(puzzle, clock)
    if slips:
        lines.insert(0, f"perhaps {slips_text(slips)}: one solution")
    told = [{"said": slip.said, "cells": list(slip.puzzle.cells)} for slip in slips[:MOST_SLIPS]]
    text = "\n".join(lines) or "no single change helps"
    return {"repairs": found, "all": are_all, "slips": told, "text": text}


def additions(arguments: Record, say: Say) -> Record:
    """Clues that make a puzzle with several solutions unique, the fewest and easiest first, the
    fewest givens that do, and the best cells."""
    puzzle = puzzle_of(arguments)
    clock = Clock(arguments["time_limit"])
    clues = clue_additions(puzzle, clock.part()) if puzzle.constraints else ()
    found, known, all_known = smallest(puzzle, clock)
    layout = puzzle.layout
    names = given_names(layout, found.variables)
    best = best_cells(puzzle, known, all_known)[:9]
    rated = list[Record]()
    for one in clues:
        told: str = one.text(layout)
        record: Record = {**clues_record(one, layout), "rating": None, "level": ""}
        if len(rated) < MOST_JUDGED:
            after = rate(one.added_to(puzzle), time_limit=clock.part(1).limit or AT_LEAST)
            record["rating"] = after.rating or None
            record["level"] = after.label
            if after.outcome == "solved":
                level = Name(after.label)
                told = phrase(LEVELLED, text=told, level=level, rating=after.rating_text)
        rated.append({**record, "text": told})
    rated.sort(key=lambda one: (len(one["clues"]), one["rating"] or MOST_RATED))
    texts = [one["text"] for one in rated]
    givens = ", ".join(names)
    texts.append(givens if found.is_smallest else f"{givens} (perhaps fewer are enough)")
    added = [list(layout.cell_and_digit(v)) for v in found.variables]
    averages = [{"cell": one.cell, "average": one.average} for one in best]
    return {
        "clues": rated,
        "givens": names,
        "cells": added,
        "smallest": found.is_smallest,
        "at_least": found.at_least,
        "solution": found.solution.line,
        "best_cells": averages,
        "text": "\n".join(f"unique with {text}" for text in texts),
    }


def numbers(arguments: Record, say: Say) -> Record:
    """The numbers that a rule can have, or those of each rule that lacks its number, and how many
    solutions each leaves."""
    puzzle = puzzle_of(arguments)
    rule, limit = arguments["rule"], arguments["time_limit"]
    if rule == ALL_RULES:
        found = numbers_of_clues(puzzle, limit)
        told = [f"{rule_name(puzzle.layout, one.rule)}\n{one.text()}" for one in found]
        text = "\n\n".join(told) or "every rule has its number"
        return {"rules": [_numbers_record(one) for one in found], "text": text}
    if rule >= len(puzzle.constraints):
        raise PuzzleError(
            phrase(
                "there is no rule {rule!s}: the puzzle has {count!s}",
                rule=rule,
                count=len(puzzle.constraints),
            )
        )
    one = clue_numbers(puzzle, rule, limit)
    return {**_numbers_record(one), "text": one.text()}


def _numbers_record(found: ClueNumbers) -> Record:
    return {
        "rule": found.rule,
        "numbers": [list(pair) for pair in found.numbers],
        "more": sorted(found.more),
        "all": found.is_all,
        "exact": found.is_exact,
    }


def smallest(puzzle: Puzzle, clock: Clock) -> tuple[Addition, list[Variables], bool]:
    """Return (the addition, known solutions, whether these are all)."""
    layout = puzzle.layout
    solver = Assuming(Theory.of(layout), clock=clock.part(0.3))
    two = solver.two_completions(puzzle.givens)
    if not two:
        raise Inconsistency(NONE)
    if len(two) == 1:
        raise PuzzleError(phrase("the puzzle has one solution: no additions are needed"))
    witness, is_all = witnesses(solver, puzzle.givens, two)
    known = list(dict.fromkeys([*two, *witness.values()]))
    given_cells = {layout.cell_of(v) for v in puzzle.givens}
    open_ = [v for v in witness if layout.cell_of(v) not in given_cells]
    added = smallest_addition(puzzle, open_, is_all, known, clock.part(0.9))
    return added, [tuple(sorted(true)) for true in known], False
