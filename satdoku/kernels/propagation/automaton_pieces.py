"""An automaton as the parameters of its propagator."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, chain

from ...constraints.forms import Automaton, MachineLayer, Transitions

#: Parameters, and how many states all boundaries have together.
Data = tuple["array[int]", int]


def automaton_data(form: Automaton, first: int) -> Data:
    """Return the parameters of an automaton but the number of cells and the cells, and how many
    states it has. first: the value of the board's first digit."""
    counts = [1]
    counts.extend(map(len, form.meanings))
    grouped: dict[int, MachineLayer] = {}
    layers = []
    for layer, count in zip(form.layers, counts, strict=True):
        place = id(layer)
        if place not in grouped:
            grouped[place] = _moves(layer, count, first)
        layers.append(grouped[place])
    return machine_data(layers)


def machine_data(layers: Sequence[MachineLayer]) -> Data:
    """Return the same of layers whose moves are grouped by the next state."""
    behind = [after for moves in layers[-1] for after, _ in moves]
    last = max(behind, default=0)
    counts = [len(layer) for layer in layers]
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
            data.append(len(layer))
            for moves in layer:
                data.append(len(moves))
                data.extend(chain.from_iterable(moves))
        places.append(written[id(layer)])
        places.extend(states[i : i + 2])
    return places + data, states[-1]


def _moves(layer: Transitions, count: int, first: int) -> MachineLayer:
    """Return, by state, the mask of the digits that lead to each next state."""
    moves: list[dict[int, int]] = [{} for _ in range(count)]
    for before, digit, after in layer:
        bit = 1 << (digit - first)
        masks = moves[before]
        mask = masks.get(after, 0)
        masks[after] = mask | bit
    grouped = [tuple(masks.items()) for masks in moves]
    return tuple(grouped)
