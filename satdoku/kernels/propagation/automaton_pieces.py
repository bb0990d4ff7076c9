"""An automaton as the parameters of its propagator."""

from __future__ import annotations

from array import array
from itertools import accumulate

from ...constraints.forms import Automaton, Transitions

#: Parameters, and how many states all boundaries have together.
Data = tuple["array[int]", int]


def automaton_data(form: Automaton, first: int) -> Data:
    """Return the parameters of an automaton but the number of cells and the cells, and how many
    states it has. first: the value of the board's first digit."""
    layers = form.layers
    ends = [after for _, _, after in layers[-1]]
    last = max(ends, default=0)
    counts = [1]
    counts.extend(map(len, form.meanings))
    counts.append(last + 1)
    states = list(accumulate(counts, initial=0))
    # behind the cells and their places
    start = 1 + 4 * len(layers)
    places = array("q")
    data = array("q")
    # along cells that are read alike, many layers are the same object
    written: dict[int, int] = {}
    for i, layer in enumerate(layers):
        if id(layer) not in written:
            written[id(layer)] = start + len(data)
            data.append(counts[i])
            for moves in _moves(layer, counts[i], first):
                data.append(len(moves))
                for move in moves.items():
                    data.extend(move)
        places.append(written[id(layer)])
        places.extend(states[i : i + 2])
    return places + data, states[-1]


def _moves(layer: Transitions, count: int, first: int) -> list[dict[int, int]]:
    """Return, by state, the mask of the digits that lead to each next state."""
    moves: list[dict[int, int]] = [{} for _ in range(count)]
    for before, digit, after in layer:
        bit = 1 << (digit - first)
        masks = moves[before]
        mask = masks.get(after, 0)
        masks[after] = mask | bit
    return moves
