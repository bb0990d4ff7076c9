"""Unavoidable sets: sets of cells of a grid whose digits can be permuted to give another grid.
Every proper puzzle of the grid has a given in each of them.

Two grids differ in at least two rows, and in at least two cells of each: in four cells or more.
"""

from __future__ import annotations

from contextlib import suppress

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..theory import Theory

#: The minimum number of cells in which two grids differ.
FEWEST = 4


def unavoidable_sets(
    solution: Puzzle, most: int, clock: Clock
) -> tuple[tuple[tuple[int, ...], ...], bool]:
    """Return (the minimal sets of at most `most` cells, numbered from 0, smallest first; whether
    these are all of them)."""
    theory, own = Theory.of(solution.layout), solution.givens
    found: list[tuple[int, ...]] = []
    with suppress(TimeLimitReached):
        for size in range(FEWEST, most + 1):
            # One solver per size: the cardinality bound of a solver cannot be relaxed.
            bounded = Assuming(theory, clock=clock)
            bounded.forbid(own)
            bounded.at_most([-v for v in own], size)
            for cells in found:
                bounded.add([own[cell] for cell in cells])
            while (other := bounded.completion()) is not None:
                cells = tuple(cell for cell, v in enumerate(own) if v not in other)
                found.append(cells)
                bounded.add([own[cell] for cell in cells])
        return tuple(found), True
    return tuple(found), False
