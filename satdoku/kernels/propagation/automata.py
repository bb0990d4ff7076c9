"""Automata along cells: the word of their digits must be accepted.

Idea: go forwards and mark the states that some word of the masks leads to, then backwards those of
them from which the end can be reached. A digit stays if a transition with it joins two such states.
Source: G. Pesant, "A regular language membership constraint for finite sequences of variables"
(2004).

Invariant: a state's mark is its place in `stamps`; two stamps are new for each run, one for what
was reached forwards and one for what was then confirmed backwards, so no mark is ever wiped out.

Parameters: the number of cells, the cells, for each cell the place of its layer, counted from the
first parameter; for each layer the number of transitions, the places in `stamps` of the states
before and behind it, and the transitions (state, digit, next state).
"""

from __future__ import annotations

from .board import Masks, Propagators, narrow, next_stamp


def propagate_automaton(board: Propagators, state: Masks, p: int) -> bool:
    """Run an automaton; return False if it accepts nothing."""
    data = board.data
    stamps = state.stamps
    start = board.starts[p]
    count = data[start]
    reached = next_stamp(state)
    confirmed = next_stamp(state)
    layer = start + data[start + 1 + count]
    stamps[data[layer + 1]] = reached
    for i in range(count):
        layer = start + data[start + 1 + count + i]
        mask = state.masks[data[start + 1 + i]]
        before = data[layer + 1]
        behind = data[layer + 2]
        for k in range(layer + 3, layer + 3 + 3 * data[layer], 3):
            if mask >> (data[k + 1] - board.first) & 1 and stamps[before + data[k]] == reached:
                stamps[behind + data[k + 2]] = reached
    alive = reached  # all states at the end are accepted
    for i in range(count - 1, -1, -1):
        layer = start + data[start + 1 + count + i]
        cell = data[start + 1 + i]
        mask = state.masks[cell]
        before = data[layer + 1]
        behind = data[layer + 2]
        keep = 0
        for k in range(layer + 3, layer + 3 + 3 * data[layer], 3):
            digit = 1 << (data[k + 1] - board.first)
            # a state with several transitions may be confirmed already
            was_reached = stamps[before + data[k]] >= reached
            if mask & digit and was_reached and stamps[behind + data[k + 2]] == alive:
                stamps[before + data[k]] = confirmed
                keep |= digit
        if not keep or not narrow(board, state, cell, keep):
            return False
        alive = confirmed
    return True
