"""Judges of patterns of the hardest puzzles."""

from __future__ import annotations

from itertools import combinations, permutations, product

from ..position import Position
from .base import Places, open_cells, see


def tridagon(position: Position, literal: int, _: Places) -> bool:
    """Return whether four boxes in a rectangle have three cells each in different rows and columns,
    with an odd number of boxes of odd parity, such that z sees every candidate in them besides
    three digits."""
    theory, layout = position.theory, position.layout
    if literal > 0 or layout.box_shape != (3, 3) or not layout.is_regular:
        return False
    free = open_cells(position, range(layout.cell_count))
    for digits in map(set, combinations(range(1, layout.size + 1), 3)):
        able = {
            cell
            for cell, held in free.items()
            if see(theory, -literal, [theory.variable_of(cell, d) for d in held - digits])
        }
        for bands, stacks in product(combinations(range(3), 2), repeat=2):
            turns = [_turns(able, band, stack) for band, stack in product(bands, stacks)]
            if any(sum(chosen) % 2 for chosen in product(*turns)):
                return True
    return False


def _turns(able: set[int], band: int, stack: int) -> set[int]:
    """Return the parities that such cells in a 3×3 box can have: 0 for an even permutation of
    columns, 1 for an odd one."""
    corner = 27 * band + 3 * stack
    return {
        sum(a > b for a, b in combinations(columns, 2)) % 2
        for columns in permutations(range(3))
        if all(corner + 9 * row + column in able for row, column in enumerate(columns))
    }
