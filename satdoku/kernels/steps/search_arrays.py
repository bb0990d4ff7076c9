"""The arrays of the search for steps, laid out for a theory, with room for all that it records.

A field of a record says beside its type how much room it has: numbers and names (with "+1": one
more) to be multiplied, the names being those of `room` here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import prod
from typing import Any, get_type_hints

import numpy as np

from ...cancellation import stop_if_cancelled
from ...theory import Theory
from ..explainer import closures
from ..logic import fish
from ..logic.chain_nodes import ChainLinks
from ..logic.grid import Grid
from ..logic.search import StepSearch
from ..logic.state import NamedTheory
from ..logic.supports import Supports
from ..logic.supposition import Supposition
from ..logic.ways import MOST_CELLS, Ways
from ..struct_views import DTYPES
from .named_theory import grid_of, meets_of, named_theory
from .premises import premises_of, sees_of
from .supports import supports_of

#: The maximum and minimum number of words in which chains record which node denies which.
ROWS, FEWEST_ROWS = 1 << 22, 1 << 17
#: Nodes of chains that are digits of almost locked sets, the candidates of each, and the links
#: between these nodes.
SET_NODES = 1 << 12
IN_SET = 4
SET_LINKS = 1 << 14
#: Most numbers for the branches of a proof by cases; the longest proof of the Explainer's steps.
LONGEST_BRANCHES, LONGEST_PROOF = 1 << 17, 1 << 16
#: The maximum number of candidates of a position for which the Explainer's chains are searched, on
#: 9×9 boards without rules and on others.
CANDIDATES, MOST_CANDIDATES = 400, 1024


def search_on(theory: Theory, explainer: bool = False) -> StepSearch:
    """Return a search with its arrays; explainer: with those of the Explainer's techniques too."""
    named = named_theory(theory)
    stop_if_cancelled()
    grid = grid_of(theory)
    stop_if_cancelled()
    variables, boards = theory.variable_count, named.boards
    places = variables + 1 + len(theory.clauses) + variables
    branches = min(named.size * (2 * variables + 3), LONGEST_BRANCHES)
    longest_proof = max(3 * places + 6, branches)
    if explainer:
        longest_proof = max(longest_proof, LONGEST_PROOF)
    room = _sizes_of(named, grid)
    room["places"] = places
    room["proof"] = longest_proof
    room["statuses"] = variables + 1
    more = room | _of_explainer(theory, grid) if explainer else None
    kinds = _kinds_of(StepSearch)
    first = StepSearch._fields.index("best")  # from here on, the Explainer's
    parts = {name: _filled(kinds[name], more) for name in StepSearch._fields[first:]}
    rows_first = np.array([2, 1, 0, 3])[grid.types]  # rows, columns, boxes, others
    order = np.argsort(rows_first, kind="stable")
    parts["fish"] = _laid_out(fish.FishSearch, room, order=order.astype(np.int64))
    # Refutations nest once: the inner supposition has none inside, so it needs no room for them.
    for name, inners in (("guess", boards), ("inner", 0)):
        own = {
            "inners": inners,
            "nodes": variables + 1 + len(theory.clauses) + inners,
            "deps": inners * named.cells + variables + 1,
        }
        parts[name] = _laid_out(Supposition, room | own)
    links = _links(theory, named)
    parts["ways"] = _laid_out(Ways, room, **premises_of(theory))
    room["support_levels"] = MOST_CELLS + 1
    parts["supports"] = _laid_out(Supports, room, **supports_of(theory, sees_of(theory)))
    made: StepSearch = _laid_out(StepSearch, room, theory=named, grid=grid, links=links, **parts)
    return made


def _sizes_of(named: NamedTheory, grid: Grid) -> dict[str, int]:
    """Return the names for the room of arrays that a theory alone determines."""
    board_words = named.boards // 64 + 1
    words = grid.cells // fish.BITS + 1
    scratch = max(8, 4 * named.cells)
    return {
        "board_words": board_words,
        "boards": named.boards,
        "cells": named.cells,
        "clauses": len(named.exact),
        "houses": len(named.house_cells),
        "regions": len(grid.full),
        "rules": len(named.rule_kind),
        "scratch": scratch,
        "size": named.size,
        "words": words,
    }


