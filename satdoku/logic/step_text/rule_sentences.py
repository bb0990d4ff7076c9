"""Variant rules in words: names of their steps, and their statements.

>>> from satdoku.layout import Layout
>>> theory = Theory.of(Layout.named("4x4+killer:3:r1c1,r1c2+anti-king"))
>>> rule_text(theory, 0), rule_text(theory, 1)
('cage r1c12 that holds 3', 'anti king')
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...constraints.constraint import Constraint
from ...constraints.registry import KINDS, kind_named
from ...constraints.styles import Outside
from ...constraints.wording import name_of, title_of
from ...phrases import Name, joined, phrase
from ...theory import Theory

#: Names of steps, if other than the name of the kind.
NAMES = {
    "killer": "killer cage combinations", "arrow": "arrow sum", "candidates": "given candidates",
    "distinct": "distinct cells", "sum": "cage sum", "greater": "greater than",
    "pair-sum": "sum of a pair", "or": "one of several rules", "x-sum": "X-sum",
    "schrodinger": "Schrödinger cells", "yin-yang": "Yin-Yang",
}  # fmt: skip


@cache
def _titles() -> dict[str, str]:
    """Return the title of the kind of rule by which a step is named."""
    return {called(name): title_of(kind) for name, kind in KINDS.items()}


def step_name(name: str) -> Name:
    """Return the name of a step, for telling it in another language."""
    return Name(name, _titles().get(name, name))


def constraint_of(theory: Theory, rule: int) -> Constraint:
    """Return the constraint of a rule."""
    return theory.known_layout.constraints[rule]


def called(kind: str) -> str:
    """Return the name of a step by a rule of this kind."""
    clue = " clue" if isinstance(kind_named(kind).draws, Outside) else ""
    return NAMES.get(kind, kind.replace("-", " ")) + clue


def rule_text(theory: Theory, rule: int) -> str:
    """Return the usual name of a rule: 'cage r1c12 that holds 3', 'thermometer r5c1-r5c4'."""
    constraint = constraint_of(theory, rule)
    name = name_of(constraint, theory.known_layout)
    if constraint.kind == "distinct":
        return phrase("the cells {cells}", cells=name.removeprefix("distinct "))
    return name


def sums_text(sets: Sequence[Sequence[int]]) -> str:
    """Return '1 and 2 in some order' or '1+4 or 2+3' for sets of digits."""
    if len(sets) == 1:
        *most, last = map(str, sets[0])
        if not most:
            return last
        together = phrase("{one} and {next}", one=joined(most), next=last)
        return phrase("{digits} in some order", digits=together)
    sums = ["+".join(map(str, digits)) for digits in sets]
    return phrase("{one} or {next}", one=joined(sums[:-1]), next=sums[-1])


def fits(digits: frozenset[int], cells: list[set[int]]) -> bool:
    """Return whether the digits can be placed in the cells, one each."""
    if not cells:
        return True
    cells = sorted(cells, key=lambda cell: len(cell & digits))
    return any(fits(digits - {d}, cells[1:]) for d in cells[0] & digits)
