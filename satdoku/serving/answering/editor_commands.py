"""The commands of variant editors, answered in the format of their protocol.

An editor sends its puzzle as compressed f-puzzles JSON. `solve`, `check`, `count` and
`truecandidates` use only the givens (and the candidates given for a cell); `estimate`, `solvepath`
and `step` start from the digits placed and the centre marks.

Source: the protocol as implemented in SudokuSolver 1.3.3 by dclamage
(github.com/dclamage/SudokuSolver).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...backends.base import Clock
from ...batch.counting import counted, estimates
from ...board import Puzzle
from ...errors import Inconsistency, ParseError, PuzzleError
from ...formats.links.fpuzzles import read_fpuzzles, unpacked
from ...formats.metadata import DRAWINGS
from ...logic.catalog.rules import RULE_NAMES, SEARCHED
from ...logic.explain import explain
from ...logic.mistakes import PlayerState
from ...logic.position import Position
from ...logic.step_text.sentences import sentence
from ...phrases import phrase
from ...record_types import Record
from . import live
from .validation import Operation, Say

NOTHING, WRONG, STUCK = "No solutions found.", "Board is invalid!", "No logical steps found."
#: Technique switches of the editor → our rules.
DISABLED = {
    "tuples": ("direct hidden pair", "direct hidden triple", "naked pair", "hidden pair",
               "naked triple", "hidden triple", "naked quad", "hidden quad"),
    "pointing": ("direct pointing", "direct claiming", "pointing", "claiming"),
    "fishes": ("X-wing", "swordfish", "jellyfish"),
    "wings": ("XY-wing", "XYZ-wing"),
    "aic": ("X-chain", "chain", "grouped X-chain", "grouped chain", "ALS-XZ"),
    "contradictions": ("single-digit refutation", "forcing chain", "refutation",
                       "refutation with locked candidates", "nested refutation"),
}  # fmt: skip
#: Seconds for a path or a step; solutions per candidate needed for colouring; no limit.
SECONDS = 20.0
COLOURED = 8
ENDLESS = 2**62


class Edited:
    """What an editor sent. data: its JSON; puzzle: givens and rules."""

    def __init__(self, arguments: Record) -> None:
        self.data = unpacked(arguments["data"])
        self.puzzle = read_fpuzzles(self.data, [DRAWINGS])
        self.cells: list[Record] = [cell for row in self.data["grid"] for cell in row]

    @property
    def placed(self) -> tuple[int, ...]:
        """The digits, given or entered (0 for none)."""
        return tuple([_digit(cell.get("value"), self.puzzle) for cell in self.cells])

    @property
    def marks(self) -> list[frozenset[int]]:
        """The centre marks of each cell."""
        return [
            frozenset(_digit(mark, self.puzzle) for mark in cell.get("centerPencilMarks") or ())
            for cell in self.cells
        ]

    @property
    def state(self) -> PlayerState:
        """The user's current state."""
        return PlayerState.of(self.placed, self.marks, self.puzzle.layout)

    @property
    def rules(self) -> int:
        """A bit for each rule that the user did not disable."""
        off = self.data.get("disabledlogic") or ()
        gone = {rule for word in off for rule in DISABLED.get(_word(word), ())}
        kept = sum(1 << k for k, name in enumerate(RULE_NAMES) if name not in gone)
        return kept & SEARCHED

    def option(self, name: str) -> int | None:
        """Return the number of a true-candidates option ("name=8"), 1 if it has none, or None."""
        for one in self.data.get("truecandidatesoptions") or ():
            found = re.fullmatch(rf"(?:truecandidates)?{name}(?:=(\d{{1,6}}))?", _word(one))
            if found:
                return int(found[1] or 1)
        return None


def _word(value: Any) -> str:
    return value.strip().lower() if isinstance(value, str) else ""


def _digit(value: Any, puzzle: Puzzle) -> int:
    digit = int(value or 0)
    if not 0 <= digit <= puzzle.layout.size:
        raise ParseError(
            phrase("a digit {digit!s} on a board of {size!s}", digit=digit, size=puzzle.layout.size)
        )
    return digit


# -- Answers ------------------------------------------------------------------------------------


def invalid(message: str) -> Record:
    """Return the protocol's reply for an impossible request."""
    return {"type": "invalid", "message": message}


def solve(arguments: Record, say: Say) -> Record:
    """Return any solution."""
    from ...operations.solving import solutions

    for found in solutions(Edited(arguments).puzzle, limit=1):
        return {"type": "solved", "solution": list(found.cells)}
    return invalid(NOTHING)


