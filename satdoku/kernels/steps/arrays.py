"""The arrays of the search for steps, laid out for a theory, with room for all that it records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...theory import Theory
from ..any_theory.arrays import flat_lists
from ..logic import supposition
from ..logic.almost_locked import LARGEST, Almost
from ..logic.cases import Cases
from ..logic.chain_nodes import COUNTS, Links
from ..logic.fish import BITS, KNOWN, Fish
from ..logic.fish import LARGEST as LARGEST_FISH
from ..logic.found import LISTING, NUMBERS, FoundStep
from ..logic.grid import Grid
from ..logic.search import ROOM, Search, Tried, Walk
from ..logic.state import NamedTheory, State
from ..logic.supposition import Supposition
from .explainer_arrays import LONGEST_PROOF, explainer_parts
from .grid_arrays import grid_of
from .named_theory import meets_of, named_theory

#: The maximum number of almost locked sets considered.
MOST_SETS = 4096
#: The maximum and minimum number of words in which chains record which node denies which.
ROWS, FEWEST_ROWS = 1 << 22, 1 << 17
#: Nodes of chains that are digits of almost locked sets, the candidates of each, and the links
#: between these nodes.
SET_NODES, IN_SET, SET_LINKS = 1 << 12, 4, 1 << 14

#: Most numbers for the branches of a proof by cases.
LONGEST_BRANCHES = 1 << 17


def search_on(theory: Theory, explainer: bool = False) -> Search:
    """Return a search with its arrays; explainer: with those of the Explainer's techniques too."""
    named = named_theory(theory)
    variables = theory.variable_count
    places = variables + 1 + len(theory.clauses) + variables
    branches = min(named.size * (2 * variables + 3), LONGEST_BRANCHES)
    grid = grid_of(theory)

    def whole(size: int) -> Any:
        return np.zeros(size, np.int64)

    return Search(
        theory=named,
        state=_state(named, variables),
        found=FoundStep(
            numbers=whole(NUMBERS),
            asserted=whole(4),
            denied=whole(variables + 1),
            bases=whole(places + 1),
            covers=whole(places + 1),
            proof=whole(max(3 * places + 6, branches, LONGEST_PROOF if explainer else 0)),
        ),
        stop=whole(1),
        listing=whole(LISTING),
        log=whole(1),
        links=_links(theory, named),
        guess=_supposition(named, variables, named.boards),
        inner=_supposition(named, variables, 0),
        cases=Cases(*(whole(2 * named.boards + 2) for _ in range(5))),
        tried=Tried(
            seen=whole(variables + 1),
            version=whole(1),
            plans=whole((variables + 1) * (ROOM + 1)),
            possible=whole((variables + 1) * ((variables + 1) // 64 + 1)),
        ),
        almost=Almost(
            digits=whole(MOST_SETS),
            sizes=whole(MOST_SETS),
            cells=whole(MOST_SETS * LARGEST),
            counts=whole(1),
            lines=whole(2 * named.size),
            chosen=whole(LARGEST + 1),
        ),
        grid=grid,
        fish=_fish(grid),
        chosen=whole(max(8, 4 * named.cells)),
        quiet=whole(2 * named.cells),
        changed=whole(named.cells),
        walk=Walk(*map(whole, [2 * named.size] * 5 + [2 * len(grid.full), named.cells])),
        **explainer_parts(theory, grid, explainer),
    )


def _fish(grid: Grid) -> Fish:
    words, regions, depths = grid.cells // BITS + 1, len(grid.full), LARGEST_FISH + 1
    lists = [regions] * 4 + [depths] * 4
    sets = [depths * words] * 6 + [words] * 2
    sizes = [grid.cells, grid.cells * words, *[regions * words] * 2, *lists, *sets, KNOWN, 1]
    kinds = np.array([2, 1, 0, 3])[grid.types]  # rows, columns, boxes, others
    order = np.argsort(kinds, kind="stable").astype(np.int64)
    return Fish(order, *(np.zeros(size, np.int64) for size in sizes))


def _links(theory: Theory, named: NamedTheory) -> Links:
    """Return the arrays of chains; they begin with the nodes that a theory has in every
    position."""
    variables, nodes = range(1, theory.variable_count + 1), named.nodes + SET_NODES
    members = [(), *((v,) for v in variables), *(members for members, _ in meets_of(theory))]
    starts, items = flat_lists(members)
    words, partners = nodes // 64 + 1, len(named.holders.items) + SET_LINKS

    def whole(size: int) -> Any:
        return np.zeros(size, np.int64)

    def padded(known: np.ndarray, more: int) -> Any:
        return np.concatenate([known.astype(np.int64), whole(more)])

    return Links(
        members=padded(items, IN_SET * SET_NODES),
        starts=padded(starts, SET_NODES),
        false=whole(nodes),
        partner_starts=whole(nodes + 1),
        true_nodes=whole(partners),
        clauses=whole(partners),
        true_stamp=whole(2 * nodes),
        true_from=whole(2 * nodes),
        true_by=whole(2 * nodes),
        depth=whole(2 * nodes),
        known_false=whole(2 * words),
        false_from=whole(2 * nodes),
        rows=whole(max(FEWEST_ROWS, min(named.nodes + 1, ROWS // words + 2) * words)),
        row_links=whole(nodes),
        row_starts=whole(nodes),
        seen=whole(len(variables) + 1),
        queue=whole(2 * nodes),
        path=whole(4 * nodes),
        counts=whole(COUNTS),
    )


def _state(theory: NamedTheory, variables: int) -> State:
    return State(
        status=np.zeros(variables + 1, np.uint8),
        left=theory.left.copy(),
        unplaced=np.zeros(len(theory.house_cells), np.int64),
        version=np.zeros(1, np.int64),
        pending=np.zeros(len(theory.exact) + 1, np.int64),
        quiet=np.zeros(len(theory.rule_kind), np.int64),
    )


def _supposition(theory: NamedTheory, variables: int, inners: int) -> Supposition:
    nodes = variables + 1 + len(theory.exact) + inners

    def whole(size: int) -> Any:
        return np.zeros(size, np.int64)

    return Supposition(
        state=_state(theory, variables),
        queue=whole(variables + 1),
        queued=whole(nodes),
        reason=whole(nodes),
        denier=whole(variables + 1),
        order=whole(nodes),
        depth=whole(2 * nodes),
        marks=whole(nodes),
        stack=whole(nodes),
        deps_start=whole(inners + 2),
        deps=whole(inners * theory.cells + variables + 1),
        inner_sizes=whole(inners + 1),
        inner_lengths=whole(inners + 1),
        inner_of=whole(inners + 1),
        numbers=whole(supposition.NUMBERS),
    )
