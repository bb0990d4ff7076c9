"""The trials of minimising: which givens to remove next, for many boards at a time.

Givens are removed by groups (orbits of a symmetry; single cells without one), in the order that
`operations.minimizing` draws from the same stream. The properties kept are monotone: so several
groups may be tried at once without changing the outcome, at first half of all, then fewer and
fewer; and a group that could not be removed is never tried again.

`Work` holds the boards and, for each lane (or thread of work), its state. A lane's board lacks the
givens of its trial; they are restored from the solutions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernel import part
from ..stream import shuffle
from ..tasks import Removals
from .simd import Words, get, put

#: The state of a lane: its board, its number of groups, the first group of the trial and how many
#: it has, the cells removed, and the givens left without them.
BOARD, GROUPS, FIRST, TRIED, CELLS, CLUES = range(6)
STATE = 6


class Work(NamedTuple):
    """Boards to minimise, in place.

    boards, solutions: flat digits, `cells` per board, and the only solution of each. orbits: group
    g is orbits[starts[g] : starts[g + 1]]. at_least: the minimum number of givens of each board.
    streams: a random stream for each board. removable: if `only_look` is 1, boards stay unchanged,
    and a board's number is set to 1 if a group can be removed. order, tried: `cells` numbers per
    lane, the groups in order and the cells of the trial. lane: STATE numbers per lane. following:
    one number, the next board.
    """

    cells: int
    boards: Words
    solutions: Words
    orbits: Words
    starts: Words
    at_least: Words
    streams: Words
    removable: Words
    only_look: int
    order: Words
    tried: Words
    lane: Words
    following: Words

    @classmethod
    def on(
        cls,
        boards: np.ndarray,
        solutions: np.ndarray,
        removals: Removals,
        lanes: int,
    ) -> Work:
        """Return the work on a block of boards (see `Tasks.minimize`) for this many lanes."""
        count, cells = boards.shape
        orbits, starts = removals.groups
        removable = np.zeros(count, np.uint8)
        order = np.zeros(cells * lanes, np.int32)
        state = np.zeros(STATE * lanes, np.int64)
        following = np.zeros(1, np.int64)
        return cls(
            cells=cells,
            boards=boards.ravel(),
            solutions=solutions.ravel(),
            orbits=orbits,
            starts=starts,
            at_least=removals.at_least,
            streams=removals.streams,
            removable=removable,
            only_look=int(removals.only_look),
            order=order,
            tried=order.copy(),
            lane=state,
            following=following,
        )


@part
def propose(work: Work, lane: int) -> bool:
    """Remove the givens of the lane's next trial, on its board or the next one; return False if all
    boards are done."""
    own = STATE * lane
    while True:
        if get(work.lane, own + FIRST) >= get(work.lane, own + GROUPS):
            if not begin(work, lane):
                return False
            continue
        take_away(work, lane)
        if get(work.lane, own + CLUES) >= get(work.at_least, get(work.lane, own + BOARD)):
            return True
        answer(work, lane, can_go=False)


@part
def begin(work: Work, lane: int) -> bool:
    """Give the lane the next board and shuffle its groups; return False if there is none."""
    own = STATE * lane
    board = get(work.following, 0)
    if board == len(work.at_least):
        return False
    put(work.following, 0, board + 1)
    base = board * work.cells
    order = lane * work.cells
    groups = 0
    clues = 0
    for group in range(len(work.starts) - 1):
        here = 0
        for k in range(get(work.starts, group), get(work.starts, group + 1)):
            here += get(work.boards, base + get(work.orbits, k)) > 0
        clues += here
        if here:
            put(work.order, order + groups, group)
            groups += 1
    shuffle(work.streams, board, work.order, order, groups)
    put(work.lane, own + BOARD, board)
    put(work.lane, own + GROUPS, groups)
    put(work.lane, own + FIRST, 0)
    # When only looking, one group that can go is enough; and if several can, each of them can
    # alone.
    put(work.lane, own + TRIED, 1 if work.only_look else max(1, groups // 2))
    put(work.lane, own + CLUES, clues)
    return True


@part
def take_away(work: Work, lane: int) -> None:
    """Blank the givens of the trial."""
    own = STATE * lane
    board = get(work.lane, own + BOARD)
    first = get(work.lane, own + FIRST)
    end = min(get(work.lane, own + GROUPS), first + get(work.lane, own + TRIED))
    base, taken = board * work.cells, 0
    for i in range(first, end):
        group = get(work.order, lane * work.cells + i)
        for k in range(get(work.starts, group), get(work.starts, group + 1)):
            cell = get(work.orbits, k)
            if get(work.boards, base + cell):
                put(work.boards, base + cell, 0)
                put(work.tried, lane * work.cells + taken, cell)
                taken += 1
    put(work.lane, own + CELLS, taken)
    put(work.lane, own + CLUES, get(work.lane, own + CLUES) - taken)


@part
def answer(work: Work, lane: int, can_go: bool) -> None:
    """Record whether the givens of the trial can be removed; restore them if not."""
    own = STATE * lane
    first = get(work.lane, own + FIRST)
    tried = get(work.lane, own + TRIED)
    board = get(work.lane, own + BOARD)
    taken = get(work.lane, own + CELLS)
    # No `return` here: the board is to stay as it was, so its givens are restored below. With no
    # groups left, the lane goes on to the next board.
    if can_go and work.only_look:
        put(work.removable, board, 1)
        put(work.lane, own + GROUPS, 0)
    elif can_go:
        put(work.lane, own + FIRST, first + tried)
        put(work.lane, own + TRIED, max(1, tried // 4))
        return
    base = board * work.cells
    for i in range(lane * work.cells, lane * work.cells + taken):
        cell = get(work.tried, i)
        put(work.boards, base + cell, get(work.solutions, base + cell))
    put(work.lane, own + CLUES, get(work.lane, own + CLUES) + taken)
    if tried > 1:
        put(work.lane, own + TRIED, tried // 2)
    else:
        put(work.lane, own + FIRST, first + 1)
