"""Compiles the rules of a board to propagators: houses, their intersections, and generic forms."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from ...constraints import forms
from ...constraints.implied import (
    held_digits,
    implied_sums,
    regions_in_part,
    with_known_sizes,
)
from ...constraints.searched import searched_forms
from ...layout import Layout
from ..struct_views import Ragged
from . import dispatch
from .band_pieces import Houses, band_piece, band_words, bands_of
from .board import CELLS_OF_WORD, CHEAP, COSTLY, INNER, MOST_DIGITS, SELDOM, Propagators
from .distinct_cells import bits_of, cells_of
from .pieces import NotOnMasks, Piece, PropagatorMaker
from .searching import UNIT

#: Kinds that run after all cheap ones.
SLOW = {
    dispatch.SUM,
    dispatch.AUTOMATON,
    dispatch.CONNECTED,
    dispatch.ANY_OF,
    dispatch.RANK,
    dispatch.BOUNDS,
    dispatch.COUNTS,
    dispatch.LABELS,
    dispatch.AREAS,
    dispatch.EQUAL_SUMS,
    dispatch.LUNCHBOX,
}
#: Kinds for which one run finds all that a second would: they need not hear of their own changes.
ONCE = {
    dispatch.HOUSE,
    dispatch.BAND,
    dispatch.INTERSECTION,
    dispatch.RELATION,
    dispatch.ONE_OF,
    dispatch.CANDIDATES,
    dispatch.BOUNDS,
}


#: The first weight of a cell for each propagator on it; of a rule it counts ten times as much.
OWN_WEIGHT, RULE_WEIGHT = UNIT // 10, UNIT
OWN = (dispatch.HOUSE, dispatch.BAND, dispatch.INTERSECTION)


def _of_kind(kind: int) -> tuple[int, int, int]:
    queue = CHEAP
    if kind in (dispatch.BAND, dispatch.INTERSECTION):
        queue = SELDOM
    elif kind in SLOW:
        queue = COSTLY
    repeats = kind not in ONCE
    weight = RULE_WEIGHT
    if kind in OWN:
        weight = OWN_WEIGHT
    return queue, repeats, weight


#: In each column what holds for a kind: the queue in which it waits, whether it hears of its own
#: changes, and that weight.
OF_KINDS = np.array([_of_kind(kind) for kind in range(dispatch.KINDS)], np.int64).T
#: Kinds that only ask whether cells can, or must, hold one of their digits, the second parameter.
MINDING = (dispatch.CONNECTED, dispatch.ONE_OF)
#: Kinds that look at the cells that differ from their own.
LOOKING_AROUND = (dispatch.SETS, dispatch.SUM, dispatch.EQUAL_SUMS, dispatch.COUNTS)
ALL_OF_WORD = (1 << CELLS_OF_WORD) - 1
#: Arrays about propagators: their kinds, where the parameters of each end, after a zero, these
#: parameters, where its scope ends, after a zero, and the cells of scopes.
Columns = Sequence[np.ndarray]
EMPTY = np.zeros(0, np.int64)
ZERO = np.zeros(1, np.int64)
NOTHING: Columns = (EMPTY, ZERO, EMPTY, ZERO, EMPTY.astype(np.int32))


class OwnPart(NamedTuple):
    """What a board has without its rules. houses: their cells, distinct: the same as bit masks.
    different: for each cell, as bits, those that differ from it; words_of_different: the same as in
    `Propagators`. words: the working space that its propagators need."""

    columns: Columns
    houses: list[frozenset[int]]
    distinct: list[int]
    different: list[int]
    words_of_different: np.ndarray
    words: int


class CompiledBoard(NamedTuple):
    """A board for the search. full: the propagators of houses that hold every digit. weights: the
    first weight of each cell. pieces: says how much working space they need."""

    propagators: Propagators
    full: np.ndarray
    weights: np.ndarray
    pieces: PropagatorMaker


class Compiler:
    """The propagators of a board so far: those of its own part, then those of its rules.

    pieces: makes those of forms. _ends, _scope_ends: where the parameters and the scope of each
    propagator of a rule end. _inner: those of alternatives. _before: how many kinds, parameters and
    cells of scopes there are without rules. held: how many digits houses can hold.
    """

    def __init__(self, layout: Layout, own: OwnPart) -> None:
        self.layout = layout
        self.own = own
        self.held = len(held_digits(layout))
        self.pieces = PropagatorMaker(layout, own.distinct.copy(), self.add_inner)
        self.pieces.words = own.words
        self._kinds = array("q")
        self._ends = array("q")
        self._data = array("q")
        self._scope_ends = array("q")
        self._scope_cells = array("i")
        self._inner: list[int] = []
        kinds, _, data, _, scope_cells = map(len, own.columns)
        self._before = kinds, data, scope_cells

    def add(self, piece: Piece) -> None:
        """Add a propagator."""
        self._kinds.append(piece.kind)
        self._data.extend(piece.data)
        self._ends.append(self._before[1] + len(self._data))
        self._scope_cells.extend(piece.scope)
        self._scope_ends.append(self._before[2] + len(self._scope_cells))

    def add_intersection(self, first: frozenset[int], second: frozenset[int]) -> None:
        """Add that of two houses that hold every digit, if they share several cells."""
        if len(first & second) > 1:
            rest = sorted(first - second)
            both = (*rest, *sorted(second - first))
            self.add(Piece(dispatch.INTERSECTION, [len(rest), *both], both))

    def add_intersections(self, houses: Iterable[frozenset[int]]) -> None:
        """Add those of all pairs of houses."""
        for first, second in combinations(houses, 2):
            self.add_intersection(first, second)

    def add_inner(self, pieces: Iterable[Piece]) -> tuple[int, int]:
        """Add the propagators of an alternative, which wait in no queue; return the first, and the
        one behind the last."""
        first = self._before[0] + len(self._kinds)
        for piece in pieces:
            self.add(piece)
        end = self._before[0] + len(self._kinds)
        self._inner.extend(range(first, end))
        return first, end

    def add_forms(self, parts: Sequence[forms.Searched]) -> None:
        """Add the forms of all rules."""
        houses = _full(self.own.houses, self.held)
        if self.held < self.layout.size:
            self.add_intersections(houses)
        for form in parts:
            if isinstance(form, forms.Distinct | forms.Sets):
                cells = frozenset(form.cells)
                # cells that are distinct by a rule make groups in sums, too
                self.pieces.distinct.append(bits_of(cells))
                if len(cells) == self.layout.size and cells not in houses:
                    # with every digit, they are a house in all but name
                    for house in houses:
                        self.add_intersection(house, cells)
                    houses.append(cells)
        for piece in self.pieces.of_all(parts):
            self.add(piece)

    def columns(self) -> Columns:
        """Return all propagators."""
        added = (self._kinds, self._ends, self._data, self._scope_ends, self._scope_cells)
        return [np.concatenate(both) for both in zip(self.own.columns, added, strict=True)]

    def different(self) -> np.ndarray:
        """Return the words of `Propagators.different`; of no use to a board without such kinds."""
        by_rules = self.pieces.distinct[len(self.own.distinct) :]
        if not by_rules or not any(kind in self._kinds for kind in LOOKING_AROUND):
            return self.own.words_of_different
        different = self.own.different.copy()
        differ(different, by_rules)
        return _in_words(different)

    def minds(self, kinds: np.ndarray, starts: np.ndarray, data: np.ndarray) -> np.ndarray:
        """Return, for each propagator, the digits that it minds (see `Propagators`)."""
        minds = np.full(len(kinds), -1, np.int64)
        for kind in MINDING:
            if kind in self._kinds:
                these = kinds == kind
                minds[these] = data[starts[:-1][these] + 1]
        return minds

    def compiled(self) -> CompiledBoard:
        """Return the same with all that the search needs."""
        layout = self.layout
        cells = layout.cell_count
        kinds, starts, data, scope_starts, scope_cells = self.columns()
        queues, repeats, weights = [of_kinds[kinds] for of_kinds in OF_KINDS]
        queues[self._inner] = INNER
        # (in browsers, NumPy numbers places with 32 bits: types are named, and `take` is refused)
        begins = scope_starts[:-1]
        ends = scope_starts[1:]
        lengths = (ends - begins).astype(np.intp)
        numbers = np.arange(len(queues), dtype=np.int32)
        owners = numbers.repeat(lengths)
        is_waiting = queues != INNER
        is_house = kinds == dispatch.HOUSE
        has_every_digit = lengths == self.held
        is_full = is_house & has_every_digit & is_waiting
        watched = scope_cells
        if self._inner:
            is_heard = is_waiting[owners]
            owners = owners[is_heard]
            watched = watched[is_heard]
        added = np.bincount(watched, weights[owners], cells)
        propagators = Propagators(
            cells=cells,
            size=layout.size,
            first=layout.digits[0],
            kinds=kinds,
            queues=queues,
            repeats=repeats,
            minds=self.minds(kinds, starts, data),
            starts=starts,
            data=data,
            scopes=Ragged(scope_starts, scope_cells),
            watchers=_by_cell(watched, owners, cells),
            different=self.different(),
        )
        full = is_full.nonzero()[0].astype(np.int64)
        first_weights = UNIT + added.astype(np.int64)
        return CompiledBoard(propagators, full, first_weights, self.pieces)


def compiled(layout: Layout) -> CompiledBoard:
    """Return the board of a layout with its rules. Raises `NotOnMasks`."""
    if layout.size > MOST_DIGITS:
        raise NotOnMasks(f"{layout.size} digits are more than {MOST_DIGITS}")
    made = Compiler(layout, _own_part(layout.without_constraints()))
    parts = [*with_known_sizes(searched_forms(layout))]
    parts.extend(regions_in_part(parts))
    for one in implied_sums(layout):
        parts.extend(one.forms(layout))
    made.add_forms(parts)
    return made.compiled()


@lru_cache(maxsize=64)
def _own_part(layout: Layout) -> OwnPart:
    """Return the propagators of houses and of their intersections."""
    houses = [frozenset(house.cells) for house in layout.houses]
    distinct = [bits_of(house) for house in houses]
    different = [0] * layout.cell_count
    differ(different, distinct)
    together = _in_words(different)
    empty = OwnPart(NOTHING, houses, distinct, different, together, words=1)
    made = Compiler(layout, empty)
    for house in layout.houses:
        made.add(Piece(dispatch.HOUSE, house.cells, house.cells))
    in_bands: set[Houses] = set()
    words = 1
    for rows, boxes in bands_of(layout):
        in_bands.update(product(rows, boxes))
        piece = band_piece(rows, boxes)
        made.add(piece)
        words = max(words, band_words(rows, boxes))
    for first, second in combinations(_full(houses, layout.size), 2):
        if (first, second) not in in_bands:
            made.add_intersection(first, second)
    return empty._replace(columns=made.columns(), words=words)


def differ(different: list[int], sets: Iterable[int]) -> None:
    """Note that the cells of each set, a bit mask, differ from each other."""
    for cells in sets:
        for cell in cells_of(cells):
            different[cell] |= cells & ~(1 << cell)


def _in_words(different: Sequence[int]) -> np.ndarray:
    """Return sets of cells, one for each cell, as words."""
    shifts = range(0, len(different), CELLS_OF_WORD)
    words = [bits >> shift & ALL_OF_WORD for bits in different for shift in shifts]
    return np.array(words, np.int64)


def _full(houses: Iterable[frozenset[int]], size: int) -> list[frozenset[int]]:
    """Return the houses of so many cells, each once."""
    return [house for house in dict.fromkeys(houses) if len(house) == size]


def _by_cell(watched: np.ndarray, owners: np.ndarray, cells: int) -> Ragged:
    """Return the propagators by cell: owners[i] is to run when the cell watched[i] changes."""
    # (small numbers are sorted in linear time)
    order = watched.astype(np.uint16).argsort(kind="stable")
    starts = np.zeros(cells + 1, np.int64)
    np.bincount(watched, minlength=cells).cumsum(out=starts[1:])
    return Ragged(starts, owners[order])
