"""A theory and the names of its clauses, laid out as arrays for the search for steps.

And the grid that the techniques read; see `logic.grid`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ...cancellation import stop_if_cancelled
from ...constraints.equations import sums_of_lines
from ...constraints.linear import Balance
from ...geometry import Cells
from ...layout import Layout
from ...theory import Clause, Indexes, Theory
from ..any_theory.theory_tasks import flat_lists, flat_theory
from ..logic import state
from ..logic.grid import Grid
from ..logic.state import NamedTheory
from ..struct_views import Ragged

OWN_KINDS = {"row": state.ROW, "column": state.COLUMN, "box": state.BOX}


@lru_cache(maxsize=4)
def named_theory(theory: Theory) -> NamedTheory:
    """Return the theory and the names of its clauses as arrays."""
    stop_if_cancelled()
    clauses = theory.clauses
    layout = theory.known_layout
    # By clause: its members, and what it is called.
    members = ragged([clause.variables for clause in clauses])
    exact = np.array([clause.exactly_one for clause in clauses], np.uint8)
    kind = _whole([_kind(clause) for clause in clauses])
    digit = _whole([_digit(theory, clause) for clause in clauses])
    house_number = {house: i for i, house in enumerate(layout.houses)}
    house = _whole([house_number[c.house] if c.house else -1 for c in clauses])
    # The nodes of chains: the variables, then the meets.
    meets = meets_of(theory)
    first_meet = theory.variable_count + 1
    clause_meets: list[list[int]] = [[] for _ in clauses]
    for node, (_, pair) in enumerate(meets, first_meet):
        for clause in pair:
            clause_meets[clause].append(node)
    holders: list[Sequence[int]] = [()]
    holders += [theory.occurrences[v] for v in range(1, first_meet)]
    holders += [pair for _, pair in meets]
    nodes = first_meet + len(meets)
    widest_meet = max((len(common) for common, _ in meets), default=0)
    left = flat_theory(theory).left.astype(np.int64)
    house_cells = _whole([len(house.cells) for house in layout.houses])
    rule_kind = _whole([rule.difficulty for rule in theory.rules])
    return NamedTheory(
        **_sizes(theory),
        members=members,
        holders=ragged(holders),
        left=left,
        exact=exact,
        kind=kind,
        house=house,
        digit=digit,
        at_sight=np.frombuffer(theory.at_sight, np.uint8),
        house_cells=house_cells,
        rule_kind=rule_kind,
        **_equations(layout),
        nodes=nodes,
        clause_meets=ragged(clause_meets),
        widest_meet=widest_meet,
        order=_order(theory),
    )


def _sizes(theory: Theory) -> dict[str, int]:
    """Return the fields that are single numbers."""
    layout = theory.known_layout
    unit = flat_theory(theory).unit
    return {
        "cells": layout.cell_count,
        "size": layout.size,
        "boards": theory.board_variables,
        "unit": unit,
        "shift": unit.bit_length() - 1,
    }


def _equations(layout: Layout) -> dict[str, Any]:
    """Return the equations of houses and rules."""
    found = sums_of_lines(layout)
    return {
        "sum_cells": ragged([[cell for cell, _ in one.weights] for one in found]),
        "sum_weights": ragged([[weight for _, weight in one.weights] for one in found]),
        "totals": _whole([_total_from_one(one, layout) for one in found]),
    }


def _whole(numbers: Sequence[int]) -> np.ndarray:
    return np.array(numbers, np.int64)


def _zeros(count: int) -> np.ndarray:
    return np.zeros(count, np.int64)


def _kind(clause: Clause) -> int:
    """Return what a clause is about, as `logic.state` numbers it."""
    if clause.house:
        return OWN_KINDS.get(clause.house.kind, state.EXTRA)
    return state.CELL if clause.rule is None else state.RULE


def _digit(theory: Theory, clause: Clause) -> int:
    """Return the common digit of a clause of a house or rule; 0 if its members have several."""
    if clause.rule is None or not all(map(theory.is_board, clause.variables)):
        return clause.digit or 0
    digits = {theory.cell_and_digit(v)[1] for v in clause.variables}
    return digits.pop() if len(digits) == 1 else 0


def _total_from_one(equation: Balance, layout: Layout) -> int:
    """Return the total as the search counts it: digits from 1, those subtracted complemented."""
    total = equation.total
    worth = layout.digits[0] - 1
    for _, weight in equation.weights:
        total -= weight * worth
        if weight < 0:
            total -= weight * (layout.size + 1)
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
    """Return (members, two clauses) for each meet, in the order of their numbers: of their first
    members, then of their clauses. So meets are numbered the same in every process."""
    variables, firsts, seconds = _clause_pairs(theory)
    keys = firsts * len(theory.members) + seconds
    _, first_places, pair_of, counts = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    is_meet = counts > 1
    chosen = np.flatnonzero(is_meet)
    chosen = chosen[np.argsort(first_places[chosen])]
    # The members of each pair together, in their order.
    members = variables[np.argsort(pair_of, kind="stable")].tolist()
    ends = np.cumsum(counts)
    starts = ends - counts
    at = first_places[chosen]
    pairs = zip(firsts[at].tolist(), seconds[at].tolist(), strict=True)
    bounds = zip(starts[chosen].tolist(), ends[chosen].tolist(), strict=True)
    return [
        (tuple(members[start:end]), pair) for (start, end), pair in zip(bounds, pairs, strict=True)
    ]


def _clause_pairs(theory: Theory) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return variables of the board, each with one clause and a later one that contain it: all of
    them, by variable, then in the order of the clauses."""
    of_variable = [theory.occurrences[variable] for variable in theory.board_range]
    lengths = np.array([len(own) for own in of_variable])
    parts = []
    for length in np.unique(lengths).tolist():
        stop_if_cancelled()
        places = np.flatnonzero(lengths == length)
        clauses = np.array([of_variable[k] for k in places.tolist()], np.int64)
        one, other = np.triu_indices(length, 1)
        parts.append(
            (
                np.repeat(places + 1, len(one)),
                clauses[:, one].ravel(),
                clauses[:, other].ravel(),
            )
        )
    variables, firsts, seconds = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(variables, kind="stable")
    return variables[order], firsts[order], seconds[order]


