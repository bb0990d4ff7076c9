"""Judges of techniques that assume a proper puzzle: unique rectangles, loops and BUG, by
definition.

In each, one of some candidates (the alternatives) is true, since without them the digits of some
cells could be exchanged. A conclusion is right if each alternative implies it, by the clauses of
one house or by a clause that contains both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product

from ...inference.entailment import OPEN, TRUE, is_entailed
from ..position import Position
from .base import Places, open_cells

#: A BUG may have at most this many cells with more than two candidates; nobody would see larger
#: ones.
MOST_CELLS = 8


def unique_loop(position: Position, literal: int, places: Places) -> bool:
    """Return whether some loop of two digits has alternatives that each imply the literal."""
    return any(_given(position, literal, extras) for extras in _loops(position))


def rectangle(position: Position, literal: int, places: Places, kind: str = "") -> bool:
    """Return whether four cells of two digits, crosswise, have alternatives that each imply the
    literal: by the clauses of one house, or by those of the two digits (type 4, 6, hidden) and the
    cells.

    kind: "1" … "6", "hidden" or "" (any), with " incomplete" if some cell lacks one of the two
    digits.
    """
    kind, _, is_incomplete = kind.partition(" ")
    theory, layout = position.theory, position.layout
    own, _ = layout.cell_and_digit(abs(literal))
    near = {cell for house in layout.houses if own in house.cells for cell in house.cells}
    for cells, pair in _rectangles(position):
        left = [set(position.candidates_in(cell)) for cell in cells]
        roof = [k for k, held in enumerate(left) if held - pair]
        if all(held >= pair for held in left) == bool(is_incomplete) or not near.intersection(
            cells[k] for k in roof
        ):
            continue
        is_side = len(roof) == 2 and roof[1] - roof[0] != 2
        is_one = len(set[int]().union(*left) - pair) == 1
        extras = [layout.variable_of(cells[k], d) for k in roof for d in sorted(left[k] - pair)]
        around = [
            index
            for index, clause in enumerate(theory.clauses)
            if (clause.house and clause.digit in pair and set(clause.house.cells) & set(cells))
            or (not clause.house and layout.cell_and_digit(theory.members[index][0])[0] in cells)
        ]
        fits, crosswise = {
            "1": (len(roof) == 1, False),
            "2": (is_side and is_one, False),
            "3": (is_side, False),
            "4": (is_side, True),
            "5": (len(roof) > 1 and not is_side and is_one, False),
            "6": (len(roof) == 2 and not is_side, True),
            "hidden": (len(roof) in (2, 3), True),
            "": (bool(roof), True),
        }[kind]
        if not fits:
            continue
        if crosswise and all(_gives(position, one, literal, around, set()) for one in extras):
            return True
        if (kind == "" or not crosswise) and _given(position, literal, extras):
            return True
    return False


def _rectangles(position: Position) -> Iterator[tuple[list[int], set[int]]]:
    """Yield open cells of a rectangle, and two digits at least one of which each cell can hold."""
    for cells in _crosswise(position):
        if any(position.digit_in(cell) for cell in cells):
            continue
        left = [set(position.candidates_in(cell)) for cell in cells]
        for pair in map(set, combinations(sorted(set[int]().union(*left)), 2)):
            if all(own & pair for own in left):
                yield cells, pair


def _crosswise(position: Position) -> Iterator[list[int]]:
    """Yield four cells in two rows and two columns, in order around, such that each house has none
    of them or two neighbours."""
    layout = position.layout
    houses = [set(house.cells) for house in layout.houses]
    rows = [house.cells for house in layout.houses if house.kind == "row"]
    for upper, lower in combinations(rows, 2):
        for i, k in combinations(range(len(upper)), 2):
            cells = [upper[i], upper[k], lower[k], lower[i]]
            sides = [{cells[j - 1], cells[j]} for j in range(4)]
            if all(house & set(cells) in (set(), *sides) for house in houses):
                yield cells


def avoidable(position: Position, literal: int, _: Places, found: int = 0) -> bool:
    """Return whether without the literal four cells of a rectangle, none of them given, hold two
    digits crosswise; found: the number of them that already do (0: any)."""
    theory, layout = position.theory, position.layout
    if literal > 0 or position.given is None:
        return False
    own, digit = layout.cell_and_digit(-literal)
    given = {layout.cell_and_digit(v)[0] for v in position.given}
    peers = set(theory.peers(-literal))
    for cells in _crosswise(position):
        placed = [cell for cell in cells if position.digit_in(cell)]
        if not placed or given.intersection(cells) or found not in (0, len(placed)):
            continue
        held = [
            [position.digit_in(cell)]
            if cell in placed
            else [digit]
            if cell == own
            else [
                d for d in position.candidates_in(cell) if layout.variable_of(cell, d) not in peers
            ]
            for cell in cells
        ]
        if held[0] != held[1] and held[:2] == held[2:] and len(held[0]) == len(held[1]) == 1:
            return True
    return False


def extended(position: Position, literal: int, _: Places) -> bool:
    """Return whether k cells of a line and the k beside them in another one, each pair in the same
    other houses, have few candidates besides k digits, each of which implies the literal."""
    layout = position.layout
    left = open_cells(position, range(layout.cell_count))
    around = {cell: {house for house in layout.houses if cell in house.cells} for cell in left}
    lines = [house for house in layout.houses if house.kind in ("row", "column")]
    for one, two in combinations(lines, 2):
        pairs = [
            (a, b)
            for a, b in zip(one.cells, two.cells, strict=False)
            if a in left and b in left and around[a] - {one} == around[b] - {two}
        ]
        for k in range(3, len(pairs) + 1):
            for cells in ({*chain(*some)} for some in combinations(pairs, k)):
                for digits in combinations(sorted(set[int]().union(*(left[c] for c in cells))), k):
                    extras = [
                        layout.variable_of(c, d)
                        for c in sorted(cells)
                        for d in left[c].difference(digits)
                    ]
                    owners = {layout.cell_and_digit(v)[0] for v in extras}
                    if 0 < len(owners) < 3 and _given(position, literal, extras):
                        return True
    return False


def bug(position: Position, literal: int, places: Places) -> bool:
    """Return whether the alternatives of a BUG all imply the literal."""
    return any(_given(position, literal, extras) for extras in _bugs(position))


def _given(position: Position, literal: int, alternatives: list[int]) -> bool:
    theory = position.theory
    houses = {clause.house for clause in theory.clauses if clause.house}
    own = set(theory.occurrences[abs(literal)])
    for house in (None, *sorted(houses, key=str)):
        inside = [
            index
            for index, clause in enumerate(theory.clauses)
            if house and (clause.house == house or _in_house(position, index, house.cells))
        ]
        if all(_gives(position, one, literal, inside, own) for one in alternatives):
            return True
    return False


def _in_house(position: Position, index: int, cells: tuple[int, ...]) -> bool:
    theory = position.theory
    if theory.clauses[index].house:
        return False
    return theory.cell_and_digit(theory.members[index][0])[0] in cells


def _gives(position: Position, one: int, literal: int, inside: list[int], own: set[int]) -> bool:
    if one == literal:
        return True
    known = bytearray(position.status)
    known[one] = TRUE
    shared = own & set(position.theory.occurrences[one])
    return is_entailed(position.theory, known, [*inside, *shared], literal)


def _loops(position: Position) -> Iterator[list[int]]:
    """Yield, for each loop, the candidates of its cells besides the two digits."""
    layout = position.layout
    left = open_cells(position, range(layout.cell_count))
    houses = [set(house.cells) for house in layout.houses]
    for a, b in combinations(layout.digits, 2):
        cells = [cell for cell, digits in left.items() if {a, b} <= digits]
        for start in (cell for cell in cells if left[cell] == {a, b}):
            for loop in _walks(cells, houses, [start]):
                yield [
                    layout.variable_of(cell, digit)
                    for cell in loop
                    for digit in sorted(left[cell] - {a, b})
                ]


def _walks(cells: list[int], houses: list[set[int]], walk: list[int]) -> Iterator[list[int]]:
    """Yield closed walks: each house touched has one cell at an even and one at an odd place."""
    linked = [house for house in houses if walk[-1] in house]
    if len(walk) > 3 and len(walk) % 2 == 0 and any(walk[0] in house for house in linked):
        even = set(walk[::2])
        odd = set(walk[1::2])
        if all(len(even & house) == len(odd & house) <= 1 for house in houses):
            yield walk
    for cell in cells:
        same = walk[len(walk) % 2 :: 2]
        if (
            cell not in walk
            and any(cell in house for house in linked)
            and not any(cell in house and other in house for house in houses for other in same)
        ):
            yield from _walks(cells, houses, [*walk, cell])


def _bugs(position: Position) -> Iterator[list[int]]:
    """Yield the surplus candidates for each way to leave every open cell two candidates, and every
    digit two places or none in each house."""
    theory, layout = position.theory, position.layout
    variables = [
        [v for v in layout.variables_of(cell) if position.status[v] == OPEN]
        for cell in range(layout.cell_count)
    ]
    wide = [own for own in variables if len(own) > 2]
    if len(wide) > MOST_CELLS or any(len(own) == 1 for own in variables):
        return
    houses = [set(c.variables) for c in theory.clauses if c.house]
    for kept in product(*(combinations(own, 2) for own in wide)):
        over = {v for own, two in zip(wide, kept, strict=True) for v in own if v not in two}
        rest = {v for own in variables for v in own} - over
        if all(len(rest & members) in (0, 2) for members in houses):
            yield sorted(over)
