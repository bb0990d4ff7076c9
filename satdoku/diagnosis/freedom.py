"""Several solutions: how many there are, what they have in common, which candidates are true in
one, and how little two of them differ.

Candidates that are true in some solution are found as in backbone computation: each model marks the
variables that are true in it, and the solver is called only for those that no model contains. If
counting is cut short, random dives estimate the count: D. Knuth, "Estimating the efficiency of
backtrack programs" (1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

import numpy as np

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..batch.counting import quick_estimate
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..frozen import frozen
from ..geometry import Cells
from ..theory import Clause, Theory, Variables
from .grid import FEWEST


@frozen
class SolutionCount:
    """at_least: solutions found. is_exact: whether there are no more. estimate: by random dives, if
    there was time for them; never less than at_least."""

    at_least: int
    is_exact: bool
    estimate: float


@frozen
class Difference:
    """Two solutions that differ in these cells (from 0); at_least: no two differ in fewer."""

    cells: Cells
    first: Puzzle
    second: Puzzle
    at_least: int

    @property
    def is_smallest(self) -> bool:
        """Whether the difference is proved to be a smallest one."""
        return len(self.cells) == self.at_least


def count_solutions(
    puzzle: Puzzle, limit: int, clock: Clock
) -> tuple[SolutionCount, list[Variables]]:
    """Return (the number of solutions of a puzzle with several; those found, at most `limit` +
    1)."""
    from ..backends.native import Native

    theory = Theory.of(puzzle.layout)
    found: list[Variables] = []
    completions = Native(theory).find(puzzle.givens, limit + 1, clock.part())
    is_exact = False
    with suppress(TimeLimitReached):
        found.extend(map(theory.on_board, islice(completions, limit + 1)))
        is_exact = len(found) <= limit
    at_least = max(2, len(found))
    estimate = float(at_least)
    if not is_exact:
        # without an estimate its number is 0
        estimate = max(estimate, quick_estimate(puzzle, at_least, clock.part()).number)
    return SolutionCount(at_least, is_exact, estimate), found


def witnesses(
    solver: Assuming, givens: Sequence[int], seen: Sequence[frozenset[int]] = ()
) -> tuple[dict[int, frozenset[int]], bool]:
    """Return (for each variable true in some solution, such a solution; whether these are all)."""
    witness: dict[int, frozenset[int]] = {}
    for solution in seen:
        for v in solution - witness.keys():
            witness[v] = solution
    is_all = False
    with suppress(TimeLimitReached):
        for v in solver.theory.board_range:
            if v not in witness and (found := solver.completion([*givens, v])):
                for other in found - witness.keys():
                    witness[other] = found
        is_all = True
    return dict(sorted(witness.items())), is_all


def smallest_difference(
    puzzle: Puzzle, solutions: Sequence[Variables], all_known: bool, clock: Clock
) -> Difference:
    """Return two solutions that differ in as few cells as possible.

    solutions: two or more solutions, each in cell order. If these are all, every pair is compared;
    otherwise the theory is solved in two copies with a bound on the number of differing cells.
    """
    layout = puzzle.layout
    array = np.array(solutions, np.int32)
    best = layout.cell_count + 1
    pair = (0, 0)
    for i in range(len(array) - 1):
        differing = (array[i + 1 :] != array[i]).sum(1)
        k = int(differing.argmin())
        if differing[k] < best:
            best = int(differing[k])
            pair = (i, i + 1 + k)
        if best == FEWEST:
            break
    i, j = pair
    first = Puzzle.from_variables(solutions[i], layout)
    second = Puzzle.from_variables(solutions[j], layout)
    at_least = best if all_known else FEWEST
    if at_least < best:
        near, at_least = _nearest(puzzle, best, clock)
        if near:
            first, second = near
    both = enumerate(zip(first.cells, second.cells, strict=True))
    cells = tuple(cell for cell, (a, b) in both if a != b)
    return Difference(cells, first, second, at_least)


def _nearest(puzzle: Puzzle, below: int, clock: Clock) -> tuple[tuple[Puzzle, Puzzle] | None, int]:
    """Return (two solutions that differ in fewer than `below` cells, a proved lower bound)."""
    theory = Theory.of(puzzle.layout)
    size = FEWEST
    with suppress(TimeLimitReached):
        # From below, so the first size with a pair is the smallest. Each has a solver of its own,
        # since a bound cannot be relaxed.
        while size < below:
            pair = TwoCopies(theory, puzzle.givens, clock)
            pair.solver.at_most(pair.differs, size)
            # (Otherwise the two copies may be the same solution.)
            pair.solver.add(pair.differs)
            found = pair.solutions()
            if found is not None:
                one, other = found
                first = Puzzle.from_variables(one, puzzle.layout)
                second = Puzzle.from_variables(other, puzzle.layout)
                return (first, second), size
            size += 1
    return None, size


class TwoCopies:
    """Two solutions of one puzzle at once. differs: per open cell, a variable: true if they
    differ."""

    def __init__(self, theory: Theory, givens: Sequence[int], clock: Clock) -> None:
        self.count, self.board = theory.variable_count, theory.board_variables
        clauses = []
        for shift in (0, self.count):
            for clause in theory.clauses:
                variables = tuple(v + shift for v in clause.variables)
                clauses.append(Clause(clause.kind, variables, clause.exactly_one))
        double = Theory(2 * self.count, clauses)
        both = [*givens, *(v + self.count for v in givens)]
        self.solver = Assuming(double, both, clock)
        layout = theory.known_layout
        given_cells = {theory.cell_of(given) for given in givens}
        self.differs = []
        for cell in layout.all_cells:
            if cell in given_cells:
                continue
            mark = self.solver.new_variable()
            self.differs.append(mark)
            # Both ways, so that the bound counts just the cells that differ.
            for v in layout.variables_of(cell):
                self.solver.add([-v, v + self.count, mark])
                self.solver.add([-v, -v - self.count, -mark])

    def solutions(self) -> tuple[list[int], list[int]] | None:
        """Return the two solutions; None if no pair meets the constraints added so far."""
        found = self.solver.completion()
        if found is None:
            return None
        first = [v for v in found if v <= self.board]
        shifted = [v - self.count for v in found if v > self.count]
        second = [v for v in shifted if v <= self.board]
        return sorted(first), sorted(second)
