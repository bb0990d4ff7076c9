"""Digits that some cells must hold: in a quadruple, in every set of a cage or a renban.

Idea: a digit that must be somewhere in the cells, and can be in one alone, is there. A cell that
must differ from each of its places, by houses or by cages and lines without a digit twice, does not
hold it (the pointing of solvers by hand, for any set of cells). Pairs that differ by other rules,
as a knight's move apart, were tried too: no puzzle of an index took less work.

Used by the propagators of sets, of sums, of counts and of groups that are alike.
"""

from __future__ import annotations

from ..lockstep.simd import ones
from .board import CELLS_OF_WORD, DEPTH, Masks, Propagators, narrow


def deny_around(board: Propagators, state: Masks, digits: int, first: int, end: int) -> bool:
    """Assert the only place of each digit, and deny it around its places; return False if it has
    none. first, end: of the cells among the parameters."""
    for d in ones(digits):
        digit = 1 << d
        place = -1
        several = False
        for k in range(first, end):
            if state.masks[board.data[k]] & digit:
                several = place >= 0
                place = board.data[k]
        if place < 0 or not (several or narrow(board, state, place, digit)):
            return False
        # an alternative changes no cell outside its scope
        may_leave = several and not state.numbers[DEPTH]
        if may_leave and not deny_in_view(board, state, digit, first, end):
            return False
    return True


def deny_in_view(board: Propagators, state: Masks, digit: int, first: int, end: int) -> bool:
    """Deny a digit in the cells that differ from all of its places."""
    words = len(board.different) // board.cells
    for word in range(words):
        seen = -1
        for k in range(first, end):
            cell = board.data[k]
            if state.masks[cell] & digit:
                seen &= board.different[cell * words + word]
        for bit in ones(seen):
            if not narrow(board, state, word * CELLS_OF_WORD + bit, ~digit):
                return False
    return True


def is_alive(
    board: Propagators, state: Masks, digits: int, some: int, fixed: int, first: int, end: int
) -> bool:
    """Return whether cells may hold this set, as far as single cells and digits tell.

    some: the digits that the cells can hold. fixed: those that single cells hold.
    """
    if digits & ~some or fixed & ~digits:
        return False
    return all(state.masks[board.data[k]] & digits for k in range(first, end))
