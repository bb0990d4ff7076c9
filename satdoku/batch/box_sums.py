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
solutions there are: seconds from about 9 givens on. Digits that are in no given can be exchanged,
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
from ..frozen import frozen
from ..inference.deduction import DENIED, Deduction
from ..kernels.table_sums import sum_of_products
from ..theory import Theory

#: The most work that is begun: products in the final sum (10⁹ take about a second), numbers in the
#: tables of all bands (600 MB), numbers in another table, and splits of a box.
PRODUCTS = 15 * 10**9
TABLES = 15 * 10**7
TABLE = 3 * 10**7
SPLITS = 10**4
#: Numbers in the table of a part of a band.
PART = 10**7
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
    givens = np.array(puzzle.cells).reshape(n, n) > 0
    spare = np.setdiff1d(np.arange(1, n + 1), puzzle.cells) - 1
    networks = []
    for turned in (False, True):
        rows, columns = (width, height) if turned else (height, width)
        board = possible.swapaxes(0, 1) if turned else possible
        has_given = givens.any(1 if turned else 0).reshape(rows, columns)
        # A box of so many columns makes so many bands.
        if columns <= BANDS and rows <= 5:
            # boxes[b, k, i, j, d]: whether digit d may be in row i, column j of box k of band b
            boxes = board.reshape(columns, rows, rows, columns, n).swapaxes(1, 2)
            with suppress(_TooMuch):
                networks.append(_network(boxes, spare, has_given, clock))
    for network in sorted(networks, key=lambda network: network.terms):
        with suppress(_TooMuch):
            return _number(network, clock)
    return None


class _TooMuch(Exception):
    """The count would take more than the limits above."""


@frozen
class _Network:
    """What is summed. boxes: by band and stack. columns: for each stack and band the column splits.
    tuples: for each stack its tuples, as indices into these. weights: of the first stack's tuples.
    factor: how many times the sum is the number. terms: of the sum."""

    boxes: np.ndarray
    columns: list[list[np.ndarray]]
    tuples: list[np.ndarray]
    weights: np.ndarray
    factor: int
    terms: int


def _network(boxes: np.ndarray, spare: np.ndarray, has_given: np.ndarray, clock: Clock) -> _Network:
    """Return the sum with the fewest terms. spare: digits that can be exchanged. has_given: for
    each stack and each of its columns, whether it has a given."""
    bits = len(boxes) * boxes.shape[-1]
    full = (1 << bits) - 1
    # of each stack; how many tuples one stands for, if columns or if spare digits are exchanged
    columns, tuples, weights = [], [], []
    factors: list[int] = []
    shares: list[float] = []
    for stack, with_given in zip(boxes.swapaxes(0, 1), has_given, strict=True):
        splits = [_splits(box.any(0)) for box in stack]
        disjoint, kept = _disjoint(splits, full, clock)
        weight = _weights(kept, disjoint, spare)
        factor = factorial(np.count_nonzero(~with_given))
        tuples.append(disjoint)
        columns.append(kept)
        weights.append(weight)
        factors.append(factor)
        shares.append(np.count_nonzero(weight) * factor / max(1, len(weight)))
    # both cannot be exchanged in one stack: that with the spare digits gains most by them
    first = int(np.argmin(shares))
    rest = [k for k in range(len(tuples)) if k != first]
    digits = boxes.shape[-1]
    for k in rest:
        in_order = _has_columns_in_order(columns[k][0], has_given[k], digits)
        tuples[k], columns[k] = _used(tuples[k][in_order[tuples[k][:, 0]]], columns[k])
    # The last has most: its tuples are those that are next to each other in memory.
    order = [first, *sorted(rest, key=lambda k: len(tuples[k]))]
    terms = int(np.count_nonzero(weights[first])) * prod(len(tuples[k]) for k in rest)
    return _Network(
        boxes=boxes[:, order],
        columns=[columns[k] for k in order],
        tuples=[tuples[k] for k in order],
        weights=weights[first],
        factor=prod(factors[k] for k in rest),
        terms=terms,
    )


def _has_columns_in_order(splits: np.ndarray, has_given: np.ndarray, digits: int) -> np.ndarray:
    """Return for each column split of a box whether the smallest digits of the columns without
    givens ascend."""
    width = len(has_given)
    everywhere = sum(1 << digit * width for digit in range(digits))
    in_order = np.ones(len(splits), bool)
    before = np.zeros(len(splits), np.int64)
    for column in np.flatnonzero(~has_given).tolist():
        own = splits & everywhere << column
        smallest = own & -own
        in_order &= before < smallest
        before = smallest
    return in_order


