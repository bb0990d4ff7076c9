"""The search on masks: depth first, guided by the weights of cells.

Idea: run the propagators; if cells are open, assert one candidate, and if that is refuted deny it
and go on. Masks are copied per level; propagators keep nothing from one run to the next, so there
is nothing else to undo.

Which candidate: the cell with the fewest digits for its weight, its lowest digit; or, if a digit
has two places left in a house, one of these. Whoever gives an order of the digits of each cell has
the first of these instead, and no choice in houses: so solutions are drawn at random, or steered to
candidates that are not known to be true. A conflict adds to the weights of the cells of the
propagator that failed and of the cell that was decided, each time a little more (by 1 part in 128),
so that recent conflicts count most. Measured on 21 hard puzzles of an index (conflicts until
decided, at most 30,000 each): with both kinds of weight and the choice in houses 108,000 and one
undecided, without the choice in houses 143,000 to 186,000, with the weight of the decided cell
alone 370,000 and nine undecided. Restarts gained nothing.
Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting systematic search by weighting
constraints" (2004).

Invariants between calls: `path` and `choices` hold the levels above the current one; the queues are
empty; the masks are those of the current level. So the next call continues a search that stopped
because its work was used up, or because the array of solutions was full.
"""

from __future__ import annotations

from typing import NamedTuple

from ..kernel import kernel
from ..lockstep.simd import Words, copy, get, lowest_bit, popcount
from .board import WORK, Masks, Propagators, forget_waiting, is_single, narrow, wake_all
from .dispatch import run_queues

#: Places in `SearchState.numbers`: the depth, solutions found, conflicts, decisions, the weight
#: that the next conflict adds, the task of the next call, the cell and digit to be asserted.
LEVEL, FOUND, CONFLICTS, DECISIONS, GAIN, TASK, CELL, DIGIT = range(8)
#: Tasks: run all propagators of a new board; go on below; go back; nothing, the search is complete.
BEGIN, DOWN, BACK, OVER = range(4)
#: One conflict's first weight, and the largest before all weights are made smaller.
UNIT, LARGEST = 1 << 10, 1 << 40
#: The most cells of a propagator that get a whole weight each if it fails; of more, each gets less.
FEW = 6


class SearchState(NamedTuple):
    """The state of a search.

    levels: the masks by level. path: the cell decided at each level, choices: its mask of the digit
    asserted. weights: by cell. solutions: digits' indexes from 1, `cells` for each solution. full:
    the propagators of houses that hold every digit. orders: for each cell the masks of its digits,
    in the order in which they are tried; empty for the lowest first.
    """

    levels: Words
    path: Words
    choices: Words
    weights: Words
    solutions: Words
    full: Words
    orders: Words
    numbers: Words


@kernel
def search_masks(
    board: Propagators, state: Masks, search: SearchState, most_work: int, stop: Words
) -> None:
    """Search until the solutions are full, the work exceeds `most_work`, or all is searched.

    numbers[TASK] then tells which: OVER for the last; `state.numbers[WORK]` is the work.
    """
    run_search(board, state, search, most_work, stop)


def run_search(
    board: Propagators, state: Masks, search: SearchState, most_work: int, stop: Words
) -> None:
    """Do what `search_masks` promises, for kernels that search."""
    limit = len(search.solutions) // board.cells
    numbers = search.numbers
    while not get(stop, 0) and state.numbers[WORK] < most_work and numbers[TASK] != OVER:
        failed = -1
        consistent = True
        if numbers[TASK] == BEGIN:
            consistent = is_possible(board, state)
            wake_all(board, state)
        elif numbers[TASK] == BACK:
            if not numbers[LEVEL]:
                numbers[TASK] = OVER
                return
            consistent = deny(board, state, search)
        else:
            if not pick(board, state, search):
                write_solution(board, state, search)
                numbers[TASK] = BACK
                if numbers[FOUND] == limit:
                    return
                continue
            assert_choice(board, state, search)
        if consistent:
            failed = run_queues(board, state)
            consistent = failed < 0
        if consistent:
            numbers[TASK] = DOWN
        else:
            forget_waiting(board, state)
            learn(board, search, failed)
            numbers[TASK] = BACK


