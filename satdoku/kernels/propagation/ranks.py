"""A line, read as a number, is greater than exactly so many of the other lines.

Idea: the lines from each side of a square begin with each digit once, so the rank says which digit
the line begins with and how many of the lines with that digit (its rivals) are smaller; only these
are compared. A rival that can still be smaller, or larger, is found by going on while the places
can be equal. Where as many rivals are surely smaller as there may be, no other is: it begins with
another digit, or is larger, so that at the first place that is not equal its digit is no smaller.
Where no more can be smaller than must be, these are rivals and smaller. The same for larger ones.

Parameters: how many rivals are smaller, how many larger, the mask of the first digit (-1 if the
lines are not those of a square: all lines are rivals), the length of a line, what a line that is
equal counts as (`LARGER`; 0 if none may be), its cells, the cells of the others.
"""

from __future__ import annotations

from ..lockstep.simd import lowest_bit
from .board import Masks, Propagators, is_single, narrow

#: What a line can be, as bits: a rival that is smaller; one that is larger; no rival.
SMALLER, LARGER, OUTSIDE = 1, 2, 4
#: Where a line's cells begin.
FIRST = 5


def propagate_rank(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    start = board.starts[p]
    below = board.data[start]
    above = board.data[start + 1]
    line = start + FIRST
    if not narrow(board, state, board.data[line], board.data[start + 2]):
        return False
    can_be_below, is_below = count_rivals(board, state, p, SMALLER)
    can_be_above, is_above = count_rivals(board, state, p, LARGER)
    if not (is_below <= below <= can_be_below and is_above <= above <= can_be_above):
        return False
    denied = 0
    needed = 0
    if is_below == below:
        denied |= SMALLER
    if is_above == above:
        denied |= LARGER
    if can_be_below == below:
        needed |= SMALLER
    if can_be_above == above:
        needed |= LARGER
    length = board.data[start + 3]
    for other in range(line + length, board.starts[p + 1], length):
        found = ways_of(board, state, start, other)
        left = found
        if not is_sure(found):
            left &= ~denied
            if left & needed:
                left &= needed
        if (left != found or not found) and not keep_ways(board, state, start, other, left):
            return False
    return True


def is_sure(ways: int) -> bool:
    """Return whether a line can be one thing only."""
    return ways & (ways - 1) == 0


def count_rivals(board: Propagators, state: Masks, p: int, way: int) -> tuple[int, int]:
    """Return how many lines can be rivals of this kind, and how many surely are."""
    start = board.starts[p]
    length = board.data[start + 3]
    some = 0
    sure = 0
    for other in range(start + FIRST + length, board.starts[p + 1], length):
        found = ways_of(board, state, start, other)
        some += found & way != 0
        sure += found == way
    return some, sure


def ways_of(board: Propagators, state: Masks, start: int, other: int) -> int:
    """Return what another line can be. start: of the parameters. other: of its cells."""
    digit = board.data[start + 2]
    length = board.data[start + 3]
    ways = 0
    first = state.masks[board.data[other]]
    if first & ~digit:
        ways = OUTSIDE
        if not first & digit:
            return ways
    for k in range(length):
        mine = state.masks[board.data[start + FIRST + k]]
        its = state.masks[board.data[other + k]]
        if k == 0:
            mine &= digit
            its &= digit
        if lowest_bit(its) < highest_bit(mine):
            ways |= SMALLER
        if highest_bit(its) > lowest_bit(mine):
            ways |= LARGER
        if mine & its == 0 or ways & (SMALLER | LARGER) == SMALLER | LARGER:
            return ways
    tie: int = board.data[start + 4]
    return ways | tie


def keep_ways(board: Propagators, state: Masks, start: int, other: int, ways: int) -> bool:
    """Let another line be only what is left; return False if it cannot."""
    first = board.data[other]
    digit = board.data[start + 2]
    if not ways:
        return False
    if ways == OUTSIDE:
        return narrow(board, state, first, ~digit)
    if ways & OUTSIDE:
        return True
    if not narrow(board, state, first, digit):
        return False
    if ways == SMALLER | LARGER:
        return True
    for k in range(board.data[start + 3]):
        low = board.data[other + k]
        high = board.data[start + FIRST + k]
        if ways == LARGER:
            low, high = high, low
        if not narrow_order(board, state, low, high):
            return False
        both = state.masks[low] | state.masks[high]
        if not is_single(both):
            return True
    # the lines are equal
    tie: int = board.data[start + 4]
    return ways == tie


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
