"""The arrays of the search for steps, laid out for a theory, with room for all that it records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..theory import Theory
from .explainer_arrays import LONGEST_PROOF, explainer_parts
from .grid_arrays import grid_of
from .logic import supposition
from .logic.almost_locked import LARGEST, Almost
from .logic.chains import Links
from .logic.found import NUMBERS, FoundStep
from .logic.nested import ROOM, Tried
from .logic.report import LISTING
from .logic.search import Search
from .logic.state import NamedTheory, State
from .logic.supposition import Supposition
from .logic.walk import Walk
from .named_theory import named_theory

#: The maximum number of almost locked sets considered.
MOST_SETS = 4096
#: The maximum number of words in which chains record which node denies which.
ROWS = 1 << 22


def search_on(theory: Theory, explainer: bool = False) -> Search:
    """Return a search with its arrays; explainer: with those of the Explainer's techniques too."""
    named = named_theory(theory)
    variables, nodes = theory.variable_count, named.nodes
    partners = len(named.holders.items)
    places = variables + 1 + len(theory.clauses) + variables
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
            proof=whole(max(3 * places + 6, LONGEST_PROOF if explainer else 0)),
        ),
        stop=whole(1),
        listing=whole(LISTING),
        log=whole(1),
        links=Links(
            false=whole(nodes),
            partner_starts=whole(nodes + 1),
            true_nodes=whole(partners),
            clauses=whole(partners),
            true_stamp=whole(nodes),
            true_from=whole(nodes),
            true_by=whole(nodes),
            depth=whole(nodes),
            known_false=whole(nodes // 64 + 1),
            rows=whole(min(nodes + 1, ROWS // (nodes // 64 + 1) + 2) * (nodes // 64 + 1)),
            row_links=whole(nodes),
            row_starts=whole(nodes),
            false_from=whole(nodes),
            seen=whole(variables + 1),
            queue=whole(nodes),
            counts=whole(6),
        ),
        guess=_supposition(named, variables, named.boards),
        inner=_supposition(named, variables, 0),
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
        chosen=whole(max(8, 3 * named.cells)),
        walk=Walk(*map(whole, [2 * named.size] * 5 + [2 * len(grid.full), named.cells])),
        **explainer_parts(theory, grid, explainer),
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
        depth=whole(nodes),
        marks=whole(nodes),
        stack=whole(nodes),
        deps_start=whole(inners + 2),
        deps=whole(inners * theory.cells + variables + 1),
        inner_sizes=whole(inners + 1),
        inner_lengths=whole(inners + 1),
        inner_of=whole(inners + 1),
        numbers=whole(supposition.NUMBERS),
    )
