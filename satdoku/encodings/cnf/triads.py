"""Triads: the parts that a row or column shares with a box become variables.

A row holds a digit in exactly one of the parts into which the boxes cut it, and a box in exactly
one of the parts into which its rows (and its columns) cut it; a part holds it iff one of its cells
does. So unit propagation finds locked candidates. A part of one cell is that cell's variable.
Clauses of cells and of other houses are encoded pairwise.

Source: T. Dillon's solver tdoku (the "augmented" encoding), where the parts are three cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...theory import Clause, Theory
from .exactly_one import Encoding, Literals, pairs

LINES = ("row", "column")


@dataclass(frozen=True)
class Triads(Encoding):
    """Pairwise on cells; rows, columns and boxes by the parts that they share."""

    def size(self, theory: Theory) -> tuple[int, int]:
        parts = _parts(theory)
        top = theory.variable_count + sum(len(part) > 1 for part in parts)
        return top, sum(1 for _ in self.clauses(theory))

    def clauses(self, theory: Theory) -> Iterator[Literals]:
        top = theory.variable_count
        holder: dict[Literals, int] = {}
        for part in _parts(theory):
            if len(part) == 1:
                holder[part] = part[0]
                continue
            top += 1
            holder[part] = top
            # Both directions: a digit denied in all cells of a part denies the part, and a part
            # that is denied denies its cells, which is the locked candidate.
            yield (-top, *part)
            yield from ((top, -variable) for variable in part)
            yield from pairs(part)
        for clause in theory.clauses:
            divisions = list(_divisions(theory, clause))
            for division in divisions:
                literals = [holder[part] for part in division]
                yield tuple(literals)
                yield from pairs(literals)
            if not divisions:
                if clause.exactly_one:
                    yield clause.variables
                yield from pairs(clause.variables)

    def auxiliary_names(self, theory: Theory) -> Iterator[str]:
        for part in _parts(theory):
            if len(part) > 1:
                yield " or ".join(map(theory.name, part))


def _kind(clause: Clause) -> str:
    return clause.house.kind if clause.house and clause.exactly_one else ""


def _divisions(theory: Theory, clause: Clause) -> Iterator[list[Literals]]:
    """Yield the ways to cut a clause into parts: a line by boxes, a box by rows and by columns."""
    crossing = {"row": ("box",), "column": ("box",), "box": LINES}.get(_kind(clause), ())
    for kind in crossing:
        parts: dict[int, list[int]] = {}
        for variable in clause.variables:
            others = (c for c in theory.occurrences[variable] if _kind(theory.clauses[c]) == kind)
            other = next(others, None)
            if other is None:
                return  # a Latin square: no boxes
            parts.setdefault(other, []).append(variable)
        yield [tuple(part) for part in parts.values()]


def _parts(theory: Theory) -> list[Literals]:
    """Return every part once, in the order of the rows and columns that it comes from."""
    lines = (clause for clause in theory.clauses if _kind(clause) in LINES)
    found = (part for line in lines for division in _divisions(theory, line) for part in division)
    return list(dict.fromkeys(found))
