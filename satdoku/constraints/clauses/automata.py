"""Automata as clauses; for the encoding see `form_clauses`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..forms import Automaton, Transitions
from .builder import Clauses
from .templates import Recorder, recorded

#: The transitions of a layer as variables: (the state before, the state after, its variable).
Ways = list[tuple[int, int, int]]


def add_automaton(
    clauses: Clauses, form: Automaton, readings: Sequence[Mapping[int, int]] = ()
) -> None:
    """Add the clauses "what is read leads from the start to an end".

    readings: by layer, symbol → variable; by default the digits of the cells.
    """
    if form.key is None:
        write_automaton(clauses, form, form.cells, readings)
        return
    values = tuple(tuple(reading) for reading in readings)
    cells = form.cells

    def write(recorder: Recorder) -> None:
        # what is read are not digits of cells but variables that the form is given
        slots = iter(recorder.others)
        read = [{value: next(slots) for value in some} for some in values]
        write_automaton(recorder, form, range(len(cells)), read)

    others = [v for reading in readings for v in reading.values()]
    key = ("automaton", form.key, values)
    template = recorded(key, clauses.digits, len(cells), write, len(others))
    clauses.replay(template, cells, others)


def of_two(clauses: Clauses, variables: Iterable[int]) -> list[Mapping[int, int]]:
    """Return readings of variables as digits: 1 if one is true, 0 if it is false."""
    readings: list[Mapping[int, int]] = []
    for variable in variables:
        readings.append({1: variable, 0: clauses.complement(variable)})
    return readings


def write_automaton(
    clauses: Clauses | Recorder,
    form: Automaton,
    cells: Sequence[int],
    readings: Sequence[Mapping[int, int]] = (),
    places: Sequence[str] = (),
) -> list[Ways]:
    """Write the clauses; return the transitions. places: names of what each layer reads (default:
    the cells)."""
    if not form.layers[0]:
        clauses.impossible(cells[0])
        return []
    if not readings:
        readings = [{d: clauses.v(cell, d) for d in clauses.digits} for cell in cells]
    if not places:
        places = [clauses.cell_name(cell) for cell in cells]
    layers = []
    for place, transitions, reading in zip(places, form.layers, readings, strict=True):
        layers.append(_ways(clauses, transitions, reading, place))
    _tie_states(clauses, form, places, layers)
    return layers


def _ways(
    clauses: Clauses | Recorder,
    transitions: Transitions,
    reading: Mapping[int, int],
    place: str,
) -> Ways:
    """Return a layer's transitions, tied to what they read. reading: symbol → its variable."""
    # grouped by digit: the transitions of one digit share a clause with it
    ends_of: dict[int, list[tuple[int, int]]] = {d: [] for d in reading}
    for before, d, after in transitions:
        ends_of[d].append((before, after))
    clauses.never(reading[d] for d, ends in ends_of.items() if not ends)
    found = []
    for d, ends in ends_of.items():
        if not ends:
            continue
        if len(ends) == 1:  # the digit itself stands for its only transition
            found.append((*ends[0], reading[d]))
            continue
        ways = clauses.helpers(len(ends), f"{clauses.what}: {d} at {place}, case ")
        for (before, after), way in zip(ends, ways, strict=True):
            found.append((before, after, way))
        clauses.cases(reading[d], ways)
    return found


def _tie_states(
    clauses: Clauses | Recorder, form: Automaton, places: Sequence[str], layers: Sequence[Ways]
) -> None:
    """Tie the transitions into each state to those out of it."""
    # the states before the first cell and after the last need no clauses: the first is the only
    # one, and any state is accepted at the end
    # (the layers after are one fewer, so the last layer has no boundary)
    boundaries = zip(places, layers, layers[1:], form.meanings, strict=False)
    for place, before, after, meanings in boundaries:
        # one state only: exactly one transition is taken anyway, since the cell holds one digit
        if len(meanings) < 2:
            continue
        into: list[list[int]] = [[] for _ in meanings]
        out: list[list[int]] = [[] for _ in meanings]
        for _, state, variable in before:
            into[state].append(variable)
        for state, _, variable in after:
            out[state].append(variable)
        for words, ways_in, ways_out in zip(meanings, into, out, strict=True):
            absent = f"{clauses.what}: not so after {place}: {words}"
            _meet(clauses, ways_in, ways_out, absent)


def _meet(clauses: Clauses | Recorder, ways_in: list[int], ways_out: list[int], name: str) -> None:
    """Require: one of the ways in holds iff one of the ways out does. name: the variable "it is not
    in the state", which is needed only if there are several of both."""
    if len(ways_in) == 1:
        clauses.cases(ways_in[0], ways_out)
    elif len(ways_out) == 1:
        clauses.cases(ways_out[0], ways_in)
    else:
        absent = clauses.helper(name)
        clauses.clause([absent, *ways_in])
        clauses.clause([absent, *ways_out])
