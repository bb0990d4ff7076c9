"""The number of solutions of a regular board without rules, as a sum over classes of its boxes.

What the rest of the board needs to know of a box is in which of its rows each digit is (its row
split) and in which of its columns (its column split). Two splits determine the box, if they put one
digit in each cell. The row splits of the boxes of a band must be disjoint (in each box, a digit is
in another row), and so must the column splits of the boxes of a stack. So the number of grids is
the value of a network of 0/1 matrices, one for each box (row splits × column splits), joined along
bands and stacks:

    number = Σ over one tuple of disjoint column splits for each stack:
             Π over bands: ways(band, its column splits)
    ways(band, column splits) = Σ over tuples of disjoint row splits: Π over boxes: 0 or 1

On the 9×9 board a box has 1,680 splits of either kind, and a stack 94,080 tuples; each given
divides the tuples of its stack by three. So the work is about 8·10¹⁴ / 3^givens, however many
solutions there are: seconds from about 12 givens on. Digits that are in no given can be exchanged,
so only one of each class of tuples is taken for the first stack.

Invariant: the weights of the tuples of the first stack add up to the number of its tuples, and an
exchange of spare digits changes no number of ways; so the weighted sum is the whole sum.

Boards with two or three bands (or stacks: the board is then turned) are counted: 4×4, 6×6, 9×9, and
8×8 and 10×10 with enough givens.

Source of the method for the empty board: B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku
grids" (2005), who sum over the column splits of the first band.

>>> from satdoku.layout import Layout
>>> count_by_boxes(Puzzle((0,) * 36, Layout.boxes(2, 3)), Clock(None))
28200960
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from math import factorial, prod

import numpy as np

from ..backends.base import Clock
from ..board import Puzzle
from ..inference.deduction import DENIED, Deduction
from ..kernels.table_sums import sum_of_products
from ..theory import Theory

#: The most work that is begun: products in the final sum (10⁹ take one to three seconds), numbers
#: in the table of a band, and splits of a box.
PRODUCTS = 15 * 10**9
TABLE = 3 * 10**7
SPLITS = 10**4
#: Products for the table of a band between two looks at the clock.
CHUNK = 2**27
#: Bands in the final sum; a board of two has a third with one way to fill it.
BANDS = 3


def count_by_boxes(puzzle: Puzzle, clock: Clock) -> int | None:
    """Return the number of solutions; None if the board is of another kind or the work too much.

    Raises `TimeLimitReached`.
    """
    layout = puzzle.layout
    shape = layout.box_shape if layout.is_regular else None
    if not shape or layout.constraints or layout.extra_houses:
        return None
    height, width = shape
    deduction = Deduction(Theory.of(layout))
    if not deduction.extend(puzzle.givens):
        return 0
    n = layout.size
    is_possible = [deduction.status[v] != DENIED for v in range(1, n**3 + 1)]
    possible = np.array(is_possible).reshape(n, n, n)
    missing = np.setdiff1d(np.arange(1, n + 1), puzzle.cells)
    spare = missing - 1
    turned = possible.swapaxes(0, 1)
    for board, rows, columns in ((possible, height, width), (turned, width, height)):
        # A box of so many columns makes so many bands.
        if columns <= BANDS and rows <= 5:
            # boxes[b, k, i, j, d]: whether digit d may be in row i, column j of box k of band b
            boxes = board.reshape(columns, rows, rows, columns, n).swapaxes(1, 2)
            with suppress(_TooMuch):
                return _number(boxes, spare, clock)
    return None


class _TooMuch(Exception):
    """The count would take more than the limits above."""


def _number(boxes: np.ndarray, spare: np.ndarray, clock: Clock) -> int:
    """Return the number of solutions. spare: digits that can be exchanged."""
    bits = len(boxes) * boxes.shape[-1]
    full = (1 << bits) - 1
    columns, in_stacks = [], []
    for stack in boxes.swapaxes(0, 1):
        splits = [_splits(box.any(0)) for box in stack]
        tuples, kept = _disjoint(splits, full, clock)
        in_stacks.append(tuples)
        columns.append(kept)
    weights = _weights(columns[0], in_stacks[0], spare)
    # The sum has a term for each choice of one tuple per stack, but the last follows from the rest.
    terms = np.count_nonzero(weights) * prod(map(len, in_stacks[1:]))
    if not terms:
        return 0
    if terms > PRODUCTS:
        raise _TooMuch
    of_bands = zip(*columns, strict=True)
    tables = [_ways(band, own, clock) for band, own in zip(boxes, of_bands, strict=True)]
    return _joined(tables, in_stacks, weights, clock)


def _splits(possible: np.ndarray) -> np.ndarray:
    """Return the ways to share digits out to equal parts, as words: bit d * parts + p for "digit d
    is in part p". possible: parts × digits."""
    parts, digits = possible.shape
    found = np.zeros(1, np.int64)
    used = np.zeros((1, parts), np.int8)
    for d in range(digits):
        words, counts = [], []
        for p in np.flatnonzero(possible[:, d]).tolist():
            bit = 1 << (d * parts + p)
            free = used[:, p] < digits // parts
            more = used[free].copy()
            more[:, p] += 1
            words.append(found[free] | bit)
            counts.append(more)
        if not words:
            return np.zeros(0, np.int64)
        found = np.concatenate(words)
        used = np.concatenate(counts)
        if len(found) > SPLITS:
            raise _TooMuch
    # Sorted, since `_disjoint` looks splits up by bisection.
    return np.sort(found)


