"""Judges of singles, locked candidates, subsets, rules and wings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from ...inference.entailment import consequences, is_entailed
from ...theory import Theory
from ..position import Position
from .base import (
    LINES,
    Judge,
    Places,
    alike,
    denying,
    different,
    digit_clauses,
    kind_of,
    open_cells,
    see,
    union,
)


def single(position: Position, literal: int, _: Places, kinds: tuple[str, ...] = ()) -> bool:
    """Return whether it is the last candidate of a clause of these kinds (any house, if none are
    given)."""
    theory = position.theory
    if literal < 0:
        return False
    for c in theory.occurrences[literal]:
        kind = kind_of(theory, c)
        is_wanted = kind in kinds if kinds else kind != "cell"
        if is_wanted and _is_last(position, literal, c):
            return True
    return False


def _is_last(position: Position, v: int, clause: int) -> bool:
    """Return whether a candidate is the last one of an exactly-one clause."""
    if not position.theory.exactly[clause]:
        return False
    return position.open_members(clause) == [v]


def any_single(position: Position, literal: int, places: Places) -> bool:
    """Return whether it is the last candidate of a house or of a cell."""
    if single(position, literal, places):
        return True
    return single(position, literal, places, kinds=("cell",))


def last_digit(position: Position, literal: int, _: Places) -> bool:
    """Return whether it is in the only open cell of a house."""
    if literal < 0 or not single(position, literal, (), kinds=("cell",)):
        return False
    layout = position.layout
    cell, _d = layout.cell_and_digit(literal)
    for house in layout.houses:
        if cell not in house.cells or len(house.cells) != layout.size:
            continue
        if all(position.digit_in(other) for other in house.cells if other != cell):
            return True
    return False


@denying
def locked(position: Position, v: int, from_lines: bool | None = None) -> bool:
    """Return whether all candidates of a clause lie, with this one, in another clause."""
    theory = position.theory
    of_rules = (c for c, clause in enumerate(theory.clauses) if clause.rule is not None)
    for base in (*digit_clauses(position, v), *of_rules):
        left = position.open_members(base)
        # (If v were in it, v could be the one that is true.)
        if not left or v in left or not theory.clauses[base].exactly_one:
            continue
        kind = kind_of(theory, base)  # extra houses count as either
        if kind in (*LINES, "box") and from_lines not in (None, kind in LINES):
            continue
        clauses = (set(theory.occurrences[w]) for w in (v, *left))
        if set.intersection(*clauses):
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
        others = open_cells(position, set(cells) - {cell})
        small = {other: digits for other, digits in others.items() if len(digits) <= size}
        for chosen in _with_as_many(small, size, digit):
            if _mentioned(position, chosen, places):
                return True
    return False


def _with_as_many(
    held: dict[int, frozenset[int]], size: int, member: int
) -> Iterator[tuple[int, ...]]:
    """Yield `size` keys whose sets have as many members together, this one among them."""
    for chosen in combinations(held, size):
        members = union(held[key] for key in chosen)
        if len(members) == size and member in members:
            yield chosen


def hidden(position: Position, literal: int, places: Places, size: int = 2) -> bool:
    """Return whether `size` other digits have only `size` cells of a house, this one among them."""
    if literal > 0:
        return False
    n = position.layout.size
    cell, digit = position.theory.cell_and_digit(-literal)
    for house in position.layout.houses:
        if cell not in house.cells or len(house.cells) != n:
            continue
        placed = {position.digit_in(other) for other in house.cells}
        free = open_cells(position, house.cells)
        few = {}
        for d in range(1, n + 1):
            where = frozenset(other for other, digits in free.items() if d in digits)
            if d != digit and d not in placed and len(where) <= size:
                few[d] = where
        for chosen in _with_as_many(few, size, cell):
            cells = union(few[d] for d in chosen)
            if _mentioned(position, cells, places):
                return True
    return False


def of_rule(position: Position, literal: int, _: Places, kind: str = "") -> bool:
    """Return whether a single rule of this kind (any, if none is named) gives the literal, with
    what its cells see of each other."""
    theory = position.theory
    status = bytearray(position.status)
    status[theory.board_variables + 1 :] = bytes(len(theory.helper_names))  # auxiliary variables
    for constraint, rule in zip(position.layout.constraints, theory.rules, strict=True):
        if kind not in ("", constraint.kind):
            continue
        known = consequences(theory, status, rule.clauses)
        if known is None or literal in known:
            return True
        own = {v for c in rule.clauses for v in theory.on_board(theory.members[c])}
        cells = {theory.cell_of(v) for v in own}
        if theory.cell_of(abs(literal)) not in cells:
            continue
        clauses = (*rule.clauses, *among_cells(theory, cells))
        if is_entailed(theory, status, clauses, literal):
            return True
    return False


def among_cells(theory: Theory, cells: Collection[int]) -> Iterator[int]:
    """Yield the clauses of these cells, and those, of houses and of rules without cells of their
    own, that hold two of them."""
    for c, clause in enumerate(theory.clauses):
        if clause.rule is not None and theory.known_layout.constraints[clause.rule].cells:
            continue
        if len(theory.on_board(clause.variables)) < len(clause.variables):
            continue
        own = sum(theory.cell_of(v) in cells for v in clause.variables)
        if own > 1 or (own and clause.cell):
            yield c


# A direct technique is judged by its parts: each other place in the house must be denied by the
# technique named, so that simplification places the digit.
def direct(position: Position, literal: int, places: Places, judge: Judge) -> bool:
    """Return whether the technique's denials leave the digit one place in a house."""
    if literal < 0:
        return False
    theory = position.theory
    for c in theory.occurrences[literal]:
        clause = theory.clauses[c]
        if not clause.exactly_one or clause.house is None:
            continue
        others = [w for w in position.open_members(c) if w != literal]
        if all(judge(position, -w, places) for w in others):
            return True
    return False


