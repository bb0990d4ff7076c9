"""A full grid and the others: which of its givens single it out, asked again and again.

Givens are proper exactly if they hit every difference between their grid and another one. So each
other grid that was ever found answers many questions, and only what the differences known so far
do not decide is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..theory import Theory

Givens = frozenset[int]


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

    def _ask(self, chosen: Givens) -> Givens | None:
        other = self.asked.completion(chosen)
        if other is None:
            return None
        self.differences.append(self.variables - other)
        return self.differences[-1]

    def smallest_known(self, chosen: Givens) -> Givens | None:
        """As `another`, but of the known differences the smallest, made as small as it can be."""
        if self.another(chosen) is None:
            return None
        best = min((d for d in self.differences if d.isdisjoint(chosen)), key=len)
        for v in sorted(best):
            if v in best:
                best = self._ask(self.variables - best | {v}) or best
        return best

    def changed(self, difference: Givens) -> Puzzle:
        """Another grid, which differs in just this."""
        other = self.asked.completion(self.variables - difference)
        assert other
        return Puzzle.from_variables(other, self.layout)
