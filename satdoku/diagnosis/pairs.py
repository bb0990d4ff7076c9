"""Pairs of open cells that hold the same digit in every solution, or in none.

The solver checks only the pairs that the known solutions leave open: two cells are equal unless
some solution has a digit in one but not in the other, and different unless some solution has a
digit in both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from ..backends.assuming import Assuming
from ..board import Puzzle
from ..frozen import frozen
from ..grouping import grouped


@frozen
class Pairs:
    """Pairs of cells (from 0); `different` lists only pairs that share no house."""

    equal: tuple[tuple[int, int], ...]
    different: tuple[tuple[int, int], ...]


def forced_pairs(
    solver: Assuming,
    puzzle: Puzzle,
    witness: dict[int, frozenset[int]],
    known: Iterable[Collection[int]],
) -> Pairs:
    """Return all such pairs among the cells that have more than one possible digit.

    witness: for each variable that is true in some solution, such a solution. Raises
    `TimeLimitReached`.
    """
    layout = puzzle.layout
    digits = grouped(map(layout.cell_and_digit, witness))
    cells = [cell for cell, possible in digits.items() if len(possible) > 1]
    solutions = {*witness.values(), *map(frozenset, known)}
    grids = [Puzzle.from_variables(true, layout).cells for true in solutions]
    together: set[tuple[int, int]] = set()
    for house in layout.houses:
        together.update(combinations(house.cells, 2))

    def holds(first: int, second: int, sign: int) -> bool:
        """Whether no solution has a digit in the first cell and also (sign 1) or not (-1) in the
        second."""
        for d in digits[first]:
            here = layout.variable_of(first, d)
            there = layout.variable_of(second, d)
            if solver.completion([*puzzle.givens, here, sign * there]):
                return False
        return True

    equal, different = [], []
    for pair in combinations(sorted(cells), 2):
        a, b = pair
        same = [grid[a] == grid[b] for grid in grids]
        if all(same):
            if holds(a, b, -1):
                equal.append(pair)
        elif not any(same) and pair not in together and holds(a, b, 1):
            different.append(pair)
    return Pairs(tuple(equal), tuple(different))
