"""What a puzzle says, whatever its rules are called and in whatever order they stand."""

from satdoku.constraints.forms import Candidates, Distinct
from satdoku.constraints.symmetry import forms_on, placed


def said(puzzle):
    """(givens, board, what the rules say); equal for puzzles with the same meaning."""
    layout = puzzle.layout
    forms = forms_on(layout)
    rules = {placed(form, int) for form in forms if not isinstance(form, Candidates | Distinct)}
    allowed = {}
    for form in forms:
        if isinstance(form, Candidates):
            left = allowed.get(form.cell, frozenset(layout.digits))
            allowed[form.cell] = left & form.digits
    first = layout.digits[0]
    for cell, digit in enumerate(puzzle.cells):  # a given says it already
        if digit and digit - 1 + first in allowed.get(cell, ()):
            del allowed[cell]
    bare = layout.without_constraints()
    houses = {house.cells for house in layout.houses}
    houses |= {tuple(sorted(form.cells)) for form in forms if isinstance(form, Distinct)}
    return puzzle.cells, bare.places, bare.symbols, bare.regions, houses, rules, allowed
