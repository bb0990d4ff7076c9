"""A theory and the names of its clauses, laid out as arrays for the search for steps.

And the grid that the techniques read; see `logic.grid`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ...constraints.totals import MOST_CELLS, Equation, equations
from ...layout import Layout
from ...theory import Clause, Theory
from ..any_theory.theory_tasks import flat_lists, flat_theory
from ..logic import state
from ..logic.grid import Grid
from ..logic.innies import HIGHEST
from ..logic.state import NamedTheory
from ..struct_views import Ragged


@lru_cache(maxsize=4)
def named_theory(theory: Theory) -> NamedTheory:
    """Return the theory and the names of its clauses as arrays."""
    flat, clauses = flat_theory(theory), theory.clauses
    layout = theory.layout
    assert layout
    sums = equations(layout) if MOST_CELLS * layout.size <= HIGHEST else ()
    number = {house: i for i, house in enumerate(layout.houses)}
    own_kinds = {"row": state.ROW, "column": state.COLUMN, "box": state.BOX}
    meets = meets_of(theory)
    first_meet = theory.variable_count + 1
    of_clause: list[list[int]] = [[] for _ in clauses]
    for i, (_, pair) in enumerate(meets):
        for clause in pair:
            of_clause[clause].append(first_meet + i)
    variables = range(1, first_meet)
    return NamedTheory(
        cells=layout.cell_count,
        size=layout.size,
        boards=theory.board_variables,
        members=ragged([clause.variables for clause in clauses]),
        holders=ragged(
            [(), *(theory.occurrences[v] for v in variables), *(pair for _, pair in meets)]
        ),
        left=flat.left.astype(np.int64),
        unit=flat.unit,
        exact=np.array([clause.exactly_one for clause in clauses], np.uint8),
        kind=np.array(
            [
                own_kinds.get(c.house.kind, state.EXTRA)
                if c.house
                else state.CELL
                if c.rule is None
                else state.RULE
                for c in clauses
            ],
            np.int64,
        ),
        house=np.array([number[c.house] if c.house else -1 for c in clauses], np.int64),
        digit=np.array([_digit(theory, clause) for clause in clauses], np.int64),
        shift=flat.unit.bit_length() - 1,
        house_cells=np.array([len(house.cells) for house in layout.houses], np.int64),
        rule_kind=np.array([rule.difficulty for rule in theory.rules], np.int64),
        sums=ragged([[sign * (cell + 1) for cell, sign in e.cells] for e in sums]),
        totals=np.array([_total_from_one(e, layout) for e in sums], np.int64),
        nodes=first_meet + len(meets),
        clause_meets=ragged(of_clause),
        widest_meet=max((len(members) for members, _ in meets), default=0),
        order=_order(theory),
    )


def _digit(theory: Theory, clause: Clause) -> int:
    """Return the common digit of a clause of a house or rule; 0 if its members have several."""
    if clause.rule is None or not all(map(theory.is_board, clause.variables)):
        return clause.digit or 0
    digits = {theory.cell_and_digit(v)[1] for v in clause.variables}
    return digits.pop() if len(digits) == 1 else 0


def _total_from_one(equation: Equation, layout: Layout) -> int:
    """Return the total as `logic.innies` counts it: digits from 1, negative cells complemented."""
    total, worth = equation.total, layout.digits[0] - 1
    for _, sign in equation.cells:
        total -= sign * worth - (layout.size + 1 if sign < 0 else 0)
    return total


def scope_of(theory: Theory, clauses: Sequence[int]) -> tuple[int, ...]:
    """Return the board's variables in these clauses, in order."""
    return theory.on_board(sorted({v for c in clauses for v in theory.members[c]}))


def ragged(lists: Sequence[Sequence[int]]) -> Ragged:
    """Return lists, one after the other."""
    starts, items = flat_lists(lists)
    return Ragged(starts.astype(np.int64), items)


@lru_cache(maxsize=4)
def meets_of(theory: Theory) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """Return (members, two clauses) for each meet, in the order of their numbers."""
    shared: dict[tuple[int, int], list[int]] = {}
    for variable in range(1, theory.board_variables + 1):
        for pair in combinations(theory.occurrences[variable], 2):
            shared.setdefault(pair, []).append(variable)
    return [(tuple(members), pair) for pair, members in shared.items() if len(members) > 1]


def _order(theory: Theory) -> np.ndarray:
    """Return the clauses of houses (boxes, columns, rows, then others), then those of cells."""
    assert theory.layout
    types = {"box": 0, "column": 1, "row": 2}
    houses = sorted(theory.layout.houses, key=lambda house: types.get(house.kind, 3))
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.clauses) if c.house}
    order = [by_name[house, d] for house in houses for d in range(1, theory.layout.size + 1)]
    cells = dict.fromkeys(cell for house in houses for cell in house.cells)
    cells |= dict.fromkeys(range(theory.layout.cell_count))
    first = theory.layout.size
    order += [theory.occurrences[cell * first + 1][0] for cell in cells]
    return np.array(order, np.int64)


TYPES = {"box": 0, "column": 1, "row": 2}
#: The largest number of digits that fits a mask.
MOST_DIGITS = 62


class Region(NamedTuple):
    """Cells that hold different digits, and the clause of each digit."""

    cells: tuple[int, ...]
    kind: str
    clauses: tuple[int, ...]
    board: int = -1


