"""Cells with labels: each label has the same number of cells, with different digits.

Idea, for each label: the cells that surely have it are not too many, those that can have it not too
few; if their number is exact, all others have another label, or all of these have it. A digit that
one of its cells surely holds leaves its other cells, and a cell with that digit has another label.
If its cells need as many digits as there are left, a cell that alone can hold one of these has the
label and the digit.

Parameters: the number of cells, the number of cells of a label, the number of labels, the cells,
the cells that hold their labels. A label is the index of a digit.
"""

from __future__ import annotations

from ..lockstep.simd import popcount
from .board import Masks, Propagators, is_single, narrow


def propagate_parted(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    for label in range(board.data[board.starts[p] + 2]):
        if not propagate_label(board, state, p, 1 << label):
            return False
    return True


def propagate_label(board: Propagators, state: Masks, p: int, label: int) -> bool:
    """Run one label. label: its mask."""
    start = board.starts[p]
    count = board.data[start]
    size = board.data[start + 1]
    cells = start + 3
    labels = cells + count
    sure = 0
    able = 0
    fixed = 0
    some = 0
    several = 0
    for k in range(count):
        mask = state.masks[board.data[labels + k]]
        if mask & label:
            able += 1
            held = state.masks[board.data[cells + k]]
            several |= some & held
            some |= held
            if mask == label:
                sure += 1
                if is_single(held):
                    if fixed & held:
                        return False
                    fixed |= held
    left = popcount(some)
    if sure > size or able < size or left < size:
        return False
    if left == size and not place_hidden(board, state, p, label, some & ~several):
        return False
    for k in range(count):
        mask = state.masks[board.data[labels + k]]
        if mask == label:
            held = state.masks[board.data[cells + k]]
            if not is_single(held) and not narrow(board, state, board.data[cells + k], ~fixed):
                return False
        elif mask & label:
            held = state.masks[board.data[cells + k]]
            if sure == size or held & ~fixed == 0:
                if not narrow(board, state, board.data[labels + k], ~label):
                    return False
            elif able == size and not narrow(board, state, board.data[labels + k], label):
                return False
    return True


def place_hidden(board: Propagators, state: Masks, p: int, label: int, hidden: int) -> bool:
    """Give each of these digits, which have one place in a label, to its cell."""
    start = board.starts[p]
    count = board.data[start]
    for k in range(start + 3, start + 3 + count):
        cell = board.data[k]
        label_cell = board.data[k + count]
        here = state.masks[cell] & hidden
        if here and state.masks[label_cell] & label:
            if not is_single(here):
                return False
            if not (narrow(board, state, cell, here) and narrow(board, state, label_cell, label)):
                return False
    return True
