"""Lunchboxes: distinct cells, and the sum of those between their smallest and their largest digit.

Idea: for each two places of the extremes, in both orders, and each set of digits that can lie
between them with the right sum, the smallest digit is below that set and the largest above it. The
cells outside then hold other digits between the extremes, of which the widest leave the most.
Whatever fits one choice is kept.

Parameters: the number of cells, the cells; sets of digits (masks), without the board's lowest and
highest digit, whose sum is the total. That the cells are distinct is another propagator's work.
"""

from __future__ import annotations

from ..lockstep.simd import fill, popcount
from .board import Masks, Propagators, narrow
from .ranks import highest_bit


def propagate_lunchbox(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold. words: by cell, what it keeps."""
    start = board.starts[p]
    count = board.data[start]
    fill(state.words, 0, count, 0)
    for i in range(count - 1):
        for j in range(i + 1, count):
            for s in range(start + 1 + count, board.starts[p + 1]):
                inside = board.data[s]
                if popcount(inside) == j - i - 1 and lies_inside(board, state, p, i, j, inside):
                    enclose(board, state, p, i, j, inside)
                    enclose(board, state, p, j, i, inside)
    for k in range(count):
        if not narrow(board, state, board.data[start + 1 + k], state.words[k]):
            return False
    return True


def lies_inside(board: Propagators, state: Masks, p: int, i: int, j: int, inside: int) -> bool:
    """Return whether the cells between two places may hold a set of digits, as far as is looked."""
    cells = board.starts[p] + 1
    some = 0
    for k in range(i + 1, j):
        mask = state.masks[board.data[cells + k]]
        if not mask & inside:
            return False
        some |= mask
    return inside & ~some == 0


def enclose(board: Propagators, state: Masks, p: int, low: int, high: int, inside: int) -> None:
    """Note what cells keep if these are the places of the smallest and the largest digit, with this
    set between them."""
    data = board.data
    cells = board.starts[p] + 1
    all_below = (inside & -inside) - 1
    all_above = -1
    if inside:
        all_above = -(2 << highest_bit(inside))
    lows = state.masks[data[cells + low]] & all_below
    highs = state.masks[data[cells + high]] & all_above
    if not lows or not highs:
        return
    lowest = lows & -lows
    highest = 1 << highest_bit(highs)
    if lowest >= highest:
        return
    rest = (highest - 1) & -(lowest << 1) & ~inside
    first = min(low, high)
    last = max(low, high)
    for k in range(data[cells - 1]):
        if (k < first or k > last) and not state.masks[data[cells + k]] & rest:
            return
    state.words[low] |= lows & (highest - 1)
    state.words[high] |= highs & -(lowest << 1)
    for k in range(data[cells - 1]):
        if first < k < last:
            state.words[k] |= inside
        elif k not in (first, last):
            state.words[k] |= rest
