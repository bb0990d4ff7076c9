"""Operations that wrap one public function: its record plus what a page needs to draw it.

The functions `hinted`, `explained` and `certified` return values; a page and an agent (see
`operations.TOOLS`) build different records from these.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...backends.base import Clock
from ...board import Puzzle
from ...errors import Inconsistency, ParseError, PuzzleError
from ...inference.deduction import ASSERTED, DENIED
from ...inference.entailment import consequences
from ...layout import Layout
from ...logic.mistakes import PlayerState, mistakes_in, state_of
from ...logic.position import Position
from ...logic.properness import what_is_wrong
from ...logic.starting import position_of
from ...phrases import Name, joined, phrase
from ...plurals import plural
from ...record_types import Record
from ...theory import Theory
from .validation import Say, puzzle_of

if TYPE_CHECKING:
    from ...certificates.certificate import Certificate
    from ...logic.explanation import Explanation
    from ...logic.hints import Hint
    from ...logic.steps import LogicStep


def answered(arguments: Record, ask: Callable[..., Any], *names: str, **more: Any) -> Record:
    """Return what a public function answers to the puzzle and the arguments of these names, as its
    command prints it, with its text."""
    puzzle = puzzle_of(arguments)
    found = ask(puzzle, **{name: arguments[name] for name in names}, **more)
    record: Record = {"puzzle": puzzle.line} | puzzle.layout.record()
    record |= found.record() | {"text": found.text()}
    return record


def solve(arguments: Record, say: Say) -> Record:
    """`satdoku solve`."""
    from ...logic.slips import with_slip
    from ...operations.outcomes import outcome

    clock = Clock(arguments["time_limit"])

    def ask(puzzle: Puzzle, **settings: Any) -> Any:
        found = outcome(puzzle, **settings)
        if found.outcome != "none":
            return found
        return found._replace(complaint=with_slip(found.complaint, puzzle, clock))

    return answered(arguments, ask, "limit", "logic", "time_limit")


def count(arguments: Record, say: Say) -> Record:
    """Count the solutions; report the count so far as progress, and an estimate if cut short."""
    from ...batch.counting import AFTERWARDS, counted, quick_estimate

    def tell(found: int) -> None:
        say({"count": found, "exact": False, "done": False})

    puzzle = puzzle_of(arguments)
    clock = Clock(arguments["time_limit"])
    limit = arguments["limit"]
    total, is_all = counted(puzzle, limit, clock, tell)
    record: Record = {"puzzle": puzzle.line} | puzzle.layout.record()
    record |= {"count": total, "exact": is_all, "in_time": is_all or total >= limit}
    if not is_all:
        record |= quick_estimate(puzzle, total, Clock(AFTERWARDS)).record()
    return record


def check(arguments: Record, say: Say) -> Record:
    """`satdoku check`."""
    from ...logic.slips import with_slip
    from ...operations.checking import check as report_on

    clock = Clock(arguments["time_limit"])

    def ask(puzzle: Puzzle, **settings: Any) -> Any:
        found = report_on(puzzle, **settings)
        return replace(found, problem=found.problem and with_slip(found.problem, puzzle, clock))

    return answered(arguments, ask, "time_limit")


def diagnose(arguments: Record, say: Say) -> Record:
    """`satdoku diagnose`."""
    from ...diagnosis.diagnosing import diagnose as ask

    return answered(arguments, ask, "keep", "limit", "time_limit")


def rate(arguments: Record, say: Say) -> Record:
    """`satdoku rate`, with the name of the hardest rule."""
    from ...logic.difficulty.rating import rate as ask

    found = answered(arguments, ask, "rules", "scale", "time_limit", progress=StepCounter(say).hear)
    return found | {"hardest_step": next(reversed(found["steps"]), "")}


class StepCounter:
    """Reports the number of steps so far and the hardest of them."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.number = 0
        self.hardest: LogicStep | None = None

    def hear(self, step: LogicStep) -> None:
        """Count one more step and report progress."""
        self.number += 1
        if self.hardest is None or step.tenths > self.hardest.tenths:
            self.hardest = step
        steps = plural(self.number, "step")
        text = phrase(
            "{steps}, the hardest so far: {name}", steps=steps, name=Name(self.hardest.name)
        )
        self.say({"steps": self.number, "text": text})