def _twos(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the candidates of each cell with exactly two, in both orders."""
    for clause, known in enumerate(position.theory.clauses):
        if not known.cell:
            continue
        pair = position.open_members(clause)
        if len(pair) == 2:
            yield pair[0], pair[1]
            yield pair[1], pair[0]


@denying
def wing(position: Position, z: int, size: int = 2) -> bool:
    """Return whether a pivot of two (XY) or three (XYZ) candidates has wings that share the
    literal's digit."""
    theory = position.theory
    # The other candidate of each wing: that of the digit is seen by z.
    others = [x for x, end in _twos(position) if _are_linked(theory, z, end)]
    for clause, known in enumerate(theory.clauses):
        if not known.cell:
            continue
        pivot = position.open_members(clause)
        rest = [v for v in pivot if not alike(theory, v, z)]
        own = [v for v in pivot if v not in rest]
        if len(pivot) != size:
            continue
        if len(rest) != 2:
            continue
        if not see(theory, z, own):
            continue
        if all(any(_are_linked(theory, v, w) for w in others) for v in rest):
            return True
    return False


def _are_linked(theory: Theory, v: int, w: int) -> bool:
    """Return whether two candidates of one digit see each other."""
    return alike(theory, v, w) and w in theory.peers(v)


@denying
def w_wing(position: Position, z: int) -> bool:
    """Return whether two equal pairs that see z are linked by a house in which each place of a
    digit sees one of them, and each sees some."""
    theory = position.theory
    ends = [x for x, end in _twos(position) if _are_linked(theory, z, end)]
    for a, b in combinations(ends, 2):
        if not alike(theory, a, b):
            continue
        for clause in digit_clauses(position, a):
            left = position.open_members(clause)
            if not theory.clauses[clause].exactly_one or a in left or b in left:
                continue
            seen = [set(theory.peers(end)).intersection(left) for end in (a, b)]
            if all(seen) and set.union(*seen) == set(left):
                return True
    return False