@lru_cache(maxsize=4)
def regions_of(theory: Theory) -> tuple[Region, ...]:
    """Return the regions in their order; none on boards with more digits than a mask has bits."""
    layout = theory.layout
    assert layout
    if layout.size > MOST_DIGITS:
        return ()
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.clauses) if c.house}
    houses = [
        Region(
            tuple(house.cells),
            house.kind,
            tuple(by_name[house, d] for d in range(1, layout.size + 1)),
            house.board,
        )
        for house in layout.houses
    ]
    houses.sort(key=lambda region: TYPES.get(region.kind, 3))
    return (*houses, *_cages(theory, [frozenset(house.cells) for house in houses]))


def _cages(theory: Theory, houses: Sequence[frozenset[int]]) -> Iterator[Region]:
    """Yield the cells that a rule makes different, outside any one house: houses with holes."""
    for rule in theory.rules:
        found: dict[tuple[int, ...], dict[int, int]] = {}
        for index in rule.clauses:
            members = theory.members[index]
            if len(members) > 2 and all(map(theory.is_board, members)):
                cells, digits = zip(*map(theory.cell_and_digit, members), strict=True)
                if len(set(digits)) == 1:
                    found.setdefault(cells, {})[digits[0]] = index
        assert theory.layout
        for cells, by_digit in found.items():
            whole = len(by_digit) == theory.layout.size
            if whole and not any(house.issuperset(cells) for house in houses):
                yield Region(cells, "rule", tuple(by_digit[d] for d in sorted(by_digit)))


def grid_of(theory: Theory) -> Grid:
    """Return the grid of a theory, not yet brought up to date with a position."""
    layout = theory.layout
    assert layout
    size = layout.size
    cells = layout.cell_count
    regions = regions_of(theory)
    types = [TYPES.get(region.kind, 3) for region in regions]
    regions_at: list[list[int]] = [[] for _ in range(cells)]
    places_at: list[list[int]] = [[] for _ in range(cells)]
    for number, region in enumerate(regions):
        for place, cell in enumerate(region.cells):
            regions_at[cell].append(number)
            places_at[cell].append(place)
    peers = _peers(theory, regions)
    sees = np.zeros((cells, cells), np.uint8)
    for cell in range(cells):
        sees[cell, peers[cell]] = 1
    count = max(len(regions), 1)
    cross = np.zeros((count, count), np.int64)
    for first, region in enumerate(regions):
        for place, cell in enumerate(region.cells):
            cross[first, regions_at[cell]] |= 1 << place
    lines, line_of = _lines(regions, cells)
    spots = np.zeros(count * size, np.int64)
    return Grid(
        size=size,
        cells=cells,
        region_cells=ragged([region.cells for region in regions]),
        full=np.array([len(region.cells) == size for region in regions], np.int64),
        types=np.array(types, np.int64),
        type_starts=np.searchsorted(types, range(5)).astype(np.int64),
        regions_of=ragged(regions_at),
        places_of=ragged(places_at),
        peers=ragged(peers),
        sees=sees.ravel(),
        cross=cross.ravel(),
        boards=len(lines) // 2,
        lines=ragged(lines),
        line_of=ragged(line_of),
        cell_clause=np.array(
            [theory.occurrences[cell * size + 1][0] for cell in range(cells)], np.int64
        ),
        region_clause=np.array([c for region in regions for c in region.clauses], np.int64),
        clause_place=_clause_places(theory, regions),
        version=np.array([-1], np.int64),
        start=np.zeros(cells, np.int64),
        left=np.zeros(cells, np.int64),
        first_spots=spots,
        spots=spots.copy(),
        open_cells=np.zeros(count, np.int64),
        masks=np.zeros(max(size, count), np.int64),
        line_masks=np.zeros(size * max([1, *map(len, lines)]), np.int64),
    )


def _peers(theory: Theory, regions: Sequence[Region]) -> list[list[int]]:
    """Return for each cell the cells in a region with it, and those that the rules forbid the same
    digit, for every digit."""
    assert theory.layout
    found: list[dict[int, None]] = [{} for _ in range(theory.layout.cell_count)]
    at = [[region for region in regions if cell in region.cells] for cell in range(len(found))]
    for cell, mine in enumerate(at):
        for region in mine:
            found[cell].update((other, None) for other in region.cells if other != cell)
    apart: dict[tuple[int, int], set[int]] = {}
    for rule in theory.rules if regions else ():
        for index in rule.clauses:
            board = map(theory.cell_and_digit, theory.on_board(theory.members[index]))
            for (first, d), (second, e) in combinations(board, 2):
                if d == e and first != second:
                    apart.setdefault((first, second), set()).add(d)
    for (first, second), digits in apart.items():
        if len(digits) == theory.layout.size:
            found[first][second] = found[second][first] = None
    return [list(others) for others in found]


def _lines(regions: Sequence[Region], cells: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return (the columns and the rows of each board, the place of each cell in them)."""
    lines: list[list[int]] = []
    for board in dict.fromkeys(region.board for region in regions if region.kind in TYPES):
        for kind in ("column", "row"):
            lines.append([k for k, r in enumerate(regions) if r.kind == kind and r.board == board])
    places = [[-1] * cells for _ in lines]
    for own, place in zip(lines, places, strict=True):
        for k, number in enumerate(own):
            for cell in regions[number].cells:
                place[cell] = k
    return lines, places


def _clause_places(theory: Theory, regions: Sequence[Region]) -> np.ndarray:
    """Return for each clause region * size + d, or -1 - cell."""
    assert theory.layout
    places = np.zeros(len(theory.clauses), np.int64)
    for index, clause in enumerate(theory.clauses):
        if clause.house is None and clause.variables[0] <= theory.board_variables:
            places[index] = -1 - theory.cell_and_digit(clause.variables[0])[0]
    for number, region in enumerate(regions):
        for d, index in enumerate(region.clauses):
            places[index] = number * theory.layout.size + d
    return places
