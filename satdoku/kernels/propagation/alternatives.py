"""`or`: at least one alternative, each of several forms, holds.

Idea: run each alternative as if it held, on the same masks, and put them back. What no alternative
leaves goes (constructive disjunction); if none is left, the whole cannot hold. Alternatives may
themselves have alternatives.
Source: P. Van Hentenryck, V. Saraswat, Y. Deville, "Design, implementation, and evaluation of the
constraint language cc(FD)" (1998).

Parameters: for each alternative its first propagator, and the one behind its last.
"""

from __future__ import annotations

from ..lockstep.simd import get
from .board import DEPTH, SAVED, Masks, Propagators, narrow


def save_scope(board: Propagators, state: Masks, p: int) -> int:
    """Put the masks of the cells of an `or` on the stack, followed by as many zeros, for what the
    alternatives leave; return their place there."""
    place = get(state.numbers, SAVED)
    joined = place + len(board.scopes[p])
    k = 0
    for cell in board.scopes[p]:
        state.saved[place + k] = state.masks[cell]
        state.saved[joined + k] = 0
        k += 1
    state.numbers[SAVED] = joined + k
    state.numbers[DEPTH] += 1
    return place


def join_alternative(board: Propagators, state: Masks, p: int, place: int) -> None:
    """Add what an alternative has left to what is kept."""
    joined = place + len(board.scopes[p])
    for cell in board.scopes[p]:
        state.saved[joined] |= state.masks[cell]
        joined += 1


def restore_scope(board: Propagators, state: Masks, p: int, place: int) -> None:
    """Put back the masks."""
    for cell in board.scopes[p]:
        state.masks[cell] = state.saved[place]
        place += 1


def keep_joined(board: Propagators, state: Masks, p: int, place: int) -> bool:
    """Take the masks off the stack and narrow the cells to what alternatives have left."""
    state.numbers[DEPTH] -= 1
    state.numbers[SAVED] = place
    joined = place + len(board.scopes[p])
    for cell in board.scopes[p]:
        if not narrow(board, state, cell, state.saved[joined]):
            return False
        joined += 1
    return True
