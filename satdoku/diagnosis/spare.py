"""Puzzles with one solution: which givens are redundant, and which are essential and why.

The property to keep is that the puzzle is proper, or solvable by a rule set ("logic": the base
rules).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..backends.base import Clock
from ..board import Puzzle
from ..errors import PuzzleError, TimeLimitReached
from ..logic.catalog.rules import RULE_SETS, rule_set
from ..logic.explain import explain
from ..operations.minimizing import is_logic_solvable
from ..operations.solving import solve_by_logic
from .grid import Givens, Grid
from .hitting import minimal_sets, shrunk

#: The largest set of redundant givens to remove together is searched for only up to this many
#: redundant givens; beyond that the search would not finish.
REDUNDANT = 45
#: Seconds for the bound on their number.
BOUND = 1.0
#: The properties that can be kept.
KEPT = ("proper", "logic", *RULE_SETS)


@dataclass(frozen=True, slots=True)
class Essential:
    """A given that cannot be removed: without it, `other` is another solution, or (if the property
    is solvability by rules) the board on which the rules get stuck."""

    given: int
    other: Puzzle


@dataclass(frozen=True, slots=True)
class Spare:
    """Redundant givens. redundant: each given that can be removed alone; essential: those that
    cannot, each with the reason; unknown: those that the time limit left undecided.

    together: the largest set found of givens that can be removed together; at_most: a proved upper
    bound on its size.
    """

    redundant: tuple[int, ...]
    essential: tuple[Essential, ...]
    unknown: tuple[int, ...]
    together: tuple[int, ...]
    at_most: int

    @property
    def is_largest(self) -> bool:
        """Whether `together` is proved to be the largest."""
        return len(self.together) == self.at_most


def what_is_spare(puzzle: Puzzle, keep: str, grid: Grid, clock: Clock) -> Spare:
    """Return the redundant givens of a proper puzzle of this grid with respect to the property
    `keep` (one of `KEPT`).

    Raises `PuzzleError` if the puzzle does not have the property.
    """
    parts = Parts(puzzle, keep, grid.within(clock.part()))
    redundant, essential, unknown = list[int](), list[Essential](), list(puzzle.givens)
    with suppress(TimeLimitReached):
        if keep != "proper" and parts.missed(parts.givens) is not None:
            raise PuzzleError(
                f"the puzzle is not solvable by the rules {keep!r}: keep another property"
            )
        while unknown:
            other = parts.other(parts.givens - {unknown[0]})
            if other is None:
                redundant.append(unknown.pop(0))
            else:
                essential.append(Essential(unknown.pop(0), other))
    together, at_most = parts.largest(redundant, clock)
    return Spare(
        tuple(redundant), tuple(essential), tuple(unknown), together, at_most + len(unknown)
    )


class Parts:
    """Subsets of the givens of a proper puzzle, and whether they have the property.

    Queries raise `TimeLimitReached` when the grid's clock runs out.
    """

    def __init__(self, puzzle: Puzzle, keep: str, grid: Grid) -> None:
        self.keep, self.grid, self.givens = keep, grid, frozenset(puzzle.givens)
        self.rules = rule_set(keep) if keep in RULE_SETS else 0

    def missed(self, chosen: Givens) -> Givens | None:
        """Return None if the chosen givens have the property; else givens of which at least one is
        needed."""
        if self.keep == "proper":
            return self.grid.another(chosen)
        return None if self._where_stuck(chosen) is None else self.givens - chosen

    def other(self, chosen: Givens) -> Puzzle | None:
        """Return why the chosen givens lack the property: another solution near the grid, or the
        board on which the rules get stuck; None if they have it."""
        if self.keep != "proper":
            return self._where_stuck(chosen)
        difference = self.grid.near(chosen)
        return None if difference is None else self.grid.changed(difference)

    def _where_stuck(self, chosen: Givens) -> Puzzle | None:
        clock, part = self.grid.solver.clock, Puzzle.from_variables(chosen, self.grid.layout)
        clock.check()
        if self.keep == "logic":
            return None if is_logic_solvable(part) else solve_by_logic(part)
        explanation = clock.within(
            lambda: explain(part, rules=self.rules, scale="satdoku", verify=False)
        )
        return None if explanation.outcome == "solved" else explanation.end.board

    def minimal(self, redundant: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the minimal sets of redundant givens that must stay, smallest first."""
        firm = self.givens.difference(redundant)

        def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
            missed = self.missed(firm | kept)
            if missed is None:
                return None
            for given in redundant:
                if given in missed:
                    missed = self.missed(self.givens - missed | {given}) or missed
            return self.givens - missed

        return minimal_sets(redundant, insufficient, self.grid.solver.clock)

    def largest(self, redundant: Sequence[int], clock: Clock) -> tuple[tuple[int, ...], int]:
        """Return (a largest set of givens that can be removed together, an upper bound on its
        size).

        Beyond the base rules, an added given can make a step impossible (the property is not
        monotone), so nothing is proved for the other rule sets.
        """
        if len(redundant) <= REDUNDANT and self.keep in ("proper", "logic"):
            self.grid.within(clock.part())
            with suppress(TimeLimitReached):
                stay = next(self.minimal(redundant))
                return tuple(v for v in redundant if v not in stay), len(redundant) - len(stay)
        firm = self.givens.difference(redundant)
        self.grid.within(clock)
        stay, _ = shrunk(redundant, lambda kept: self.missed(firm | kept))
        at_most = len(redundant) - self._fewest_that_stay(redundant, Clock(BOUND))
        return tuple(v for v in redundant if v not in stay), at_most

    def _fewest_that_stay(self, redundant: Sequence[int], clock: Clock) -> int:
        """Return a lower bound on the redundant givens that must stay: those that it takes to meet
        every known difference to another grid, or as many of these as have no cell in common."""
        able = frozenset(redundant)
        known = sorted((d for d in self.grid.differences if d <= able), key=lambda d: (len(d), *d))
        apart = list[frozenset[int]]()
        for difference in known:
            if all(map(difference.isdisjoint, apart)):
                apart.append(difference)

        def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
            missed = next(filter(kept.isdisjoint, known), None)
            return None if missed is None else able - missed

        with suppress(TimeLimitReached):
            return len(next(minimal_sets(redundant, insufficient, clock)))
        return len(apart)
