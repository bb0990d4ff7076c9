"""Automata along cells: the word of their digits must be accepted.

Idea: go forwards and mark the states that some word of the masks leads to, then backwards those of
them from which the end can be reached. A digit stays if a transition with it joins two such states.
Source: G. Pesant, "A regular language membership constraint for finite sequences of variables"
(2004).

Only the transitions of states that were reached are read: a large automaton costs what the masks
leave of it. It counts its own work for the same reason.

Invariant: a state's mark is its place in `stamps`; two stamps are new for each run, one for what
was reached forwards and one for what was then confirmed backwards, so no mark is ever wiped out.

Parameters: the number of cells, the cells; for each cell the place of its layer, counted from the
first parameter, and the places in `stamps` of the states before and behind it; the layers, each
with the number of its states, and for each state the number of its next states, and each of these
with the mask of the digits that lead there. Cells can share a layer.
"""

from __future__ import annotations

from .board import WORK, Masks, Propagators, narrow, next_stamp


def propagate_automaton(board: Propagators, state: Masks, p: int) -> bool:
    """Run an automaton; return False if it accepts nothing."""
    data = board.data
    stamps = state.stamps
    start = board.starts[p]
    count = data[start]
    cells = start + 1
    places = cells + count
    reached = next_stamp(state)
    confirmed = next_stamp(state)
    stamps[data[places + 1]] = reached
    work = 0
    for i in range(count):
        place = places + 3 * i
        layer = start + data[place]
        mask = state.masks[data[cells + i]]
        before = data[place + 1]
        behind = data[place + 2]
        work += 2 * data[layer]
        at = layer + 1
        for q in range(before, before + data[layer]):
            end = at + 1 + 2 * data[at]
            if stamps[q] == reached:
                work += end - at
                for k in range(at + 1, end, 2):
                    if mask & data[k + 1]:
                        stamps[behind + data[k]] = reached
            at = end
    state.numbers[WORK] += work
    alive = reached  # all states at the end are accepted
    for i in range(count - 1, -1, -1):
        place = places + 3 * i
        layer = start + data[place]
        cell = data[cells + i]
        mask = state.masks[cell]
        before = data[place + 1]
        behind = data[place + 2]
        keep = 0
        at = layer + 1
        for q in range(before, before + data[layer]):
            end = at + 1 + 2 * data[at]
            if stamps[q] == reached:
                for k in range(at + 1, end, 2):
                    if mask & data[k + 1] and stamps[behind + data[k]] == alive:
                        stamps[q] = confirmed
                        keep |= data[k + 1]
            at = end
        if not keep or not narrow(board, state, cell, keep):
            return False
        alive = confirmed
    return True
