"""Houses and other cells without a digit twice.

Idea: a digit that a cell surely holds leaves the other cells (naked single); if the cells need as
many digits as there are left, a digit with one place goes there (hidden single).
Source: the two rules are the base rules of the theory's cell and house clauses.

Parameters: the cells.
"""

from __future__ import annotations

from ..lockstep.simd import popcount
from .board import Masks, Propagators, is_single, narrow


def propagate_house(board: Propagators, state: Masks, p: int) -> bool:
    """Run a house; return False if it cannot hold."""
    start = board.starts[p]
    end = board.starts[p + 1]
    count = end - start
    masks = state.masks
    again = True
    while again:
        again = False
        some = 0
        several = 0
        fixed = 0
        for k in range(start, end):
            mask = masks[board.data[k]]
            several |= some & mask
            some |= mask
            if is_single(mask):
                if fixed & mask:
                    return False
                fixed |= mask
        left = popcount(some)
        if left < count:
            return False
        hidden = 0
        if left == count:
            hidden = some & ~several & ~fixed
        if fixed or hidden:
            for k in range(start, end):
                cell = board.data[k]
                mask = masks[cell]
                if not is_single(mask):
                    keep = mask & ~fixed
                    if keep & hidden:
                        keep &= hidden
                    if not is_single(keep) and keep & hidden:
                        return False
                    if keep != mask:
                        # a new single may decide more; what else is lost may leave hidden singles
                        again = True
                        if not narrow(board, state, cell, keep):
                            return False
    return True
