"""Steps by the rule of 45: the clauses they name, their text and their judge.

Lesson: rule of 45, rule of 45 with several cells

    Up to four rows or columns side by side, or a box, sum to a known number (45 for each on the
    usual board), and the cages inside to theirs. What is left over (innies), or sticks out
    (outies), has the difference as its sum; digits in no such sum are removed.

    Why: Each house holds each digit once: the sum of its digit clauses. It is arithmetic on
    exactly-one clauses, checked as such.
"""

from __future__ import annotations

from ...constraints.totals import equations
from ...inference.entailment import follows_by_sum, stands_for
from ...phrases import phrase
from ...theory import Indexes
from ..position import Position
from ..technique_checks.base import Places
from .rule_sentences import rule_text
from .sentences import listed


def clauses_of_sum(position: Position, equation: int) -> Indexes:
    """Return the clauses that represent the equation: those of its houses, and one of each cage."""
    theory = position.theory
    chosen = equations(position.layout)[equation]
    houses = {position.layout.houses[h] for h in chosen.houses}
    own = [c for c, clause in enumerate(theory.clauses) if clause.house in houses]
    return (*own, *(stands_for(theory, rule) for rule in chosen.rules))


def sum_text(position: Position, equation: int) -> str:
    """Return 'row 1 sums to 45, the cages inside it to 40'."""
    layout = position.layout
    chosen = equations(layout)[equation]
    names = [str(layout.houses[h]) for h in chosen.houses]
    whole = len(names) * sum(layout.digits)
    of_cages = whole - chosen.total
    outies = [layout.cell_name(cell) for cell, sign in chosen.cells if sign < 0]
    innies = [layout.cell_name(cell) for cell, sign in chosen.cells if sign > 0]
    is_one_house = len(names) == 1
    which: str = phrase("the cages")
    if len(chosen.rules) == 1:
        which = rule_text(position.theory, chosen.rules[0])
    if outies:
        cages = phrase("{cages} with {cells} outside", cages=which, cells=listed(outies))
    else:
        cages = phrase("{cages} in it" if is_one_house else "{cages} in them", cages=which)
    sums = "{houses} sums to {whole}, {cages} to {sum}"
    if not is_one_house:
        sums = "{houses} sum to {whole}, {cages} to {sum}"
    said = phrase(sums, houses=listed(names), whole=whole, cages=cages, sum=of_cages)
    if len(chosen.cells) == 1:
        return said
    left = " + ".join(innies or outies)
    total = chosen.total if innies else -chosen.total
    if innies:
        left += "".join(f" - {cell}" for cell in outies)
    return phrase("{reason}: {cells} make {sum}", reason=said, cells=left, sum=total)


def by_sum(position: Position, literal: int, _: Places) -> bool:
    """Return whether some equation of the board forces the literal."""
    for k in range(len(equations(position.layout))):
        clauses = clauses_of_sum(position, k)
        if follows_by_sum(position.theory, position.status, clauses, literal):
            return True
    return False
