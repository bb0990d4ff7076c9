"""A theory and the names of its clauses, laid out as arrays for the search for steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from ...constraints.totals import MOST_CELLS, Equation, equations
from ...layout import Layout
from ...theory import Clause, Theory
from ..any_theory.arrays import flat_lists, flat_theory
from ..logic import state
from ..logic.innies import HIGHEST
from ..logic.state import NamedTheory
from ..struct_views import Ragged


@lru_cache(maxsize=4)
def named_theory(theory: Theory) -> NamedTheory:
    """Return the theory and the names of its clauses as arrays."""
    flat, clauses = flat_theory(theory), theory.clauses
    layout = theory.layout
    assert layout
    sums = equations(layout) if MOST_CELLS * layout.size <= HIGHEST else ()
    number = {house: i for i, house in enumerate(layout.houses)}
    own_kinds = {"row": state.ROW, "column": state.COLUMN, "box": state.BOX}
    meets = meets_of(theory)
    first_meet = theory.variable_count + 1
    of_clause: list[list[int]] = [[] for _ in clauses]
    for i, (_, pair) in enumerate(meets):
        for clause in pair:
            of_clause[clause].append(first_meet + i)
    variables = range(1, first_meet)
    return NamedTheory(
        cells=layout.cell_count,
        size=layout.size,
        boards=theory.board_variables,
        members=ragged([clause.variables for clause in clauses]),
        holders=ragged(
            [(), *(theory.occurrences[v] for v in variables), *(pair for _, pair in meets)]
        ),
        left=flat.left.astype(np.int64),
        unit=flat.unit,
        exact=np.array([clause.exactly_one for clause in clauses], np.uint8),
        kind=np.array(
            [
                own_kinds.get(c.house.kind, state.EXTRA)
                if c.house
                else state.CELL
                if c.rule is None
                else state.RULE
                for c in clauses
            ],
            np.int64,
        ),
        house=np.array([number[c.house] if c.house else -1 for c in clauses], np.int64),
        digit=np.array([_digit(theory, clause) for clause in clauses], np.int64),
        shift=flat.unit.bit_length() - 1,
        house_cells=np.array([len(house.cells) for house in layout.houses], np.int64),
        rules=ragged([rule.clauses for rule in theory.rules]),
        scopes=ragged([_scope(theory, rule.clauses) for rule in theory.rules]),
        rule_kind=np.array([rule.difficulty for rule in theory.rules], np.int64),
        sums=ragged([[sign * (cell + 1) for cell, sign in e.cells] for e in sums]),
        totals=np.array([_total_from_one(e, layout) for e in sums], np.int64),
        nodes=first_meet + len(meets),
        clause_meets=ragged(of_clause),
        widest_meet=max((len(members) for members, _ in meets), default=0),
        order=_order(theory),
    )


def _digit(theory: Theory, clause: Clause) -> int:
    """Return the common digit of a clause of a house or rule; 0 if its members have several."""
    if clause.rule is None or not all(map(theory.is_board, clause.variables)):
        return clause.digit or 0
    digits = {theory.cell_and_digit(v)[1] for v in clause.variables}
    return digits.pop() if len(digits) == 1 else 0


def _total_from_one(equation: Equation, layout: Layout) -> int:
    """Return the total as `logic.innies` counts it: digits from 1, negative cells complemented."""
    total, worth = equation.total, layout.digits[0] - 1
    for _, sign in equation.cells:
        total -= sign * worth - (layout.size + 1 if sign < 0 else 0)
    return total


def _scope(theory: Theory, clauses: Sequence[int]) -> tuple[int, ...]:
    """Return the board's variables in these clauses, in order."""
    return theory.on_board(sorted({v for c in clauses for v in theory.members[c]}))


def ragged(lists: Sequence[Sequence[int]]) -> Ragged:
    """Return lists, one after the other."""
    starts, items = flat_lists(lists)
    return Ragged(starts.astype(np.int64), items)


@lru_cache(maxsize=4)
def meets_of(theory: Theory) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """Return (members, two clauses) for each meet, in the order of their numbers."""
    shared: dict[tuple[int, int], list[int]] = {}
    for variable in range(1, theory.board_variables + 1):
        for pair in combinations(theory.occurrences[variable], 2):
            shared.setdefault(pair, []).append(variable)
    return [(tuple(members), pair) for pair, members in shared.items() if len(members) > 1]


def _order(theory: Theory) -> np.ndarray:
    """Return the clauses of houses (boxes, columns, rows, then others), then those of cells."""
    assert theory.layout
    types = {"box": 0, "column": 1, "row": 2}
    houses = sorted(theory.layout.houses, key=lambda house: types.get(house.kind, 3))
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.clauses) if c.house}
    order = [by_name[house, d] for house in houses for d in range(1, theory.layout.size + 1)]
    cells = dict.fromkeys(cell for house in houses for cell in house.cells)
    cells |= dict.fromkeys(range(theory.layout.cell_count))
    first = theory.layout.size
    order += [theory.occurrences[cell * first + 1][0] for cell in cells]
    return np.array(order, np.int64)