def _counting(arguments: Record, say: Say, limit: int) -> Record:
    def tell(known: int) -> None:
        say({"type": "count", "count": known, "inProgress": True})

    found, _ = counted(Edited(arguments).puzzle, limit, Clock(None), tell)
    return {"type": "count", "count": found, "inProgress": False}


def check(arguments: Record, say: Say) -> Record:
    """Count up to 2: 0, 1, or 2 for several."""
    return _counting(arguments, lambda _: None, 2)


def count(arguments: Record, say: Say) -> Record:
    """Count all solutions."""
    return _counting(arguments, say, ENDLESS)


def true_candidates(arguments: Record, say: Say) -> Record:
    """Return, by cell and digit: 0, or the number of solutions with it up to a cap; -1 for a
    candidate that logic cannot eliminate but no solution has."""
    edited = Edited(arguments)
    cap = edited.option("numsolutions") or (COLOURED if edited.option("colored") else 1)
    found = live.answer(edited.puzzle, max(1, cap), None, Clock(None), lambda _: None)
    if found["outcome"] == "none":
        return invalid(NOTHING)
    counts = [number for cell in found["candidates"] for number in cell]
    if edited.option("logical"):
        end = explain(edited.puzzle, rules=edited.rules, time_limit=SECONDS).end
        for v, number in enumerate(counts, 1):
            cell, digit = edited.puzzle.layout.cell_and_digit(v)
            if not number and digit in end.candidates_in(cell):
                counts[v - 1] = -1
    return {"type": "truecandidates", "solutionsPerCandidate": counts}


def estimate(arguments: Record, say: Say) -> Record:
    """Report increasingly precise estimates until cancelled."""
    edited = Edited(arguments)
    now = Puzzle(edited.placed, edited.puzzle.layout)
    last: Record = {}
    for found in estimates(now, Clock(None)):
        last = {"type": "estimate", **found}
        say(last)
    return last or invalid("no estimate in time")


def path(arguments: Record, say: Say) -> Record:
    """Return all steps from the user's current state."""
    return _steps(Edited(arguments), None)


def step(arguments: Record, say: Say) -> Record:
    """Return the next step; if the centre marks differ from the candidates, that is to set them."""
    edited = Edited(arguments)
    try:
        position = edited.state.position
    except Inconsistency:
        return _logical(None, edited, [WRONG], is_valid=False)
    for cell, marks in enumerate(edited.marks):
        if not position.digit_in(cell) and marks != set(position.candidates_in(cell)):
            return _logical(position, edited, ["Initial candidates."])
    return _steps(edited, 1)


def _steps(edited: Edited, most: int | None) -> Record:
    try:
        start = edited.state.position
        found = explain(start, rules=edited.rules, until=most, time_limit=SECONDS)
    except Inconsistency:
        return _logical(None, edited, [WRONG], is_valid=False)
    theory = start.theory
    lines = [f"{one.name}: {sentence(theory, one)}" for one in found.steps]
    is_valid = found.outcome != "contradiction" and found.end.broken_clause is None
    if not is_valid:
        lines.append(WRONG)
    elif not lines:
        lines.append(STUCK)
    return _logical(found.end, edited, lines, is_valid)


def _logical(
    position: Position | None, edited: Edited, lines: Sequence[str], is_valid: bool = True
) -> Record:
    def cells() -> Iterator[Record]:
        for cell, digit in enumerate(edited.placed):
            now = position.digit_in(cell) if position else digit
            candidates = position.candidates_in(cell) if position else sorted(edited.marks[cell])
            yield {"value": now, "candidates": None if now else candidates}

    message = "\n".join(lines) + "\n"
    return {"type": "logical", "cells": list(cells()), "message": message, "isValid": is_valid}


def _row(command: str, sentence: str, function: Any, seconds: float) -> Operation:
    def answer(arguments: Record, say: Say) -> Record:
        try:
            record: Record = function(arguments, say)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, (ParseError, PuzzleError)):
                raise
            raise ParseError("the data is not an f-puzzles puzzle") from None
        return record

    data = {"data": {"type": "string", "maxLength": 500_000}}
    return Operation(f"editor {command}", sentence, answer, data, seconds, needs_puzzle=False)


#: By protocol command.
COMMANDS = {
    "solve": _row("solve", "Some solution.", solve, 120),
    "check": _row("check", "Whether there is one.", check, 120),
    "count": _row("count", "All solutions.", count, 3600),
    "truecandidates": _row("truecandidates", "True candidates.", true_candidates, 300),
    "estimate": _row("estimate", "About how many.", estimate, 3600),
    "solvepath": _row("solvepath", "All steps.", path, 60),
    "step": _row("step", "The next step.", step, 60),
}
