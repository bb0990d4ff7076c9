"""Variant rules in words: names of their steps, their statements, and what can still satisfy them.

>>> from satdoku.layout import Layout
>>> theory = Theory.of(Layout.named("4x4+killer:3:r1c1,r1c2+anti-king"))
>>> rule_text(theory, 0), rule_text(theory, 1)
('cage r1c12 that holds 3', 'anti king')
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ...constraints.constraint import Constraint
from ...constraints.forms import Relation, Sets
from ...constraints.registry import kind_named
from ...constraints.styles import Outside
from ...constraints.table import default_number, forms_of, sentence_of
from ...theory import Theory
from ..position import Position

#: Names of steps, if other than the name of the kind.
NAMES = {
    "killer": "killer cage combinations", "arrow": "arrow sum", "candidates": "given candidates",
    "distinct": "distinct cells", "sum": "cage sum", "greater": "greater than",
    "pair-sum": "sum of a pair", "or": "one of several rules", "x-sum": "X-sum",
}  # fmt: skip
#: Kinds that are spelled otherwise in text.
SPELLED = {"schrodinger": "Schrödinger cells", "yin-yang": "Yin-Yang"}
#: Statements of rules about their cells, if other than the kind's sentence preceded by the cells.
FACTS = {
    "whisper": "adjacent digits on the whisper {cells} differ by at least {n}",
    "arrow": "the first cell of the arrow {cells} is the sum of the others",
    "difference": "adjacent digits in {cells} differ by {n}",
    "ratio": "of two adjacent digits in {cells}, one is {n} times the other",
    "pair-sum": "adjacent digits in {cells} add up to {n}",
    "greater": "in {cells}, each digit is larger than the next",
    "thermometer": "digits increase along the thermometer {cells}",
    "slow-thermometer": "digits never decrease along the slow thermometer {cells}",
    "palindrome": "the palindrome {cells} reads the same from both ends",
    "renban": "the digits on the renban line {cells} are consecutive in some order",
    "nabner": "no two digits on the nabner line {cells} are equal or consecutive",
    "parity-line": "odd and even digits alternate along {cells}",
    "entropic": "any three consecutive cells on the entropic line {cells} hold a low, a middle and "
    "a high digit",
}  # fmt: skip
#: Maximum number of sets of digits listed; beyond it only their number is given.
MOST_SETS = 4
#: Maximum number of cells of a rule that are named.
MOST_CELLS = 9


def constraint_of(theory: Theory, rule: int) -> Constraint:
    """Return the constraint of a rule."""
    assert theory.layout
    return theory.layout.constraints[rule]


def rule_name(theory: Theory, bases: Sequence[int]) -> str:
    """Return the name of a step that rests on the clauses of one rule: "killer cage
    combinations"."""
    return called(constraint_of(theory, rule_of_step(theory, bases)).kind)


def called(kind: str) -> str:
    """Return the name of a step by a rule of this kind."""
    clue = " clue" if isinstance(kind_named(kind).draws, Outside) else ""
    return NAMES.get(kind, spelled(kind)) + clue


def spelled(kind: str) -> str:
    """Return a kind as it is written in text: 'anti king'."""
    return SPELLED.get(kind, kind.replace("-", " "))


def rule_of_step(theory: Theory, bases: Sequence[int]) -> int:
    """Return the rule that has exactly these clauses."""
    return next(k for k, rule in enumerate(theory.rules) if rule.clauses == bases)


def rule_text(theory: Theory, rule: int) -> str:
    """Return the usual name of a rule: 'cage r1c12 that holds 3', 'thermometer r5c1234'."""
    constraint = constraint_of(theory, rule)
    cells = _cells(theory, constraint)
    if constraint.kind == "killer":
        sum_text = "".join(f" that holds {total}" for total in constraint.values)
        return f"cage {cells}{sum_text}"
    assert theory.layout
    if formula := constraint.on(theory.layout.places).formula:
        return f"{constraint.kind} {formula}"
    values = " ".join(map(str, constraint.values[:3])) + " ..." * (len(constraint.values) > 3)
    return " ".join(filter(None, (spelled(constraint.kind), values, cells)))


