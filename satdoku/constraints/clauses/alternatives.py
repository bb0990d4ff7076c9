"""Alternatives of an `or` as clauses: each is an automaton that reads every word and ends in a
state that says whether it holds; auxiliary variables say which is the first that does.

To say that a form holds or fails, its clauses cannot be used: they forbid what breaks the form. So
its automaton is made complete, with a state for failure, and the board's digits decide in which
state it ends. "The first that holds", rather than any that holds, keeps one completion for a grid
that several alternatives fit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from ...errors import LayoutError
from ..forms import (
    AnyOf,
    Automaton,
    Candidates,
    Connected,
    Form,
    Rank,
    Transitions,
    as_automaton,
    determinized,
)
from .automata import of_two, write_automaton
from .builder import Clauses
from .connections import number_read, what_disconnects
from .ranks import rank_literals
from .templates import Recorder, recorded


def add_alternatives(clauses: Clauses, alternatives: Sequence[Sequence[Form]]) -> None:
    """Add the clauses "at least one of the alternatives holds", that is, all its forms."""
    held = [_all_hold(clauses, forms) for forms in alternatives]
    _first_of(clauses, held, [])


def _holds(clauses: Clauses, form: Form) -> int:
    """Return a variable that is true iff the form holds."""
    if isinstance(form, AnyOf):
        held = [_all_hold(clauses, forms) for forms in form.alternatives]
        return _any_true(clauses, held)
    if isinstance(form, Candidates) and 0 < len(form.digits) < len(clauses.digits):
        return clauses.is_in(form.cell, form.digits)
    if isinstance(form, Rank):
        return _rank_holds(clauses, form)
    if isinstance(form, Connected):
        return _connected_holds(clauses, form)
    plain = as_automaton(form, clauses.digits)

    def write(recorder: Recorder) -> int:
        return _is_accepted(recorder, plain, range(len(plain.cells)))

    # a form without a key is known by what it accepts
    key = plain.key or (plain.layers, plain.meanings)
    template = recorded(("holds", key), clauses.digits, len(plain.cells), write)
    yes: int = template.result
    return clauses.replay(template, plain.cells)[yes]


def _is_accepted(
    clauses: Clauses | Recorder,
    plain: Automaton,
    cells: Sequence[int],
    readings: Sequence[Mapping[int, int]] = (),
) -> int:
    """Return a variable that is true iff an automaton accepts what is read there."""
    symbols = readings[0] if readings else clauses.digits
    layers = write_automaton(clauses, _complete(plain, symbols), cells, readings)
    yes = clauses.helper(f"{clauses.what}: it holds")
    ends = [variable for _, state, variable in layers[-1] if state]
    clauses.cases(yes, ends)
    return yes


def _connected_holds(clauses: Clauses, form: Connected) -> int:
    """Return a variable that is true iff the cells with the digits form one piece."""
    first = form.cells[0]
    if not form.digits:
        always = frozenset(clauses.digits if form.must_touch else ())
        return _holds(clauses, Candidates(first, always))
    inside = {cell: clauses.is_in(cell, form.digits) for cell in form.cells}
    faults = what_disconnects(clauses, form, inside)
    needed = [clauses.complement(fault) for fault in faults]
    if form.size:
        readings = of_two(clauses, inside.values())
        counted = number_read(form.cells, form.size)
        needed.append(_is_accepted(clauses, counted, form.cells, readings))
    return _all_true(clauses, needed)


def _rank_holds(clauses: Clauses, form: Rank) -> int:
    """Return a variable that is true iff a rank holds: exactly so many of the others are less."""
    needed, some, count = rank_literals(clauses, form)
    # there are as many of these as directions, three at most, so choosing among them is cheap
    ways = []
    for chosen in combinations(some, count):
        literals = [x if x in chosen else clauses.complement(x) for x in some]
        ways.append(_all_true(clauses, literals))
    return _all_true(clauses, [*needed, _any_true(clauses, ways)])


def _all_hold(clauses: Clauses, forms: Sequence[Form]) -> int:
    """Return a variable that is true iff all forms hold."""
    return _all_true(clauses, [_holds(clauses, form) for form in forms])


def _all_true(clauses: Clauses, literals: Sequence[int]) -> int:
    """Return a variable that is true iff all of these are."""
    if not literals:
        raise LayoutError("an alternative without a rule")
    if len(literals) == 1:
        return literals[0]
    yes = clauses.helper(f"{clauses.what}: all of it holds")
    # "not all" is said by the first that fails, so that this, too, has one completion
    _first_of(clauses, [clauses.complement(x) for x in literals], [yes])
    return yes


def _any_true(clauses: Clauses, literals: Sequence[int]) -> int:
    """Return a variable that is true iff at least one of these is."""
    none = clauses.helper(f"{clauses.what}: no alternative holds")
    _first_of(clauses, literals, [none])
    return clauses.complement(none)


def _first_of(clauses: Clauses, literals: Sequence[int], none: list[int]) -> list[int]:
    """Return auxiliary variables "i is the first that holds"; one of them or `none` is true."""
    firsts = []
    for i, _ in enumerate(literals, 1):
        name = f"{clauses.what}: alternative {i} is the first that holds"
        firsts.append(clauses.helper(name))
    clauses.clause([*firsts, *none])
    for i, literal in enumerate(literals):
        clauses.implies(firsts[i], literal)
        clauses.at_most_one([literal, *firsts[i + 1 :], *none])
    return firsts


def _complete(form: Automaton, digits: Collection[int]) -> Automaton:
    """Return the automaton made complete: it reads every word, and ends in 1 iff the form holds."""
    if not all(map(_is_deterministic, form.layers)):
        form = determinized(form, digits)
    layers = []
    meanings = []
    sources = range(1, 2)
    for transitions in form.layers:
        moves = {(q, d): t + 1 for q, d, t in transitions}  # 0 is the failure state
        every = []
        for q in sources:
            for d in digits:
                every.append((q, d, moves.get((q - 1, d), 0)))
        layers.append(tuple(every))
        states = 1 + max((t for _, _, t in transitions), default=-1)
        meanings.append(("it fails", *[f"state {k}" for k in range(states)]))
        sources = range(states + 1)
    # states are shifted by one to make room for failure; only the start stays 0
    first = tuple((0, d, t) for _, d, t in layers[0])
    return Automaton(form.cells, (first, *layers[1:]), tuple(meanings[:-1]))


def _is_deterministic(transitions: Transitions) -> bool:
    return len({(state, d) for state, d, _ in transitions}) == len(transitions)
