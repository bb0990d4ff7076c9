"""Two cells and the pairs of digits that they may hold; one cell and its digits; lines that differ.

Idea: a table says for each digit of one cell which digits of the other go with it; the other cell
keeps the union. This is arc consistency (A. Mackworth, "Consistency in networks of relations",
1977).

Parameters of a relation: the two cells; for each digit of the first, the mask of the second; for
each digit of the second, the mask of the first. Of candidates: the cell, its mask. Of two lines
that differ: the cells of the first line, then those of the second.
"""

from __future__ import annotations

from ..lockstep.simd import ones
from .board import Masks, Propagators, is_single, narrow


def propagate_relation(board: Propagators, state: Masks, p: int) -> bool:
    """Run a relation; return False if it cannot hold."""
    start = board.starts[p]
    first = board.data[start]
    second = board.data[start + 1]
    table = start + 2
    allowed = 0
    for d in ones(state.masks[first]):
        allowed |= board.data[table + d]
    if not narrow(board, state, second, allowed):
        return False
    allowed = 0
    for d in ones(state.masks[second]):
        allowed |= board.data[table + board.size + d]
    return narrow(board, state, first, allowed)


def propagate_candidates(board: Propagators, state: Masks, p: int) -> bool:
    """Keep the candidates of a cell; return False if there are none."""
    start = board.starts[p]
    return narrow(board, state, board.data[start], board.data[start + 1])


def propagate_unequal(board: Propagators, state: Masks, p: int) -> bool:
    """Run two lines that differ; return False if they are equal.

    While two places can differ, nothing follows; at the last such place the digits must differ.
    """
    start = board.starts[p]
    length = (board.starts[p + 1] - start) // 2
    place = -1
    for k in range(length):
        first = state.masks[board.data[start + k]]
        second = state.masks[board.data[start + length + k]]
        if first & second == 0:
            return True
        if not (is_single(first) and is_single(second)):
            if place >= 0:
                return True
            place = k
    if place < 0:
        return False
    a = board.data[start + place]
    b = board.data[start + length + place]
    if a == b:
        return False
    if is_single(state.masks[a]):
        return narrow(board, state, b, ~state.masks[a])
    if is_single(state.masks[b]):
        return narrow(board, state, a, ~state.masks[b])
    return True