def _disjoint_pairs(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of all pairs of disjoint words."""
    if len(first) * len(second) > TABLE:
        raise _TooMuch
    common = first[:, None] & second
    i, j = np.nonzero(common == 0)
    return i, j


def _disjoint(
    splits: list[np.ndarray], full: int, clock: Clock
) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return (all tuples of one split of each list that are pairwise disjoint, as rows of indices
    into the second result; the splits that are in one). full: all bits of a tuple."""
    unions = splits[0]
    chosen = np.arange(len(unions))[:, None]
    for more in splits[1:-1]:
        clock.check()
        i, j = _disjoint_pairs(unions, more)
        unions = unions[i] | more[j]
        chosen = np.hstack([chosen[i], j[:, None]])
    # every part of every digit is in one of the splits: the last is what the others leave
    last = splits[-1]
    left = full ^ unions
    # (Where `last` does not have what is left, the place means nothing, and the row is dropped.)
    place = np.searchsorted(last, left)
    chosen = np.hstack([chosen, place[:, None]])
    chosen = chosen[np.isin(left, last)]
    kept = []
    for b, column in enumerate(chosen.T):
        used, chosen[:, b] = np.unique(column, return_inverse=True)
        kept.append(splits[b][used])
    return chosen, kept


def _fits(box: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return 1 for each row split and column split that together put one possible digit in each
    cell. box: rows × columns × digits."""
    height, width, digits = box.shape
    cells = np.zeros((len(rows), len(columns)), np.int64)
    for d in range(digits):
        for i, j in np.argwhere(box[:, :, d]).tolist():
            in_row = rows >> (d * height + i) & 1
            in_column = columns >> (d * width + j) & 1
            cells |= np.outer(in_row, in_column) << (i * width + j)
    every_cell = (1 << height * width) - 1
    fits: np.ndarray = (cells == every_cell).astype(float)
    return fits


def _ways(band: np.ndarray, columns: Sequence[np.ndarray], clock: Clock) -> np.ndarray:
    """Return the number of ways to fill a band, by the column splits of its boxes, given for each.

    Ways to fill a part of it are few enough to be exact as floats.
    """
    if prod(map(len, columns)) > TABLE:
        raise _TooMuch
    splits = [_splits(box.any(1)) for box in band]
    fits = [_fits(*box) for box in zip(band, splits, columns, strict=True)]
    middle = (len(splits) + 1) // 2
    lefts, left = _part_of_band(splits[:middle], fits[:middle], clock)
    rights, right = _part_of_band(splits[middle:], fits[middle:], clock)
    full = int(np.bitwise_or.reduce(np.concatenate(splits), initial=0))
    # The right part takes exactly the rows that the left one leaves.
    wanted = full ^ rights
    _, i, j = np.intersect1d(lefts, wanted, return_indices=True)
    first = left[i].T.copy()
    second = right[j]
    ways = np.zeros((len(first), second.shape[1]), np.int64)
    step = max(1, CHUNK // max(1, second.size))
    for start in range(0, len(first), step):
        clock.check()
        ways[start : start + step] = first[start : start + step] @ second
    return ways.reshape([fit.shape[1] for fit in fits])


def _part_of_band(
    splits: list[np.ndarray], fits: list[np.ndarray], clock: Clock
) -> tuple[np.ndarray, np.ndarray]:
    """Return (the unions of disjoint row splits of these boxes; the ways to fill the boxes, by
    union and by column splits)."""
    unions, ways = splits[0], fits[0]
    for more, fit in zip(splits[1:], fits[1:], strict=True):
        i, j = _disjoint_pairs(unions, more)
        both = unions[i] | more[j]
        order = np.argsort(both, kind="stable")
        unions, starts = np.unique(both[order], return_index=True)
        width = ways.shape[1] * fit.shape[1]
        if len(unions) * width > TABLE:
            raise _TooMuch
        table = np.zeros((len(unions), width))
        if len(starts):
            for k, same in enumerate(np.split(order, starts[1:])):
                clock.check()
                products = ways[i[same]].T @ fit[j[same]]
                table[k] = products.ravel()
        ways = table
    return unions, ways


def _weights(first: list[np.ndarray], tuples: np.ndarray, spare: np.ndarray) -> np.ndarray:
    """Return for each tuple of column splits of a stack how many it stands for: 0, or the number of
    different tuples that exchanging the spare digits makes of it. first: its splits, by band."""
    bands = len(first)
    codes = np.zeros((len(tuples), len(spare)), np.int64)
    mask = (1 << bands) - 1
    for b, splits in enumerate(first):
        chosen = splits[tuples[:, b], None]
        parts = chosen >> (spare * bands) & mask
        codes = codes << bands | parts
    # Of the tuples that differ by exchanges alone, the one whose codes ascend stands for all.
    ascends = (np.diff(codes, axis=1) >= 0).all(1)
    weights = np.zeros(len(tuples), np.int64)
    for k in np.flatnonzero(ascends).tolist():
        equal = Counter(codes[k].tolist())
        alike = prod(map(factorial, equal.values()))
        weights[k] = factorial(len(spare)) // alike
    return weights


def _joined(
    tables: list[np.ndarray], in_stacks: list[np.ndarray], weights: np.ndarray, clock: Clock
) -> int:
    """Return the sum, over one tuple of column splits for each stack, of the products of the ways
    to fill the bands."""
    if len(tables) < BANDS:
        tables = [*tables, np.ones((1,) * tables[0].ndim, np.int64)]
        in_stacks = [np.insert(tuples, len(tables) - 1, 0, axis=1) for tuples in in_stacks]
    # The band with most zeros comes first: they are skipped.
    order = np.argsort([np.count_nonzero(table) / table.size for table in tables])
    tables = [tables[b] for b in order]
    first, second, *others = [tuples[:, order] for tuples in in_stacks]
    last = np.zeros((1, BANDS), np.int64)
    for k, tuples in enumerate(others, 2):
        sizes = np.array([table.shape[k] for table in tables])
        last = (last[:, None] * sizes + tuples).reshape(-1, BANDS)
    equal, left, right = [table.reshape(*table.shape[:2], -1) for table in tables]
    second, row_starts = _grouped(second, equal.shape[1])
    last, column_starts = _grouped(last, equal.shape[2])
    blocks = int(np.diff(row_starts).max() * np.diff(column_starts).max())
    # So that a block's sum is exact in 64 bits; the total is a Python integer.
    largest = [int(table.max(initial=0)) for table in tables]
    if max(largest) >= 2**31 or blocks * prod(largest) >= 2**63:
        raise _TooMuch
    left_rows, right_rows = np.ascontiguousarray(second[:, 1:].T)
    total = 0
    for t in np.flatnonzero(weights).tolist():
        clock.check()
        a, b, c = first[t]
        found = np.zeros(2, np.int64)
        sum_of_products(
            equal[a].astype(np.int32).ravel(),
            left[b][:, last[:, 1]].astype(np.int32).ravel(),
            right[c][:, last[:, 2]].astype(np.int32).ravel(),
            row_starts,
            left_rows,
            right_rows,
            column_starts,
            found,
        )
        low, high = found.tolist()
        total += (low + (high << 32)) * int(weights[t])
    return total


def _grouped(tuples: np.ndarray, groups: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (the rows in the order of their first numbers; where each first number begins, and
    the end)."""
    ordered = tuples[np.argsort(tuples[:, 0], kind="stable")]
    return ordered, np.searchsorted(ordered[:, 0], np.arange(groups + 1))