def _order(theory: Theory) -> np.ndarray:
    """Return the clauses of houses (boxes, columns, rows, then others, then cells that hold each
    digit by a rule), then those of cells."""
    types = {"box": 0, "column": 1, "row": 2}
    houses = sorted(theory.known_layout.houses, key=lambda house: types.get(house.kind, 3))
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.clauses) if c.house}
    order = [by_name[house, d] for house in houses for d in theory.known_layout.digit_numbers]
    for region in regions_of(theory):
        if region.kind == "rule" and len(region.cells) == theory.known_layout.size:
            order += region.clauses
    cells = dict.fromkeys(cell for house in houses for cell in house.cells)
    cells |= dict.fromkeys(theory.known_layout.all_cells)
    first = theory.known_layout.size
    order += [theory.occurrences[cell * first + 1][0] for cell in cells]
    return np.array(order, np.int64)


TYPES = {"box": 0, "column": 1, "row": 2}
#: The order of the regions of one cell.
OF_CELL = {"box": 0, "row": 1, "column": 2}
#: The largest number of digits that fits a mask.
MOST_DIGITS = 62


class ClauseRegion(NamedTuple):
    """Cells that hold different digits, and the clause of each digit."""

    cells: Cells
    kind: str
    clauses: Indexes
    board: int = -1


@lru_cache(maxsize=4)
def regions_of(theory: Theory) -> tuple[ClauseRegion, ...]:
    """Return the regions in their order; none on boards with more digits than a mask has bits."""
    layout = theory.known_layout
    if layout.size > MOST_DIGITS:
        return ()
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.clauses) if c.house}
    houses = []
    for house in layout.houses:
        clauses = tuple(by_name[house, d] for d in layout.digit_numbers)
        houses.append(ClauseRegion(tuple(house.cells), house.kind, clauses, house.board))
    houses.sort(key=lambda region: TYPES.get(region.kind, 3))
    cells_of_houses = [frozenset(house.cells) for house in houses]
    return (*houses, *_cages(theory, cells_of_houses))


def _cages(theory: Theory, houses: Sequence[frozenset[int]]) -> Iterator[ClauseRegion]:
    """Yield the cells that a rule makes different, outside any one house: houses with holes."""
    for rule in theory.rules:
        found: dict[tuple[int, ...], dict[int, int]] = {}
        for index in rule.clauses:
            members = theory.members[index]
            # A clause of two only says that two cells differ, as rules of the whole board do: no
            # house.
            if len(members) > 2 and all(map(theory.is_board, members)):
                cells, digits = zip(*map(theory.cell_and_digit, members), strict=True)
                if len(set(digits)) == 1:
                    found.setdefault(cells, {})[digits[0]] = index
        for cells, by_digit in found.items():
            whole = len(by_digit) == theory.known_layout.size
            if whole and not any(house.issuperset(cells) for house in houses):
                yield ClauseRegion(cells, "rule", tuple(by_digit[d] for d in sorted(by_digit)))


