"""The rules of a board as a certificate lists them: the name of each rule and the generic forms
that express it (see `rule_checker`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

from ..cancellation import stop_if_cancelled
from ..constraints import forms
from ..constraints.kind_table import forms_of
from ..errors import LayoutError
from ..layout import Layout
from ..phrases import phrase
from ..record_types import Record

#: Maximum number of digit sets to enumerate for cell groups that must hold the same set.
MOST_SETS = 200


@lru_cache(maxsize=4)
def rules_of(layout: Layout) -> list[Record]:
    """Return the value of the certificate's "rules" key."""
    rules = []
    for constraint in layout.constraints:
        own_forms = []
        for form in forms_of(constraint, layout):
            stop_if_cancelled()
            own_forms.append(form_record(form, layout.digits))
        name = str(constraint.on(layout.places))
        rules.append({"rule": name, "forms": own_forms})
    return rules


def _joined(edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return each pair of neighbours once."""
    once = {(min(pair), max(pair)) for pair in edges}
    return [list(pair) for pair in sorted(once)]


def _holds_all(group: Iterable[int], digits: Iterable[int]) -> Record:
    """Return the form "these cells hold these digits, each once"."""
    return {"form": "sets", "cells": list(group), "arguments": [list(digits)]}


# Sets are sorted, since equal rules must have equal bytes in a certificate.
def form_record(form: forms.Form, digits: range) -> Record:
    """Return a form as the record that `rule_checker` reads. digits: the digits of the board.

    Raises `LayoutError` for a form that certificates do not support.
    """
    cells: tuple[int, ...]
    arguments: list[Any] = []
    match form:
        case forms.Candidates(cell, allowed):
            kind = "digits"
            cells = (cell,)
            arguments = sorted(allowed)
        case forms.OneOf(cells, allowed, exactly):
            kind, arguments = "one" if exactly else "most-one", sorted(allowed)
        case forms.Distinct(cells):
            kind = "distinct"
        case forms.Relation(first, second, pairs):
            kind = "pairs"
            cells = (first, second)
            arguments = sorted(map(list, pairs))
        case forms.Sets(cells, sets):
            kind, arguments = "sets", sorted(sorted(one) for one in sets)
        case forms.Sum(cells, coefficients, total):
            kind, arguments = "sum", [total, *coefficients]
        case forms.Count() | forms.LabelCount():
            return form_record(forms.as_automaton(form, digits), digits)
        case forms.Automaton(cells, layers):
            kind, arguments = "automaton", [[list(t) for t in layer] for layer in layers]
        case forms.Alike(groups) if comb(len(digits), len(groups[0])) <= MOST_SETS:
            kind, cells = "any", ()
            for held in combinations(digits, len(groups[0])):
                arguments.append([_holds_all(group, held) for group in groups])
        case forms.AnyOf(alternatives):
            kind, cells = "any", ()
            arguments = [[form_record(one, digits) for one in part] for part in alternatives]
        case forms.DistinctCount(control, counted):
            kind = "count"
            cells = (control, *counted)
        case forms.Rank(cells, others, below, ties=False):
            kind, arguments = "rank", [[below], *map(list, others)]
        case forms.Unequal(one, other):
            kind, cells = "any", ()
            unequal = [[a, b] for a in digits for b in digits if a != b]
            # A cell that both lines share cannot tell them apart.
            places = [[a, b] for a, b in zip(one, other, strict=True) if a != b]
            arguments = [[{"form": "pairs", "cells": at, "arguments": unequal}] for at in places]
        case forms.Connected(cells, wanted, edges, size, border, must_touch):
            kind = "touching" if must_touch else "connected"
            arguments = [sorted(wanted), [size], list(border), *_joined(edges)]
        case forms.Areas(cells, wanted, edges, size, clues):
            numbered = [[a for a, _ in clues], [b for _, b in clues]]
            kind, arguments = "areas", [sorted(wanted), [size], *numbered, *_joined(edges)]
        case forms.Parted(cells, labels, size, count):
            kind, arguments = "parts", [list(labels), list(digits[:count]), [size]]
        case _:
            name = type(form).__name__.lower()
            raise LayoutError(
                phrase("certificates do not support rules of the form {name!r}", name=name)
            )
    return {"form": kind, "cells": list(cells), "arguments": arguments}
