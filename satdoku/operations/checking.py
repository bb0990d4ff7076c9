"""Checking: what can be said of a puzzle in one report.

>>> from satdoku.operations.generating import generate
>>> report = check(next(generate(seed=7)))
>>> report.proper, report.logic_solvable, report.logic_minimal, report.clue_count
(True, True, True, 24)
"""

from __future__ import annotations

from dataclasses import dataclass

from ..backends.base import Backend
from ..board import Puzzle
from .minimizing import essential_cells, is_logic_solvable
from .solving import count, why_unsolvable


@dataclass(frozen=True, slots=True)
class Report:
    """solution_count: 0, 1, or 2 for several; problem: why there is no solution, else "".

    minimal: no given can go without losing properness (None unless proper); logic_minimal: none
    can go without losing solvability by the base rules (None unless solvable so).
    """

    clue_count: int
    solution_count: int
    minimal: bool | None
    logic_solvable: bool
    logic_minimal: bool | None
    problem: str

    @property
    def proper(self) -> bool:
        """Exactly one solution."""
        return self.solution_count == 1


def check(
    puzzle: Puzzle, *, engine: str | Backend = "auto", time_limit: float | None = None
) -> Report:
    """The report on a puzzle; `engine` counts its solutions."""
    found = count(puzzle, limit=2, engine=engine, time_limit=time_limit)
    logic = is_logic_solvable(puzzle)
    clues = puzzle.clue_count
    return Report(
        clue_count=clues,
        solution_count=found,
        minimal=len(essential_cells(puzzle, "proper")) == clues if found == 1 else None,
        logic_solvable=logic,
        logic_minimal=len(essential_cells(puzzle, "logic")) == clues if logic else None,
        problem="" if found else str(why_unsolvable(puzzle)),
    )