def grid_of(theory: Theory) -> Grid:
    """Return the grid of a theory, not yet brought up to date with a position.

    Its arrays are of two sorts: those that the theory fixes, and the state that `logic.grid` fills
    in for a position (from `version` on), here with the room that it needs.
    """
    layout = theory.known_layout
    size = layout.size
    cells = layout.cell_count
    regions = regions_of(theory)
    types = [TYPES.get(region.kind, 3) for region in regions]
    regions_at: list[list[int]] = [[] for _ in range(cells)]
    places_at: list[list[int]] = [[] for _ in range(cells)]
    # The Explainer's chains look at a cell's row before its column.
    of_cell = sorted(enumerate(regions), key=lambda found: OF_CELL.get(found[1].kind, 3))
    for number, region in of_cell:
        for place, cell in enumerate(region.cells):
            regions_at[cell].append(number)
            places_at[cell].append(place)
    peers = _peers(theory, [region for _, region in of_cell])
    sees = np.zeros((cells, cells), np.uint8)
    for cell in range(cells):
        sees[cell, peers[cell]] = 1
    count = max(len(regions), 1)
    cross = np.zeros((count, count), np.int64)
    for first, region in enumerate(regions):
        for place, cell in enumerate(region.cells):
            cross[first, regions_at[cell]] |= 1 << place
    lines, line_of = _lines(regions, cells)
    region_cells = ragged([region.cells for region in regions])
    full = _whole([len(region.cells) == size for region in regions])
    type_starts = np.searchsorted(types, range(5)).astype(np.int64)
    cell_clause = _whole([theory.occurrences[cell * size + 1][0] for cell in range(cells)])
    region_clause = _whole([clause for region in regions for clause in region.clauses])
    longest_line = max([1, *map(len, lines)])
    of_cells: dict[str, Any] = {
        "regions_of": ragged(regions_at),
        "places_of": ragged(places_at),
        "peers": ragged(peers),
        "line_of": ragged(line_of),
    }
    boards = len(lines) // 2
    return Grid(
        **_no_position(size, cells, count, longest_line),
        region_cells=region_cells,
        full=full,
        types=_whole(types),
        type_starts=type_starts,
        **of_cells,
        sees=sees.ravel(),
        cross=cross.ravel(),
        boards=boards,
        lines=ragged(lines),
        cell_clause=cell_clause,
        region_clause=region_clause,
        clause_place=_clause_places(theory, regions),
    )


def _no_position(size: int, cells: int, regions: int, longest_line: int) -> dict[str, Any]:
    """Return a grid's sizes and the arrays that a position fills in; its version is none so far."""
    spots = _zeros(regions * size)
    most = max(size, regions)
    return {
        "size": size,
        "cells": cells,
        "version": _whole([-1]),
        "start": _zeros(cells),
        "left": _zeros(cells),
        "first_spots": spots,
        "spots": spots.copy(),
        "open_cells": _zeros(regions),
        "masks": _zeros(most),
        "line_masks": _zeros(size * longest_line),
    }


def _peers(theory: Theory, regions: Sequence[ClauseRegion]) -> list[list[int]]:
    """Return for each cell the cells in a region with it, and those that the rules forbid the same
    digit, for every digit."""
    found: list[dict[int, None]] = [{} for _ in theory.known_layout.all_cells]
    for region in regions:
        for cell in region.cells:
            found[cell].update((other, None) for other in region.cells if other != cell)
    if not regions:
        return [[] for _ in found]
    apart: dict[tuple[int, int], set[int]] = {}
    for rule in theory.rules:
        for index in rule.clauses:
            board = map(theory.cell_and_digit, theory.on_board(theory.members[index]))
            for (first, d), (second, e) in combinations(board, 2):
                if d == e and first != second:
                    apart.setdefault((first, second), set()).add(d)
    for (first, second), digits in apart.items():
        # Cells that are apart for some digits only do not see each other.
        if len(digits) == theory.known_layout.size:
            found[first][second] = None
            found[second][first] = None
    return [list(others) for others in found]


def _lines(regions: Sequence[ClauseRegion], cells: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return (the columns and the rows of each board, the place of each cell in them)."""
    lines = []
    for board in dict.fromkeys(region.board for region in regions if region.kind in TYPES):
        for kind in ("column", "row"):
            lines.append([k for k, r in enumerate(regions) if r.kind == kind and r.board == board])
    places = [[-1] * cells for _ in lines]
    for own, place in zip(lines, places, strict=True):
        for k, number in enumerate(own):
            for cell in regions[number].cells:
                place[cell] = k
    return lines, places


def _clause_places(theory: Theory, regions: Sequence[ClauseRegion]) -> np.ndarray:
    """Return for each clause region * size + d, or -1 - cell."""
    places = np.zeros(len(theory.clauses), np.int64)
    for index, clause in enumerate(theory.clauses):
        if clause.house is None and clause.variables[0] <= theory.board_variables:
            places[index] = -1 - theory.cell_of(clause.variables[0])
    for number, region in enumerate(regions):
        for d, index in enumerate(region.clauses):
            places[index] = number * theory.known_layout.size + d
    return places