# -- Hints and paths ----------------------------------------------------------------------------


def hinted(arguments: Record, say: Say) -> Hint:
    """`satdoku hint`."""
    from ...logic.hints import hint as ask

    start = start_of(arguments)
    say({"text": phrase("looking for the simplest step")})
    return ask(start, rules=arguments["rules"], time_limit=arguments["time_limit"])


def hint(arguments: Record, say: Say) -> Record:
    """All levels of a hint at once, or up to the requested one."""
    from ...logic.hints import SHOWN

    found = hinted(arguments, say)
    wanted = arguments["show"]
    levels = SHOWN[: SHOWN.index(wanted) + 1]
    record = found.record() | {
        "texts": {level: found.text(level, arguments["language"]) for level in levels}
    }
    if wanted != "why":
        record["step"] = None
    elif found.step and found.position:
        record["marks"] = marks(found.position, found.step)
        record["board"] = position_record(found.position)
    return record


def explained(arguments: Record, say: Say) -> Explanation:
    """`satdoku explain`."""
    from ...logic.explain import Explaining
    from ...logic.search.choosing import choice
    from ...logic.starting import position_of

    start = start_of(arguments)
    position = position_of(start)
    allowed = choice(position.layout, arguments["rules"], arguments["scale"])
    explaining = Explaining(
        position, allowed, arguments["until"], time_limit=arguments["time_limit"]
    )
    progress = StepCounter(say)
    for step in explaining:
        progress.hear(step)
    return explaining.found


def explain(arguments: Record, say: Say) -> Record:
    """Each step with the position before it and the marks that show it on the board."""
    return shown_path(explained(arguments, say))


def shown_path(found: Explanation) -> Record:
    """Return an explanation as the page shows it."""
    record: Record = {**found.record()}
    steps = list(record["steps"])
    if "next" in record:
        steps.append(record["next"])
    for one, (position, step) in zip(steps, found.positions(), strict=True):
        one["board"] = position_record(position)
        one["marks"] = marks(position, step)
    return record | {"summary": found.summary}


def steps(arguments: Record, say: Say) -> Record:
    """`satdoku steps`, with the marks that show each step on the board."""
    from ...logic.available import available

    asked = ("technique", "eliminates", "places", "limit", "time_limit")
    given = {key: arguments[key] for key in asked}
    found = available(start_of(arguments), **given)
    record: Record = {**found.record(), "text": found.text()}
    for one, step in zip(record["available"], found.steps, strict=True):
        one["marks"] = marks(found.position, step)
    return record


def chain(arguments: Record, say: Say) -> Record:
    """A player's chain, judged link by link, and the position that it is drawn at."""
    from ...logic.chain_judging import judged_chain

    start = start_of(arguments)
    position = position_of(start)
    found = judged_chain(position, arguments["chain"])
    board = position_record(position)
    return {**found.record(), "board": board}


def start_of(arguments: Record) -> Puzzle | PlayerState:
    """Return the puzzle, or the player's state: entries per cell and marks, or a text of both."""
    puzzle = puzzle_of(arguments)
    entries, marked = arguments["entries"], arguments.get("marks")
    if entries is None and marked is None:
        return puzzle
    if isinstance(entries, str):
        return state_of(entries, puzzle)
    count = puzzle.layout.cell_count
    size = puzzle.layout.size
    entries = entries or [0] * count
    marked = marked or [[]] * count
    if len(entries) != count or len(marked) != count:
        raise PuzzleError(
            phrase(
                "entries and marks must be lists with one entry per cell, not {count!s}",
                count=count,
            )
        )
    placed = [given or entry for given, entry in zip(puzzle.cells, entries, strict=True)]
    for digit, some in zip(placed, marked, strict=True):
        if digit > size or not all(isinstance(d, int) and 1 <= d <= size for d in some):
            raise ParseError(phrase("entries and marks must hold digits 1 to {size!s}", size=size))
    return PlayerState.of(placed, marked, puzzle.layout, puzzle)


