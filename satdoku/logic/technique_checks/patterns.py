"""Judges of patterns of the hardest puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from ...theory import Theory
from ..position import Position
from .base import Places, denying, digit_clauses, houses_of, open_cells, see, union
from .forcing import closure


def tridagon(position: Position, literal: int, _: Places, by_chains: bool = False) -> bool:
    """Return whether four boxes in a rectangle have three cells each in different rows and columns,
    with an odd number of boxes of odd parity, such that every candidate in them besides three
    digits leads to the literal: it is it or sees it, or (by chains) by the base rules."""
    layout = position.layout
    if layout.box_shape != (3, 3) or not layout.is_regular:
        return False
    for digits in map(set, combinations(layout.digit_numbers, 3)):
        able = _cells_for(position, digits, literal, by_chains)
        for bands, stacks in product(combinations(range(3), 2), repeat=2):
            turns = [_turns(able, band, stack) for band, stack in product(bands, stacks)]
            if any(sum(chosen) % 2 for chosen in product(*turns)):
                return True
    return False


def _cells_for(position: Position, digits: set[int], literal: int, by_chains: bool) -> set[int]:
    """Return the open cells all of whose other candidates lead to the literal."""
    theory = position.theory
    status = bytes(position.status)
    found = set()
    for cell, held in open_cells(position, position.layout.all_cells).items():
        others = [theory.variable_of(cell, d) for d in held - digits]
        if by_chains:
            leads = all(literal in closure(theory, status, v, True, False) for v in others)
        elif literal > 0:
            leads = set(others) <= {literal}
        else:
            leads = see(theory, -literal, others)
        if leads:
            found.add(cell)
    return found


def _turns(able: set[int], band: int, stack: int) -> set[int]:
    """Return the parities that such cells in a 3×3 box can have: 0 for an even permutation of
    columns, 1 for an odd one."""
    corner = 27 * band + 3 * stack
    parities = set()
    for columns in permutations(range(3)):
        if all(corner + 9 * row + column in able for row, column in enumerate(columns)):
            exchanged = sum(a > b for a, b in combinations(columns, 2))
            parities.add(exchanged % 2)
    return parities


@denying
def fireworks(position: Position, z: int) -> bool:
    """Return whether z is in the cell where a row and a column cross, or in one other cell of each,
    such that three other digits have no place in the two lines outside the box of the crossing but
    in these two cells."""
    layout = position.layout
    cell, digit = position.theory.cell_and_digit(z)
    free = open_cells(position, layout.all_cells)
    others = [d for d in layout.digit_numbers if d != digit]
    for row, column, box in product(*houses_of(layout, "row", "column", "box")):
        crossing = row & column & box
        if not crossing or not free.keys() >= crossing:
            continue
        row_arm = (row - box) & free.keys()
        column_arm = (column - box) & free.keys()
        for ends in product(row_arm, column_arm):
            if cell not in {*ends, *(row & column)}:
                continue
            away = (row_arm | column_arm).difference(ends)
            lines = [[free[c] for c in line & free.keys()] for line in (row, column)]
            able = 0
            for d in others:
                is_in_both = all(any(d in held for held in line) for line in lines)
                if is_in_both and not any(d in free[c] for c in away):
                    able += 1
            if able > 2:
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

    @property
    def band(self) -> int:
        """The number of the band that holds its base and its targets."""
        return min(self.base)[0] // 3


@denying
def exocet(position: Position, z: int) -> bool:
    """Return whether two cells of a box in a line are the base of a junior exocet that denies z: a
    digit beside the base's in a target, or a digit of the base that no target can hold."""
    place, digit = _place_and_digit(position, z)
    for one, held in _exocets(position.theory, bytes(position.status)):
        if place(one) in one.targets and digit not in one.digits:
            return True
        if place(one) in one.base and not any(digit in held[cell] for cell in one.targets):
            return True
    return False


@denying
def double_exocet(position: Position, z: int) -> bool:
    """Return whether two junior exocets of one band, with the same three columns, other boxes and
    other targets, have four digits together, such that z sees all places of its digit in the bases,
    or in the targets, or is in a row of such places in the columns outside the band, beside
    them."""
    place, digit = _place_and_digit(position, z)
    for (one, held), (two, _) in combinations(_exocets(position.theory, bytes(position.status)), 2):
        if not _are_double(one, two) or digit not in one.digits | two.digits:
            continue
        own = place(one)
        for cells in (one.base | two.base, one.targets | two.targets):
            if all(_sees(own, cell) for cell in cells if digit in held[cell]):
                return True
        row, column = own
        is_outside = row // 3 != one.band and column not in one.columns
        if is_outside and any(digit in held[row, c] for c in one.columns):
            return True
    return False


