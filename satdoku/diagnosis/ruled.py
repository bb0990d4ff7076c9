"""Redundant rules of a variant: rules without which a proper puzzle keeps its single solution."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ..backends.base import Clock
from ..backends.ruled import Ruled
from ..board import Puzzle
from ..constraints.table import LAYER
from ..errors import TimeLimitReached


@dataclass(frozen=True, slots=True)
class SpareRules:
    """Constraints of a proper puzzle, as text, with all givens kept. redundant: those that can be
    dropped one at a time; together: a maximal set that can be dropped together (perhaps not the
    largest); essential: the others, each with another grid that is possible without it; unknown:
    those that the time limit left undecided.
    """

    redundant: tuple[str, ...]
    together: tuple[str, ...]
    essential: tuple[tuple[str, Puzzle], ...]
    unknown: tuple[str, ...]


def rules_to_spare(puzzle: Puzzle, solution: Puzzle, clock: Clock) -> SpareRules:
    """Return which constraints of a proper puzzle can be dropped and which cannot."""
    solver = Ruled(puzzle.layout, clock)
    solver.forbid(solution.givens)
    redundant, essential = list[int](), list[tuple[str, Puzzle]]()
    kept = list(solver.selectors)
    unknown = [s for s in kept if solver.name(s) != LAYER]  # that one is part of the board
    with suppress(TimeLimitReached):
        while unknown:
            others = [s for s in solver.selectors if s != unknown[0]]
            other = solver.completion([*puzzle.givens, *others])
            if other is None:
                redundant.append(unknown[0])
            else:
                grid = Puzzle.from_variables(other, puzzle.layout)
                essential.append((solver.name(unknown[0]), grid))
            del unknown[0]
        for selector in redundant:
            fewer = [s for s in kept if s != selector]
            if solver.completion([*puzzle.givens, *fewer]) is None:
                kept = fewer
    together = [s for s in redundant if s not in kept]
    return SpareRules(
        solver.names(redundant), solver.names(together), tuple(essential), solver.names(unknown)
    )
