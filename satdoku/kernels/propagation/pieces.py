"""A generic form as propagators: their kinds, parameters and cells."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from ...constraints import forms
from ...constraints.memo import Memo
from ...errors import SatdokuError
from ...geometry import Cells
from ...layout import Layout
from . import areas, connections, dispatch
from .automaton_pieces import Data, automaton_data, machine_data
from .connection_pieces import areas_data, connected_data
from .count_pieces import counts_data, is_small
from .label_pieces import labels_data
from .ranks import LARGER
from .sum_pieces import equal_sums_piece, sets_with_sum, sum_piece

Made = TypeVar("Made")
#: The largest number that terms of a sum may add up to: twice as much is still a 64-bit word.
MOST_IN_SUM = 10**18


class NotOnMasks(SatdokuError):
    """Raised for a board with a rule that has no propagator, or with more digits than a mask."""


class Piece(NamedTuple):
    """A propagator: its kind, its parameters, and the cells that its run depends on."""

    kind: int
    data: Sequence[int]
    scope: Cells


#: Adds the propagators of an alternative; returns the first, and the one behind the last.
AddInner = Callable[[list[Piece]], tuple[int, int]]


class PropagatorMaker:
    """Makes propagators of forms.

    distinct: sets of cells without a digit twice, as bit masks, the houses first. states, saved,
    words: how much working space what was made so far needs (see `board.Masks`).
    """

    def __init__(self, layout: Layout, distinct: list[int], add_inner: AddInner) -> None:
        self.layout = layout
        self.distinct = distinct
        self.add_inner = add_inner
        self.states = 1
        self.saved = 1
        self.words = 1

    def mask(self, digits: Iterable[int]) -> int:
        """Return the mask of digits, given by value; without those that the board does not have."""
        first = self.layout.digits[0]
        mask = 0
        for d in digits:
            if 0 <= d - first < self.layout.size:
                mask |= 1 << (d - first)
        return mask

    def of_all(self, parts: Iterable[forms.Searched]) -> list[Piece]:
        """Return the propagators of forms. Raises `NotOnMasks`."""
        made: list[Piece] = []
        counts: dict[Cells, list[forms.Count]] = {}
        for form in parts:
            if isinstance(form, forms.Count) and is_small(form):
                counts.setdefault(form.cells, []).append(form)
            elif isinstance(form, forms.EqualSums):
                made.extend(self._equal_sums(form))
            else:
                make = MAKERS[type(form)]
                made.append(make(self, form))
        for some in counts.values():
            made.append(self._counts(some))
        return made

    def _candidates(self, form: forms.Candidates) -> Piece:
        mask = self.mask(form.digits)
        return Piece(dispatch.CANDIDATES, (form.cell, mask), (form.cell,))

    def _one_of(self, form: forms.OneOf) -> Piece:
        mask = self.mask(form.digits)
        return Piece(dispatch.ONE_OF, (int(form.exactly), mask, *form.cells), form.cells)

    def _distinct(self, form: forms.Distinct) -> Piece:
        return Piece(dispatch.HOUSE, form.cells, form.cells)

    def _sets(self, form: forms.Sets) -> Piece:
        key = form.sets, self.layout.digits
        masks = kept(_masks, key, lambda: [self.mask(digits) for digits in form.sets])
        data = [len(form.cells), *form.cells, len(masks), *masks]
        return Piece(dispatch.SETS, data, form.cells)

    def _count(self, form: forms.Count) -> Piece:
        return self._automaton(forms.as_automaton(form, self.layout.digits))

    def _distinct_count(self, form: forms.DistinctCount) -> Piece:
        scope = (form.control, *form.cells)
        return Piece(dispatch.DISTINCT_COUNT, scope, scope)

    def _unequal(self, form: forms.Unequal) -> Piece:
        both = (*form.first, *form.second)
        return Piece(dispatch.UNEQUAL, both, once(both))

    def _alike(self, form: forms.Alike) -> Piece:
        groups = form.groups
        scope = tuple(chain.from_iterable(groups))
        data = [len(groups), len(groups[0]), *scope]
        return Piece(dispatch.ALIKE, data, once(scope))

    def _parted(self, form: forms.Parted) -> Piece:
        scope = (*form.cells, *form.labels)
        data = [len(form.cells), form.size, form.count, *scope]
        return Piece(dispatch.PARTED, data, once(scope))

    def _lookup(self, form: forms.Lookup) -> Piece:
        mask = self.mask(form.digits)
        data = [form.place, form.value, mask, *form.cells]
        scope = [form.place, *form.cells]
        if form.value >= 0:
            scope.append(form.value)
        return Piece(dispatch.LOOKUP, data, once(scope))

    def _rank(self, form: forms.Rank) -> Piece:
        scope = (*form.line, *chain.from_iterable(form.others))
        sides, rest = divmod(len(form.others) + 1, self.layout.size)
        digit = -1
        rivals = len(form.others)
        below = form.below
        if not rest:
            # from each side, one line begins with each digit
            place, below = divmod(below, sides)
            digit = 1 << place
            rivals = sides - 1
        tie = LARGER if form.ties else 0
        data = [below, rivals - below, digit, len(form.line), tie, *scope]
        return Piece(dispatch.RANK, data, once(scope))

    def _relation(self, form: forms.Relation) -> Piece:
        tables = _relation_tables(form.pairs, self.layout.digits[0], self.layout.size)
        scope = (form.first, form.second)
        return Piece(dispatch.RELATION, array("q", scope) + tables, scope)

    def _needs(self, words: int) -> None:
        """Take note of the working space of a propagator."""
        self.words = max(self.words, words)

    def _sum(self, form: forms.Sum) -> Piece:
        largest = max(map(abs, self.layout.digits))
        if sum(map(abs, form.coefficients)) * largest > MOST_IN_SUM:
            raise NotOnMasks("the numbers of a sum are too large")
        kind, data, words = sum_piece(form, self.layout, self.distinct)
        self._needs(words)
        return Piece(kind, data, form.cells)

    def _equal_sums(self, form: forms.EqualSums) -> Iterator[Piece]:
        made = equal_sums_piece(form, self.layout, self.distinct)
        if not made:
            yield from self.of_all(form.differences())
            return
        kind, data, words = made
        self._needs(words)
        cells = chain.from_iterable(form.parts)
        yield Piece(kind, data, once(cells))

    def _lunchbox(self, form: forms.Lunchbox) -> Piece:
        count = len(form.cells)
        self._needs(count)
        between = self.layout.digits[1:-1]
        data = [count, *form.cells]
        for digits in sets_with_sum(between, form.total, count - 2):
            mask = self.mask(digits)
            data.append(mask)
        return Piece(dispatch.LUNCHBOX, data, form.cells)

    def _counts(self, counts: Sequence[forms.Count]) -> Piece:
        data, words = counts_data(counts, self.layout, self.distinct)
        self._needs(words)
        return Piece(dispatch.COUNTS, data, counts[0].cells)

    def _labels(self, form: forms.LabelCount) -> Piece:
        data = labels_data(form, self.layout.digits[0])
        if not data:
            return self._automaton(forms.as_automaton(form, self.layout.digits))
        self._needs(len(data))
        return Piece(dispatch.LABELS, data, once(form.cells))

    def _automaton(self, form: forms.Automaton) -> Piece:
        first = self.layout.digits[0]
        return self._read(form, lambda: automaton_data(form, first))

    def _machine(self, form: forms.Machine) -> Piece:
        return self._read(form, lambda: machine_data(form.layers))

    def _read(self, form: forms.Automaton | forms.Machine, make: Callable[[], Data]) -> Piece:
        data, states = kept(_automata, form.key, make, _size_of)
        self.states = max(self.states, states)
        data = array("q", [len(form.cells), *form.cells]) + data
        return Piece(dispatch.AUTOMATON, data, once(form.cells))

    def _connected(self, form: forms.Connected) -> Piece:
        vertices = len(form.cells) + 1
        self._needs(connections.SPACE * vertices)
        mask = self.mask(form.digits)
        data = connected_data(form, mask)
        return Piece(dispatch.CONNECTED, data, form.cells)

    def _areas(self, form: forms.Areas) -> Piece:
        vertices = len(form.cells) + 1
        self._needs(areas.SPACE * vertices)
        mask = self.mask(form.digits)
        first = self.layout.digits[0]
        data = areas_data(form, mask, first)
        numbers = [number for _, number in form.clues]
        scope = once((*form.cells, *numbers))
        return Piece(dispatch.AREAS, data, scope)

    def _any_of(self, form: forms.AnyOf) -> Piece:
        data: list[int] = []
        scope: dict[int, None] = {}
        for parts in form.alternatives:
            # all first: an `or` among these adds propagators of its own
            pieces = self.of_all(parts)
            data.extend(self.add_inner(pieces))
            for piece in pieces:
                scope.update(dict.fromkeys(piece.scope))
        # alternatives in alternatives are on the stack together
        self.saved += 2 * len(scope)
        return Piece(dispatch.ANY_OF, data, tuple(scope))


def weighs_one(made: object) -> int:
    """Return 1."""
    return 1


def once(cells: Iterable[int]) -> Cells:
    """Return the cells, each once."""
    return tuple(dict.fromkeys(cells))


def kept(
    memo: Memo, key: Hashable, make: Callable[[], Made], weigh: Callable[[Made], int] = weighs_one
) -> Made:
    """Return what is kept under a key, made if needed; what has no key is made each time."""
    if key is None:
        return make()
    found: Made = memo.get(key, make, weigh)
    return found


@lru_cache(maxsize=2_000)
def _relation_tables(pairs: forms.DigitPairs, first: int, size: int) -> array[int]:
    forwards = [0] * size
    backwards = [0] * size
    for a, b in pairs:
        i = a - first
        j = b - first
        forwards[i] |= 1 << j
        backwards[j] |= 1 << i
    return array("q", forwards + backwards)


#: Makes the propagator of a form.
Maker = Callable[[PropagatorMaker, Any], Piece]
#: By form. Counts of the same cells are one propagator; parts with equal sums may be several.
MAKERS: dict[type, Maker] = {
    forms.Relation: PropagatorMaker._relation,
    forms.Candidates: PropagatorMaker._candidates,
    forms.OneOf: PropagatorMaker._one_of,
    forms.Distinct: PropagatorMaker._distinct,
    forms.Sets: PropagatorMaker._sets,
    forms.Sum: PropagatorMaker._sum,
    forms.Count: PropagatorMaker._count,
    forms.LabelCount: PropagatorMaker._labels,
    forms.Automaton: PropagatorMaker._automaton,
    forms.Machine: PropagatorMaker._machine,
    forms.AnyOf: PropagatorMaker._any_of,
    forms.DistinctCount: PropagatorMaker._distinct_count,
    forms.Rank: PropagatorMaker._rank,
    forms.Unequal: PropagatorMaker._unequal,
    forms.Alike: PropagatorMaker._alike,
    forms.Connected: PropagatorMaker._connected,
    forms.Areas: PropagatorMaker._areas,
    forms.Parted: PropagatorMaker._parted,
    forms.Lunchbox: PropagatorMaker._lunchbox,
    forms.Lookup: PropagatorMaker._lookup,
}
#: The parameters of automata by key, with the most numbers kept.
_automata = Memo(2_000_000)
#: The masks of sets of digits, by these and the digits of the board.
_masks = Memo(2_000)


def _size_of(made: Data) -> int:
    return len(made[0])