def _are_double(one: _Exocet, two: _Exocet) -> bool:
    """Return whether two junior exocets make a double one."""
    if (one.turned, one.columns, one.band) != (two.turned, two.columns, two.band):
        return False
    stacks = {column // 3 for _row, column in one.base | two.base}
    if len(stacks) < 2 or one.targets & two.targets:
        return False
    return len(one.digits | two.digits) == 4


def _sees(place: _Place, other: _Place) -> bool:
    """Return whether two cells of a board of 3×3 boxes see each other."""
    (r, c), (row, column) = place, other
    if (r, c) == (row, column):
        return False
    return r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)


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
    if position.layout.box_shape != (3, 3) or not position.layout.is_regular:
        return found
    for turned in (False, True):
        held = {}
        placed = set()
        for cell in range(81):
            row, column = divmod(cell, 9)
            place = (column, row) if turned else (row, column)
            held[place] = set(position.candidates_in(cell))
            if position.digit_in(cell):
                held[place] = {position.digit_in(cell)}
                placed.add(place)
        for row, third in product(range(9), repeat=2):
            stack = third // 3
            base = [(row, c) for c in range(3 * stack, 3 * stack + 3) if c != third]
            digits = held[base[0]] | held[base[1]]
            if len(digits) not in (3, 4) or placed & {*base}:
                continue
            for targets in _targets(held, digits, row, third):
                if placed.isdisjoint(targets):
                    columns = sorted((third, *(c for _r, c in targets)))
                    one = _Exocet(
                        turned=turned,
                        base=frozenset(base),
                        targets=frozenset(targets),
                        columns=tuple(columns),
                        digits=frozenset(digits),
                    )
                    found.append((one, held))
    return found


def _targets(
    held: dict[_Place, set[int]], digits: set[int], row: int, third: int
) -> Iterator[list[_Place]]:
    """Yield the two targets that a base may have which is in this row, with these digits, in the
    two columns beside `third` in its box."""
    band = row // 3
    away = [r for r in range(9) if r // 3 != band]
    sides = [r for r in range(3 * band, 3 * band + 3) if r != row]
    others = [c for c in range(9) if c // 3 != third // 3]
    for first, second in combinations(others, 2):
        if first // 3 == second // 3:
            continue
        columns = (third, first, second)
        lines = [union(held[r, c] for c in columns) for r in away]
        if any(sum(d in line for line in lines) > 2 for d in digits):
            continue
        for r1, r2 in product(sides, repeat=2):
            beside = held[sum(sides) - r1, first] | held[sum(sides) - r2, second]
            if not digits & beside:
                yield [(r1, first), (r2, second)]


def oddagon(position: Position, literal: int, _: Places) -> bool:
    """Return whether, without the literal, some cells hold only two digits, and these cannot take
    turns in them."""
    theory = position.theory
    v = abs(literal)
    gone = {v} if literal > 0 else set(theory.peers(v))
    left = {}
    for cell, digits in open_cells(position, position.layout.all_cells).items():
        left[cell] = {d for d in digits if theory.variable_of(cell, d) not in gone}
    for pair in combinations(position.layout.digits, 2):
        of_two = {cell: held for cell, held in left.items() if held and held <= {*pair}}
        if not _can_take_turns(theory, of_two):
            return True
    return False


def broken_wing(position: Position, literal: int, _: Places) -> bool:
    """Return whether, without the literal, an odd number of places for its digit stand in a circle
    of houses in which only two of them can be true: these cannot be true and false by turns."""
    theory = position.theory
    v = abs(literal)
    gone = {v} if literal > 0 else set(theory.peers(v))
    near = dict[int, set[int]]()
    for c in digit_clauses(position, v):
        if not theory.clauses[c].exactly_one:
            continue
        left = position.open_members(c)
        for one, other in permutations(left, 2):
            if gone.issuperset({*left} - {one, other}):
                near.setdefault(one, set()).add(other)
    turns = dict[int, bool]()
    for start in near:
        if start in turns:
            continue
        turns[start] = True
        queue = [start]
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


# Cells with two digits that see each other are a problem of two colours: one choice decides all the
# cells that are linked to it, so it is enough to try both digits of one cell for each connected
# part.
def _after(
    theory: Theory, left: dict[int, set[int]], start: int, digit: int
) -> dict[int, set[int]] | None:
    """Return the cells that are not filled once one is, with all that follows; None if a cell has
    no digit left."""
    left = dict(left)
    filled = [(start, digit)]
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
    every = {d: list(_placements_of(position, d)) for d in position.layout.digits}
    # Again until nothing goes: a placement that goes may have been the last one that left room for
    # one of another digit.
    while True:
        left = {d: _compatible(every, d) for d in every}
        if left == every:
            return left
        every = left


def _compatible(every: dict[int, list[frozenset[int]]], d: int) -> list[frozenset[int]]:
    """Return the placements of a digit that share no cell with some placement of each other."""
    others = [ways for e, ways in every.items() if e != d]
    return [way for way in every[d] if all(any(map(way.isdisjoint, ways)) for ways in others)]


def _placements_of(position: Position, d: int) -> set[frozenset[int]]:
    """Return the placements of a digit in all houses, as cells."""
    theory = position.theory
    variables = {cell: theory.variable_of(cell, d) for cell in position.layout.all_cells}
    able = {cell for cell, v in variables.items() if position.is_open(v)}
    houses = [clause.house for clause in theory.clauses if clause.house and clause.exactly_one]
    ways = {frozenset[int]()}
    for cells in {frozenset(able.intersection(house.cells)) for house in houses}:
        if not cells:
            continue
        longer = set()
        for way in ways:
            # A house before this one has placed the digit here.
            if cells & way:
                longer.add(way)
                continue
            for cell in cells:
                peers = theory.peers(variables[cell])
                if not any(variables[other] in peers for other in way):
                    longer.add(way | {cell})
        ways = longer
    return ways
