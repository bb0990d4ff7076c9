"""A theory and the names of its clauses, laid out as arrays for the search for steps.

And the grid that the techniques read; see `logic.grid`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
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
    layout = theory.known_layout
    flat = flat_theory(theory)
    count = len(theory.exactly)
    # The nodes of chains: the variables, then the meets.
    meets = meets_of(theory)
    first_meet = theory.variable_count + 1
    nodes = first_meet + len(meets.pairs)
    holder_starts = flat.holder_starts.astype(np.int64)
    clauses_of_meets = meets.pairs.ravel()
    meet_starts = holder_starts[-1] + 2 * np.arange(1, len(meets.pairs) + 1)
    holders = Ragged(
        np.concatenate([holder_starts, meet_starts]),
        np.concatenate([flat.holders, clauses_of_meets.astype(np.int32)]),
    )
    widest_meet = int(np.diff(meets.members.starts).max(initial=0))
    house_cells = _whole([len(house.cells) for house in layout.houses])
    rule_kind = _whole([rule.difficulty for rule in theory.rules])
    return NamedTheory(
        **_sizes(theory),
        members=Ragged(flat.member_starts.astype(np.int64), flat.members),
        holders=holders,
        left=flat.left.astype(np.int64),
        exact=np.frombuffer(theory.exactly, np.uint8),
        **_names_of_clauses(theory),
        at_sight=np.frombuffer(theory.at_sight, np.uint8),
        house_cells=house_cells,
        rule_kind=rule_kind,
        **_equations(layout),
        nodes=nodes,
        clause_meets=_clause_meets(clauses_of_meets, first_meet, count),
        widest_meet=widest_meet,
        order=_order(theory),
    )


def _names_of_clauses(theory: Theory) -> dict[str, Any]:
    """Return what each clause is called: its kind, digit and house."""
    own = theory.board_clauses
    number = {house: i for i, house in enumerate(theory.known_layout.houses)}
    count = len(theory.exactly)
    kind = np.full(count, state.RULE, np.int64)
    kind[: len(own)] = [_kind(clause) for clause in own]
    digit = digits_of_clauses(theory)
    digit[: len(own)] = [_digit(theory, clause) for clause in own]
    house = np.full(count, -1, np.int64)
    house[: len(own)] = [number[c.house] if c.house else -1 for c in own]
    return {"kind": kind, "digit": digit, "house": house}


def digits_of_clauses(theory: Theory) -> np.ndarray:
    """Return the common digit of each clause, 0 where its members are not all the board's or have
    several."""
    flat = flat_theory(theory)
    found = np.zeros(len(theory.exactly), np.int64)
    filled = np.flatnonzero(np.diff(flat.member_starts))
    if len(filled):
        starts = flat.member_starts[filled]
        digits = (flat.members - 1) % theory.known_layout.size + 1
        least = np.minimum.reduceat(digits, starts)
        is_one = least == np.maximum.reduceat(digits, starts)
        is_of_board = np.maximum.reduceat(flat.members, starts) <= theory.board_variables
        found[filled] = np.where(is_one & is_of_board, least, 0)
    return found


def _clause_meets(clauses: np.ndarray, first: int, count: int) -> Ragged:
    """Return for each of `count` clauses its meets, by the two clauses of each meet in turn; first:
    the number of the first meet."""
    meets = np.repeat(np.arange(first, first + len(clauses) // 2), 2)
    order = np.argsort(clauses, kind="stable")
    # (NumPy in a browser counts with 32 bits.)
    numbers = np.bincount(clauses.astype(np.intp), minlength=count)
    starts = np.concatenate([[0], np.cumsum(numbers)])
    return Ragged(starts.astype(np.int64), meets[order].astype(np.int32))


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


class Meets(NamedTuple):
    """The variables of the board that the same two clauses contain, for each such pair of clauses
    with two or more: members, and pairs (one row each)."""

    members: Ragged
    pairs: np.ndarray


@lru_cache(maxsize=4)
def meets_of(theory: Theory) -> Meets:
    """Return the meets, in the order of their numbers: of their first members, then of their
    clauses. So meets are numbered the same in every process."""
    variables, firsts, seconds = _clause_pairs(theory)
    keys = firsts * len(theory.exactly) + seconds
    _, first_places, pair_of, counts = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    is_meet = counts > 1
    chosen = np.flatnonzero(is_meet)
    chosen = chosen[np.argsort(first_places[chosen])]
    # The members of each pair together, in their order.
    members = variables[np.argsort(pair_of, kind="stable")]
    lengths = counts[chosen]
    ends = np.cumsum(lengths)
    starts = np.concatenate([[0], ends])
    shift = (np.cumsum(counts) - counts)[chosen] - starts[:-1]
    places = np.arange(starts[-1]) + np.repeat(shift, lengths)
    at = first_places[chosen]
    pairs = np.stack([firsts[at], seconds[at]], axis=1)
    return Meets(Ragged(starts.astype(np.int64), members[places].astype(np.int32)), pairs)


def _clause_pairs(theory: Theory) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return variables of the board, each with one clause and a later one that contain it: all of
    them, by variable, then in the order of the clauses."""
    flat = flat_theory(theory)
    starts = flat.holder_starts[1 : theory.board_variables + 2].astype(np.int64)
    lengths = np.diff(starts)
    parts = []
    for length in np.unique(lengths).tolist():
        stop_if_cancelled()
        places = np.flatnonzero(lengths == length)
        clauses = flat.holders[starts[places][:, None] + np.arange(length)].astype(np.int64)
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
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.board_clauses) if c.house}
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
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.board_clauses) if c.house}
    houses = []
    for house in layout.houses:
        clauses = tuple(by_name[house, d] for d in layout.digit_numbers)
        houses.append(ClauseRegion(tuple(house.cells), house.kind, clauses, house.board))
    houses.sort(key=lambda region: TYPES.get(region.kind, 3))
    cells_of_houses = [frozenset(house.cells) for house in houses]
    return (*houses, *_cages(theory, cells_of_houses))


