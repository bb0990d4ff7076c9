"""The judge of steps by equations: it takes each equation that a board has and adds it up again.

What cells see of each other are the clauses of all its houses and rules (see
`inference.balance_check`, which shares no code with the search).
"""

from __future__ import annotations

from dataclasses import replace

from ...inference.balance_check import follows_by_equation
from ..position import Position
from ..techniques.equations.equations import known_balances
from .base import Places


def by_balance(position: Position, literal: int, _: Places, mode: str) -> bool:
    """Return whether some equation of the board forces the literal."""
    theory = position.theory
    cell = theory.cell_of(abs(literal))
    named = [
        c for c, clause in enumerate(theory.clauses) if clause.house or clause.rule is not None
    ]
    for balance, places in known_balances(position.layout, mode):
        if balance.cell_bits >> cell & 1:
            equation = replace(balance, parts=tuple(cells for cells, _, _ in places))
            if follows_by_equation(theory, position.status, equation, named, literal):
                return True
    return False
