"""Judges of patterns of the hardest puzzles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from ...theory import Theory
from ..position import Position
from .base import Places, digit_clauses, houses_of, open_cells, see


def tridagon(position: Position, literal: int, _: Places) -> bool:
    """Return whether four boxes in a rectangle have three cells each in different rows and columns,
    with an odd number of boxes of odd parity, such that z sees every candidate in them besides
    three digits."""
    theory, layout = position.theory, position.layout
    if literal > 0 or layout.box_shape != (3, 3) or not layout.is_regular:
        return False
    free = open_cells(position, range(layout.cell_count))
    for digits in map(set, combinations(range(1, layout.size + 1), 3)):
        able = {
            cell
            for cell, held in free.items()
            if see(theory, -literal, [theory.variable_of(cell, d) for d in held - digits])
        }
        for bands, stacks in product(combinations(range(3), 2), repeat=2):
            turns = [_turns(able, band, stack) for band, stack in product(bands, stacks)]
            if any(sum(chosen) % 2 for chosen in product(*turns)):
                return True
    return False


def _turns(able: set[int], band: int, stack: int) -> set[int]:
    """Return the parities that such cells in a 3×3 box can have: 0 for an even permutation of
    columns, 1 for an odd one."""
    corner = 27 * band + 3 * stack
    return {
        sum(a > b for a, b in combinations(columns, 2)) % 2
        for columns in permutations(range(3))
        if all(corner + 9 * row + column in able for row, column in enumerate(columns))
    }


def fireworks(position: Position, literal: int, _: Places) -> bool:
    """Return whether z is in the cell where a row and a column cross, or in one other cell of each,
    such that three other digits have no place in the two lines outside the box of the crossing but
    in these two cells."""
    theory, layout = position.theory, position.layout
    if literal > 0:
        return False
    cell, digit = theory.cell_and_digit(-literal)
    free = open_cells(position, range(layout.cell_count))
    for row, column, box in product(*houses_of(layout, "row", "column", "box")):
        if not row & column & box or not free.keys() >= row & column & box:
            continue
        arms = [(line - box) & free.keys() for line in (row, column)]
        for ends in product(*arms):
            able = [
                d
                for d in range(1, layout.size + 1)
                if d != digit
                and all(
                    any(d in free[c] for c in line & free.keys())
                    and not any(d in free[c] for c in arm - {end})
                    for line, arm, end in zip((row, column), arms, ends, strict=True)
                )
            ]
            if len(able) > 2 and cell in {*ends, *(row & column)}:
                return True
    return False


#: A cell as (row, column), of the board or of the board with rows and columns exchanged.
_Place = tuple[int, int]


class _Exocet(NamedTuple):
    """A junior exocet: the cells of its base and its targets, its three columns, and the digits of
    the base, on a board of which rows and columns are exchanged if it is turned."""

    turned: bool
    base: frozenset[_Place]
    targets: frozenset[_Place]
    columns: tuple[int, ...]
    digits: frozenset[int]


def exocet(position: Position, literal: int, _: Places) -> bool:
    """Return whether two cells of a box in a line are the base of a junior exocet that denies z: a
    digit beside the base's in a target, or a digit of the base that no target can hold."""
    place, digit = _place_and_digit(position, -literal)
    return literal < 0 and any(
        (place(one) in one.targets and digit not in one.digits)
        or (place(one) in one.base and not any(digit in held[cell] for cell in one.targets))
        for one, held in _exocets(position.theory, bytes(position.status))
    )


