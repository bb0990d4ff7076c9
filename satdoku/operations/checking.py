"""Checking: all properties of a puzzle in one report.

>>> from satdoku.operations.generating import Recipe, generate_one
>>> report = check(generate_one(Recipe(), seed=7, index=0))
>>> report.proper, report.logic_solvable, report.logic_minimal, report.clues
(True, True, True, 24)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from ..backends.base import Backend, Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..formats.text.reader import as_puzzle
from ..plurals import plural
from ..records import Natural
from .minimizing import givens_of, is_logic_solvable
from .solving import count, engine_for, why_unsolvable


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """clues: number of givens. count: solutions: 0, 1, or 2 for several. problem: why there is no
    solution, else "".

    minimal: whether no given can be removed without losing properness; None unless proper.
    logic_solvable: whether the base rules solve it. logic_minimal: whether no given can be removed
    without losing that; None unless logic_solvable.
    """

    clues: Natural
    count: Annotated[int, ("minimum", 0), ("maximum", 2)]
    minimal: bool | None
    logic_solvable: bool
    logic_minimal: bool | None
    problem: str

    @property
    def clue_count(self) -> int:
        """An older name of `clues`."""
        return self.clues

    @property
    def solution_count(self) -> int:
        """An older name of `count`."""
        return self.count

    @property
    def proper(self) -> bool:
        """Whether there is exactly one solution."""
        return self.count == 1

    def record(self) -> dict[str, Any]:
        """Return all fields by name."""
        return asdict(self) | {"proper": self.proper}

    def text(self) -> str:
        """Return the report in words."""
        clues = plural(self.clues, "clue")
        if not self.count:
            return f"{clues}, {self.problem}"
        if not self.proper:
            return f"{clues}, not proper: more than one solution"
        minimal = "minimal" if self.minimal else "not minimal"
        if not self.logic_solvable:
            return f"{clues}, proper, {minimal}, not solvable by the base rules"
        logic = "irreducibly so" if self.logic_minimal else "with redundant givens"
        return f"{clues}, proper, {minimal}, solvable by the base rules ({logic})"

    def __repr__(self) -> str:
        return f"<Report: {self.text()[:80]}>"


def check(
    puzzle: Puzzle | str, *, engine: str | Backend = "auto", time_limit: float | None = None
) -> Report:
    """Return the report on a puzzle; `engine` counts solutions, also for minimality.

    Raises `TimeLimitReached` when the whole report takes over `time_limit` seconds.
    """
    puzzle = as_puzzle(puzzle)
    clock = Clock(time_limit)
    backend = engine_for(puzzle, engine)

    def solutions_of(board: Puzzle) -> int:
        try:
            return count(board, limit=2, engine=backend, time_limit=clock.left)
        except TimeLimitReached:
            raise clock.over() from None

    def is_proper(board: Puzzle) -> bool:
        return solutions_of(board) == 1

    found = solutions_of(puzzle)
    logic = is_logic_solvable(puzzle)
    return Report(
        clues=puzzle.clues,
        count=found,
        minimal=is_irreducible(puzzle, is_proper) if found == 1 else None,
        logic_solvable=logic,
        logic_minimal=is_irreducible(puzzle, is_logic_solvable) if logic else None,
        problem="" if found else str(why_unsolvable(puzzle)),
    )


def is_irreducible(puzzle: Puzzle, holds: Callable[[Puzzle], bool]) -> bool:
    """Return whether no given can be removed without losing the property."""
    return not any(holds(puzzle.without([cell])) for cell in givens_of(puzzle))
