"""Compiles the rules of a board to propagators: houses, their intersections, and generic forms."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain, combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ...constraints import forms
from ...constraints.forms import Cells, DigitSet
from ...constraints.memo import Memo
from ...constraints.registry import all_forms
from ...errors import SatdokuError
from ...layout import Layout
from ..struct_views import Ragged
from . import connections, dispatch
from .board import CHEAP, COSTLY, INNER, MOST_DIGITS, Propagators
from .sums import BITS

#: The most sets of digits of a group in a sum; larger groups are split.
MOST_SETS = 600
#: The most transitions of an automaton that is searched for digits that all its words have.
MOST_SEARCHED = 600
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


class NotOnMasks(SatdokuError):
    """Raised for a board with a rule that has no propagator, or with more digits than a mask."""


class Piece(NamedTuple):
    """A propagator: its kind, its parameters, and the cells that its run depends on."""

    kind: int
    data: Sequence[int]
    scope: Cells


@dataclass(slots=True)
class Compiler:
    """The propagators of a board so far.

    distinct: sets of cells without a digit twice, the houses first. house_lists: what `Propagators`
    says of houses. states, saved, words: how much
    working space the propagators need (see `board.Masks`).
    """

    layout: Layout
    kinds: list[int] = field(default_factory=list)
    queues: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    data: array[int] = field(default_factory=lambda: array("q"))
    scopes: list[Cells] = field(default_factory=list)
    distinct: list[frozenset[int]] = field(default_factory=list)
    house_lists: dict[str, Any] = field(default_factory=dict)
    states: int = 1
    saved: int = 1
    words: int = 1

    # -- Propagators ------------------------------------------------------------------------------

    def add(self, piece: Piece, is_inner: bool = False) -> None:
        """Add a propagator; is_inner: it belongs to an alternative, so it waits in no queue."""
        queue = COSTLY if piece.kind in SLOW else CHEAP
        self.kinds.append(piece.kind)
        self.queues.append(INNER if is_inner else queue)
        self.data.extend(piece.data)
        self.starts.append(len(self.data))
        self.scopes.append(piece.scope)

    def mask(self, digits: Iterable[int]) -> int:
        """Return the mask of digits, given by value."""
        first = self.layout.digits[0]
        return sum(1 << (d - first) for d in set(digits))

    def add_forms(self, parts: Sequence[forms.Form]) -> None:
        """Add the forms of all rules."""
        # cells that are distinct by a rule make groups in sums, too
        for form in parts:
            match form:
                case forms.Distinct(cells) | forms.Sets(cells, _):
                    self.distinct.append(frozenset(cells))
        for form in parts:
            for piece in self.pieces(form):
                self.add(piece)

    def pieces(self, form: forms.Form) -> Iterator[Piece]:
        """Yield the propagators of a form. Raises `NotOnMasks`."""
        match form:
            case forms.Candidates(cell, digits):
                yield Piece(dispatch.CANDIDATES, [cell, self.mask(digits)], (cell,))
            case forms.OneOf(cells, digits, exactly):
                data = [int(exactly), self.mask(digits), *cells]
                yield Piece(dispatch.ONE_OF, data, cells)
            case forms.Distinct(cells):
                yield Piece(dispatch.HOUSE, cells, cells)
            case forms.Relation():
                yield Piece(
                    dispatch.RELATION,
                    [form.first, form.second, *self._tables(form)],
                    (form.first, form.second),
                )
            case forms.Sets(cells, sets):
                yield Piece(dispatch.SETS, self._sets(cells, sets), cells)
            case forms.Sum():
                yield self._sum(form)
            case forms.Automaton():
                yield self._automaton(form)
                if needed := self._needed(form):
                    yield Piece(dispatch.NEEDED, [needed, *form.cells], form.cells)
            case forms.DistinctCount(control, cells):
                scope = (control, *cells)
                yield Piece(dispatch.DISTINCT_COUNT, scope, scope)
            case forms.Rank(line, others, below):
                scope = (*line, *chain.from_iterable(others))
                data = [below, len(line), *scope]
                yield Piece(dispatch.RANK, data, tuple(dict.fromkeys(scope)))
            case forms.Unequal(first, second):
                both = (*first, *second)
                yield Piece(dispatch.UNEQUAL, both, tuple(dict.fromkeys(both)))
            case forms.Alike(groups):
                cells = tuple(chain.from_iterable(groups))
                data = [len(groups), len(groups[0]), *cells]
                yield Piece(dispatch.ALIKE, data, tuple(dict.fromkeys(cells)))
            case forms.Connected():
                yield self._connected(form)
            case forms.Parted(cells, labels, size, count):
                data = [len(cells), size, count, *cells, *labels]
                yield Piece(dispatch.PARTED, data, tuple(dict.fromkeys((*cells, *labels))))
            case forms.AnyOf(alternatives):
                yield self._any_of(alternatives)
            case forms.Areas():
                raise NotOnMasks("areas are not searched on masks")

    def _tables(self, form: forms.Relation) -> list[int]:
        first = self.layout.digits[0]
        size = self.layout.size
        return _relation_tables(form.pairs, first, size)

    def _sets(self, cells: Cells, sets: Sequence[DigitSet]) -> list[int]:
        masks = [self.mask(digits) for digits in sets]
        return [len(cells), *cells, len(masks), *masks]

    def _sum(self, form: forms.Sum) -> Piece:
        groups = list(self._groups(form))
        digits = self.layout.digits
        # the least and the largest sum of each group
        ranges: list[tuple[int, int]] = []
        for coefficient, cells in groups:
            ends = sum(digits[: len(cells)]), sum(digits[-len(cells) :])
            least, most = sorted(coefficient * end for end in ends)
            ranges.append((least, most))
        before = [(0, 0)]
        for low, high in ranges:
            before.append((before[-1][0] + low, before[-1][1] + high))
        behind = [(0, 0)]
        for low, high in reversed(ranges):
            behind.append((behind[-1][0] + low, behind[-1][1] + high))
        behind.reverse()
        total = form.total
        bases: list[int] = []
        widest = 0
        for (low, high), (rest_low, rest_high) in zip(before, behind, strict=True):
            base = max(low, total - rest_high)
            top = min(high, total - rest_low)
            if top < base:
                return Piece(dispatch.CANDIDATES, [form.cells[0], 0], form.cells[:1])
            bases.append(base)
            widest = max(widest, top - base + 1)
        if widest > BITS:
            terms = zip(form.coefficients, form.cells, strict=True)
            return Piece(dispatch.BOUNDS, [total, *chain.from_iterable(terms)], form.cells)
        data = [len(groups), *bases]
        for coefficient, cells in groups:
            sets: Sequence[int] = ()
            if len(cells) > 1:
                sets = _sets_by_sum(digits[0], self.layout.size, len(cells), coefficient)
            data += [coefficient, len(cells), *cells, len(sets) // 2, *sets]
        self.words = max(self.words, 2 * len(groups) + 1)
        return Piece(dispatch.SUM, data, form.cells)

    def _groups(self, form: forms.Sum) -> Iterator[tuple[int, Cells]]:
        """Yield (coefficient, cells that are distinct) of a sum, greedily the largest first."""
        most = 1
        while most < self.layout.size and comb(self.layout.size, most + 1) <= MOST_SETS:
            most += 1
        terms = dict(zip(form.cells, form.coefficients, strict=True))
        for coefficient in dict.fromkeys(form.coefficients):
            left = {cell for cell in form.cells if terms[cell] == coefficient}
            while left:
                best = max((left & house for house in self.distinct), key=len, default=set())
                group = sorted(best if len(best) > 1 else left)
                size = most if len(best) > 1 else 1
                for k in range(0, len(group), size):
                    yield coefficient, tuple(group[k : k + size])
                left.difference_update(group)

    def _automaton(self, form: forms.Automaton) -> Piece:
        if form.key is None:
            data, states = _automaton_data(form)
        else:
            data, states = _automata.get(form.key, lambda: _automaton_data(form), _size_of)
        self.states = max(self.states, states)
        scope = tuple(dict.fromkeys(form.cells))
        return Piece(dispatch.AUTOMATON, [len(form.cells), *form.cells, *data], scope)

    def _needed(self, form: forms.Automaton) -> int:
        """Return the mask of the digits that each word of a small automaton has."""
        if len(form.cells) > self.layout.size or sum(map(len, form.layers)) > MOST_SEARCHED:
            return 0
        if form.key is None:
            return self.mask(_digits_needed(form))
        return self.mask(_needed_digits.get(form.key, lambda: _digits_needed(form)))

    def _connected(self, form: forms.Connected) -> Piece:
        count = len(form.cells)
        place = {cell: i for i, cell in enumerate(form.cells)}
        near: list[list[int]] = [[] for _ in range(count + 1)]
        pairs = [(place[a], place[b]) for a, b in form.edges if a in place and b in place]
        pairs += [(place[cell], count) for cell in form.border if cell in place]
        for a, b in pairs:
            near[a].append(b)
            near[b].append(a)
        first = 4 + count + count + 2
        places = accumulate(map(len, near), initial=first)
        must_touch = int(form.must_touch)
        head = [count, self.mask(form.digits), form.size, must_touch, *form.cells]
        self.words = max(self.words, connections.SPACE * (count + 1))
        data = [*head, *places, *chain.from_iterable(near)]
        return Piece(dispatch.CONNECTED, data, form.cells)

    def _any_of(self, alternatives: Sequence[Sequence[forms.Form]]) -> Piece:
        data: list[int] = []
        scope: dict[int, None] = {}
        for parts in alternatives:
            # all first: an `or` among these adds propagators of its own
            pieces = [piece for form in parts for piece in self.pieces(form)]
            first = len(self.kinds)
            for piece in pieces:
                self.add(piece, is_inner=True)
                scope.update(dict.fromkeys(piece.scope))
            data += [first, len(self.kinds)]
        # each depth of alternatives in alternatives needs this much once
        self.saved += 2 * len(scope)
        return Piece(dispatch.ANY_OF, data, tuple(scope))

    # -- The result -------------------------------------------------------------------------------

    def propagators(self) -> Propagators:
        """Return all propagators, as arrays."""
        kinds = np.array(self.kinds, np.int64)
        lengths = np.array([len(scope) for scope in self.scopes], np.int64)
        cells = np.fromiter(chain.from_iterable(self.scopes), np.int64, int(lengths.sum()))
        owners = np.repeat(np.arange(len(kinds), dtype=np.int64), lengths)
        waits = np.array(self.queues, np.int64)[owners] != INNER
        watched = cells[waits]
        order = np.argsort(watched, kind="stable")
        count = self.layout.cell_count
        return Propagators(
            cells=count,
            size=self.layout.size,
            first=self.layout.digits[0],
            kinds=kinds,
            queues=np.array(self.queues, np.int64),
            repeats=np.array([kind not in ONCE for kind in self.kinds], np.int64),
            starts=np.array(self.starts, np.int64),
            data=np.array(self.data, np.int64),
            scopes=Ragged(_places(lengths), cells),
            watchers=Ragged(_places(np.bincount(watched, minlength=count)), owners[waits][order]),
            **self.house_lists,
        )


def _house_lists(layout: Layout) -> dict[str, Any]:
    """Return `houses_of`, `house_cells` and `is_in` of `Propagators`."""
    houses = [sorted(house.cells) for house in layout.houses]
    of_cells: list[list[int]] = [[] for _ in range(layout.cell_count)]
    is_in = np.zeros((len(houses), layout.cell_count), np.uint8)
    for number, house in enumerate(houses):
        is_in[number, house] = 1
        for cell in house:
            of_cells[cell].append(number)
    return {
        "houses_of": _ragged(of_cells),
        "house_cells": _ragged(houses),
        "is_in": is_in.ravel(),
    }


def compiled(layout: Layout) -> Compiler:
    """Return the propagators of a layout with its rules. Raises `NotOnMasks`."""
    if layout.size > MOST_DIGITS:
        raise NotOnMasks(f"{layout.size} digits are more than {MOST_DIGITS}")
    own = _own_part(layout.without_constraints())
    made = Compiler(
        layout,
        own.kinds.copy(),
        own.queues.copy(),
        own.starts.copy(),
        own.data[:],
        own.scopes.copy(),
        own.distinct.copy(),
        own.house_lists,
    )
    made.add_forms([form for _, parts in all_forms(layout) for form in parts])
    return made


@lru_cache(maxsize=64)
def _own_part(layout: Layout) -> Compiler:
    """Return the propagators of houses and of their intersections."""
    made = Compiler(layout)
    houses = [frozenset(house.cells) for house in layout.houses]
    for house in layout.houses:
        made.add(Piece(dispatch.HOUSE, house.cells, tuple(house.cells)))
    full = [house for house in houses if len(house) == layout.size]
    for first, second in combinations(dict.fromkeys(full), 2):
        if len(first & second) > 1:
            a = sorted(first - second)
            b = sorted(second - first)
            made.add(Piece(dispatch.INTERSECTION, [len(a), *a, *b], (*a, *b)))
    made.distinct.extend(houses)
    made.house_lists.update(_house_lists(layout))
    return made


def _ragged(lists: Sequence[Sequence[int]]) -> Ragged:
    lengths = np.array(list(map(len, lists)), np.int64)
    items = np.fromiter(chain.from_iterable(lists), np.int64, int(lengths.sum()))
    return Ragged(_places(lengths), items)


def _places(lengths: np.ndarray) -> np.ndarray:
    """Return where lists of these lengths begin, one after the other, and where the last ends."""
    places = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=places[1:])
    return places


@lru_cache(maxsize=2_000)
def _relation_tables(pairs: forms.DigitPairs, first: int, size: int) -> list[int]:
    tables = [0] * (2 * size)
    for a, b in pairs:
        tables[a - first] |= 1 << (b - first)
        tables[size + b - first] |= 1 << (a - first)
    return tables


@lru_cache(maxsize=500)
def _sets_by_sum(first: int, size: int, count: int, coefficient: int) -> list[int]:
    """Return each set of so many digits: its mask, and its sum times the coefficient, by sum."""
    found: list[tuple[int, int]] = []
    for digits in combinations(range(size), count):
        mask = sum(1 << d for d in digits)
        found.append((coefficient * (sum(digits) + first * count), mask))
    found.sort()
    return [number for worth, mask in found for number in (mask, worth)]


#: The parameters of automata by key, with the most numbers kept.
_automata = Memo(2_000_000)


#: The digits that all words of automata have, by key.
_needed_digits = Memo(5_000)


def _digits_needed(form: forms.Automaton) -> DigitSet:
    """Return the digits that each accepted word has."""
    needed = {d for _, d, _ in chain.from_iterable(form.layers)}
    for digit in sorted(needed):
        reached = {0}
        for layer in form.layers:
            reached = {after for before, d, after in layer if before in reached and d != digit}
        if reached:
            needed.discard(digit)
    return frozenset(needed)


def _size_of(made: tuple[array[int], int]) -> int:
    return len(made[0])


def _automaton_data(form: forms.Automaton) -> tuple[array[int], int]:
    """Return the parameters of an automaton but the first two, and its states in all boundaries."""
    layers = form.layers
    ends = [len(states) for states in form.meanings]
    last = max((after for _, _, after in layers[-1]), default=0)
    states = list(accumulate([1, *ends, last + 1], initial=0))
    data = array("q")
    place = 1 + 2 * len(layers)
    for layer in layers:
        data.append(place)
        place += 3 + 3 * len(layer)
    for i, layer in enumerate(layers):
        data.extend((len(layer), states[i], states[i + 1]))
        data.extend(chain.from_iterable(layer))
    return data, states[-1]
