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

from ..lockstep.simd import fill, lowest_bit, popcount
from .board import Masks, Propagators, is_single, narrow

#: Parts of the working space, each of one word per label: the cells that surely have it, those that
#: can, the digits of these, the digits that several of these can hold, the digits that cells surely
#: hold which surely have it.
SURE, ABLE, SOME, SEVERAL, FIXED = range(5)
#: The words of working space per label.
SPACE = 5


def propagate_parted(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    start = board.starts[p]
    count = board.data[start]
    size = board.data[start + 1]
    labels = board.data[start + 2]
    words = state.words
    if not gather(board, state, p):
        return False
    for label in range(labels):
        some = words[SOME * labels + label]
        left = popcount(some)
        if words[SURE * labels + label] > size or words[ABLE * labels + label] < size:
            return False
        if left < size:
            return False
        hidden = some & ~words[SEVERAL * labels + label]
        if left == size and not place_hidden(board, state, p, 1 << label, hidden):
            return False
    for k in range(start + 3, start + 3 + count):
        if not narrow_labelled(board, state, p, board.data[k], board.data[k + count]):
            return False
    return True


def gather(board: Propagators, state: Masks, p: int) -> bool:
    """Fill the working space; return False if two cells of a label hold the same digit,
    or a label is none of them."""
    start = board.starts[p]
    count = board.data[start]
    labels = board.data[start + 2]
    words = state.words
    fill(words, 0, SPACE * labels, 0)
    for k in range(start + 3, start + 3 + count):
        if not narrow(board, state, board.data[k + count], (1 << labels) - 1):
            return False
        held = state.masks[board.data[k]]
        mask = state.masks[board.data[k + count]]
        bits = mask
        while bits:
            label = lowest_bit(bits)
            bits &= bits - 1
            words[ABLE * labels + label] += 1
            words[SEVERAL * labels + label] |= words[SOME * labels + label] & held
            words[SOME * labels + label] |= held
        if is_single(mask):
            label = lowest_bit(mask)
            words[SURE * labels + label] += 1
            if is_single(held):
                if words[FIXED * labels + label] & held:
                    return False
                words[FIXED * labels + label] |= held
    return True


def narrow_labelled(board: Propagators, state: Masks, p: int, cell: int, label_cell: int) -> bool:
    """Narrow a cell and its label by what was gathered; return False if nothing is left."""
    start = board.starts[p]
    size = board.data[start + 1]
    labels = board.data[start + 2]
    words = state.words
    held = state.masks[cell]
    mask = state.masks[label_cell]
    if is_single(mask):
        fixed = words[FIXED * labels + lowest_bit(mask)]
        return is_single(held) or narrow(board, state, cell, ~fixed)
    keep = mask
    bits = mask
    while bits:
        label = lowest_bit(bits)
        bits &= bits - 1
        if words[SURE * labels + label] == size or not held & ~words[FIXED * labels + label]:
            keep &= ~(1 << label)
        elif words[ABLE * labels + label] == size:
            return narrow(board, state, label_cell, 1 << label)
    return narrow(board, state, label_cell, keep)


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
