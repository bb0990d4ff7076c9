"""A digit tells the place of another: numbered rooms, indexing arrows.

Idea: a place stays if the cell there can hold a digit that is looked for; such a digit stays if a
cell at some place can hold it. Once the place is known, its cell holds one of these digits.
Source: P. Van Hentenryck, J.-P. Carillon, "Generality versus specificity: an experience with AI and
OR techniques" (1988), for the constraint "element".

Parameters: the cell that tells the place, counted from 1; the cell with the digit that is looked
for, or -1; the mask of digits that may be looked for; the cells.
"""

from __future__ import annotations

from ..lockstep.simd import lowest_bit, ones
from .board import Masks, Propagators, is_single, narrow


def propagate_lookup(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    data = board.data
    start = board.starts[p]
    place = data[start]
    value = data[start + 1]
    wanted = data[start + 2]
    if value >= 0:
        wanted = state.masks[value]
    first = start + 3
    count = board.starts[p + 1] - first
    places = 0
    found = 0
    for d in ones(state.masks[place]):
        k = d + board.first - 1
        if 0 <= k < count:
            there = state.masks[data[first + k]] & wanted
            if data[first + k] == place:
                # a cell that points at itself
                there &= 1 << d
            found |= there
            if there:
                places |= 1 << d
    if not narrow(board, state, place, places):
        return False
    if value >= 0 and not narrow(board, state, value, found):
        return False
    if not is_single(places):
        return True
    k = lowest_bit(places) + board.first - 1
    return narrow(board, state, data[first + k], found)