@cache
def _kinds_of(record: Any) -> dict[str, Any]:
    """Return the types of a record's fields. (Reading them takes a tenth of laying out.)"""
    return get_type_hints(record, include_extras=True)


def _laid_out(record: Any, room: Mapping[str, int] | None, **given: Any) -> Any:
    """Return a record whose lists, but for those given, are zeros with the room that they state."""
    kinds = _kinds_of(record)
    made = {name: _filled(kind, room) for name, kind in kinds.items() if name not in given}
    return record(**made, **given)


def _filled(kind: Any, room: Mapping[str, int] | None) -> Any:
    """Return a field of a record: a list of zeros, or a record; None: with room for one number."""
    if hasattr(kind, "_fields"):
        return _laid_out(kind, room)
    dtype = next((factor for factor in kind.__metadata__ if factor in DTYPES), "int64")
    factors = [] if room is None else [factor for factor in kind.__metadata__ if factor != dtype]
    return np.zeros(prod(_size(factor, room or {}) for factor in factors), dtype)


def _size(factor: int | str, room: Mapping[str, int]) -> int:
    name, _, more = str(factor).partition("+")
    return factor if isinstance(factor, int) else room[name] + int(more or 0)


def _links(theory: Theory, named: NamedTheory) -> ChainLinks:
    """Return the arrays of chains; they begin with the nodes that a theory has in every
    position."""
    variables, nodes = theory.variable_range, named.nodes + SET_NODES
    meets = meets_of(theory).members
    before = len(variables)
    # None of node 0, a variable's own, then those of the meets.
    starts = np.concatenate([[0], np.arange(before), before + meets.starts])
    items = np.concatenate([np.arange(1, before + 1), meets.items])
    words = nodes // 64 + 1
    room = {
        "nodes": nodes,
        "partners": len(named.holders.items) + SET_LINKS,
        "rows": max(FEWEST_ROWS, min(named.nodes + 1, ROWS // words + 2) * words),
        "statuses": len(variables) + 1,
        "words": words,
    }

    def padded(known: np.ndarray, more: int) -> Any:
        return np.concatenate([known.astype(np.int64), np.zeros(more, np.int64)])

    made: ChainLinks = _laid_out(
        ChainLinks,
        room,
        members=padded(items, IN_SET * SET_NODES),
        starts=padded(starts, SET_NODES),
    )
    return made


def _of_explainer(theory: Theory, grid: Grid) -> dict[str, int]:
    """Return the further names for the room of the Explainer's techniques."""
    layout = theory.known_layout
    usual = layout.size < 10 and not theory.rules
    most = min(theory.board_variables, CANDIDATES if usual else MOST_CANDIDATES)
    mates = layout.size * 4 + 4 if not theory.rules else _most_mates(theory)
    depth = int(np.diff(grid.regions_of.starts).max(initial=1))
    links = 2 * (layout.cell_count + len(grid.first_spots))
    return {
        "candidates": most,
        "depth": depth,
        "links": links,
        "literal_words": 2 * most // closures.BITS + 1,
        "literals": 2 * most,
        "neighbours": most * mates,
        "spots": len(grid.first_spots),
        "width": (most + closures.BITS - 1) // closures.BITS,
    }


def _most_mates(theory: Theory) -> int:
    """Return the largest number of candidates that share clauses with one candidate."""
    # Sets of variables, as bits.
    on_board = (2 << theory.board_variables) - 1
    together = [sum(1 << v for v in members) & on_board for members in theory.members]
    most = 0
    for v in theory.board_range:
        mates = 0
        for clause in theory.occurrences[v]:
            mates |= together[clause]
        most = max(most, mates.bit_count())
    return most
