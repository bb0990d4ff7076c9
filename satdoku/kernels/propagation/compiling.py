"""Compiles the rules of a board to propagators: houses, their intersections, and generic forms."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ...constraints import forms
from ...constraints.implied import implied_sums
from ...constraints.segments import searched_forms
from ...layout import Layout
from ..steps.named_theory import ragged
from ..struct_views import Ragged
from . import dispatch
from .board import CHEAP, COSTLY, INNER, MOST_DIGITS, Propagators
from .pieces import NotOnMasks, Piece, PropagatorMaker

#: Kinds that run after all cheap ones.
SLOW = {
    dispatch.SUM,
    dispatch.AUTOMATON,
    dispatch.CONNECTED,
    dispatch.ANY_OF,
    dispatch.RANK,
    dispatch.BOUNDS,
    dispatch.COUNTS,
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


#: By kind: the queue in which it waits, and whether it hears of its own changes.
QUEUES = np.array([COSTLY if kind in SLOW else CHEAP for kind in range(dispatch.KINDS)], np.int64)
REPEATS = np.array([kind not in ONCE for kind in range(dispatch.KINDS)], np.int64)


class Columns(NamedTuple):
    """Propagators as arrays: see `Propagators`. Item i of scopes is one of
    scope_cells[scope_starts[i] : scope_starts[i + 1]]."""

    kinds: np.ndarray
    starts: np.ndarray
    data: np.ndarray
    scope_starts: np.ndarray
    scope_cells: np.ndarray


class OwnPart(NamedTuple):
    """What a board has without its rules. houses: their cells. house_lists: what `Propagators` says
    of houses."""

    columns: Columns
    houses: list[frozenset[int]]
    house_lists: dict[str, Any]


class Compiler:
    """The propagators of a board so far: those of its own part, then those of its rules.

    pieces: makes those of forms. _ends, _scope_ends: where the parameters and the scope of each
    propagator of a rule end, counted from the first of a rule. _inner: those of alternatives.
    """

    def __init__(self, layout: Layout, own: OwnPart) -> None:
        self.layout = layout
        self.own = own
        self._first = len(own.columns.kinds)
        self._kinds = array("q")
        self._ends = array("q")
        self._data = array("q")
        self._scope_ends = array("q")
        self._scope_cells = array("i")
        self._inner: list[int] = []
        self.pieces = PropagatorMaker(layout, own.houses.copy(), self.add_inner)

    def add(self, piece: Piece) -> None:
        """Add a propagator."""
        self._kinds.append(piece.kind)
        self._data.extend(piece.data)
        self._ends.append(len(self._data))
        self._scope_cells.extend(piece.scope)
        self._scope_ends.append(len(self._scope_cells))

    def add_inner(self, pieces: Iterable[Piece]) -> tuple[int, int]:
        """Add the propagators of an alternative, which wait in no queue; return the first, and the
        one behind the last."""
        first = self._first + len(self._kinds)
        for piece in pieces:
            self.add(piece)
        end = self._first + len(self._kinds)
        self._inner.extend(range(first, end))
        return first, end

    def add_forms(self, parts: Sequence[forms.Form]) -> None:
        """Add the forms of all rules."""
        # cells that are distinct by a rule make groups in sums, too
        for form in parts:
            match form:
                case forms.Distinct(cells) | forms.Sets(cells, _):
                    self.pieces.distinct.append(frozenset(cells))
        for piece in self.pieces.of_all(parts):
            self.add(piece)

    def columns(self) -> Columns:
        """Return all propagators."""
        own = self.own.columns
        return Columns(
            kinds=np.concatenate((own.kinds, self._kinds)),
            starts=np.concatenate((own.starts, np.add(self._ends, len(own.data)))),
            data=np.concatenate((own.data, self._data)),
            scope_starts=np.concatenate(
                (own.scope_starts, np.add(self._scope_ends, len(own.scope_cells)))
            ),
            scope_cells=np.concatenate((own.scope_cells, self._scope_cells)),
        )

    def propagators(self) -> Propagators:
        """Return the same with all that the search needs."""
        layout = self.layout
        made = self.columns()
        queues = QUEUES[made.kinds]
        queues[self._inner] = INNER
        return Propagators(
            cells=layout.cell_count,
            size=layout.size,
            first=layout.digits[0],
            kinds=made.kinds,
            queues=queues,
            repeats=REPEATS[made.kinds],
            starts=made.starts,
            data=made.data,
            scopes=Ragged(made.scope_starts, made.scope_cells),
            watchers=_watchers(made, queues, layout.cell_count),
            **self.own.house_lists,
        )


def compiled(layout: Layout) -> Compiler:
    """Return the propagators of a layout with its rules. Raises `NotOnMasks`."""
    if layout.size > MOST_DIGITS:
        raise NotOnMasks(f"{layout.size} digits are more than {MOST_DIGITS}")
    made = Compiler(layout, _own_part(layout.without_constraints()))
    parts = list(searched_forms(layout))
    for one in implied_sums(layout):
        parts.extend(one.forms(layout))
    made.add_forms(parts)
    return made


@lru_cache(maxsize=64)
def _own_part(layout: Layout) -> OwnPart:
    """Return the propagators of houses and of their intersections."""
    start = np.zeros(1, np.int64)
    no_numbers = start[:0]
    nothing = Columns(no_numbers, start, no_numbers, start, no_numbers.astype(np.int32))
    houses = [frozenset(house.cells) for house in layout.houses]
    empty = OwnPart(nothing, houses, _house_lists(layout))
    made = Compiler(layout, empty)
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
    return empty._replace(columns=made.columns())


def _watchers(made: Columns, queues: np.ndarray, cells: int) -> Ragged:
    """Return the propagators that wait in queues, by cell."""
    # (in browsers, NumPy numbers places with 32 bits, so types are named)
    lengths = np.diff(made.scope_starts).astype(np.intp)
    owners = np.repeat(np.arange(len(queues), dtype=np.int32), lengths)
    watched = made.scope_cells.astype(np.uint16)
    is_waiting = queues[owners] != INNER
    owners = owners[is_waiting]
    watched = watched[is_waiting]
    order = np.argsort(watched, kind="stable")
    starts = np.zeros(cells + 1, np.int64)
    np.cumsum(np.bincount(watched, minlength=cells), out=starts[1:])
    return Ragged(starts, owners[order])


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
