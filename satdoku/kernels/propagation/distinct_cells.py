"""Cells in groups without a digit twice, for the propagators of sums and of counts.

Sets of cells are bit masks: every sum is compared with every house.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...geometry import Cells


def bits_of(numbers: Iterable[int]) -> int:
    """Return a set of cells, or other numbers, as a bit mask."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def cells_of(bits: int) -> Iterator[int]:
    """Yield the cells of a bit mask in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def distinct_groups(cells: Iterable[int], distinct: Sequence[int]) -> Iterator[Cells]:
    """Yield the cells in groups, greedily the largest first.

    distinct: sets of cells without a digit twice, as bit masks.
    """
    left = bits_of(cells)
    while left:
        best = _largest_share(left, distinct)
        if best.bit_count() < 2:
            for cell in cells_of(left):
                yield (cell,)
            return
        yield tuple(cells_of(best))
        left &= ~best


def _largest_share(cells: int, distinct: Sequence[int]) -> int:
    """Return the most of the cells that are in one of the sets, the first such set."""
    best = 0
    most = 0
    for some in distinct:
        both = cells & some
        if both == cells:
            return both
        if both:
            count = both.bit_count()
            if count > most:
                best = both
                most = count
    return best
