"""Groups of cells that hold the same digits, each digit once.

Idea: a digit must have a place in every group; a digit that one group surely holds is needed in
all; if as many are needed as a group has cells, there are no others.

Parameters: the number of groups, the number of cells of each, the cells.
"""

from __future__ import annotations

from ..lockstep.simd import popcount
from .board import Masks, Propagators, is_single, narrow
from .needed import deny_around


def propagate_alike(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    start = board.starts[p]
    count = board.data[start + 1]
    end = board.starts[p + 1]
    possible = -1
    needed = 0
    for group in range(start + 2, end, count):
        some = 0
        for k in range(group, group + count):
            mask = state.masks[board.data[k]]
            some |= mask
            if is_single(mask):
                needed |= mask
        possible &= some
    if needed & ~possible or popcount(needed) > count:
        return False
    if popcount(needed) == count:
        possible = needed
    if popcount(possible) < count:
        return False
    for group in range(start + 2, end, count):
        if not share_out(board, state, group, group + count, possible, needed):
            return False
    return True


def share_out(
    board: Propagators, state: Masks, first: int, end: int, possible: int, needed: int
) -> bool:
    """Run one group. first, end: of its cells among the parameters."""
    fixed = 0
    for k in range(first, end):
        cell = board.data[k]
        if not narrow(board, state, cell, possible):
            return False
        mask = state.masks[cell]
        if is_single(mask):
            if fixed & mask:
                return False
            fixed |= mask
    for k in range(first, end):
        cell = board.data[k]
        if not is_single(state.masks[cell]) and not narrow(board, state, cell, ~fixed):
            return False
    return deny_around(board, state, needed, first, end)
