"""Whether a full grid keeps a constraint: by the meaning of the generic forms, without clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .constraint import Constraint
from .forms import (
    AnyOf,
    Automaton,
    Candidates,
    Distinct,
    DistinctCount,
    Form,
    Rank,
    Relation,
    Sets,
    Sum,
)
from .table import forms_of

if TYPE_CHECKING:
    from ..layout import Layout


def keeps(grid: Sequence[int], constraint: Constraint, layout: Layout) -> bool:
    """The grid (the digit from 1 of each cell) keeps the constraint of a board."""
    first = layout.digits[0] - 1
    worth = [digit + first for digit in grid]
    return all(holds(form, worth) for form in forms_of(constraint, layout))


def holds(form: Form, digits: Sequence[int]) -> bool:
    """A form holds; digits: what each cell's digit is worth, by cell."""
    match form:
        case Candidates(cell, allowed):
            return digits[cell] in allowed
        case Distinct(cells):
            return len({digits[c] for c in cells}) == len(cells)
        case Relation(first, second, pairs):
            return (digits[first], digits[second]) in pairs
        case Sets(cells, sets):
            found = frozenset(digits[c] for c in cells)
            return len(found) == len(cells) and found in sets
        case Sum(cells, coefficients, total):
            return sum(k * digits[c] for k, c in zip(coefficients, cells, strict=True)) == total
        case Automaton(cells, layers, _):
            states = {0}
            for cell, layer in zip(cells, layers, strict=True):
                states = {t for q, d, t in layer if q in states and d == digits[cell]}
            return bool(states)
        case DistinctCount(control, cells):
            return digits[control] == len({digits[c] for c in cells})
        case Rank(line, others, below):
            mine = [digits[c] for c in line]
            theirs = [[digits[c] for c in other] for other in others]
            return mine not in theirs and sum(number < mine for number in theirs) == below
        case AnyOf(alternatives):
            return any(all(holds(f, digits) for f in forms) for forms in alternatives)
