"""A control cell holds the number of different digits in some cells.

Idea: there are at least as many as cells with masks that have no digit in common, chosen greedily,
and as single cells show; at most as many as digits are left, or cells. If no more may come, the
cells keep the digits that are there already.

Parameters: the control cell, the cells.
"""

from __future__ import annotations

from ..lockstep.simd import ones, popcount
from .board import Masks, Propagators, is_single, narrow


def propagate_distinct_count(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    start = board.starts[p]
    end = board.starts[p + 1]
    control = board.data[start]
    some = 0
    fixed = 0
    taken = 0
    apart = 0
    for k in range(start + 1, end):
        mask = state.masks[board.data[k]]
        some |= mask
        if is_single(mask):
            fixed |= mask
        if not mask & taken:
            taken |= mask
            apart += 1
    least = max(apart, popcount(fixed))
    most = min(popcount(some), end - start - 1)
    keep = 0
    largest = 0
    for d in ones(state.masks[control]):
        if least <= d + board.first <= most:
            keep |= 1 << d
            largest = d + board.first
    if not keep or not narrow(board, state, control, keep):
        return False
    if popcount(fixed) == largest:
        for k in range(start + 1, end):
            if not narrow(board, state, board.data[k], fixed):
                return False
    return True
