"""Digits that occur in some cells in given numbers: counting circles, cells that contain digits.

Idea: a digit is in at least as many of the cells as surely hold it, and in at most as many as there
are groups that can, where a group is in a house. The numbers of all digits together are the number
of cells, so a number stays only if the other digits' can make up the rest (as with sums, the bits
of a word say which sums are possible). If no more may come, the other cells do not hold the digit;
if each group that can hold it must, it goes to the group's only place, or leaves the houses around
its places.
Source: J.-C. Régin, "Generalized arc consistency for global cardinality constraint" (1996), of
which this is a weaker form, with houses taken into account.

Parameters: the number of cells, the number of groups, the number of digits, whether these are all
digits of the board; the cells, by group; for each group the place behind its cells, counted from
the first parameter; for each digit its mask and a word whose bits are the numbers that are allowed.
"""

from __future__ import annotations

from ..lockstep.simd import lowest_bit
from .board import Masks, Propagators, narrow
from .needed import deny_around
from .ranks import highest_bit

#: The largest number of cells that hold a digit, or of cells with numbers that add up to it.
LARGEST = 60
#: The parameters before the cells.
HEAD = 4


def propagate_counts(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    data = board.data
    start = board.starts[p]
    digits = data[start + 2]
    rows = board.starts[p + 1] - 2 * digits
    for i in range(digits):
        allowed = data[rows + 2 * i + 1] & possible_numbers(board, state, p, data[rows + 2 * i])
        if not allowed:
            return False
        state.words[i] = allowed
    if data[start + 3] and not keep_fitting(state, digits, data[start]):
        return False
    for i in range(digits):
        if not keep_numbers(board, state, p, data[rows + 2 * i], state.words[i]):
            return False
    return True


def possible_numbers(board: Propagators, state: Masks, p: int, digit: int) -> int:
    """Return, as bits, in how many of the cells a digit can be."""
    data = board.data
    start = board.starts[p]
    first = start + HEAD
    ends = first + data[start]
    sure = 0
    able = 0
    for g in range(data[start + 1]):
        can = False
        end = start + data[ends + g]
        for k in range(first, end):
            mask = state.masks[data[k]]
            if mask & digit:
                can = True
                sure += mask == digit
        able += can
        first = end
    if sure > LARGEST:
        return 0
    return (2 << min(able, LARGEST)) - (1 << sure)


def keep_fitting(state: Masks, digits: int, total: int) -> bool:
    """Leave each digit the numbers with which all can add up to a total; return False if none can.

    words[i]: the numbers of digit i. words[digits + i]: what the digits before it can add up to.
    """
    words = state.words
    reachable = (2 << total) - 1
    words[digits] = 1
    for i in range(digits):
        after = 0
        numbers = words[i]
        while numbers:
            after |= words[digits + i] << lowest_bit(numbers)
            numbers &= numbers - 1
        words[digits + i + 1] = after & reachable
    behind = words[2 * digits] & (1 << total)
    for i in range(digits - 1, -1, -1):
        kept = 0
        before = 0
        numbers = words[i]
        while numbers:
            number = lowest_bit(numbers)
            fitting = (behind >> number) & words[digits + i]
            if fitting:
                kept |= 1 << number
                before |= fitting
            numbers &= numbers - 1
        if not kept:
            return False
        words[i] = kept
        behind = before
    return True


def keep_numbers(board: Propagators, state: Masks, p: int, digit: int, numbers: int) -> bool:
    """Let the number of cells with a digit be one of these (bits); return False if none can."""
    data = board.data
    start = board.starts[p]
    first = start + HEAD
    ends = first + data[start]
    possible = possible_numbers(board, state, p, digit)
    if not possible & numbers:
        return False
    least = lowest_bit(numbers)
    if highest_bit(numbers) == lowest_bit(possible):
        for k in range(first, ends):
            mask = state.masks[data[k]]
            if mask & digit and mask != digit and not narrow(board, state, data[k], ~digit):
                return False
    elif least == highest_bit(possible):
        for g in range(data[start + 1]):
            end = start + data[ends + g]
            can = False
            for k in range(first, end):
                can = can or state.masks[data[k]] & digit != 0
            if can and not deny_around(board, state, digit, first, end):
                return False
            first = end
    elif least:
        return deny_around(board, state, digit, first, ends)
    return True