def is_possible(board: Propagators, state: Masks) -> bool:
    """Return whether each cell has a digit left."""
    return all(state.masks[cell] for cell in range(board.cells))


def deny(board: Propagators, state: Masks, search: SearchState) -> bool:
    """Go up a level and deny what it asserted."""
    numbers = search.numbers
    numbers[LEVEL] -= 1
    level = numbers[LEVEL]
    copy(state.masks, 0, search.levels, level * board.cells, board.cells)
    return narrow(board, state, search.path[level], ~search.choices[level])


def assert_choice(board: Propagators, state: Masks, search: SearchState) -> None:
    """Go down a level with the candidate that was picked."""
    numbers = search.numbers
    level = numbers[LEVEL]
    copy(search.levels, level * board.cells, state.masks, 0, board.cells)
    search.path[level] = numbers[CELL]
    search.choices[level] = numbers[DIGIT]
    numbers[LEVEL] = level + 1
    numbers[DECISIONS] += 1
    narrow(board, state, numbers[CELL], numbers[DIGIT])


def write_solution(board: Propagators, state: Masks, search: SearchState) -> None:
    """Note the board, whose cells are all single."""
    start = search.numbers[FOUND] * board.cells
    for cell in range(board.cells):
        search.solutions[start + cell] = lowest_bit(state.masks[cell]) + 1
    search.numbers[FOUND] += 1


def pick(board: Propagators, state: Masks, search: SearchState) -> bool:
    """Choose the candidate to assert next; return False if every cell is decided."""
    best = -1
    fewest = 1
    heaviest = 0
    for cell in range(board.cells):
        mask = state.masks[cell]
        if not is_single(mask):
            count = popcount(mask)
            weight = search.weights[cell]
            if count * heaviest < fewest * weight:
                best = cell
                fewest = count
                heaviest = weight
    if best < 0:
        return False
    search.numbers[CELL] = best
    if len(search.orders):
        search.numbers[DIGIT] = first_in_order(board, state, search, best)
        return True
    search.numbers[DIGIT] = state.masks[best] & -state.masks[best]
    if fewest > 2:
        pick_place(board, state, search, fewest, heaviest)
    return True


def first_in_order(board: Propagators, state: Masks, search: SearchState, cell: int) -> int:
    """Return the digit of an open cell that is tried first, as a mask."""
    mask = state.masks[cell]
    place = cell * board.size
    digit = get(search.orders, place)
    while not digit & mask:
        place += 1
        digit = get(search.orders, place)
    return digit


def pick_place(
    board: Propagators, state: Masks, search: SearchState, fewest: int, heaviest: int
) -> None:
    """Choose a place of a digit that has two in a house instead, if it is better."""
    for p in search.full:
        start = board.starts[p]
        end = board.starts[p + 1]
        some = 0
        several = 0
        many = 0
        for k in range(start, end):
            mask = state.masks[board.data[k]]
            if not is_single(mask):
                many |= several & mask
                several |= some & mask
                some |= mask
        twice = several & ~many
        if twice:
            for k in range(start, end):
                cell = board.data[k]
                there = state.masks[cell] & twice
                weight = search.weights[cell]
                if there and not is_single(state.masks[cell]) and 2 * heaviest < fewest * weight:
                    search.numbers[CELL] = cell
                    search.numbers[DIGIT] = there & -there
                    fewest = 2
                    heaviest = weight


def learn(board: Propagators, search: SearchState, failed: int) -> None:
    """Count a conflict: add weight to the cells of the propagator that failed (-1: none did) and to
    the cell that was decided."""
    numbers = search.numbers
    numbers[CONFLICTS] += 1
    gain = numbers[GAIN]
    if failed >= 0:
        scope = board.scopes[failed]
        share = gain * FEW // max(FEW, len(scope))
        for cell in scope:
            search.weights[cell] += share
    if numbers[LEVEL]:
        search.weights[search.path[numbers[LEVEL] - 1]] += gain
    gain += gain // 128
    if gain > LARGEST:
        gain = UNIT
        for cell in range(board.cells):
            # no weight may become 0: its cell would never be chosen
            search.weights[cell] = search.weights[cell] // (LARGEST // UNIT) + 1
    numbers[GAIN] = gain
