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
    cells = start + 1
    layers = cells + count
    reached = next_stamp(state)
    confirmed = next_stamp(state)
    first_layer = start + data[layers]
    stamps[data[first_layer + 1]] = reached
    for i in range(count):
        layer = start + data[layers + i]
        mask = state.masks[data[cells + i]]
        before = data[layer + 1]
        behind = data[layer + 2]
        first = layer + 3
        for k in range(first, first + 3 * data[layer], 3):
            digit = 1 << (data[k + 1] - board.first)
            if mask & digit and stamps[before + data[k]] == reached:
                stamps[behind + data[k + 2]] = reached
    alive = reached  # all states at the end are accepted
    for i in range(count - 1, -1, -1):
        layer = start + data[layers + i]
        cell = data[cells + i]
        mask = state.masks[cell]
        before = data[layer + 1]
        behind = data[layer + 2]
        keep = 0
        first = layer + 3
        for k in range(first, first + 3 * data[layer], 3):
            digit = 1 << (data[k + 1] - board.first)
            source = before + data[k]
            target = behind + data[k + 2]
            # a state with several transitions may be confirmed already
            if mask & digit and stamps[source] >= reached and stamps[target] == alive:
                stamps[source] = confirmed
                keep |= digit
        if not keep or not narrow(board, state, cell, keep):
            return False
        alive = confirmed
    return True