def fact_text(theory: Theory, rule: int) -> str:
    """Return the statement of a rule about its own cells and numbers: 'digits increase along the
    thermometer r5c1234'."""
    constraint = constraint_of(theory, rule)
    assert theory.layout
    sentence = sentence_of(constraint, theory.layout)
    if constraint.on(theory.layout.places).formula:
        return sentence
    n = (
        constraint.values[0]
        if constraint.values
        else default_number(constraint.kind, theory.layout)
    )
    cells = _cells(theory, constraint)
    fact = FACTS.get(constraint.kind)
    if fact and not (constraint.kind == "arrow" and n != 1):
        return fact.format(n=n, cells=cells)
    name = called(constraint.kind)
    if not constraint.cells:
        return sentence
    if isinstance(kind_named(constraint.kind).draws, Outside):
        return f"the {name} for {cells}: {sentence}"
    line = " line" * (constraint.kind in ("between", "lockout", "modular"))
    return f"on the {name}{line} {cells}, {sentence}"


def _cells(theory: Theory, constraint: Constraint) -> str:
    """Return the cells in the rule's order, with runs in a row or column joined: 'r1c123,r2c3'."""
    assert theory.layout
    cells = constraint.cells
    if len(cells) > MOST_CELLS:
        cells = cells[:2]
    more = "…" if len(cells) < len(constraint.cells) else ""
    on_board = all(cell < theory.layout.board_cells for cell in cells)
    if not (on_board and theory.layout.places.joins_names):
        return ",".join(map(theory.layout.cell_name, cells)) + more
    places = [(r + 1, c + 1) for r, c in map(theory.layout.places.place, cells)]
    parts = []
    for r, row in groupby(places, key=lambda place: place[0]):
        parts.append(f"r{r}c{''.join(str(c) for _, c in row)}")
    columns = {c for _, c in places}
    if len(parts) == len(places) > 1 and len(columns) == 1:
        parts = [f"r{''.join(str(r) for r, _ in places)}c{columns.pop()}"]
    return ",".join(parts) + more


def left_of(position: Position, rule: int, asserted: Sequence[int], denied: Sequence[int]) -> str:
    """Return the sets of digits that can still satisfy the rule after a step: '1 and 2 in some
    order', or their number; "" for rules of other kinds."""
    constraint = constraint_of(position.theory, rule)
    if constraint.kind not in ("killer", "renban", "rellik", "equality-cage"):
        return ""
    after = position.copy()
    after.take(asserted, denied)
    worth = position.layout.digits[0] - 1
    own: tuple[int, ...]
    for form in forms_of(constraint, position.layout):
        match form:
            case Relation(first, second, pairs):
                own, sets = (first, second), tuple({frozenset(pair) for pair in pairs})
            case Sets():
                own, sets = form.cells, form.sets
            case _:
                continue
        cells = [{d + worth for d in after.candidates_in(cell)} for cell in own]
        return _sets_text(sorted(sorted(s) for s in sets if _fits(s, cells)))
    return ""


def _sets_text(sets: list[list[int]]) -> str:
    if len(sets) == 1:
        *most, last = map(str, sets[0])
        return f"{', '.join(most)} and {last} in some order" if most else last
    if len(sets) > MOST_SETS:
        return f"{len(sets)} combinations are left"
    if not sets:
        return "no combination is left"
    *some, final = ("+".join(map(str, digits)) for digits in sets)
    return f"{', '.join(some)} or {final}" if some else ""


def _fits(digits: frozenset[int], cells: list[set[int]]) -> bool:
    """Return whether the digits can be placed in the cells, one each."""
    if not cells:
        return True
    cells = sorted(cells, key=lambda cell: len(cell & digits))
    return any(_fits(digits - {d}, cells[1:]) for d in cells[0] & digits)
