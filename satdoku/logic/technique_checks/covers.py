"""Judges of singles, locked candidates, subsets, rules and wings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, product

from ...inference.entailment import consequences, is_entailed
from ...theory import Theory
from ..position import Position
from .base import LINES, Judge, Places, alike, different, digit_clauses, kind_of, open_cells, see


def single(position: Position, literal: int, _: Places, kinds: tuple[str, ...] = ()) -> bool:
    """Return whether it is the last candidate of a clause of these kinds (any house, if none are
    given)."""
    theory = position.theory
    return literal > 0 and any(
        theory.clauses[c].exactly_one
        and position.open_members(c) == [literal]
        and (kind_of(theory, c) in kinds if kinds else kind_of(theory, c) != "cell")
        for c in theory.occurrences[literal]
    )


def any_single(position: Position, literal: int, places: Places) -> bool:
    """Return whether it is the last candidate of a house or of a cell."""
    return single(position, literal, places) or single(position, literal, places, ("cell",))


def last_digit(position: Position, literal: int, _: Places) -> bool:
    """Return whether it is in the only open cell of a house."""
    if literal < 0:
        return False
    layout = position.layout
    cell, _d = layout.cell_and_digit(literal)
    return single(position, literal, (), ("cell",)) and any(
        all(position.digit_in(other) for other in house.cells if other != cell)
        for house in layout.houses
        if cell in house.cells and len(house.cells) == layout.size
    )


def locked(position: Position, literal: int, _: Places, from_lines: bool | None = None) -> bool:
    """Return whether all candidates of a clause lie, with this one, in another clause."""
    theory, v = position.theory, -literal
    if literal > 0:
        return False
    of_rules = (c for c, clause in enumerate(theory.clauses) if clause.rule is not None)
    for base in (*digit_clauses(position, v), *of_rules):
        left = position.open_members(base)
        if not left or v in left or not theory.clauses[base].exactly_one:
            continue
        kind = kind_of(theory, base)  # extra houses count as either
        if kind in (*LINES, "box") and from_lines not in (None, kind in LINES):
            continue
        if set.intersection(*(set(theory.occurrences[w]) for w in (v, *left))):
            return True
    return False


def _mentioned(position: Position, cells: Collection[int], places: Places) -> bool:
    """Return whether these are the cells that the step mentions, if it mentions as many."""
    at = (position.layout.places.place(cell) for cell in cells)
    return len(places) != len(cells) or {(r + 1, c + 1) for r, c in at} == set(places)


def naked(position: Position, literal: int, places: Places, size: int = 2) -> bool:
    """Return whether `size` cells of a house hold only `size` digits, this one among them."""
    if literal > 0:
        return False
    cell, digit = position.theory.cell_and_digit(-literal)
    for cells in different(position.layout):
        if cell not in cells:
            continue
        small = {
            other: digits
            for other, digits in open_cells(position, cells).items()
            if other != cell and len(digits) <= size
        }
        for chosen in combinations(small, size):
            union = frozenset[int]().union(*(small[other] for other in chosen))
            if len(union) == size and digit in union and _mentioned(position, chosen, places):
                return True
    return False


def hidden(position: Position, literal: int, places: Places, size: int = 2) -> bool:
    """Return whether `size` other digits have only `size` cells of a house, this one among them."""
    if literal > 0:
        return False
    n = position.layout.size
    cell, digit = position.theory.cell_and_digit(-literal)
    for house in position.layout.houses:
        if cell not in house.cells or len(house.cells) != n:
            continue
        free = open_cells(position, house.cells)
        where = {
            d: frozenset(other for other, digits in free.items() if d in digits)
            for d in range(1, n + 1)
            if d != digit and not any(position.digit_in(other) == d for other in house.cells)
        }
        few = {d: cells for d, cells in where.items() if len(cells) <= size}
        for chosen in combinations(few, size):
            union = frozenset[int]().union(*(few[d] for d in chosen))
            if len(union) == size and cell in union and _mentioned(position, union, places):
                return True
    return False


def of_rule(position: Position, literal: int, _: Places, kind: str = "") -> bool:
    """Return whether a single rule of this kind (any, if none is named) gives the literal, with
    what its cells see of each other."""
    theory, status = position.theory, bytearray(position.status)
    status[theory.board_variables + 1 :] = bytes(len(theory.helper_names))  # auxiliary variables
    for constraint, rule in zip(position.layout.constraints, theory.rules, strict=True):
        if kind in ("", constraint.kind):
            known = consequences(theory, status, rule.clauses)
            if known is None or literal in known:
                return True
            own = {v for c in rule.clauses for v in theory.on_board(theory.members[c])}
            cells = {theory.cell_and_digit(v)[0] for v in own}
            clauses = (*rule.clauses, *_among(theory, cells))
            if theory.cell_and_digit(abs(literal))[0] in cells and is_entailed(
                theory, status, clauses, literal
            ):
                return True
    return False


def _among(theory: Theory, cells: Collection[int]) -> Iterator[int]:
    """Yield the clauses of these cells, and those, of houses and of rules without cells of their
    own, that hold two of them."""
    assert theory.layout
    for c, clause in enumerate(theory.clauses):
        is_global = clause.rule is None or not theory.layout.constraints[clause.rule].cells
        if is_global and len(theory.on_board(clause.variables)) == len(clause.variables):
            own = [v for v in clause.variables if theory.cell_and_digit(v)[0] in cells]
            if own and (clause.cell or len(own) > 1):
                yield c


def direct(position: Position, literal: int, places: Places, judge: Judge) -> bool:
    """Return whether the technique's denials leave the digit one place in a house."""
    theory = position.theory
    return literal > 0 and any(
        theory.clauses[c].exactly_one
        and theory.clauses[c].house is not None
        and all(judge(position, -w, places) for w in position.open_members(c) if w != literal)
        for c in theory.occurrences[literal]
    )


