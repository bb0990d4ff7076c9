"""Clauses as techniques see them: their kinds, and those that link the nodes of a chain."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernels.logic.state import BOX, CELL, COLUMN, EXTRA, ROW, RULE
from ..theory import Clause, Indexes, Theory


def kind_of(clause: Clause) -> int:
    """Return CELL, ROW, COLUMN, BOX, EXTRA or RULE."""
    if clause.rule is not None and clause.house is None:
        return RULE
    if clause.house is None:
        return CELL
    match clause.house.kind:
        case "row":
            return ROW
        case "column":
            return COLUMN
        case "box":
            return BOX
    return EXTRA


def link_clauses(theory: Theory, first: Sequence[int], second: Sequence[int]) -> Indexes:
    """Return clauses that exclude every candidate of one node beside any of the other: one clause
    that contains both nodes, if there is one, else for each candidate of one node a clause with all
    of the other, else a clause for each two of them (two groups may be linked by the pairs of a
    rule alone); () if the nodes are not linked."""
    both = common_clause(theory, first, second)
    if both >= 0:
        return (both,)
    for node, other in ((first, second), (second, first)):
        clauses = {common_clause(theory, node, (variable,)) for variable in other}
        if -1 not in clauses:
            return tuple(sorted(clauses))
    pairs = {common_clause(theory, (one,), (other,)) for one in first for other in second}
    return () if -1 in pairs else tuple(sorted(pairs))


def common_clause(theory: Theory, first: Sequence[int], second: Sequence[int]) -> int:
    """Return the first clause that contains both nodes; -1 if there is none."""
    shared = set(theory.occurrences[first[0]])
    for variable in (*first[1:], *second):
        shared &= set(theory.occurrences[variable])
    return min(shared, default=-1)
