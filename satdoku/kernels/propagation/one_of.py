"""Exactly one of some cells, or at most one, holds one of some digits.

Idea: if a cell surely holds such a digit, no other cell does; if one is needed and one cell alone
can hold such a digit, it does.

Parameters: 1 for exactly one, 0 for at most one; the mask of the digits; the cells.
"""

from __future__ import annotations

from .board import Masks, Propagators, narrow


def propagate_one_of(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    start = board.starts[p]
    digits = board.data[start + 1]
    sure = -1
    able = -1
    several = False
    for k in range(start + 2, board.starts[p + 1]):
        cell = board.data[k]
        mask = state.masks[cell]
        if mask & digits:
            several = able >= 0
            able = cell
            if not mask & ~digits:
                if sure >= 0:
                    return False
                sure = cell
    if sure >= 0:
        for k in range(start + 2, board.starts[p + 1]):
            cell = board.data[k]
            if cell != sure and not narrow(board, state, cell, ~digits):
                return False
        return True
    if board.data[start]:
        if able < 0:
            return False
        if not several:
            return narrow(board, state, able, digits)
    return True
