"""Automata as clauses; `clauses` tells the ideas."""

from __future__ import annotations

from .clause_making import Clauses
from .forms import Automaton


def add_automaton(made: Clauses, form: Automaton) -> None:
    """The digits lead from the start to an end."""
    if not form.layers[0]:
        made.impossible(form.cells[0])
        return
    add_states(made, form, add_transitions(made, form))


def add_transitions(made: Clauses, form: Automaton) -> list[dict[tuple[int, int, int], int]]:
    """The variable of each transition, layer by layer, tied to the digits they read."""
    layers = []
    for cell, transitions in zip(form.cells, form.layers, strict=True):
        of_digit: dict[int, list[tuple[int, int, int]]] = {d: [] for d in made.digits}
        for transition in transitions:
            of_digit[transition[1]].append(transition)
        made.never(made.v(cell, d) for d in made.digits if not of_digit[d])
        variables: dict[tuple[int, int, int], int] = {}
        place = made.layout.cell_name(cell)
        for d, some in of_digit.items():
            if len(some) == 1:
                variables[some[0]] = made.v(cell, d)
            elif some:
                for i, transition in enumerate(some, 1):
                    name = f"{made.what}: {d} at {place}, case {i}"
                    variables[transition] = made.helper(name)
                ways = [variables[transition] for transition in some]
                made.clause([made.complement(made.v(cell, d)), *ways])
        layers.append(variables)
    return layers


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
