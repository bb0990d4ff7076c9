"""Digits that some cells must hold: in a quadruple, in every set of a cage or a renban.

Idea: a digit that must be somewhere in the cells, and can be in one alone, is there. If all of its
places are in one house, no other cell of that house holds it (the pointing of solvers by hand, for
any set of cells).

Used by the propagators of sets and of counts.
"""

from __future__ import annotations

from ..lockstep.simd import ones
from .board import DEPTH, Masks, Propagators, narrow


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
        if not state.numbers[DEPTH] and not deny_in_houses(board, state, digit, place, first, end):
            return False
    return True


def deny_in_houses(
    board: Propagators, state: Masks, digit: int, place: int, first: int, end: int
) -> bool:
    """Deny a digit in the houses that have all of its places, of which `place` is one."""
    for house in board.houses_of[place]:
        inside = house * board.cells
        has_all = True
        for k in range(first, end):
            cell = board.data[k]
            if state.masks[cell] & digit and not board.is_in[inside + cell]:
                has_all = False
                break
        if has_all:
            for cell in board.house_cells[house]:
                is_outside = state.masks[cell] & digit and not is_among(board, cell, first, end)
                if is_outside and not narrow(board, state, cell, ~digit):
                    return False
    return True


def is_among(board: Propagators, cell: int, first: int, end: int) -> bool:
    """Return whether a cell is one of these parameters."""
    return any(board.data[k] == cell for k in range(first, end))