def marks(position: Position, step: LogicStep) -> Record:
    """Return what to draw for a step: cells from 0, candidates as [cell, digit]."""
    from ...render.picture.marks import marks_of

    found = marks_of(position, step)
    theory = position.theory

    def pairs(variables: Any) -> list[list[int]]:
        return [list(theory.cell_and_digit(v)) for v in variables if theory.is_board(v)]

    links = []
    for link in found.links:
        links.append({"from": pairs(link.start), "to": pairs(link.end), "kind": link.kind})
    return {
        "shaded": {str(cell): kind for cell, kind in found.shaded.items()},
        "used": pairs(found.used),
        "asserted": pairs(found.asserted),
        "denied": pairs(found.denied),
        "supposed": pairs(found.supposed),
        "links": links,
    }


def position_record(position: Position) -> Record:
    """Return, per cell, the digit placed (0 for none) and a bit mask of the possible digits."""
    digits = [position.digit_in(cell) for cell in position.layout.all_cells]
    return {"digits": digits, "candidates": position.masks()}


def check_entries(arguments: Record, say: Say) -> Record:
    """Return the wrong entries of a player: cells from 0, with the text of each mistake."""
    start = start_of(arguments)
    if isinstance(start, Puzzle):
        raise PuzzleError("nothing to check: send the entries, one digit per cell, 0 for none")
    try:
        found = mistakes_in(start)
    except (PuzzleError, Inconsistency):
        problem: str = phrase(
            "One of these digits or marks is wrong; which one cannot be told without givens."
        )
        wrong = what_is_wrong(start.puzzle) if start.puzzle else ""
        if wrong:
            problem = phrase("The entries cannot be checked: {reason}.", reason=wrong)
        return {"wrong": [], "mistakes": [], "problem": problem, "solved": False}
    names = {start.layout.cell_name(cell): cell for cell in start.layout.all_cells}
    return {
        "wrong": [names[mistake.cell] for mistake in found],
        "mistakes": [mistake.record() | {"text": str(mistake)} for mistake in found],
        "problem": "",
        "solved": not found and start.placed.is_full,
    }


def lesson(arguments: Record, say: Say) -> Record:
    """How a technique works, and why."""
    from ...logic.lessons.about import technique

    return {"text": technique(arguments["technique"]).text(arguments["language"])}


def broken(arguments: Record, say: Say) -> Record:
    """The rules that the digits placed break, whatever the open cells hold, as far as the base
    rules see it; and the cells of these with a digit."""
    start = start_of(arguments)
    placed = start if isinstance(start, Puzzle) else start.placed
    layout = placed.layout
    theory = Theory.of(layout)
    status = bytearray(len(theory.occurrences))
    for cell, digit in enumerate(placed.cells):
        if digit:
            for d, v in enumerate(layout.variables_of(cell), 1):
                status[v] = ASSERTED if d == digit else DENIED
    rules = []
    cells = set[int]()
    for number, rule in enumerate(theory.rules):
        if consequences(theory, status, rule.clauses) is None:
            rules.append(number)
            cells.update(layout.constraints[number].cells)
    return {"rules": rules, "cells": sorted(cell for cell in cells if placed.cells[cell])}


# -- Certificates -------------------------------------------------------------------------------


def certified(arguments: Record) -> Certificate:
    """`satdoku certify`."""
    from ...certificates.certifying import certify as ask

    return ask(
        puzzle_of(arguments),
        arguments["claims"],
        time_limit=arguments["time_limit"],
        follows=arguments["follows"] or "",
        denied=arguments["denied"] or "",
        equals=arguments["equals"] or None,
    )


def certify(arguments: Record, say: Say) -> Record:
    """The certificate, its line and a short summary."""
    found = certified(arguments)
    claims = joined(map(Name, found.claims))
    text = phrase(
        "{claims}, with a proof of {number} lemmas", claims=claims, number=len(found.proof)
    )
    return {
        "certificate": found.record(),
        "line": found.line,
        "claims": list(found.claims),
        "text": text,
    }


def verify(arguments: Record, say: Say) -> Record:
    """`satdoku verify`."""
    from ...certificates.verifying import verify as ask

    sent = arguments["certificate"]
    if sent is None:
        raise ParseError("verify needs a certificate: the object that certify returns, or its line")
    name, symbols = arguments["layout"], arguments["symbols"]
    board = None
    if name:
        board = Layout.named(name, symbols)
    elif symbols:
        board = Layout.of_size(len(symbols), symbols)
    line = sent if isinstance(sent, str) else json.dumps(sent)
    found = ask(line, layout=board)
    record: Record = {"line": 1, **found.record()}
    record["text"] = found.text()
    return record
