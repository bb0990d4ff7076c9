"""Alternatives of an `or` as clauses: each is an automaton that reads every word and ends in a
state that says whether it holds; auxiliary variables say which is the first that does."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from ...errors import LayoutError
from ..forms import AnyOf, Automaton, Candidates, Form, Rank, Short, as_automaton, determinized
from .automata import write_automaton
from .builder import Clauses
from .ranks import rank_literals
from .templates import Recorder, recorded


def add_alternatives(clauses: Clauses, alternatives: Sequence[Sequence[Form]]) -> None:
    """Add the clauses "at least one of the alternatives holds", that is, all its forms."""
    firsts = _first_of(clauses, [_all_hold(clauses, forms) for forms in alternatives], [])
    clauses.alternatives.append((clauses.what, alternatives, firsts))


def add_union(
    clauses: Clauses, alternatives: Sequence[Sequence[Form]], firsts: Sequence[int]
) -> None:
    """Require: a digit stays in a cell only if one of the alternatives allows it there.

    Each alternative has a copy of the cells, empty unless it is the first that holds, and its forms
    are written on that copy; each digit of a cell is in one of the copies. This follows from the
    clauses of `add_alternatives`, which propagate nothing until all but one alternative fail.
    """
    short = [[form for form in forms if isinstance(form, Short)] for forms in alternatives]
    read = [[as_automaton(form, clauses.digits) for form in forms] for forms in short]
    cells = dict.fromkeys(cell for forms in read for form in forms for cell in form.cells)
    if not all(read) or all(len(form.cells) == 1 for forms in read for form in forms):
        return
    copies: list[dict[int, dict[int, int]]] = []  # by alternative: cell → digit → variable
    for i, first in enumerate(firsts, 1):
        copies.append({})
        for cell in cells:
            name = f"{clauses.what}: alternative {i}, {clauses.cell_name(cell)}, digit "
            held = clauses.helpers(len(clauses.digits), name)
            copies[-1][cell] = dict(zip(clauses.digits, held, strict=True))
            clauses.clause([clauses.complement(first), *held])
    for cell in cells:
        for d in clauses.digits:
            held_in = [copy[cell][d] for copy in copies]
            clauses.clause([clauses.complement(clauses.v(cell, d)), *held_in])
    for copy, forms in zip(copies, read, strict=True):
        for form in forms:
            readings = [copy[cell] for cell in form.cells]
            if form.layers[0]:
                write_automaton(clauses, form, form.cells, readings)
            else:
                clauses.never(readings[0].values())


def _holds(clauses: Clauses, form: Form) -> int:
    """Return a variable that is true iff the form holds."""
    if isinstance(form, AnyOf):
        return _any_true(clauses, [_all_hold(clauses, forms) for forms in form.alternatives])
    if isinstance(form, Candidates) and 0 < len(form.digits) < len(clauses.digits):
        return clauses.is_in(form.cell, form.digits)
    if isinstance(form, Rank):
        needed, some, count = rank_literals(clauses, form)
        ways = [
            _all_true(clauses, [x if x in chosen else clauses.complement(x) for x in some])
            for chosen in combinations(some, count)
        ]
        return _all_true(clauses, [*needed, _any_true(clauses, ways)])
    plain = as_automaton(form, clauses.digits)

    def write(recorder: Recorder) -> int:
        automaton = _complete(plain, clauses.digits)
        layers = write_automaton(recorder, automaton, range(len(automaton.cells)))
        yes = recorder.helper(f"{recorder.what}: it holds")
        ends = [variable for _, state, variable in layers[-1] if state]
        recorder.clause([recorder.complement(yes), *ends])
        return yes

    key = plain.key or (plain.layers, plain.meanings)
    template = recorded(("holds", key), clauses.digits, len(plain.cells), write)
    yes: int = template.result
    return clauses.replay(template, plain.cells)[yes]


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
    _first_of(clauses, [clauses.complement(x) for x in literals], [yes])
    return yes


def _any_true(clauses: Clauses, literals: Sequence[int]) -> int:
    """Return a variable that is true iff at least one of these is."""
    none = clauses.helper(f"{clauses.what}: no alternative holds")
    _first_of(clauses, literals, [none])
    return clauses.complement(none)


def _first_of(clauses: Clauses, literals: Sequence[int], none: list[int]) -> list[int]:
    """Return auxiliary variables "i is the first that holds"; one of them or `none` is true."""
    firsts = [
        clauses.helper(f"{clauses.what}: alternative {i} is the first that holds")
        for i in range(1, len(literals) + 1)
    ]
    clauses.clause([*firsts, *none])
    for i, literal in enumerate(literals):
        clauses.clause([firsts[i], clauses.complement(literal)], exactly_one=False)
        clauses.clause([literal, *firsts[i + 1 :], *none], exactly_one=False)
    return firsts


def _complete(form: Automaton, digits: Collection[int]) -> Automaton:
    """Return the automaton made complete: it reads every word, and ends in 1 iff the form holds."""
    if any(len({t[:2] for t in layer}) < len(layer) for layer in form.layers):
        form = determinized(form, digits)
    layers, meanings = [], []
    states = 1
    for i, transitions in enumerate(form.layers):
        moves = {(q, d): t + 1 for q, d, t in transitions}  # 0 is the failure state
        sources = range(states + 1) if i else (1,)
        after = 1 + max((t for _, _, t in transitions), default=-1)
        layer = [(q, d, moves.get((q - 1, d), 0)) for q in sources for d in digits]
        layers.append(tuple(layer))
        states = after
        meanings.append(("it fails", *(f"state {k}" for k in range(states))))
    first = tuple((0, d, t) for _, d, t in layers[0])
    return Automaton(form.cells, (first, *layers[1:]), tuple(meanings[:-1]))
