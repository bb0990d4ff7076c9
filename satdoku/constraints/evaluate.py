"""Evaluates constraints on full grids: by the meaning of the generic forms, without clauses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ..grouping import grouped
from ..layout_data import LayoutData
from . import forms
from .constraint import Constraint
from .geometry import pieces
from .kind_table import forms_of


def keeps(grid: Sequence[int], constraint: Constraint, layout: LayoutData) -> bool:
    """Return whether the grid (the digit from 1 of each cell) satisfies a board's constraint."""
    first = layout.digits[0] - 1
    # forms speak of the values of digits, a grid has numbers from 1
    worth = [digit + first for digit in grid]
    return all(holds(form, worth) for form in forms_of(constraint, layout))


def holds(form: forms.Form, digits: Sequence[int]) -> bool:
    """Return whether a form holds. digits: the value of each cell's digit, by cell."""
    match form:
        case forms.Candidates(cell, allowed):
            return digits[cell] in allowed
        case forms.OneOf(cells, wanted, exactly):
            count = sum(digits[c] in wanted for c in cells)
            return count == 1 if exactly else count < 2
        case forms.Distinct(cells):
            held = {digits[c] for c in cells}
            return len(held) == len(cells)
        case forms.Relation(first, second, pairs):
            return (digits[first], digits[second]) in pairs
        case forms.Sets(cells, sets):
            found = frozenset(digits[c] for c in cells)
            return len(found) == len(cells) and found in sets
        case forms.Sum(cells, coefficients, total):
            added = 0
            for factor, cell in zip(coefficients, cells, strict=True):
                added += factor * digits[cell]
            return added == total
        case forms.Count(cells, digit, numbers):
            return sum(digits[c] == digit for c in cells) in numbers
        case forms.Automaton():
            return _is_accepted(form, digits)
        case forms.LabelCount(control, first, arms, offset):
            counted = 1
            for arm in arms:
                same = [digits[c] == digits[first] for c in arm]
                counted += len(list(takewhile(bool, same)))
            return digits[control] + offset == counted
        case forms.DistinctCount(control, cells):
            held = {digits[c] for c in cells}
            return digits[control] == len(held)
        case forms.Rank(line, others, below, ties):
            mine = [digits[c] for c in line]
            theirs = [[digits[c] for c in other] for other in others]
            less = sum(number < mine for number in theirs)
            return less == below and (ties or mine not in theirs)
        case forms.Unequal(line, other):
            mine = [digits[c] for c in line]
            return mine != [digits[c] for c in other]
        case forms.Alike(groups):
            first_group = {digits[c] for c in groups[0]}
            if len(first_group) < len(groups[0]):
                return False
            return all({digits[c] for c in group} == first_group for group in groups)
        case forms.Connected():
            return _is_connected(form, digits)
        case forms.Areas():
            return _are_areas(form, digits)
        case forms.Parted(cells, labels, size, _):
            of_labels = [digits[label] for label in labels]
            of_cells = [digits[cell] for cell in cells]
            regions = grouped(zip(of_labels, of_cells, strict=True))
            return all(len(region) == len(set(region)) == size for region in regions.values())
        case forms.AnyOf(alternatives):
            return any(all(holds(f, digits) for f in parts) for parts in alternatives)


def _is_accepted(form: forms.Automaton, digits: Sequence[int]) -> bool:
    # an automaton may have several moves for a digit, so all states that it can be in are followed:
    # as many steps as cells, where trying each run would be exponential
    states = {0}
    for cell, layer in zip(form.cells, form.layers, strict=True):
        digit = digits[cell]
        states = {t for q, d, t in layer if d == digit and q in states}
    return bool(states)


def _is_connected(form: forms.Connected, digits: Sequence[int]) -> bool:
    piece = {c for c in form.cells if digits[c] in form.digits}
    parts = pieces(piece, form.edges)
    inner = sum(part.isdisjoint(form.border) for part in parts)
    if form.must_touch:
        return inner == 0
    if form.size not in (0, len(piece)):
        return False
    # all pieces that touch the border are one, joined outside
    return inner == 1 if inner == len(parts) else inner == 0


def _are_areas(form: forms.Areas, digits: Sequence[int]) -> bool:
    piece = {c for c in form.cells if digits[c] in form.digits}
    parts = pieces(piece, form.edges)
    if not form.clues:
        return all(len(part) == form.size for part in parts)
    for part in parts:
        # as a list: a piece without a clue, or with two, is wrong too
        numbers = [digits[control] for cell, control in form.clues if cell in part]
        if numbers != [len(part)]:
            return False
    # a clue in a cell outside every piece counts nothing, and the loop above did not see it
    return all(cell in piece for cell, _ in form.clues)
