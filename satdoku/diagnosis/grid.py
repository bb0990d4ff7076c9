"""A full grid and the other grids: a cached test of which givens determine it uniquely.

Givens are proper exactly if they hit every difference between their grid and another one. So each
other grid found so far answers many later queries, and the solver runs only when the known
differences do not decide.

Unavoidable sets are sets of cells whose digits can be permuted to give another grid: every proper
puzzle of the grid has a given in each of them. Two grids differ in at least two rows, and in at
least two cells of each: in four cells or more.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..geometry import Cells
from ..theory import Theory

Givens = frozenset[int]

#: A grid that differs in at most this many cells is near.
NEAR = 12


class SolvedGrid:
    """The grid of a proper puzzle. variables: those that are true in it; differences: for each
    known other grid, the variables that it does not share. Queries raise `TimeLimitReached` when
    the clock runs out."""

    def __init__(self, solution: Puzzle) -> None:
        self.layout = solution.layout
        self.variables = frozenset(solution.givens)
        self.differences: list[Givens] = []
        self.solver = Assuming(Theory.of(self.layout)).forbid(self.variables)

    def within(self, clock: Clock) -> SolvedGrid:
        """Set a new time limit and return this grid."""
        self.solver.clock = clock
        return self

    def learn(self, unavoidable: Iterable[Iterable[int]]) -> None:
        """Add known unavoidable sets (cells from 0) to the differences."""
        in_cells = sorted(self.variables)
        self.differences += [frozenset([in_cells[c] for c in cells]) for cells in unavoidable]

    def another(self, chosen: Givens) -> Givens | None:
        """Return the difference to another grid that contains the chosen givens; None if there is
        none."""
        for difference in self.differences:
            if difference.isdisjoint(chosen):
                return difference
        return self._ask(chosen)

    def _ask(self, chosen: Givens, solver: Assuming | None = None) -> Givens | None:
        other = (solver or self.solver).completion(chosen)
        if other is None:
            return None
        self.differences.append(self.variables - other)
        return self.differences[-1]

    def near(self, chosen: Givens) -> Givens | None:
        """Like `another`, but return a difference of at most `NEAR` cells if there is one, and in
        any case a minimal one."""
        if self.another(chosen) is None:
            return None
        best = min((d for d in self.differences if d.isdisjoint(chosen)), key=len)
        if len(best) > NEAR:
            self._nearby.clock = self.solver.clock
            best = self._ask(chosen, self._nearby) or best
        # A grid that shares all outside the difference and one variable of it has a smaller
        # difference; if there is none for any variable, the difference is minimal.
        for v in sorted(best):
            if v in best:
                best = self._ask(self.variables - best | {v}) or best
        return best

    @cached_property
    def _nearby(self) -> Assuming:
        """A solver restricted to other grids that differ in at most `NEAR` cells."""
        solver = Assuming(self.solver.theory, clock=self.solver.clock).forbid(self.variables)
        solver.at_most([-v for v in self.variables], NEAR)
        return solver

    def changed(self, difference: Givens) -> Puzzle:
        """Return another grid whose difference is exactly this."""
        other = self.solver.completion(self.variables - difference)
        assert other
        return Puzzle.from_variables(other, self.layout)


#: The minimum number of cells in which two grids differ.
FEWEST = 4


def unavoidable_sets(solution: Puzzle, most: int, clock: Clock) -> tuple[tuple[Cells, ...], bool]:
    """Return (the minimal sets of at most `most` cells, numbered from 0, smallest first; whether
    these are all of them)."""
    theory, own = Theory.of(solution.layout), solution.givens
    found: list[Cells] = []
    with suppress(TimeLimitReached):
        for size in range(FEWEST, most + 1):
            # One solver per size: the cardinality bound of a solver cannot be relaxed.
            bounded = Assuming(theory, clock=clock).forbid(own)
            bounded.at_most([-v for v in own], size)
            for cells in found:
                bounded.add([own[cell] for cell in cells])
            while (other := bounded.completion()) is not None:
                cells = tuple(cell for cell, v in enumerate(own) if v not in other)
                found.append(cells)
                bounded.add([own[cell] for cell in cells])
        return tuple(found), True
    return tuple(found), False
