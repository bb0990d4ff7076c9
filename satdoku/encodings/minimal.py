"""The minimal encoding: at least one digit in each cell, at most one place in each house.

The rest follows by counting, but not by unit propagation. Only for layouts.

Source: Lynce and Ouaknine, "Sudoku as a SAT problem" (AIM 2006).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import EncodingError
from ..theory import Theory
from .base import Encoding
from .exactly_one import Literals, pairs


@dataclass(frozen=True)
class Minimal(Encoding):
    """Cells at least one, houses at most one."""

    def size(self, theory: Theory) -> tuple[int, int]:
        if theory.layout is None:
            raise EncodingError("the minimal encoding needs cells and houses: take pairwise here")
        lengths = [(clause.kind, len(clause.variables)) for clause in theory.clauses]
        count = sum(1 if kind == "cell" else k * (k - 1) // 2 for kind, k in lengths)
        return theory.variable_count, count

    def clauses(self, theory: Theory) -> Iterator[Literals]:
        self.size(theory)
        for clause in theory.clauses:
            if clause.kind == "cell":
                yield clause.variables
            else:
                yield from pairs(clause.variables)
