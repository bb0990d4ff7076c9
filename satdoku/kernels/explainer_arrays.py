"""The arrays of the Explainer's techniques, laid out for a theory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..house import House
from ..theory import Theory
from .any_theory import flat_lists
from .explainer.grid import Grid
from .explainer.links import Links, Numbering
from .explainer.loops import Walk
from .explainer.nested_multiple import Trees
from .explainer.nests import Nests
from .explainer.runs import Runs
from .explainer.unary import Nodes
from .logic.found import NUMBERS, FoundStep
from .struct_views import Ragged

#: Candidates of a position that chains are looked for at, at most; nodes and parents of its runs.
CANDIDATES, NODES, PARENTS, REASONS = 400, 1 << 18, 1 << 20, 1 << 19
#: Hints inside a run at once, and those used in all runs of a position.
HINTS, USED = 1024, 1 << 16
#: The longest proof of a step that is kept.
LONGEST_PROOF = 1 << 15
TYPES = {"box": 0, "column": 1, "row": 2}


def explainer_parts(theory: Theory, wanted: bool) -> dict[str, Any]:
    """The fields of `Search` that these techniques use; not wanted: as small as can be."""
    layout = theory.layout
    assert layout
    most = min(theory.board_variables, CANDIDATES if layout.size < 10 else 1024) if wanted else 1
    variables = theory.board_variables if wanted else 1

    def whole(size: int) -> Any:
        return np.zeros(size if wanted else 1, np.int64)

    def half(size: int) -> Any:
        return np.zeros(size if wanted else 1, np.int32)

    grid = _grid(theory, wanted)
    neighbours = most * (layout.size * 4 + 4)
    return {
        "grid": grid,
        "walk": Walk(
            cells=whole(2 * layout.size),
            tried=whole(2 * layout.size),
            came=whole(2 * layout.size),
            extras=whole(2 * layout.size),
            spare=whole(2 * layout.size),
            touched=whole(2 * len(grid.full)),
            on=whole(layout.cell_count),
        ),
        "best": FoundStep(
            numbers=whole(NUMBERS),
            asserted=whole(4),
            denied=whole(variables + 1),
            bases=whole(LONGEST_PROOF),
            covers=whole(LONGEST_PROOF),
            proof=whole(LONGEST_PROOF),
        ),
        "rank": whole(1),
        "blamed": whole(layout.cell_count),
        "numbering": Numbering(
            counts=whole(2),
            version=whole(1),
            number_of=half(variables + 1),
            variable_of=half(most),
            stamps=whole(2 * most),
            path_stamps=whole(2 * most),
            cell_stamps=whole(layout.cell_count),
        ),
        "outer": _links(half, most, neighbours),
        "nodes": Nodes(*(half(64 * most) for _ in range(4))),
        "runs": Runs(
            counts=whole(8),
            how=half(2 * most),
            begins=half(2 * most),
            ends=half(2 * most),
            broken_on=half(2 * most),
            broken_off=half(2 * most),
            literals=half(NODES),
            causes=half(NODES),
            parent_starts=half(NODES + 1),
            parents=half(PARENTS),
            reasons=half(REASONS),
            nest_of=half(NODES),
            node_of=half(4 * most * most),
            on=half(2 * most),
            off=half(2 * most),
            forced=whole(2 * len(grid.types) + 2),
        ),
        "within": _links(half, most, neighbours),
        "nests": Nests(
            counts=whole(4),
            ranks=whole(HINTS),
            starts=whole(HINTS),
            words=half(1 << 16),
            lengths=whole(USED),
            sums=whole(USED),
            seen=whole(USED),
            first_marks=whole(2 * most),
            second_marks=whole(2 * most),
            forcing=whole(2 * most),
            cycling=whole(most),
        ),
        "trees": Trees(
            before=half(2 * most * most),
            clauses=half(2 * most * most),
            lengths=half(2 * most * most),
            order=half(2 * most * most),
            counts=half(most),
            ranks=whole(2 * most),
            sources=half(2 * most),
            branches=whole(2 * layout.size),
        ),
        "branches": whole(2 * layout.size),
        "ends": whole(2 * layout.size),
        "ancestry": half(2 * most),
    }


def _links(half: Any, most: int, neighbours: int) -> Links:
    return Links(
        weak_starts=half(most + 1),
        weak_middles=half(most + 1),
        weak=half(neighbours),
        strong_starts=half(most + 1),
        strong_middles=half(most + 1),
        strong=half(8 * most),
        strong_clauses=half(8 * most),
    )


def _grid(theory: Theory, wanted: bool) -> Grid:
    layout = theory.layout
    assert layout
    size, cells = layout.size, layout.cell_count
    houses = sorted(layout.houses if wanted else (), key=lambda house: TYPES.get(house.kind, 3))
    types = [TYPES.get(house.kind, 3) for house in houses]
    regions_of: list[list[int]] = [[] for _ in range(cells)]
    places_of: list[list[int]] = [[] for _ in range(cells)]
    peers: list[list[int]] = [[] for _ in range(cells)]
    for region, house in enumerate(houses):
        for place, cell in enumerate(house.cells):
            regions_of[cell].append(region)
            places_of[cell].append(place)
            peers[cell] += (other for other in house.cells if other != cell)
    sees = np.zeros((cells, cells), np.uint8)
    for cell in range(cells):
        peers[cell] = list(dict.fromkeys(peers[cell]))
        sees[cell, peers[cell]] = 1
    by_name = {(c.house, c.digit): i for i, c in enumerate(theory.clauses) if c.house}
    count = max(len(houses), 1)
    cross = np.zeros((count, count), np.int64)
    for first, house in enumerate(houses):
        for second, other in enumerate(houses):
            cross[first, second] = sum(
                1 << place for place, cell in enumerate(house.cells) if cell in other.cells
            )
    spots = np.zeros(count * size, np.int64)
    return Grid(
        size=size,
        cells=cells,
        region_cells=_ragged([house.cells for house in houses]),
        full=np.array([len(house.cells) == size for house in houses], np.int64),
        types=np.array(types, np.int64),
        type_starts=np.searchsorted(types, range(5)).astype(np.int64),
        regions_of=_ragged(regions_of),
        places_of=_ragged(places_of),
        peers=_ragged(peers),
        sees=sees.ravel(),
        cross=cross.ravel(),
        cell_clause=np.array(
            [theory.occurrences[cell * size + 1][0] for cell in range(cells)], np.int64
        ),
        region_clause=np.array(
            [by_name[house, d + 1] for house in houses for d in range(size)], np.int64
        ),
        clause_place=_clause_places(theory, by_name, houses),
        version=np.array([-1], np.int64),
        start=np.zeros(cells, np.int64),
        left=np.zeros(cells, np.int64),
        first_spots=spots,
        spots=spots.copy(),
        open_cells=np.zeros(count, np.int64),
        masks=np.zeros(size, np.int64),
    )


def _clause_places(
    theory: Theory, by_name: dict[tuple[House, int | None], int], houses: list[House]
) -> np.ndarray:
    """Of each clause, region * size + d, or -1 - cell."""
    assert theory.layout
    places = np.zeros(len(theory.clauses), np.int64)
    for index, clause in enumerate(theory.clauses):
        if clause.house is None and clause.variables[0] <= theory.board_variables:
            places[index] = -1 - theory.cell_and_digit(clause.variables[0])[0]
    size = theory.layout.size
    for region, house in enumerate(houses):
        for d in range(size):
            places[by_name[house, d + 1]] = region * size + d
    return places


def _ragged(lists: Sequence[Sequence[int]]) -> Ragged:
    starts, items = flat_lists(lists)
    return Ragged(starts.astype(np.int64), items)
