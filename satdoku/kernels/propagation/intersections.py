"""Two houses that share cells: what is left of each must hold the same digits.

Idea: each of the two houses holds every digit once, and both hold the same digits in the cells that
they share; so the rest of one and the rest of the other hold the same digits, too. A digit without
a place in one rest leaves the other. This is the locked candidate of solvers by hand, seen from
both sides at once.

Parameters: how many cells the first rest has, its cells, the cells of the second rest.
"""

from __future__ import annotations

from .board import Masks, Propagators, narrow


def propagate_intersection(board: Propagators, state: Masks, p: int) -> bool:
    """Run an intersection; return False if it cannot hold."""
    start = board.starts[p] + 1
    middle = start + board.data[start - 1]
    end = board.starts[p + 1]
    first = 0
    for k in range(start, middle):
        first |= state.masks[board.data[k]]
    second = 0
    for k in range(middle, end):
        second |= state.masks[board.data[k]]
    if first & ~second:
        for k in range(start, middle):
            if not narrow(board, state, board.data[k], second):
                return False
    if second & ~first:
        for k in range(middle, end):
            if not narrow(board, state, board.data[k], first):
                return False
    return True
