"""Automata as clauses; `clauses` tells the ideas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .clause_making import Clauses
from .forms import Automaton


def add_automaton(
    made: Clauses, form: Automaton, readings: Sequence[Mapping[int, int]] = ()
) -> None:
    """What is read leads from the start to an end: digits, or `readings`, by layer what may be read
    → variable."""
    if not form.layers[0]:
        made.impossible(form.cells[0])
        return
    add_states(made, form, add_transitions(made, form, readings))


def add_transitions(
    made: Clauses, form: Automaton, readings: Sequence[Mapping[int, int]] = ()
) -> list[dict[tuple[int, int, int], int]]:
    """The variable of each transition, layer by layer, tied to what they read."""
    readings = readings or [{d: made.v(cell, d) for d in made.digits} for cell in form.cells]
    return [
        _transitions(made, transitions, reading, made.layout.cell_name(cell))
        for cell, transitions, reading in zip(form.cells, form.layers, readings, strict=True)
    ]


def _transitions(
    made: Clauses,
    transitions: Sequence[tuple[int, int, int]],
    reading: Mapping[int, int],
    place: str,
) -> dict[tuple[int, int, int], int]:
    """The variable of each transition of a layer. reading: what may be read → its variable."""
    ways_of: dict[int, list[tuple[int, int, int]]] = {d: [] for d in reading}
    for transition in transitions:
        ways_of[transition[1]].append(transition)
    made.never(reading[d] for d, some in ways_of.items() if not some)
    variables: dict[tuple[int, int, int], int] = {}
    for d, some in ways_of.items():
        if len(some) == 1:
            variables[some[0]] = reading[d]
        elif some:
            for i, transition in enumerate(some, 1):
                variables[transition] = made.helper(f"{made.what}: {d} at {place}, case {i}")
            ways = [variables[transition] for transition in some]
            made.clause([made.complement(reading[d]), *ways])
    return variables


def add_states(
    made: Clauses, form: Automaton, layers: list[dict[tuple[int, int, int], int]]
) -> None:
    """At each boundary the transitions meet in a state."""
    boundaries = zip(form.cells, layers, layers[1:], form.said, strict=False)
    for cell, before, after, said in boundaries:
        if len(said) < 2:
            continue
        into: list[list[int]] = [[] for _ in said]
        out: list[list[int]] = [[] for _ in said]
        for (_, _, state), variable in before.items():
            into[state].append(variable)
        for (state, _, _), variable in after.items():
            out[state].append(variable)
        for words, ways_in, ways_out in zip(said, into, out, strict=True):
            place = made.layout.cell_name(cell)
            _meet(made, ways_in, ways_out, f"{made.what}: not so after {place}: {words}")


def _meet(made: Clauses, ways_in: list[int], ways_out: list[int], name: str) -> None:
    """One of the ways in holds just if one of the ways out does."""
    if len(ways_in) == 1:
        made.clause([made.complement(ways_in[0]), *ways_out])
    elif len(ways_out) == 1:
        made.clause([made.complement(ways_out[0]), *ways_in])
    else:
        absent = made.helper(name)
        made.clause([absent, *ways_in])
        made.clause([absent, *ways_out])
