"""Distinct cells whose digits form one of some sets: cages, renbans.

Idea: a set is alive if the cells' masks can still give each cell one of its digits, and cover it.
Each cell keeps the digits of the sets that are alive. A digit that all of these sets have must be
in the cells: if one cell alone can hold it, it goes there; and it leaves the cells around (see
`needed`).

Parameters: the number of cells, the cells, the number of sets, the sets' masks.
"""

from __future__ import annotations

from .board import Masks, Propagators, is_single, narrow
from .needed import deny_around, is_alive


def propagate_sets(board: Propagators, state: Masks, p: int) -> bool:
    """Run a cage of sets; return False if none is alive."""
    count = board.data[board.starts[p]]
    first = board.starts[p] + 1
    first_set = first + count + 1
    sets_end = first_set + board.data[first_set - 1]
    again = True
    while again:
        some = 0
        fixed = 0
        for k in range(first, first + count):
            mask = state.masks[board.data[k]]
            some |= mask
            if is_single(mask):
                if fixed & mask:
                    return False
                fixed |= mask
        possible = 0
        needed = -1
        for s in range(first_set, sets_end):
            digits = board.data[s]
            if is_alive(board, state, digits, some, fixed, first, first + count):
                possible |= digits
                needed &= digits
        if not possible:
            return False
        again = False
        for k in range(first, first + count):
            cell = board.data[k]
            mask = state.masks[cell]
            if not is_single(mask):
                keep = mask & possible & ~fixed
                if keep != mask:
                    again = True
                    if not narrow(board, state, cell, keep):
                        return False
    return deny_around(board, state, needed, first, first + count)
