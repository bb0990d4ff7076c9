"""Automata as clauses; for the encoding see `form_clauses`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..forms import Automaton
from .builder import Clauses
from .templates import Recorder, recorded

#: Layer by layer, each transition: the states before and after it, its variable.
Transitions = list[list[tuple[int, int, int]]]


def add_automaton(
    clauses: Clauses, form: Automaton, readings: Sequence[Mapping[int, int]] = ()
) -> None:
    """Add the clauses "what is read leads from the start to an end".

    readings: by layer, symbol → variable; by default the digits of the cells.
    """
    values = tuple(tuple(reading) for reading in readings)
    if form.key is None:
        write_automaton(clauses, form, form.cells, readings)
        return

    def write(recorder: Recorder) -> None:
        slots = iter(recorder.others)
        read = [{value: next(slots) for value in some} for some in values]
        write_automaton(recorder, form, range(len(form.cells)), read)

    others = [v for reading in readings for v in reading.values()]
    key, cells = ("automaton", form.key, values), form.cells
    template = recorded(key, clauses.digits, len(cells), write, len(others))
    clauses.replay(template, cells, others)


def write_automaton(
    clauses: Clauses | Recorder,
    form: Automaton,
    cells: Sequence[int],
    readings: Sequence[Mapping[int, int]] = (),
    places: Sequence[str] = (),
) -> Transitions:
    """Write the clauses; return the transitions. places: names of what each layer reads (default:
    the cells)."""
    if not form.layers[0]:
        clauses.impossible(cells[0])
        return []
    readings = readings or [{d: clauses.v(cell, d) for d in clauses.digits} for cell in cells]
    places = places or [clauses.cell_name(cell) for cell in cells]
    layers = [
        _transitions(clauses, transitions, reading, place)
        for place, transitions, reading in zip(places, form.layers, readings, strict=True)
    ]
    _states(clauses, form, places, layers)
    return layers


def _transitions(
    clauses: Clauses | Recorder,
    transitions: Sequence[tuple[int, int, int]],
    reading: Mapping[int, int],
    place: str,
) -> list[tuple[int, int, int]]:
    """Return a layer's transitions, tied to what they read. reading: symbol → its variable."""
    ends_of: dict[int, list[tuple[int, int]]] = {d: [] for d in reading}
    for before, d, after in transitions:
        ends_of[d].append((before, after))
    clauses.never(reading[d] for d, ends in ends_of.items() if not ends)
    found: list[tuple[int, int, int]] = []
    for d, ends in ends_of.items():
        if len(ends) == 1:
            found.append((*ends[0], reading[d]))
        elif ends:
            ways = clauses.helpers(len(ends), f"{clauses.what}: {d} at {place}, case ")
            found += [(before, after, way) for (before, after), way in zip(ends, ways, strict=True)]
            clauses.clause([clauses.complement(reading[d]), *ways])
    return found


def _states(
    clauses: Clauses | Recorder, form: Automaton, places: Sequence[str], layers: Transitions
) -> None:
    """Tie the transitions into each state to those out of it."""
    boundaries = zip(places, layers, layers[1:], form.meanings, strict=False)
    for place, before, after, meanings in boundaries:
        if len(meanings) < 2:
            continue
        into: list[list[int]] = [[] for _ in meanings]
        out: list[list[int]] = [[] for _ in meanings]
        for _, state, variable in before:
            into[state].append(variable)
        for state, _, variable in after:
            out[state].append(variable)
        for words, ways_in, ways_out in zip(meanings, into, out, strict=True):
            _meet(clauses, ways_in, ways_out, f"{clauses.what}: not so after {place}: {words}")


def _meet(clauses: Clauses | Recorder, ways_in: list[int], ways_out: list[int], name: str) -> None:
    """Require: one of the ways in holds iff one of the ways out does."""
    if len(ways_in) == 1:
        clauses.clause([clauses.complement(ways_in[0]), *ways_out])
    elif len(ways_out) == 1:
        clauses.clause([clauses.complement(ways_out[0]), *ways_in])
    else:
        absent = clauses.helper(name)
        clauses.clause([absent, *ways_in])
        clauses.clause([absent, *ways_out])
