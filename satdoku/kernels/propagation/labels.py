"""A cell tells how many cells along arms hold the label of a first cell, each arm without a gap.

Idea, for each label of the first cell: an arm is filled at least as far as its first cells surely
hold the label, and at most as far as they can. What all arms add at least and at most bounds the
control cell; what the control cell leaves for one arm, beside the others, bounds that arm. Cells
keep what some label leaves them.

Parameters: the control cell, the first cell, the number that the index of the control cell's digit
falls short of the cells counted, the number of arms, for each arm and behind the last the place of
its first cell, counted from the first parameter, the cells by arm.
"""

from __future__ import annotations

from ..lockstep.simd import fill, lowest_bit
from .board import Masks, Propagators, narrow
from .ranks import highest_bit

#: The parameters before the places of arms.
HEAD = 4
#: The most cells in arms, and the largest number by which an index falls short.
LARGEST = 30


def propagate_labels(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold. words: by parameter, what the cell there keeps."""
    data = board.data
    start = board.starts[p]
    length = board.starts[p + 1] - start
    fill(state.words, 0, length, 0)
    labels = state.masks[data[start + 1]]
    kept = 0
    counts = 0
    while labels:
        label = labels & -labels
        labels ^= label
        possible = counts_of_label(board, state, p, label)
        if possible:
            kept |= label
            counts |= possible
    if not narrow(board, state, data[start + 1], kept):
        return False
    if not narrow(board, state, data[start], counts >> data[start + 2]):
        return False
    for k in range(data[start + HEAD], length):
        if not narrow(board, state, data[start + k], state.words[k]):
            return False
    return True


def counts_of_label(board: Propagators, state: Masks, p: int, label: int) -> int:
    """Return, as bits, how many cells can be counted if the first cell holds a label; note what the
    cells of arms keep then."""
    data = board.data
    start = board.starts[p]
    arms = data[start + 3]
    low = 1
    high = 1
    for arm in range(arms):
        least, most = range_of_arm(board, state, p, arm, label)
        low += least
        high += most
    possible: int = (state.masks[data[start]] << data[start + 2]) & ((2 << high) - (1 << low))
    if possible:
        # what is left for the arms beside what they surely have, and lacks in what they can have
        room = highest_bit(possible) - low
        lack = high - lowest_bit(possible)
        for arm in range(arms):
            least, most = range_of_arm(board, state, p, arm, label)
            shortest = max(least, most - lack)
            keep_in_arm(board, state, p, arm, label, shortest, min(most, least + room))
    return possible


def range_of_arm(board: Propagators, state: Masks, p: int, arm: int, label: int) -> tuple[int, int]:
    """Return how far at least and at most a label fills an arm."""
    data = board.data
    start = board.starts[p]
    least = 0
    most = 0
    for k in range(data[start + HEAD + arm], data[start + HEAD + arm + 1]):
        mask = state.masks[data[start + k]]
        if not mask & label:
            return least, most
        least += mask == label and least == most
        most += 1
    return least, most


def keep_in_arm(
    board: Propagators, state: Masks, p: int, arm: int, label: int, least: int, most: int
) -> None:
    """Note what the cells of an arm keep if a label fills it so far at least and at most."""
    place = board.starts[p] + HEAD + arm
    first = board.data[place]
    for k in range(first, board.data[place + 1]):
        keep = -1
        if k < first + least:
            keep = label
        elif k == first + most and least == most:
            keep = ~label
        state.words[k] |= keep
