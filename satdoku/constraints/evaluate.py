"""Evaluates constraints on full grids: by the meaning of the generic forms, without clauses."""

from __future__ import annotations

from collections.abc import Sequence

from ..grouping import grouped
from ..layout_data import LayoutData
from . import forms
from .constraint import Constraint
from .geometry import pieces
from .kind_table import forms_of


def keeps(grid: Sequence[int], constraint: Constraint, layout: LayoutData) -> bool:
    """Return whether the grid (the digit from 1 of each cell) satisfies a board's constraint."""
    first = layout.digits[0] - 1
    worth = [digit + first for digit in grid]
    return all(holds(form, worth) for form in forms_of(constraint, layout))


def holds(form: forms.Form, digits: Sequence[int]) -> bool:
    """Return whether a form holds. digits: the value of each cell's digit, by cell."""
    match form:
        case forms.Candidates(cell, allowed):
            return digits[cell] in allowed
        case forms.OneOf(cells, wanted, exactly):
            count = sum(digits[c] in wanted for c in cells)
            return count == 1 or not (count or exactly)
        case forms.Distinct(cells):
            return len({digits[c] for c in cells}) == len(cells)
        case forms.Relation(first, second, pairs):
            return (digits[first], digits[second]) in pairs
        case forms.Sets(cells, sets):
            found = frozenset(digits[c] for c in cells)
            return len(found) == len(cells) and found in sets
        case forms.Sum(cells, coefficients, total):
            return sum(k * digits[c] for k, c in zip(coefficients, cells, strict=True)) == total
        case forms.Automaton(cells, layers, _):
            states = {0}
            for cell, layer in zip(cells, layers, strict=True):
                states = {t for q, d, t in layer if q in states and d == digits[cell]}
            return bool(states)
        case forms.DistinctCount(control, cells):
            return digits[control] == len({digits[c] for c in cells})
        case forms.Rank(line, others, below):
            mine = [digits[c] for c in line]
            theirs = [[digits[c] for c in other] for other in others]
            return mine not in theirs and sum(number < mine for number in theirs) == below
        case forms.Unequal(line, other):
            return any(digits[a] != digits[b] for a, b in zip(line, other, strict=True))
        case forms.Alike(groups):
            held = [{digits[c] for c in group} for group in groups]
            return all(one == held[0] for one in held) and len(held[0]) == len(groups[0])
        case forms.Connected(cells, members, edges, size, border, must_touch):
            piece = {c for c in cells if digits[c] in members}
            parts = pieces(piece, edges)
            inner = sum(part.isdisjoint(border) for part in parts)
            if must_touch:
                return not inner
            return size in (0, len(piece)) and inner + (inner < len(parts)) == 1
        case forms.Areas(cells, members, edges, size, clues):
            piece = {c for c in cells if digits[c] in members}
            parts = pieces(piece, edges)
            if not clues:
                return all(len(part) == size for part in parts)
            numbers = [[digits[b] for a, b in clues if a in part] for part in parts]
            fits = all(n == [len(part)] for n, part in zip(numbers, parts, strict=True))
            return fits and all(a in piece for a, _ in clues)
        case forms.Parted(cells, labels, size, _):
            labelled = zip(labels, cells, strict=True)
            regions = grouped((digits[label], digits[cell]) for label, cell in labelled)
            return all(len(region) == len(set(region)) == size for region in regions.values())
        case forms.AnyOf(alternatives):
            return any(all(holds(f, digits) for f in parts) for parts in alternatives)
