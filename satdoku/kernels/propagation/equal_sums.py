"""Parts of a line, or other groups of cells, whose digits have the same sum.

Idea: each part goes forwards as a sum does (see `sums`), up to the sums that it can have; those
that all parts can have are the totals, from which each part goes back. So one part with few sums
narrows all others at once, where a sum for each two parts would tell a third part nothing.

Invariant: the words of all parts end with the same base (see `sum_pieces`), so one mask of totals
serves all.

Parameters: the number of parts; for each the place of its parameters, counted from the first one
here, and the place of its working space; the parameters of each part, as `sums` describes them.
"""

from __future__ import annotations

from .board import Masks, Propagators
from .sums import ALL, backwards, forwards


def propagate_equal_sums(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if no total is left."""
    start = board.starts[p]
    first = start + 1
    end = first + 2 * board.data[start]
    totals = ALL
    for k in range(first, end, 2):
        totals &= forwards(board, state, start + board.data[k], board.data[k + 1])
    if not totals:
        return False
    for k in range(first, end, 2):
        if not backwards(board, state, start + board.data[k], board.data[k + 1], totals):
            return False
    return True
