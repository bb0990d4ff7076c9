"""What all judges share: queries on a position, and the type of a judge.

Each judge looks for one instance of a technique's definition that gives the literal in question (v:
the variable is true, -v: it is false). It is written from the definition alone and shares no code
with the search for steps; so a name is right only if both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from functools import lru_cache
from typing import Any

from ...constraints.forms import Distinct
from ...constraints.kind_table import forms_of
from ...inference.deduction import DENIED, Deduction
from ...layout import Layout
from ...theory import Indexes, Theory
from ..position import Position

#: Cells that a step mentions, as (row, column).
Places = Collection[tuple[int, int]]
#: Whether a literal follows by the technique; the cells are those that the step mentions.
Judge = Callable[[Position, int, Places], bool]

LINES = ("row", "column")


def denying(judge: Callable[..., bool]) -> Callable[..., bool]:
    """Make a judge of steps from a test of one candidate that a step denies: it accepts no digit
    that is placed, and looks at no other cells of the step."""

    def judged(position: Position, literal: int, _: Places, **form: Any) -> bool:
        return literal < 0 and judge(position, -literal, **form)

    return judged


def follows(position: Position, literal: int) -> bool:
    """Return whether the literal is true in every completion, by search."""
    # (Mostly the base rules refute the opposite, and no search is needed.)
    deduction = deduced(position, -literal)
    return deduction is None or next(position.completions(-literal), None) is None


def deduced(position: Position, literal: int) -> Deduction | None:
    """Return the deduction from the position and an assumed literal; None if the base rules break a
    clause."""
    deduction = Deduction(position.theory)
    denied = [-v for v, status in enumerate(position.status) if status == DENIED]
    if deduction.extend([*position.asserted, *denied, literal]):
        return deduction
    return None


def digit_clauses(position: Position, v: int) -> Indexes:
    """Return the clauses, of houses and rules, for the variable's digit alone."""
    _cell, digit = position.theory.cell_and_digit(v)
    return _by_digit(position.theory)[digit]


def clauses_by_digit(position: Position, v: int) -> Iterator[Indexes]:
    """Yield the clauses of each digit by which a technique of one digit may concern a candidate:
    its own digit, and on boards with rules those that it excludes in other cells (by anti-king and
    non-consecutive, whatever two neighbours of which one is 8 see is not 8, and neither is 9)."""
    theory = position.theory
    own_cell, own_digit = theory.cell_and_digit(v)
    digits = {own_digit}
    if position.layout.constraints:
        for w in theory.on_board(theory.peers(v)):
            cell, digit = theory.cell_and_digit(w)
            if cell != own_cell:
                digits.add(digit)
    for digit in sorted(digits, key=lambda digit: digit != own_digit):
        yield _by_digit(theory)[digit]


@lru_cache(maxsize=8)
def _by_digit(theory: Theory) -> dict[int, Indexes]:
    found = {digit: list[int]() for digit in theory.known_layout.digit_numbers}
    for c, members in enumerate(theory.members):
        if theory.clauses[c].cell or not theory.is_board(max(members)):
            continue
        digits = {theory.cell_and_digit(v)[1] for v in members}
        if len(digits) == 1:
            found[digits.pop()].append(c)
    return {digit: tuple(clauses) for digit, clauses in found.items()}


def union(sets: Iterable[Set[int]]) -> frozenset[int]:
    """Return what is in one of the sets."""
    return frozenset[int]().union(*sets)


def kind_of(theory: Theory, clause: int) -> str:
    """Return the kind of the clause's house, "cell", or "rule"."""
    known = theory.clauses[clause]
    if known.house:
        return known.house.kind
    return "cell" if known.rule is None else "rule"


@lru_cache(maxsize=8)
def different(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the sets of cells that hold different digits: houses, and those of rules (cages)."""
    found = [house.cells for house in layout.houses]
    for rule in layout.constraints:
        for form in forms_of(rule, layout):
            if isinstance(form, Distinct):
                found.append(form.cells)
    return tuple(found)


def houses_of(layout: Layout, *kinds: str) -> list[list[set[int]]]:
    """Return the cells of the houses of each of these kinds."""
    return [[set(h.cells) for h in layout.houses if h.kind == kind] for kind in kinds]


def see(theory: Theory, v: int, others: Collection[int]) -> bool:
    """Return whether the variable shares a clause with each of the others."""
    return set(others) <= set(theory.peers(v))


def alike(theory: Theory, v: int, w: int) -> bool:
    """Return whether two candidates have the same digit."""
    return theory.coordinates(v)[2] == theory.coordinates(w)[2]


def open_cells(position: Position, cells: Collection[int]) -> dict[int, frozenset[int]]:
    """Return those of the cells that hold no digit, with their candidates."""
    found = {}
    for cell in cells:
        if not position.digit_in(cell):
            found[cell] = frozenset(position.candidates_in(cell))
    return found
