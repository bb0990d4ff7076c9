"""Unavoidable sets: cells of a grid whose digits can be exchanged into another grid. Every proper
puzzle of the grid holds a given in each of them.

Two grids differ in at least two rows, and in at least two cells of each: in four cells or more.
"""

from __future__ import annotations

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..theory import Theory

#: No two grids differ in fewer cells.
FEWEST = 4


def unavoidable_sets(
    solution: Puzzle, most: int, clock: Clock, limit: int | None = None
) -> tuple[tuple[tuple[int, ...], ...], bool]:
    """(the minimal sets of at most so many cells, numbered from 0, smallest first; all found).

    limit: how many are listed.
    """
    theory, own = Theory.of(solution.layout), solution.givens
    found: list[tuple[int, ...]] = []
    try:
        for size in range(FEWEST, most + 1):
            # Of each size a solver of its own: bounds cannot be loosened.
            bounded = Assuming(theory, clock=clock)
            bounded.forbid(own)
            bounded.at_most([-v for v in own], size)
            for cells in found:
                bounded.add([own[cell] for cell in cells])
            while (other := bounded.completion()) is not None:
                cells = tuple(cell for cell, v in enumerate(own) if v not in other)
                found.append(cells)
                if len(found) == limit:
                    return tuple(found), False
                bounded.add([own[cell] for cell in cells])
    except TimeLimitReached:
        return tuple(found), False
    return tuple(found), True