def double_exocet(position: Position, literal: int, _: Places) -> bool:
    """Return whether two junior exocets of one band, with the same three columns, other boxes and
    other targets, have four digits together, such that z sees all places of its digit in the bases,
    or in the targets, or is in a row of such places in the columns outside the band, beside
    them."""
    if literal > 0:
        return False
    place, digit = _place_and_digit(position, -literal)
    for (one, held), (two, _) in combinations(_exocets(position.theory, bytes(position.status)), 2):
        row, column = place(one)
        if (one.turned, one.columns) != (two.turned, two.columns) or one.targets & two.targets:
            continue
        bands, stacks = ({cell[k] // 3 for cell in one.base | two.base} for k in (0, 1))
        digits = one.digits | two.digits
        if len(bands) > 1 or len(stacks) < 2 or len(digits) != 4 or digit not in digits:
            continue
        for cells in (one.base | two.base, one.targets | two.targets):
            if all(
                (r, c) != (row, column)
                and (r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3))
                for r, c in cells
                if digit in held[r, c]
            ):
                return True
        outside = row // 3 not in bands and column not in one.columns
        if outside and any(digit in held[row, c] for c in one.columns):
            return True
    return False


def _place_and_digit(position: Position, v: int) -> tuple[Callable[[_Exocet], _Place], int]:
    """Return the place of a variable's cell, as an exocet counts rows and columns; its digit."""
    cell, digit = position.theory.cell_and_digit(abs(v))
    row, column = divmod(cell, 9)
    return lambda one: (column, row) if one.turned else (row, column), digit


@lru_cache(maxsize=8)
def _exocets(theory: Theory, status: bytes) -> list[tuple[_Exocet, dict[_Place, set[int]]]]:
    """Return the junior exocets, each with what each cell can hold."""
    position = Position(theory, status)
    found = list[tuple[_Exocet, dict[_Place, set[int]]]]()
    layout = position.layout
    if layout.box_shape != (3, 3) or not layout.is_regular:
        return found
    for turned in (False, True):
        held = dict[_Place, set[int]]()
        placed = set[_Place]()
        for cell in range(81):
            row, column = divmod(cell, 9)
            place = (column, row) if turned else (row, column)
            held[place] = set(position.candidates_in(cell))
            if position.digit_in(cell):
                held[place] = {position.digit_in(cell)}
                placed.add(place)
        for row, third in product(range(9), repeat=2):
            stack, band = third // 3, row // 3
            base = [(row, c) for c in range(3 * stack, 3 * stack + 3) if c != third]
            digits = held[base[0]] | held[base[1]]
            if len(digits) not in (3, 4) or placed & {*base}:
                continue
            others = [c for c in range(9) if c // 3 != stack]
            sides = [r for r in range(3 * band, 3 * band + 3) if r != row]
            for (first, second), rows in product(combinations(others, 2), product(sides, repeat=2)):
                away = [r for r in range(9) if r // 3 != band]
                columns = (third, first, second)
                targets = list(zip(rows, (first, second), strict=True))
                beside = [(sum(sides) - r, c) for r, c in targets]
                if first // 3 == second // 3 or placed & {*targets}:
                    continue
                if any(digits & held[cell] for cell in beside):
                    continue
                if all(
                    sum(any(d in held[r, c] for c in columns) for r in away) < 3 for d in digits
                ):
                    found.append(
                        (
                            _Exocet(
                                turned,
                                frozenset(base),
                                frozenset(targets),
                                tuple(sorted(columns)),
                                frozenset(digits),
                            ),
                            held,
                        )
                    )
    return found


def oddagon(position: Position, literal: int, _: Places) -> bool:
    """Return whether, without the literal, some cells hold only two digits, and these cannot take
    turns in them."""
    theory, v = position.theory, abs(literal)
    gone = {v} if literal > 0 else set(theory.peers(v))
    free = open_cells(position, range(position.layout.cell_count))
    left = {
        cell: {d for d in digits if theory.variable_of(cell, d) not in gone}
        for cell, digits in free.items()
    }
    return any(
        not _can_take_turns(
            theory, {cell: held for cell, held in left.items() if held and held <= {a, b}}
        )
        for a, b in combinations(position.layout.digits, 2)
    )


def broken_wing(position: Position, literal: int, _: Places) -> bool:
    """Return whether, without the literal, an odd number of places for its digit stand in a circle
    of houses in which only two of them can be true: these cannot be true and false by turns."""
    theory, v = position.theory, abs(literal)
    gone = {v} if literal > 0 else set(theory.peers(v))
    near = dict[int, set[int]]()
    for c in digit_clauses(position, v):
        left = position.open_members(c) if theory.clauses[c].exactly_one else []
        for one, other in permutations(left, 2):
            if gone.issuperset({*left} - {one, other}):
                near.setdefault(one, set()).add(other)
    turns = dict[int, bool]()
    for start in near:
        queue = [] if start in turns else [start]
        turns.setdefault(start, True)
        for one in queue:  # grows during iteration
            news = near[one] - turns.keys()
            turns |= dict.fromkeys(news, not turns[one])
            queue += news
    return any(turns[one] == turns[other] for one in near for other in near[one])


def _can_take_turns(theory: Theory, left: dict[int, set[int]]) -> bool:
    """Return whether cells of two digits can be filled so that those that see each other differ."""
    while left:
        start = min(left, key=lambda cell: len(left[cell]))
        ways = (_after(theory, left, start, digit) for digit in left[start])
        rest = next((way for way in ways if way is not None), None)
        if rest is None:
            return False
        left = rest
    return True


def _after(
    theory: Theory, left: dict[int, set[int]], start: int, digit: int
) -> dict[int, set[int]] | None:
    """Return the cells that are not filled once one is, with all that follows; None if a cell has
    no digit left."""
    left, filled = dict(left), [(start, digit)]
    for cell, d in filled:  # grows during iteration
        del left[cell]
        peers = theory.peers(theory.variable_of(cell, d))
        for other, held in left.items():
            if d in held and theory.variable_of(other, d) in peers:
                left[other] = held - {d}
                if not left[other]:
                    return None
                filled += [(other, min(left[other]))]
    return left


def templates(position: Position, literal: int, _: Places) -> bool:
    """Return whether all placements of a digit have the literal; one counts only if each other
    digit has one that takes none of its cells."""
    cell, digit = position.theory.cell_and_digit(abs(literal))
    ways = _placements(position.theory, bytes(position.status))[digit]
    return bool(ways) and all((cell in way) == (literal > 0) for way in ways)


@lru_cache(maxsize=8)
def _placements(theory: Theory, status: bytes) -> dict[int, list[frozenset[int]]]:
    """Return the placements of each digit, as cells, that those of the others leave."""
    position = Position(theory, status)
    every = dict[int, list[frozenset[int]]]()
    houses = [clause.house for clause in theory.clauses if clause.house and clause.exactly_one]
    for d in position.layout.digits:
        able = {
            cell
            for cell in range(position.layout.cell_count)
            if position.is_open(theory.variable_of(cell, d))
        }
        ways = {frozenset[int]()}
        for cells in {frozenset(able.intersection(house.cells)) for house in houses}:
            if cells:
                ways = {
                    way | {cell}
                    for way in ways
                    for cell in (cells & way or cells)
                    if cell in way
                    or not any(
                        theory.variable_of(other, d) in theory.peers(theory.variable_of(cell, d))
                        for other in way
                    )
                }
        every[d] = list(ways)
    while True:
        left = {
            d: [
                way
                for way in ways
                if all(any(map(way.isdisjoint, others)) for e, others in every.items() if e != d)
            ]
            for d, ways in every.items()
        }
        if left == every:
            return left
        every = left
