"""Sums: coefficients times digits are a total.

Idea: go through the cells and note as the bits of a word which sums the cells so far can have;
then go back from the total. A digit stays if some sum before it and some sum behind it fit. Cells
with the same coefficient that are in one house are a group, taken at once by the sets of different
digits that they can hold, so that their digits are not counted as if they could be equal.

Invariant: bit b of words[i] stands for the sum base[i] + b of the groups before group i. The bases
are chosen for each place (see `sum_pieces`), such that every sum from which the total can be
reached has a bit; so sums of up to some fifteen cells of a 9×9 board take one word. Larger ones are
left to `bounds`.
Source: M. Trick, "A dynamic programming approach for consistency and propagation for knapsack
constraints" (2003); groups as in solvers of killers.

Parameters: the number of groups; a base for each of these and one for the end; then for each group
its coefficient, the number of cells, the cells, the number of sets and the sets (mask, sum times
coefficient), by sum. A group of one cell has no sets.
"""

from __future__ import annotations

from ..kernel import part
from ..lockstep.simd import ones
from .board import Masks, Propagators, is_single, narrow
from .needed import deny_around, is_alive

#: The bits of a word that are used, and all of them.
BITS = 60
ALL = (1 << BITS) - 1


@part
def shifted(sums: int, by: int) -> int:
    """Return the sums, each larger by this number, which may be negative; without those that have
    no bit."""
    if by >= BITS or by <= -BITS:
        return 0
    if by < 0:
        return sums >> -by
    return (sums & (ALL >> by)) << by


def propagate_sum(board: Propagators, state: Masks, p: int) -> bool:
    """Run a sum; return False if the total cannot be reached."""
    start = board.starts[p]
    if not forwards(board, state, start, 0) & 1:
        return False
    return backwards(board, state, start, 0, 1)


def forwards(board: Propagators, state: Masks, start: int, space: int) -> int:
    """Return the sums that all groups together can have, 0 if none.

    start: of the parameters. space: the place in `words` of twice as many words as groups, and one:
    the sums before each group and at the end, then the places of the groups' parameters.
    """
    data = board.data
    groups = data[start]
    base = start + 1
    sums = 1
    state.words[space] = sums
    at = base + groups + 1
    for i in range(groups):
        step = data[base + i] - data[base + i + 1]
        state.words[space + groups + 1 + i] = at
        sums = sums_after(board, state, at, sums, step)
        if not sums:
            return 0
        state.words[space + i + 1] = sums
        at += 3 + data[at + 1] + 2 * data[at + 2 + data[at + 1]]
    return sums


def backwards(board: Propagators, state: Masks, start: int, space: int, totals: int) -> bool:
    """Keep what leads to one of the totals, after `forwards`; return whether anything does."""
    data = board.data
    groups = data[start]
    base = start + 1
    behind = totals
    for i in range(groups - 1, -1, -1):
        step = data[base + i] - data[base + i + 1]
        place = state.words[space + groups + 1 + i]
        behind = sums_before(board, state, place, state.words[space + i], behind, step)
        if not behind:
            return False
    return True


def sums_after(board: Propagators, state: Masks, at: int, before: int, step: int) -> int:
    """Return the sums that are possible after a group. at: of its parameters. before: the sums
    before it. step: by how much the base is smaller there."""
    data = board.data
    count = data[at + 1]
    after = 0
    if count == 1:
        factor = data[at]
        for d in ones(state.masks[data[at + 2]]):
            after |= shifted(before, step + factor * (d + board.first))
        return after
    first_set = at + 3 + count
    some, fixed = held_by(board, state, at)
    last = 1 << BITS  # no sum
    for s in range(first_set, first_set + 2 * data[first_set - 1], 2):
        if data[s + 1] != last and is_alive(
            board, state, data[s], some, fixed, at + 2, at + 2 + count
        ):
            last = data[s + 1]
            after |= shifted(before, step + last)
    return after


def sums_before(
    board: Propagators, state: Masks, at: int, before: int, behind: int, step: int
) -> int:
    """Narrow a group; return the sums before it from which the total can be reached, 0 if none.

    before: the sums that are possible before it. behind: those after it from which it can be
    reached.
    """
    data = board.data
    count = data[at + 1]
    kept = 0
    if count == 1:
        factor = data[at]
        cell = data[at + 2]
        keep = 0
        for d in ones(state.masks[cell]):
            fitting = shifted(behind, -step - factor * (d + board.first)) & before
            if fitting:
                kept |= fitting
                keep |= 1 << d
        if not narrow(board, state, cell, keep):
            return 0
        return kept
    first_set = at + 3 + count
    some, fixed = held_by(board, state, at)
    possible = 0
    needed = -1
    last = 1 << BITS
    fitting = 0
    for s in range(first_set, first_set + 2 * data[first_set - 1], 2):
        if data[s + 1] != last:
            last = data[s + 1]
            fitting = shifted(behind, -step - last) & before
        if fitting and is_alive(board, state, data[s], some, fixed, at + 2, at + 2 + count):
            kept |= fitting
            possible |= data[s]
            needed &= data[s]
    if kept and not keep_digits(board, state, at, possible, needed):
        return 0
    return kept


def held_by(board: Propagators, state: Masks, at: int) -> tuple[int, int]:
    """Return (the digits that the cells of a group can hold, those that single cells hold)."""
    some = 0
    fixed = 0
    for k in range(at + 2, at + 2 + board.data[at + 1]):
        mask = state.masks[board.data[k]]
        some |= mask
        if is_single(mask):
            fixed |= mask
    return some, fixed


def keep_digits(board: Propagators, state: Masks, at: int, possible: int, needed: int) -> bool:
    """Leave a group the digits of its sets; what all sets hold has a place in it."""
    first = at + 2
    end = first + board.data[at + 1]
    for k in range(first, end):
        if not narrow(board, state, board.data[k], possible):
            return False
    return deny_around(board, state, needed, first, end)
