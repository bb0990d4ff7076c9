"""The checker of steps by sums: do the sums of houses and cages force a conclusion?

It shares nothing with the equations that a search used: it adds up the named houses, subtracts the
named cages, and checks whether candidates can make up the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..constraints.totals import known_sums
from ..errors import TheoryError
from ..geometry import House
from ..theory import Theory
from .deduction import DENIED


def stands_for(theory: Theory, rule: int) -> int:
    """Return the clause that stands for a rule of which only the sum is used: its own last one."""
    return max(c for c in theory.rules[rule].clauses if theory.clauses[c].rule == rule)


def follows_by_sum(
    theory: Theory, status: Sequence[int], clauses: Iterable[int], literal: int
) -> bool:
    """Return whether the sums of whole houses, minus those of cages, force the literal (v or -v).

    clauses: the named ones; a house counts if the clauses of all its digits are named.
    """
    layout = theory.layout
    if layout is None:
        raise TheoryError("sums need a board")
    digits_of: dict[House, int] = {}
    named = set(clauses)
    for clause in (theory.clauses[c] for c in named):
        if clause.house and clause.exactly_one:
            digits_of[clause.house] = digits_of.get(clause.house, 0) + 1
    weights, total = dict[int, int](), 0
    for house in layout.houses:
        if digits_of.get(house) == len(layout.digits):
            total += sum(layout.digits)
            for cell in house.cells:
                weights[cell] = weights.get(cell, 0) + 1
    for rule, (cells, own) in known_sums(layout).items():
        if stands_for(theory, rule) in named:
            total -= own
            for cell in cells:
                weights[cell] = weights.get(cell, 0) - 1
    return _is_forced(theory, status, literal, {c: w for c, w in weights.items() if w}, total)


def _is_forced(
    theory: Theory, status: Sequence[int], literal: int, weights: dict[int, int], total: int
) -> bool:
    """Return whether the opposite leaves no digits that, times the weights, make up the total."""
    layout = theory.layout
    assert layout
    own, digit = theory.cell_and_digit(abs(literal))
    reached = {0}
    for cell, weight in weights.items():
        possible = [
            layout.digits[d - 1]
            for d in range(1, len(layout.digits) + 1)
            if status[theory.variable_of(cell, d)] != DENIED
            and (cell != own or (d == digit) == (literal < 0))
        ]
        reached = {partial + weight * worth for partial in reached for worth in possible}
    return own in weights and total not in reached
