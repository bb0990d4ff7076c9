"""The rules of a theory as relations of two cells and sums, for `logic.supports`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from ...constraints import forms
from ...constraints.registry import all_forms
from ...geometry import Cells
from ...layout import Layout
from ...theory import Theory
from ..logic.ways import MOST_CELLS
from .named_theory import MOST_DIGITS, ragged
from .premises import house_premises, wide_rules

#: Sets of digits that are compared with those of a rule, at most.
MOST_SETS = 5_000


def supports_of(theory: Theory, sees: Sequence[int]) -> dict[str, Any]:
    """Return the arrays of `logic.supports.Supports` that a theory determines.

    sees: by cell the cells that it sees, as bits. Without any premise, nothing is tested: where
    some cells see each other by a rule that does not keep all of their digits apart, or there are
    more digits than a mask has bits.
    """
    layout = theory.known_layout
    told = _ToldRules(layout)
    if layout.size <= MOST_DIGITS:
        _tell(told, theory)
    is_known = np.array(told.is_known, np.uint8)
    tables = np.array(told.tables, np.int64)
    totals = np.array(told.totals, np.int64)
    return {
        "is_known": is_known,
        "relations": ragged(told.relations),
        "tables": tables,
        "sum_cells": ragged(told.sum_cells),
        "sum_weights": ragged(told.sum_weights),
        "totals": totals,
        "apart": _apart(sees),
    }


def _apart(sees: Sequence[int]) -> np.ndarray:
    """Return for each cell and each other whether they see each other."""
    count = len(sees)
    width = -(-count // 8)
    rows = [bits.to_bytes(width, "little") for bits in sees]
    packed = np.frombuffer(b"".join(rows), np.uint8)
    packed = packed.reshape(count, width)
    table = np.unpackbits(packed, axis=1, count=count, bitorder="little")
    return np.ascontiguousarray(table).ravel()


def _tell(told: _ToldRules, theory: Theory) -> None:
    """Add the premises of a theory, or none: see `supports_of`."""
    rules = theory.rules
    meanings = all_forms(theory.known_layout) if rules else ()
    wide = wide_rules(theory) if rules else frozenset[int]()
    if len(meanings) != len(rules):
        return
    for k in wide:
        if not told.is_apart(meanings[k]):
            return
    for k, meaning in enumerate(meanings):
        if k in wide:
            told.add_unknown()
        else:
            told.add(meaning)
    for _ in house_premises(theory):
        told.add(())


class _ToldRules:
    """The premises so far; the fields are those of `Supports`."""

    def __init__(self, layout: Layout) -> None:
        digits = tuple(layout.digits)
        pairs = product(digits, digits)
        self.digits = digits
        self.unequal = frozenset((d, e) for d, e in pairs if d != e)
        self.is_known = list[bool]()
        self.relations = list[list[int]]()
        self.tables = list[int]()
        self.sum_cells = list[Cells]()
        self.sum_weights = list[tuple[int, ...]]()
        self.totals = list[int]()
        self._places = dict[forms.DigitPairs, int]()
        #: By the number of a table, that of its converse.
        self._backwards = dict[int, int]()

    def is_apart(self, meaning: Iterable[forms.Form]) -> bool:
        """Return whether a rule says only that cells have different digits."""
        for form in meaning:
            if isinstance(form, forms.Relation):
                if form.pairs != self.unequal:
                    return False
            elif not isinstance(form, forms.Distinct):
                return False
        return True

    def add_unknown(self) -> None:
        """Add a premise of which nothing is known here."""
        self.add(())
        self.is_known[-1] = False

    def add(self, meaning: Iterable[forms.Form]) -> None:
        """Add a premise; one with a form that is neither relation nor sum is not known."""
        relations = list[int]()
        sums = list[forms.Sum]()
        is_known = True
        for form in meaning:
            match form:
                case forms.Relation(first, second, pairs):
                    relations += self._both_ways(first, second, pairs)
                case forms.Distinct(cells):
                    relations += self._all_unequal(cells)
                case forms.Sum():
                    sums.append(form)
                case forms.Sets(cells) if total := self._total_of(form):
                    weights = (1,) * len(cells)
                    sums.append(forms.Sum(cells, weights, total))
                    relations += self._all_unequal(cells)
                case _:
                    is_known = False
        if len(sums) > 1 or any(len(one.cells) > MOST_CELLS for one in sums):
            is_known = False
        told = sums[0] if sums else forms.Sum((), (), 0)
        self.is_known.append(is_known)
        self.relations.append(relations)
        self.sum_cells.append(told.cells)
        self.sum_weights.append(told.coefficients)
        below_first = self.digits[0] - 1
        more = below_first * sum(told.coefficients)
        self.totals.append(told.total - more)

    def _all_unequal(self, cells: Cells) -> list[int]:
        """Return the relations of cells with different digits."""
        found = list[int]()
        for first, second in combinations(cells, 2):
            found += self._both_ways(first, second, self.unequal)
        return found

    def _both_ways(self, first: int, second: int, pairs: forms.DigitPairs) -> list[int]:
        """Return a relation and its converse."""
        there = self._table(pairs)
        back = self._backwards.get(there)
        if back is None:
            back = self._table(frozenset((e, d) for d, e in pairs))
            self._backwards[there] = back
        return [first, second, there, second, first, back]

    def _table(self, pairs: forms.DigitPairs) -> int:
        """Return the number of the table of a relation."""
        place = self._places.get(pairs)
        if place is None:
            place = len(self._places)
            self._places[pairs] = place
            for d in self.digits:
                beside = 0
                for k, e in enumerate(self.digits):
                    if (d, e) in pairs:
                        beside |= 1 << k
                self.tables.append(beside)
        return place

    def _total_of(self, form: forms.Sets) -> int:
        """Return the total of all sets, if they are all that have it, else 0."""
        totals = {sum(digits) for digits in form.sets}
        count = len(form.cells)
        if len(totals) != 1 or comb(len(self.digits), count) > MOST_SETS:
            return 0
        [total] = totals
        every = set[frozenset[int]]()
        for some in combinations(self.digits, count):
            if sum(some) == total:
                every.add(frozenset(some))
        return total if every == set(form.sets) else 0
