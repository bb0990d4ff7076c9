"""Each generic form as exactly-one and at-most-one clauses over board and auxiliary variables.

Every auxiliary variable is decided by the board's variables, so no solution is counted twice; and
on the clauses of one form the three base rules are arc-consistent: every digit that the form alone
forbids is denied (`Distinct` and `Sets` as strongly as a house). The encoding:

- Complements. "not v" is an auxiliary variable with exactly one of {v, not v}: so denials propagate
  like assertions.
- Relations. If every digit of A in one cell excludes every digit of B in the other, then at most
  one of A ∪ {"the other is in B"} holds, where exactly one of {"it is in B"} ∪ (its digits outside
  B). So when every support of a digit is denied, the auxiliary variable is asserted, and the digit
  is denied.
- Automata. A transition is an auxiliary variable (or the digit itself if no other transition of the
  layer reads it). Exactly one of {not v} ∪ (transitions that read v); for each state exactly one of
  {not in it} ∪ (transitions into it), and of {not in it} ∪ (transitions out of it). The complement
  keeps this linear: without it, each pair of a way in and another way out would need a clause.
- Sums. An automaton reads the sums of groups of cells that a house keeps distinct (`sums`).

A variable is denied permanently by an at-most-one clause with a variable that is alone in a clause.

Sources: I. Gent, "Arc consistency in SAT" (2002), for supports; C.-G. Quimper and T. Walsh, "Global
grammar constraints" (2006), for layered automata as clauses that propagation keeps consistent.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...cancellation import stop_if_cancelled
from ...layout_data import LayoutData
from .. import forms
from .alternatives import add_alternatives
from .automata import add_automaton
from .builder import Clauses
from .connections import add_alike, add_areas, add_connected, add_parted, add_unequal
from .counts import add_distinct_count
from .ranks import add_rank
from .relations import add_relations, add_sets
from .sums import add_sum


def add(clauses: Clauses, form: forms.Form) -> None:
    """Add the clauses of a form."""
    match form:
        case forms.Candidates(cell, digits):
            clauses.never(clauses.v(cell, d) for d in clauses.digits if d not in digits)
        case forms.OneOf(cells, digits, exactly):
            clauses.clause([clauses.is_in(cell, digits) for cell in cells], exactly)
        case forms.Distinct(cells):
            is_full = len(cells) == len(clauses.digits)  # then each digit occurs
            for d in clauses.digits:
                clauses.clause([clauses.v(cell, d) for cell in cells], is_full)
            if len(set(cells)) < len(cells):
                # a cell that is named twice does not differ from itself
                clauses.never(clauses.v(cells[0], d) for d in clauses.digits)
        case forms.Relation():
            add_relations(clauses, [form])
        case forms.Sets(cells, sets):
            add_sets(clauses, cells, sets)
        case forms.Sum():
            add_sum(clauses, form)
        case forms.Automaton() | forms.Count() | forms.LabelCount():
            add_automaton(clauses, forms.as_automaton(form, clauses.digits))
        case forms.DistinctCount():
            add_distinct_count(clauses, form)
        case forms.Rank():
            add_rank(clauses, form)
        case forms.Unequal():
            add_unequal(clauses, form)
        case forms.Alike():
            add_alike(clauses, form)
        case forms.Connected():
            add_connected(clauses, form)
        case forms.Areas():
            add_areas(clauses, form)
        case forms.Parted():
            add_parted(clauses, form)
        case forms.AnyOf(alternatives):
            add_alternatives(clauses, alternatives)


def difficulty(form: forms.Form) -> int:
    """Return the difficulty for a person: 0 single cells and pairs, 1 sets of digits, 2 others."""
    if isinstance(form, forms.Candidates | forms.OneOf | forms.Distinct | forms.Relation):
        return 0
    return 1 if isinstance(form, forms.Sets) else 2


def clauses_of(layout: LayoutData, meaning: Iterable[tuple[str, Iterable[forms.Form]]]) -> Clauses:
    """Return the clauses of (name, forms) of a layout's constraints."""
    clauses = Clauses(layout)
    for what, parts in meaning:
        say(clauses, what, parts)
    return clauses


def say(clauses: Clauses, what: str, parts: Iterable[forms.Form]) -> None:
    """Add a constraint: its name, and the forms that define it."""
    stop_if_cancelled()
    clauses.begin(what)
    hardest = 0
    relations = []  # since the last other form: they share a template
    for form in parts:
        if isinstance(form, forms.Relation):
            relations.append(form)
            continue
        add_relations(clauses, relations)
        relations.clear()
        hardest = max(hardest, difficulty(form))
        add(clauses, form)
    add_relations(clauses, relations)
    clauses.difficulties.append(hardest)
