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
    scope = board.scopes[p]
    for k in range(len(scope)):
        state.saved[place + k] = state.masks[scope[k]]
        state.saved[place + len(scope) + k] = 0
    state.numbers[SAVED] = place + 2 * len(scope)
    state.numbers[DEPTH] += 1
    return place


def join_alternative(board: Propagators, state: Masks, p: int, place: int) -> None:
    """Add what an alternative has left to what is kept."""
    scope = board.scopes[p]
    for k in range(len(scope)):
        state.saved[place + len(scope) + k] |= state.masks[scope[k]]


def restore_scope(board: Propagators, state: Masks, p: int, place: int) -> None:
    """Put back the masks."""
    scope = board.scopes[p]
    for k in range(len(scope)):
        state.masks[scope[k]] = state.saved[place + k]


def keep_joined(board: Propagators, state: Masks, p: int, place: int) -> bool:
    """Take the masks off the stack and narrow the cells to what alternatives have left."""
    state.numbers[DEPTH] -= 1
    state.numbers[SAVED] = place
    scope = board.scopes[p]
    for k in range(len(scope)):
        if not narrow(board, state, scope[k], state.saved[place + len(scope) + k]):
            return False
    return True
