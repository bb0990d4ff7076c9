"""The judge of steps by equations: it takes each equation that a board has and adds it up again.

What cells see of each other are the clauses of all its houses and rules (see
`inference.balance_check`, which shares no code with the search).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ...constraints.linear import Balance, FullSet
from ...inference.balance_check import follows_by_equation
from ...inference.entailment import stands_for
from ...theory import Theory
from ..position import Position
from ..techniques.equations.equations import COUNTS, SUMS, known_balances
from .base import Places


def by_sums(position: Position, literal: int, _: Places) -> bool:
    """Return whether some equation of sums forces the literal."""
    return by_balance(position, literal, SUMS)


def by_counts(position: Position, literal: int, _: Places) -> bool:
    """Return whether some equation that counts digits of a set forces the literal."""
    return by_balance(position, literal, COUNTS)


#: The judges of steps by equations, and the equations that each adds up.
MODES = {by_sums: SUMS, by_counts: COUNTS}


def by_balance(
    position: Position, literal: int, mode: str, among: frozenset[int] | None = None
) -> bool:
    """Return whether some equation of the board forces the literal. among: clauses by index, for
    equations with premises among these alone."""
    theory = position.theory
    status = position.status
    concerned = _cells_concerned(theory, literal)
    named = among
    if named is None:
        named = _of_houses_and_rules(theory)
    for balance, places in known_balances(position.layout, mode):
        if not balance.cell_bits & concerned:
            continue
        premises = _premises(theory, balance)
        if not premises <= named:
            continue
        parts = tuple(cells for cells, _, _ in places)
        equation = replace(balance, parts=parts)
        if follows_by_equation(theory, status, equation, named, literal):
            return True
    return False


def _cells_concerned(theory: Theory, literal: int) -> int:
    """Return, as bits, the cell of a literal and, if it is a denial, the cells from which its digit
    would be taken."""
    found = {theory.cell_of(abs(literal))}
    if literal < 0:
        found.update(theory.cell_of(v) for v in theory.on_board(theory.peers(-literal)))
    return sum(1 << cell for cell in found)


@lru_cache(maxsize=8)
def _of_houses_and_rules(theory: Theory) -> frozenset[int]:
    """Return the clauses of houses and rules."""
    found = set[int]()
    for c, clause in enumerate(theory.clauses):
        if clause.house or clause.rule is not None:
            found.add(c)
    return frozenset(found)


@lru_cache(maxsize=4096)
def _premises(theory: Theory, balance: Balance) -> frozenset[int]:
    """Return the clauses that an equation rests on: of the digits that count in its houses, and one
    that stands for each rule."""
    found = set[int]()
    for row, _ in balance.rules:
        found.add(stands_for(theory, row.rule))
    for full in (*balance.added, *balance.taken):
        if full.house < 0:
            found.add(stands_for(theory, full.rule))
        else:
            of_house = _of_house(theory, full, balance.worths)
            found.update(of_house)
    return frozenset(found)


def _of_house(theory: Theory, full: FullSet, worths: tuple[int, ...]) -> set[int]:
    """Return the clauses of a house for the digits that count."""
    house = theory.known_layout.houses[full.house]
    found = set[int]()
    for c, clause in enumerate(theory.clauses):
        if clause.house != house or not clause.digit:
            continue
        if worths[clause.digit - 1]:
            found.add(c)
    return found
