"""A dive on masks: one random sample of the number of solutions.

Idea: at a node, take the cell with the fewest digits and search below each of them, for `few`
solutions and some work at most. Where that search ends, the number below the digit is known and is
added; the other digits are the branches, and the dive goes on below one of them, drawn at random:
the more solutions were seen below a branch, the likelier (one is added to the number seen, so that
each has a chance). The solutions counted at a node are divided by the chances of the branches drawn
above it. Deeper down the searches end, so every dive ends with a number.

Invariant: given what was drawn so far, the solutions counted at a node and, divided by its chance,
those below the branch drawn are in the mean over what is drawn next the number of solutions below
that node. The choice of the cell, and what a search ends with, may depend on earlier dives, since
they do not depend on what is drawn next.

Tried instead, on boards with rules for many cells: dives by the base rules alone (none of 100 ended
in a solution), searches that must not end before they have `few` solutions (no dive in seconds on
an empty 9×9 board with non-consecutive), and branches with equal chances (there, about twice
the work for the same standard error).
Sources: D. Knuth, "Estimating the efficiency of backtrack programs" (1975), for the dives and for
unequal chances; counting small branches exactly is the conditional mean of the same sample, which
varies less.
"""

from __future__ import annotations

from ..kernel import kernel
from ..lockstep.simd import Words, copy, get, popcount
from ..stream import below
from .board import WORK, Masks, Propagators, forget_waiting, is_single, wake_all
from .dispatch import run_queues
from .searching import BEGIN, FOUND, LEVEL, OVER, TASK, SearchState, is_possible, run_search

#: What a dive returns: it is complete; the work was used up before.
DIVED, UNFINISHED = range(2)


@kernel
def dive(
    board: Propagators,
    state: Masks,
    search: SearchState,
    node: Words,
    nodes: Words,
    stream: Words,
    most_work: int,
    each: int,
    stop: Words,
) -> int:
    """Dive once. Return DIVED or UNFINISHED.

    state: the masks of the board, of which nothing has been propagated. search: with room for `few`
    solutions. node: working space, by cell. nodes (changed): for each depth the sum of the chances
    of all branches, the chance of the one drawn, and the number of solutions counted there; it ends
    at a node without branches, whose sum is 0. stream: a random stream, which goes on. most_work:
    of all dives; each: the most work below a digit.
    """
    depth = 0
    branch = 1
    while branch:
        wake_all(board, state)
        is_consistent = is_possible(board, state) and run_queues(board, state) < 0
        cell = narrowest(board, state)
        if not is_consistent or cell < 0:
            forget_waiting(board, state)
            nodes[3 * depth] = 0
            nodes[3 * depth + 2] = 1 if is_consistent else 0
            return DIVED
        copy(node, 0, state.masks, 0, board.cells)
        total = 0
        branch = 0
        chances = 1
        counted = 0
        digits = node[cell]
        while digits:
            digit = digits & -digits
            digits ^= digit
            begin(board, state, search, node)
            state.masks[cell] = digit
            run_search(board, state, search, state.numbers[WORK] + each, stop)
            if search.numbers[TASK] == OVER:
                counted += search.numbers[FOUND]
            elif state.numbers[WORK] < most_work and not get(stop, 0):
                chance = search.numbers[FOUND] + 1
                total += chance
                if below(stream, 0, total) < chance:
                    branch = digit
                    chances = chance
            else:
                return UNFINISHED
        nodes[3 * depth] = total
        nodes[3 * depth + 1] = chances
        nodes[3 * depth + 2] = counted
        depth += 1
        if branch:
            begin(board, state, search, node)
            state.masks[cell] = branch
    return DIVED


def begin(board: Propagators, state: Masks, search: SearchState, node: Words) -> None:
    """Put back the masks of a node, for a new search."""
    copy(state.masks, 0, node, 0, board.cells)
    search.numbers[TASK] = BEGIN
    search.numbers[LEVEL] = 0
    search.numbers[FOUND] = 0


def narrowest(board: Propagators, state: Masks) -> int:
    """Return the open cell with the fewest digits, -1 if none is open."""
    best = -1
    fewest = board.size + 1
    for cell in range(board.cells):
        mask = get(state.masks, cell)
        if not is_single(mask) and popcount(mask) < fewest:
            best = cell
            fewest = popcount(mask)
    return best
