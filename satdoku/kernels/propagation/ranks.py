"""A line, read as a number, is greater than exactly so many of the other lines.

Idea: comparing two lines place by place, the first place at which all digits differ in one
direction decides; equal single digits leave it to the next. If as many lines are surely smaller as
there may be, all that are open must be larger, and the other way round: then at the first place
that is not equal the digit is at least, or at most, the line's.

Parameters: how many are smaller, the length of a line, its cells, the cells of the others.
"""

from __future__ import annotations

from ..lockstep.simd import lowest_bit
from .board import Masks, Propagators, is_single, narrow

#: What two lines are to each other: the other is smaller, larger, equal, or that is open.
SMALLER, LARGER, SAME, OPEN = range(4)


def propagate_rank(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    start = board.starts[p]
    below = board.data[start]
    length = board.data[start + 1]
    line = start + 2
    end = board.starts[p + 1]
    smaller = 0
    larger = 0
    count = 0
    for other in range(line + length, end, length):
        found, _ = compare(board, state, line, other, length)
        count += 1
        if found == SAME:
            return False
        smaller += found == SMALLER
        larger += found == LARGER
    above = count - below
    if smaller > below or larger > above:
        return False
    if smaller < below and larger < above:
        return True
    for other in range(line + length, end, length):
        found, place = compare(board, state, line, other, length)
        if found == OPEN:
            low = board.data[line + place]
            high = board.data[other + place]
            if smaller < below:
                low, high = high, low
            if not narrow_order(board, state, low, high):
                return False
    return True


def compare(
    board: Propagators, state: Masks, line: int, other: int, length: int
) -> tuple[int, int]:
    """Return (SMALLER, LARGER, SAME or OPEN, the place that decides). line, other: the places of
    the lines' cells among the parameters."""
    for k in range(length):
        mine = state.masks[board.data[line + k]]
        its = state.masks[board.data[other + k]]
        if highest_bit(its) < lowest_bit(mine):
            return SMALLER, k
        if lowest_bit(its) > highest_bit(mine):
            return LARGER, k
        if not (is_single(mine) and is_single(its)):
            return OPEN, k
    return SAME, length


def narrow_order(board: Propagators, state: Masks, low: int, high: int) -> bool:
    """Let one cell hold no larger digit than another."""
    least = lowest_bit(state.masks[low])
    if not narrow(board, state, high, -1 << least):
        return False
    most = highest_bit(state.masks[high])
    return narrow(board, state, low, (2 << most) - 1)


def highest_bit(mask: int) -> int:
    """Return the index of the highest bit set; the mask must not be 0."""
    found = 0
    while mask > 1:
        mask >>= 1
        found += 1
    return found