def _cages(theory: Theory, houses: Sequence[frozenset[int]]) -> Iterator[ClauseRegion]:
    """Yield the cells that a rule makes different, outside any one house: houses with holes."""
    # A clause of two only says that two cells differ, as rules of the whole board do: no house.
    lengths = np.diff(flat_theory(theory).member_starts)
    digits = np.where(lengths > 2, digits_of_clauses(theory), 0).tolist()
    for rule in theory.rules:
        found: dict[tuple[int, ...], dict[int, int]] = {}
        for index in rule.clauses:
            if digits[index]:
                cells = tuple(map(theory.cell_of, theory.members[index]))
                found.setdefault(cells, {})[digits[index]] = index
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
    for first, second in _apart_by_rules(theory):
        found[first][second] = None
        found[second][first] = None
    return [list(others) for others in found]


def _apart_by_rules(theory: Theory) -> list[tuple[int, int]]:
    """Return two cells that clauses of rules keep apart in every digit, in the order in which these
    clauses first name them. (Cells that are apart for some digits only do not see each other.)"""
    flat = flat_theory(theory)
    size = theory.known_layout.size
    in_turn = _whole([c for rule in theory.rules for c in rule.clauses])
    is_of_board = flat.members <= theory.board_variables
    members = flat.members[is_of_board].astype(np.int64) - 1
    starts = np.concatenate([[0], np.cumsum(is_of_board)])[flat.member_starts]
    lengths = np.diff(starts)[in_turn]
    parts = [(_zeros(0), _zeros(0))]
    for length in np.unique(lengths[lengths > 1]).tolist():
        stop_if_cancelled()
        turns = np.flatnonzero(lengths == length)
        own = members[starts[in_turn[turns]][:, None] + np.arange(length)]
        one, other = np.triu_indices(length, 1)
        firsts = own[:, one]
        seconds = own[:, other]
        same_digit = firsts % size == seconds % size
        keys = firsts * theory.known_layout.cell_count + seconds // size
        parts.append((np.repeat(turns, same_digit.sum(1)), keys[same_digit]))
    turns, keys = (np.concatenate(part) for part in zip(*parts, strict=True))
    # By the first clause that names the two cells, of those with one digit each time.
    keys = keys[np.argsort(turns, kind="stable")]
    known, first_places = np.unique(keys, return_index=True)
    cells = theory.known_layout.cell_count
    pairs = known // cells // size * cells + known % cells
    found, places, digits = np.unique(pairs, return_inverse=True, return_counts=True)
    earliest = np.full(len(found), len(keys))
    np.minimum.at(earliest, places, first_places)
    kept = np.flatnonzero(digits == size)
    kept = kept[np.argsort(earliest[kept])]
    return list(zip((found[kept] // cells).tolist(), (found[kept] % cells).tolist(), strict=True))


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
    flat = flat_theory(theory)
    places = _zeros(len(theory.exactly))
    filled = np.flatnonzero(np.diff(flat.member_starts))
    firsts = flat.members[flat.member_starts[filled]]
    cells = (firsts - 1) // theory.known_layout.size
    places[filled] = np.where(firsts <= theory.board_variables, -1 - cells, 0)
    places[[k for k, clause in enumerate(theory.board_clauses) if clause.house]] = 0
    for number, region in enumerate(regions):
        for d, index in enumerate(region.clauses):
            places[index] = number * theory.known_layout.size + d
    return places
