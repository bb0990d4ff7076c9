"""A dive on masks: one random sample of the number of solutions.

Idea: at a node, take the cell with the fewest digits and search below each of them for `few`
solutions. Where there are fewer, their number is known and is added; the digits with at least
`few` solutions are the branches, and the dive goes on below one of them, drawn at random. The
solutions counted at a node weigh the product of the numbers of branches above it. A branch has
solutions by construction, so every dive ends in some if the board has any.

Invariant: given what was drawn so far, the solutions counted at a node and, times the number of
branches, those below the branch drawn are in the mean over what is drawn next the number of
solutions below that node. The choice of the cell may depend on earlier dives, since it does not
depend on what is drawn next.

Tried instead: dives by the base rules alone, without a search below the branches. On boards with
rules for many cells (anti-knight, non-consecutive) none of 100 ended in a solution.
Sources: D. Knuth, "Estimating the efficiency of backtrack programs" (1975), for the dives; counting
small branches exactly is the conditional mean of the same sample, which varies less.
"""

from __future__ import annotations

from ..kernel import kernel
from ..lockstep.simd import Words, copy, get, popcount
from ..stream import below
from .board import Masks, Propagators, forget_waiting, is_single, wake_all
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
    stop: Words,
) -> int:
    """Dive once. Return DIVED or UNFINISHED.

    state: the masks of the board, of which nothing has been propagated. search: with room for `few`
    solutions. node: working space, by cell. nodes (changed): for each depth the number of branches,
    then the number of solutions counted there; it ends at a node without branches. stream: a random
    stream, which goes on.
    """
    few = len(search.solutions) // board.cells
    depth = 0
    branches = 1
    while branches:
        wake_all(board, state)
        is_consistent = is_possible(board, state) and run_queues(board, state) < 0
        cell = narrowest(board, state)
        # A branch has several solutions: so it is the whole board that has one, or none.
        if not is_consistent or cell < 0:
            forget_waiting(board, state)
            nodes[0] = 0
            nodes[1] = 1 if is_consistent else 0
            return DIVED
        copy(node, 0, state.masks, 0, board.cells)
        branches = 0
        counted = 0
        digits = node[cell]
        while digits:
            digit = digits & -digits
            digits ^= digit
            begin(board, state, search, node)
            state.masks[cell] = digit
            run_search(board, state, search, most_work, stop)
            found = search.numbers[FOUND]
            if found == few:
                branches |= digit
            elif search.numbers[TASK] == OVER:
                counted += found
            else:
                return UNFINISHED
        nodes[2 * depth] = popcount(branches)
        nodes[2 * depth + 1] = counted
        depth += 1
        if branches:
            for _ in range(below(stream, 0, popcount(branches))):
                branches &= branches - 1
            begin(board, state, search, node)
            state.masks[cell] = branches & -branches
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
