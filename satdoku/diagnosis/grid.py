"""A full grid and the others: which of its givens single it out, asked again and again.

Givens are proper exactly if they hit every difference between their grid and another one. So each
other grid that was ever found answers many questions, and only what the differences known so far
do not decide is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..theory import Theory

Givens = frozenset[int]

#: A grid that differs in so many cells is near.
NEAR = 12


class Grid:
    """The grid of a proper puzzle. variables: those that are true in it; differences: those of them
    that another grid does not share, for each that is known. What is asked raises
    `TimeLimitReached` when the clock says so."""

    def __init__(self, solution: Puzzle) -> None:
        self.layout = solution.layout
        self.variables = frozenset(solution.givens)
        self.differences: list[Givens] = []
        self.asked = Assuming(Theory.of(self.layout))
        self.asked.forbid(self.variables)

    def within(self, clock: Clock) -> Grid:
        """The same, with another time limit from now on."""
        self.asked.clock = clock
        return self

    def learn(self, unavoidable: Iterable[Iterable[int]]) -> None:
        """Take note of cells (from 0) that can be otherwise."""
        in_cells = sorted(self.variables)
        self.differences += [frozenset([in_cells[c] for c in cells]) for cells in unavoidable]

    def another(self, chosen: Givens) -> Givens | None:
        """The difference to another grid that holds the chosen givens; None if there is none."""
        for difference in self.differences:
            if difference.isdisjoint(chosen):
                return difference
        return self._ask(chosen)

    def _ask(self, chosen: Givens, asked: Assuming | None = None) -> Givens | None:
        other = (asked or self.asked).completion(chosen)
        if other is None:
            return None
        self.differences.append(self.variables - other)
        return self.differences[-1]

    def near(self, chosen: Givens) -> Givens | None:
        """As `another`, but a difference of at most `NEAR` cells where there is one, and in any
        case one below which there is none."""
        if self.another(chosen) is None:
            return None
        best = min((d for d in self.differences if d.isdisjoint(chosen)), key=len)
        if len(best) > NEAR:
            self._nearby.clock = self.asked.clock
            best = self._ask(chosen, self._nearby) or best
        for v in sorted(best):
            if v in best:
                best = self._ask(self.variables - best | {v}) or best
        return best

    @cached_property
    def _nearby(self) -> Assuming:
        """Knows only other grids that are near."""
        asked = Assuming(self.asked.theory, clock=self.asked.clock)
        asked.forbid(self.variables)
        asked.at_most([-v for v in self.variables], NEAR)
        return asked

    def changed(self, difference: Givens) -> Puzzle:
        """Another grid, which differs in just this."""
        other = self.asked.completion(self.variables - difference)
        assert other
        return Puzzle.from_variables(other, self.layout)
