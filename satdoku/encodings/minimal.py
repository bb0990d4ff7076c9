"""The minimal encoding: at least one digit in each cell, at most one place in each house.

The rest follows by counting, but not by unit propagation. Only for layouts; the rules of a
variant are said in full.

Source: Lynce and Ouaknine, "Sudoku as a SAT problem" (AIM 2006).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import EncodingError
from ..theory import Clause, Theory
from .base import Encoding
from .exactly_one import Literals, pairs


@dataclass(frozen=True)
class Minimal(Encoding):
    """Cells at least one, houses at most one."""

    def size(self, theory: Theory) -> tuple[int, int]:
        if theory.layout is None:
            raise EncodingError("the minimal encoding needs cells and houses: take pairwise here")
        count = 0
        for clause in theory.clauses:
            k = len(clause.variables)
            count += _is_least(clause) + k * (k - 1) // 2 * _is_most(clause)
        return theory.variable_count, count

    def clauses(self, theory: Theory) -> Iterator[Literals]:
        self.size(theory)
        for clause in theory.clauses:
            if _is_least(clause):
                yield clause.variables
            if _is_most(clause):
                yield from pairs(clause.variables)


def _is_least(clause: Clause) -> bool:
    """At least one is said: of cells, and of the rules of a variant, which count nothing."""
    return clause.exactly_one and clause.house is None


def _is_most(clause: Clause) -> bool:
    return clause.kind != "cell"