def _twos(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the candidates of each cell with exactly two, in both orders."""
    for clause, known in enumerate(position.theory.clauses):
        if known.cell and len(pair := position.open_members(clause)) == 2:
            yield pair[0], pair[1]
            yield pair[1], pair[0]


def wing(position: Position, literal: int, _: Places, size: int = 2) -> bool:
    """Return whether a pivot of two (XY) or three (XYZ) candidates has wings that share the
    literal's digit."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    digit = theory.coordinates(z)[2]
    # (the wing's other candidate; its candidate of the digit, which z sees)
    wings = [
        (other, end)
        for other, end in _twos(position)
        if theory.coordinates(end)[2] == digit and end in theory.peers(z)
    ]
    for clause, known in enumerate(theory.clauses):
        pivot = position.open_members(clause) if known.cell else []
        rest = [v for v in pivot if theory.coordinates(v)[2] != digit]
        own = [v for v in pivot if v not in rest]
        if len(pivot) != size or len(rest) != 2 or not see(theory, z, own):
            continue
        for (a, _end), (b, _other) in product(wings, repeat=2):
            pairs = zip(rest, (a, b), strict=True)
            if all(alike(theory, v, w) and w in theory.peers(v) for v, w in pairs):
                return True
    return False


def w_wing(position: Position, literal: int, _: Places) -> bool:
    """Return whether two equal pairs that see z are linked by a digit with two places in a
    house."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    ends = [x for x, end in _twos(position) if alike(theory, end, z) and end in theory.peers(z)]
    for a, b in combinations(ends, 2):
        if not alike(theory, a, b):
            continue
        for clause in digit_clauses(position, a):
            left = position.open_members(clause)
            if len(left) != 2 or not theory.clauses[clause].exactly_one or {a, b} & set(left):
                continue
            for v, w in (left, left[::-1]):
                if v in theory.peers(a) and w in theory.peers(b):
                    return True
    return False
