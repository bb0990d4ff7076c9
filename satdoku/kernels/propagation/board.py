"""The records of the search on masks, and the one function that changes a mask.

Bit d of a mask stands for the digit of index d, whose value is d + `first`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..kernel import part
from ..lockstep.simd import Words, fill, get, put

Lists = Any
#: The most digits of a board: a mask is one 32-bit word.
MOST_DIGITS = 32
#: How many cells have bits in a word of `Propagators.different`: exact numbers of JavaScript.
CELLS_OF_WORD = 52
#: The queues by urgency: what costs little runs first, and then what seldom finds anything.
#: Propagators of alternatives are in no queue.
CHEAP, SELDOM, COSTLY, INNER = range(4)
#: How many queues propagators wait in.
QUEUES = 3
#: Places in `Masks.numbers`: how deep in alternatives, whether a mask has changed, the work done,
#: the places in use of `saved`, the stamp last used (see `Masks.stamps`).
DEPTH, CHANGED, WORK, SAVED, STAMP = range(5)
#: The number of `Masks.numbers`.
NUMBERS = 5


class Propagators(NamedTuple):
    """The rules of a board; nothing here ever changes.

    By propagator: kinds (see `dispatch`), queues (CHEAP, SELDOM, COSTLY, INNER), repeats (1 if it
    must run again after it has changed a mask itself), minds (the digits that it asks about: all,
    or those of which it only asks whether a cell can, or must, hold one), and its parameters,
    data[starts[p] : starts[p + 1]], which its file describes. scopes[p]: the cells whose masks it
    depends on. watchers[cell]: the propagators to run when the cell's mask changes. different: for
    each cell so many words, in whose bits, `CELLS_OF_WORD` each, are the cells that differ from it.
    """

    cells: int
    size: int
    first: int
    kinds: Words
    queues: Words
    repeats: Words
    minds: Words
    starts: Words
    data: Words
    scopes: Lists
    watchers: Lists
    different: Words


class Masks(NamedTuple):
    """What is known about a board, and the working space of propagators.

    masks[cell]: the digits that it can hold. queued[p]: whether the propagator waits. waiting: the
    queues, ring buffers, one after the other, each with a place more than propagators. ends: by
    queue, the place of its first propagator and the place behind its last. saved: the masks that
    alternatives put back, a stack. words: working space of the propagator that runs. stamps: the
    same, for marks that are never wiped out: a mark holds if it is the current stamp. numbers: see
    above.
    """

    masks: Words
    queued: Words
    waiting: Words
    ends: Words
    saved: Words
    words: Words
    stamps: Words
    numbers: Words


def narrow(board: Propagators, state: Masks, cell: int, keep: int) -> bool:
    """Remove from a cell all digits but these; return whether any are left."""
    before = get(state.masks, cell)
    after = before & keep
    if after == before:
        return after != 0
    state.masks[cell] = after
    state.numbers[CHANGED] = 1
    if not after:
        return False
    if not state.numbers[DEPTH]:
        wake(board, state, cell, before & ~after, after)
    return True


def wake(board: Propagators, state: Masks, cell: int, gone: int, left: int) -> None:
    """Let the propagators wait for their turn that mind that a cell has lost some of its digits.

    gone: these digits, left: the others. A propagator does not mind if none of its own digits is
    gone and one of others is left: the cell could have been without its digits, and still can.
    """
    length = len(board.kinds) + 1
    for p in board.watchers[cell]:
        minds = board.minds[p]
        if not state.queued[p] and (gone & minds or left & ~minds == 0):
            state.queued[p] = 1
            queue = board.queues[p]
            end = state.ends[2 * queue + 1]
            state.waiting[queue * length + end] = p
            end += 1
            if end == length:
                end = 0
            state.ends[2 * queue + 1] = end


def wake_all(board: Propagators, state: Masks) -> None:
    """Let every propagator that is not an alternative's wait for its turn."""
    for cell in range(board.cells):
        wake(board, state, cell, -1, 0)


def forget_waiting(board: Propagators, state: Masks) -> None:
    """Empty the queues: the masks are about to be replaced."""
    fill(state.queued, 0, len(state.queued), 0)
    fill(state.ends, 0, len(state.ends), 0)


@part
def is_single(mask: int) -> bool:
    """Return whether it is one digit, or none."""
    return mask & (mask - 1) == 0


@part
def next_stamp(state: Masks) -> int:
    """Return a stamp that no mark has."""
    stamp = get(state.numbers, STAMP) + 1
    put(state.numbers, STAMP, stamp)
    return stamp
