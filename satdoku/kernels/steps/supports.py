"""The rules of a theory as relations of two cells and sums, for `logic.supports`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from ...constraints import forms
from ...constraints.registry import all_forms
from ...layout import Layout
from ...theory import Theory
from ..logic.ways import MOST_CELLS
from .named_theory import MOST_DIGITS, ragged
from .premises import house_premises, wide_rules

#: Sets of digits that are compared with those of a rule, at most.
MOST_SETS = 5_000
#: (digit of one cell, digit of another)
Pairs = frozenset[tuple[int, int]]


def supports_of(theory: Theory, sees: Sequence[int]) -> dict[str, Any]:
    """Return the arrays of `logic.supports.Supports` that a theory determines.

    sees: by cell the cells that it sees, as bits. Without any array, nothing is tested: where some
    cells see each other by a rule that does not keep all of their digits apart, or there are more
    digits than a mask has bits.
    """
    layout = theory.known_layout
    told = _ToldRules(layout)
    wide = wide_rules(theory) if theory.rules else frozenset[int]()
    meanings = all_forms(layout) if theory.rules else ()
    is_usable = (
        layout.size <= MOST_DIGITS
        and len(meanings) == len(theory.rules)
        and all(told.is_apart(meanings[k]) for k in wide)
    )
    if is_usable:
        for k, meaning in enumerate(meanings):
            told.add(() if k in wide else meaning, is_known=k not in wide)
        for _ in house_premises(theory):
            told.add((), is_known=True)
    count = layout.cell_count
    rows = b"".join(bits.to_bytes(-(-count // 8), "little") for bits in sees)
    bytes_seen = np.frombuffer(rows, np.uint8).reshape(count, -1)
    apart = np.unpackbits(bytes_seen, axis=1, count=count, bitorder="little")
    return {
        "is_known": np.array(told.is_known, np.uint8),
        "relations": ragged(told.relations),
        "tables": np.array(told.tables, np.int64),
        "sum_cells": ragged(told.sum_cells),
        "sum_weights": ragged(told.sum_weights),
        "totals": np.array(told.totals, np.int64),
        "apart": np.ascontiguousarray(apart).ravel(),
    }


class _ToldRules:
    """The premises so far; the fields are those of `Supports`."""

    def __init__(self, layout: Layout) -> None:
        self.digits = tuple(layout.digits)
        self.unequal = frozenset((d, e) for d in self.digits for e in self.digits if d != e)
        self.is_known: list[bool] = []
        self.relations: list[list[int]] = []
        self.tables: list[int] = []
        self.sum_cells: list[tuple[int, ...]] = []
        self.sum_weights: list[tuple[int, ...]] = []
        self.totals: list[int] = []
        self._places: dict[Pairs, int] = {}

    def is_apart(self, meaning: Iterable[forms.Form]) -> bool:
        """Return whether a rule says only that cells have different digits."""
        return all(
            isinstance(form, forms.Distinct)
            or (isinstance(form, forms.Relation) and form.pairs == self.unequal)
            for form in meaning
        )

    def add(self, meaning: Sequence[forms.Form], is_known: bool) -> None:
        """Add a premise; one with a form that is neither relation nor sum is not known."""
        relations = list[int]()
        sums = list[forms.Sum]()
        for form in meaning:
            match form:
                case forms.Relation(first, second, pairs):
                    relations += self._both_ways(first, second, pairs)
                case forms.Distinct(cells):
                    for first, second in combinations(cells, 2):
                        relations += self._both_ways(first, second, self.unequal)
                case forms.Sum():
                    sums.append(form)
                case forms.Sets(cells) if total := self._total_of(form):
                    sums.append(forms.Sum(cells, (1,) * len(cells), total))
                    for first, second in combinations(cells, 2):
                        relations += self._both_ways(first, second, self.unequal)
                case _:
                    is_known = False
        known_sum = sums[0] if sums else forms.Sum((), (), 0)
        is_small = len(known_sum.cells) <= MOST_CELLS
        self.is_known.append(is_known and len(sums) < 2 and is_small)
        self.relations.append(relations)
        self.sum_cells.append(known_sum.cells)
        self.sum_weights.append(known_sum.coefficients)
        below_first = self.digits[0] - 1
        self.totals.append(known_sum.total - below_first * sum(known_sum.coefficients))

    def _both_ways(self, first: int, second: int, pairs: Pairs) -> list[int]:
        """Return a relation and its converse."""
        converse = frozenset((e, d) for d, e in pairs)
        return [first, second, self._table(pairs), second, first, self._table(converse)]

    def _table(self, pairs: Pairs) -> int:
        """Return the number of the table of a relation."""
        place = self._places.get(pairs)
        if place is None:
            place = len(self._places)
            self._places[pairs] = place
            for d in self.digits:
                beside = (1 << self.digits.index(e) for e in self.digits if (d, e) in pairs)
                self.tables.append(sum(beside))
        return place

    def _total_of(self, form: forms.Sets) -> int:
        """Return the total of all sets, if they are all that have it, else 0."""
        totals = {sum(digits) for digits in form.sets}
        if len(totals) != 1:
            return 0
        [total] = totals
        count = len(form.cells)
        if comb(len(self.digits), count) > MOST_SETS:
            return 0
        all_sets = (some for some in combinations(self.digits, count) if sum(some) == total)
        return total if set(map(frozenset, all_sets)) == set(form.sets) else 0
