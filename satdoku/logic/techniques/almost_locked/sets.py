"""Almost locked sets, k cells of a house with k + 1 candidates, as shared by several techniques.

If the set lacks one of its digits, it holds all the others: a naked subset remains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...view import View, each


@dataclass(frozen=True, slots=True)
class Set:
    """k cells (as bits) and their digits (as bits)."""

    cells: int
    digits: int


def almost_locked_sets(view: View, most: int, more: int = 1) -> list[Set]:
    """Return those of at most `most` cells, smallest first; more: digits beyond the number of
    cells."""
    found = dict[int, Set]()
    for region in view.houses:
        cells = list(each(region.bits & view.open))
        for size, bits, digits in _subsets(view, cells, most):
            if digits.bit_count() == size + more:
                found.setdefault(bits, Set(bits, digits))
    return sorted(found.values(), key=lambda one: (one.cells.bit_count(), one.cells))


def _subsets(view: View, cells: list[int], most: int) -> Iterator[tuple[int, int, int]]:
    """Yield (size, cells, digits) of the nonempty subsets of at most `most` of the cells."""
    known = [(0, 0, 0)]
    for cell in cells:
        for size, bits, digits in list(known):
            if size < most:
                one = (size + 1, bits | 1 << cell, digits | view.left[cell])
                known.append(one)
                yield one


class Seen:
    """The cells that see all candidates of a digit in some cells, cached."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.of = lru_cache(maxsize=1 << 16)(self._of)

    def _of(self, cells: int, digit: int) -> int:
        return self.view.seen_by_all(cells & self.view.at[digit])
