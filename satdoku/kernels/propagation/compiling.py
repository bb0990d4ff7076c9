"""Compiles the rules of a board to propagators: houses, their intersections, and generic forms."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from ...constraints import forms
from ...constraints.implied import implied_sums
from ...constraints.registry import all_forms
from ...layout import Layout
from ..steps.named_theory import ragged
from ..struct_views import Ragged
from . import dispatch
from .board import CHEAP, COSTLY, INNER, MOST_DIGITS, Propagators
from .pieces import NotOnMasks, Piece, Pieces

#: Kinds that run after all cheap ones.
SLOW = {
    dispatch.SUM,
    dispatch.AUTOMATON,
    dispatch.CONNECTED,
    dispatch.ANY_OF,
    dispatch.RANK,
    dispatch.BOUNDS,
}
#: Kinds for which one run finds all that a second would: they need not hear of their own changes.
ONCE = {
    dispatch.HOUSE,
    dispatch.INTERSECTION,
    dispatch.RELATION,
    dispatch.SETS,
    dispatch.ONE_OF,
    dispatch.CANDIDATES,
    dispatch.BOUNDS,
}


class Compiler:
    """The propagators of a board so far.

    pieces: makes those of forms. house_lists: what `Propagators` says of houses.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.kinds: list[int] = []
        self.queues: list[int] = []
        self.starts = [0]
        self.data = array("q")
        self.scopes: list[Sequence[int]] = []
        houses = [frozenset(house.cells) for house in layout.houses]
        self.pieces = Pieces(layout, houses, self.add_inner)
        self.house_lists = _house_lists(layout)

    def copy(self, layout: Layout) -> Compiler:
        """Return a copy, to which the rules of a layout with the same houses are added."""
        other = copy(self)
        other.layout = layout
        other.kinds = self.kinds.copy()
        other.queues = self.queues.copy()
        other.starts = self.starts.copy()
        other.data = self.data[:]
        other.scopes = self.scopes.copy()
        other.pieces = Pieces(layout, self.pieces.distinct.copy(), other.add_inner)
        return other

    def add(self, piece: Piece, is_inner: bool = False) -> None:
        """Add a propagator; is_inner: it belongs to an alternative, so it waits in no queue."""
        queue = CHEAP
        if is_inner:
            queue = INNER
        elif piece.kind in SLOW:
            queue = COSTLY
        self.kinds.append(piece.kind)
        self.queues.append(queue)
        self.data.extend(piece.data)
        self.starts.append(len(self.data))
        self.scopes.append(piece.scope)

    def add_inner(self, pieces: Iterable[Piece]) -> tuple[int, int]:
        """Add the propagators of an alternative; return the first, and the one behind the last."""
        first = len(self.kinds)
        for piece in pieces:
            self.add(piece, is_inner=True)
        return first, len(self.kinds)

    def add_forms(self, parts: Sequence[forms.Form]) -> None:
        """Add the forms of all rules."""
        # cells that are distinct by a rule make groups in sums, too
        for form in parts:
            match form:
                case forms.Distinct(cells) | forms.Sets(cells, _):
                    self.pieces.distinct.append(frozenset(cells))
        for form in parts:
            for piece in self.pieces.of(form):
                self.add(piece)

    def propagators(self) -> Propagators:
        """Return all propagators, as arrays."""
        layout = self.layout
        repeats = [kind not in ONCE for kind in self.kinds]
        return Propagators(
            cells=layout.cell_count,
            size=layout.size,
            first=layout.digits[0],
            kinds=_column(self.kinds),
            queues=_column(self.queues),
            repeats=_column(repeats),
            starts=_column(self.starts),
            data=_column(self.data),
            scopes=ragged(self.scopes),
            watchers=_watchers(self.scopes, self.queues, layout.cell_count),
            **self.house_lists,
        )


def compiled(layout: Layout) -> Compiler:
    """Return the propagators of a layout with its rules. Raises `NotOnMasks`."""
    if layout.size > MOST_DIGITS:
        raise NotOnMasks(f"{layout.size} digits are more than {MOST_DIGITS}")
    made = _own_part(layout.without_constraints()).copy(layout)
    parts = [form for _, some in all_forms(layout) for form in some]
    for one in implied_sums(layout):
        parts.extend(one.forms(layout))
    made.add_forms(parts)
    return made


@lru_cache(maxsize=64)
def _own_part(layout: Layout) -> Compiler:
    """Return the propagators of houses and of their intersections."""
    made = Compiler(layout)
    full: dict[frozenset[int], None] = {}
    for house in layout.houses:
        made.add(Piece(dispatch.HOUSE, house.cells, house.cells))
        if len(house.cells) == layout.size:
            full[frozenset(house.cells)] = None
    for first, second in combinations(full, 2):
        if len(first & second) > 1:
            rest = sorted(first - second)
            both = (*rest, *sorted(second - first))
            made.add(Piece(dispatch.INTERSECTION, [len(rest), *both], both))
    return made


def _watchers(scopes: Sequence[Sequence[int]], queues: Sequence[int], cells: int) -> Ragged:
    """Return the propagators that wait in queues, by cell."""
    watching: list[list[int]] = [[] for _ in range(cells)]
    for p, scope in enumerate(scopes):
        if queues[p] == INNER:
            continue
        for cell in scope:
            watching[cell].append(p)
    return ragged(watching)


def _house_lists(layout: Layout) -> dict[str, Any]:
    """Return `houses_of`, `house_cells` and `is_in` of `Propagators`."""
    houses = [house.cells for house in layout.houses]
    count = layout.cell_count
    of_cells: list[list[int]] = [[] for _ in range(count)]
    is_in = np.zeros((len(houses), count), np.uint8)
    for number, cells in enumerate(houses):
        for cell in cells:
            is_in[number, cell] = 1
            of_cells[cell].append(number)
    return {
        "houses_of": ragged(of_cells),
        "house_cells": ragged(houses),
        "is_in": is_in.ravel(),
    }


def _column(numbers: Sequence[int]) -> np.ndarray:
    return np.array(numbers, np.int64)