def _number(network: _Network, clock: Clock) -> int:
    """Return the number of solutions."""
    if not network.terms:
        return 0
    of_bands = list(zip(*network.columns, strict=True))
    if network.terms > PRODUCTS or sum(prod(map(len, own)) for own in of_bands) > TABLES:
        raise _TooMuch
    tables = []
    for band, own in zip(network.boxes, of_bands, strict=True):
        tables.append(_ways(band, own, clock))
    return network.factor * _joined(tables, network.tuples, network.weights, clock)


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
    return _used(chosen, splits)


def _used(tuples: np.ndarray, splits: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return the tuples as indices into the splits that are in one of them, and these splits."""
    indices = np.empty_like(tuples)
    kept = []
    for b, column in enumerate(tuples.T):
        used, indices[:, b] = np.unique(column, return_inverse=True)
        kept.append(splits[b][used])
    return indices, kept


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
    shape = [len(splits) for splits in columns]
    splits = [_splits(box.any(1)) for box in band]
    full = int(np.bitwise_or.reduce(np.concatenate(splits), initial=0))
    fits = [_fits(*box) for box in zip(band, splits, columns, strict=True)]
    middle = (len(splits) + 1) // 2
    rights, right = _part_of_band(splits[middle:], fits[middle:], None, clock)
    # The left part takes exactly the rows that the right one leaves.
    wanted = np.sort(full ^ rights)
    right = right[np.argsort(full ^ rights)]
    ways = np.zeros((shape[0], prod(shape[1:])), np.int32)
    # So many splits of the first box at once that the table of the left part is not too large.
    largest = max(1, len(wanted) * prod(shape[1:middle]))
    step = max(1, PART // largest)
    for start in range(0, shape[0], step):
        some = fits[0][:, start : start + step]
        used = some.any(1)
        own = [splits[0][used], *splits[1:middle]]
        lefts, left = _part_of_band(own, [some[used], *fits[1:middle]], wanted, clock)
        found = left.T @ right[np.searchsorted(wanted, lefts)]
        if found.max(initial=0) >= 2**31:
            raise _TooMuch
        ways[start : start + step] = found.reshape(some.shape[1], -1)
    return ways.reshape(shape)


def _part_of_band(
    splits: list[np.ndarray], fits: list[np.ndarray], wanted: np.ndarray | None, clock: Clock
) -> tuple[np.ndarray, np.ndarray]:
    """Return (the unions of disjoint row splits of these boxes; the ways to fill the boxes, by
    union and by column splits). wanted: sorted; unions that are not in it are left out."""
    unions, ways = splits[0], fits[0]
    if len(splits) == 1 and wanted is not None:
        is_wanted = np.isin(unions, wanted)
        return unions[is_wanted], ways[is_wanted]
    for k, (more, fit) in enumerate(zip(splits[1:], fits[1:], strict=True), 2):
        i, j = _disjoint_pairs(unions, more)
        both = unions[i] | more[j]
        if k == len(splits) and wanted is not None:
            kept = np.isin(both, wanted)
            i, j, both = i[kept], j[kept], both[kept]
        order = np.argsort(both, kind="stable")
        unions, starts = np.unique(both[order], return_index=True)
        width = ways.shape[1] * fit.shape[1]
        if len(unions) * width > TABLE:
            raise _TooMuch
        table = np.zeros((len(unions), width))
        if len(starts):
            for row, same in enumerate(np.split(order, starts[1:])):
                clock.check()
                products = ways[i[same]].T @ fit[j[same]]
                table[row] = products.ravel()
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
        tables = [*tables, np.ones((1,) * tables[0].ndim, np.int32)]
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
    if blocks * prod(int(table.max(initial=0)) for table in tables) >= 2**63:
        raise _TooMuch
    left_rows, right_rows = np.ascontiguousarray(second[:, 1:].T)
    kept = np.flatnonzero(weights)
    total = 0
    before = -1
    for t in kept[np.argsort(first[kept, 1], kind="stable")].tolist():
        clock.check()
        a, b, c = first[t].tolist()
        if b != before:
            left_table = left[b].take(last[:, 1], axis=1).ravel()
            before = b
        found = np.zeros(2, np.int64)
        sum_of_products(
            equal[a].ravel(),
            left_table,
            right[c].take(last[:, 2], axis=1).ravel(),
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
