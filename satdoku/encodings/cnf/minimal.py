"""The minimal encoding: at least one digit in each cell, at most one place in each house.

The other constraints follow by counting, but not by unit propagation. Only for layouts; the rules
of a variant are encoded in full.

Source: Lynce and Ouaknine, "Sudoku as a SAT problem" (AIM 2006).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...errors import EncodingError
from ...theory import Clause, Theory
from .exactly_one import Encoding, Literals, pairs


@dataclass(frozen=True)
class Minimal(Encoding):
    """At least one per cell, at most one per house."""

    def size(self, theory: Theory) -> tuple[int, int]:
        implied = _implied(theory)
        count = 0
        for clause in theory.clauses:
            k = len(clause.variables)
            if _is_least(clause):
                count += 1
            if clause.variables not in implied:
                count += k * (k - 1) // 2
        return theory.variable_count, count

    def clauses(self, theory: Theory) -> Iterator[Literals]:
        implied = _implied(theory)
        for clause in theory.clauses:
            if _is_least(clause):
                yield clause.variables
            if clause.variables not in implied:
                yield from pairs(clause.variables)


def _is_least(clause: Clause) -> bool:
    """Return whether at least one is required: for cells and for rules, but not for houses."""
    return clause.exactly_one and clause.house is None


def _implied(theory: Theory) -> set[Literals]:
    """Return the cells that hold at most one digit because of a house with as many cells as digits:
    each of its cells holds one, and no two of them the same."""
    layout = theory.layout
    if layout is None:
        raise EncodingError("the minimal encoding needs cells and houses: use pairwise here")
    full: set[int] = set()
    for house in layout.houses:
        if len(house.cells) == layout.size:
            full.update(house.cells)
    implied = set()
    for clause in theory.clauses:
        if clause.kind == "cell":
            cell, _ = layout.cell_and_digit(clause.variables[0])
            if cell in full:
                implied.add(clause.variables)
    return implied
