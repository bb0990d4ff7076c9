"""An automaton as the parameters of its propagator."""

from __future__ import annotations

from array import array
from itertools import accumulate

from ...constraints import forms


def automaton_data(form: forms.Automaton, first: int) -> tuple[array[int], int]:
    """Return the parameters of an automaton but the number of cells and the cells, and how many
    states all boundaries have together. first: the value of the board's first digit."""
    layers = form.layers
    last = max([after for _, _, after in layers[-1]], default=0)
    counts = [1, *map(len, form.meanings), last + 1]
    states = list(accumulate(counts, initial=0))
    places = array("q")
    data = array("q")
    for i, layer in enumerate(layers):
        places.append(1 + 2 * len(layers) + len(data))
        data.extend((counts[i], states[i], states[i + 1]))
        # by state: the digits that lead to each next state
        moves: list[dict[int, int]] = [{} for _ in range(counts[i])]
        for before, digit, after in layer:
            to = moves[before]
            to[after] = to.get(after, 0) | 1 << (digit - first)
        for to in moves:
            data.append(len(to))
            for move in to.items():
                data.extend(move)
    return places + data, states[-1]
