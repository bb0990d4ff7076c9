"""A puzzle as a row of a data set: solution, rating and, where asked for, every step of the way.

A step's variables are DIMACS numbers, its clauses numbers (from 0) of the theory's. The board
before a step follows from the steps before it (`candidates_before`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..board import Puzzle
from ..formats.reader import parse
from ..layout import Layout
from ..logic.explaining import explain
from ..logic.explanation import Explanation
from ..logic.position import Position
from ..logic.sentences import sentence
from ..random_stream import RandomStream

#: The columns of a row without steps.
COLUMNS = ("puzzle", "solution", "clues", "layout", "group", "rating", "label", "hardest_rule")


def trace(
    puzzle: Puzzle,
    group: int = 0,
    traces: bool = True,
    negatives: RandomStream | None = None,
    order: bool = False,
) -> dict[str, Any]:
    """The row of a proper puzzle.

    group: what it shares with its disguises. negatives: draws the wrong elimination of each step.
    order: also the cells in the order in which they are filled, (cell, digit, rule) each.
    """
    found = explain(puzzle, verify=False)
    row: dict[str, Any] = {
        "puzzle": puzzle.line,
        "solution": found.end.board.line,
        "clues": puzzle.clue_count,
        "layout": puzzle.layout.name,
        "group": group,
        "rating": found.rating,
        "label": found.label,
        "hardest_rule": found.hardest.rule_name if found.hardest else "",
    }
    if order:
        theory = found.start.theory
        row["order"] = [
            (*theory.cell_and_digit(variable), step.rule_name)
            for step in found.steps
            for variable in step.asserted
        ]
    if traces:
        row["steps"] = _steps(found, negatives)
    return row


def _steps(found: Explanation, negatives: RandomStream | None) -> list[dict[str, Any]]:
    theory = found.start.theory
    true = set(found.end.board.givens) if negatives else set[int]()
    steps = []
    for position, step in found.positions():
        row: dict[str, Any] = {
            "rule": step.rule_name,
            "name": step.name,
            "rating": step.rating,
            "asserted": list(step.asserted),
            "denied": list(step.denied),
            "clauses": sorted(step.clauses),
            "text": sentence(theory, step),
        }
        if negatives:
            row["wrong"] = _wrong(position, true, step.clauses, negatives)
        steps.append(row)
    return steps


def _wrong(
    position: Position, true: set[int], clauses: tuple[int, ...], stream: RandomStream
) -> int | None:
    """A candidate whose elimination would be wrong, since the solution holds it: one that the
    step's clauses speak of, if there is one; None where all cells are filled."""
    members = position.theory.members
    open_ = [v for v in sorted(true) if position.is_open(v)]
    pool = [v for v in open_ if any(v in members[clause] for clause in clauses)] or open_
    return pool[stream.below(len(pool))] if pool else None


def candidates_before(row: Mapping[str, Any], number: int) -> list[list[int]]:
    """The digits possible in each cell before step `number` (from 0) of a traced row; a cell that
    is filled has one."""
    position = Position.of(parse(row["puzzle"], Layout.named(row["layout"])))
    for step in row["steps"][:number]:
        position.take(step["asserted"], step["denied"])
    return [position.candidates_in(cell) for cell in range(position.layout.cell_count)]
