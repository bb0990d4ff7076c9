"""Which rules of a variant are to spare: those that a proper puzzle keeps its solution without."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ..backends.base import Clock
from ..backends.ruled import Ruled
from ..board import Puzzle
from ..errors import TimeLimitReached


@dataclass(frozen=True, slots=True)
class SpareRules:
    """Constraints of a proper puzzle, as text, all givens staying. redundant: those that can go
    alone; together: so many that can go together that no more can (perhaps not the most);
    essential: the others, each with another grid without it; unknown: there was no time for them.
    """

    redundant: tuple[str, ...]
    together: tuple[str, ...]
    essential: tuple[tuple[str, Puzzle], ...]
    unknown: tuple[str, ...]


def rules_to_spare(puzzle: Puzzle, solution: Puzzle, clock: Clock) -> SpareRules:
    """Which constraints of a proper puzzle can go, and which cannot."""
    asked = Ruled(puzzle.layout, clock)
    asked.forbid(solution.givens)
    redundant, essential = list[int](), list[tuple[str, Puzzle]]()
    unknown, kept = list(asked.selectors), list(asked.selectors)
    with suppress(TimeLimitReached):
        while unknown:
            others = [s for s in asked.selectors if s != unknown[0]]
            other = asked.completion([*puzzle.givens, *others])
            if other is None:
                redundant.append(unknown[0])
            else:
                grid = Puzzle.from_variables(other, puzzle.layout)
                essential.append((asked.name(unknown[0]), grid))
            del unknown[0]
        for selector in redundant:
            fewer = [s for s in kept if s != selector]
            if asked.completion([*puzzle.givens, *fewer]) is None:
                kept = fewer
    together = [s for s in redundant if s not in kept]
    return SpareRules(
        asked.names(redundant), asked.names(together), tuple(essential), asked.names(unknown)
    )
