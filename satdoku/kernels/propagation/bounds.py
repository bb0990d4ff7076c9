"""Sums with more cells or larger numbers than `sums` takes: by the smallest and the largest sum.

Idea: what the other terms add at least and at most bounds each term. Weaker than `sums` while cells
are open, exact when they are not.

Parameters: the total; for each term its coefficient and its cell.
"""

from __future__ import annotations

from ..lockstep.simd import ones
from .board import Masks, Propagators, narrow


def propagate_bounds(board: Propagators, state: Masks, p: int) -> bool:
    """Run a large sum; return False if the total cannot be reached."""
    start = board.starts[p]
    total = board.data[start]
    again = True
    while again:
        again = False
        least = 0
        most = 0
        for k in range(start + 1, board.starts[p + 1], 2):
            low, high = term_range(board, state, k)
            least += low
            most += high
        if not least <= total <= most:
            return False
        for k in range(start + 1, board.starts[p + 1], 2):
            low, high = term_range(board, state, k)
            cell = board.data[k + 1]
            keep = 0
            for d in ones(state.masks[cell]):
                term = board.data[k] * (d + board.first)
                if least - low + term <= total <= most - high + term:
                    keep |= 1 << d
            if keep != state.masks[cell]:
                again = True
                if not narrow(board, state, cell, keep):
                    return False
    return True


def term_range(board: Propagators, state: Masks, k: int) -> tuple[int, int]:
    """Return the smallest and the largest value of a term. k: the place of its coefficient."""
    low = 1 << 60
    high = -low
    for d in ones(state.masks[board.data[k + 1]]):
        term = board.data[k] * (d + board.first)
        low = min(low, term)
        high = max(high, term)
    return low, high
