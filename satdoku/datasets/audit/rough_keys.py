"""Rough keys of boards: equal for isomorphic ones, and hardly ever for others.

A canonical form of each board with each of its clues removed would take most of an audit. So a key
that is much cheaper says first which of them may be the same, and only these get a canonical form.

Each pair of clues has a word: by how their cells are related, which no symmetry of the board
changes, and by whether their digits are equal. A clue's word is a hash of the sum of those of its
pairs, and the key is the sum of the words of all clues. So the keys without a clue follow from the
sums less the pairs with it.

>>> from satdoku.layout import Layout
>>> boards = np.array([[0, 2, 0, 0, 3] + [0] * 11, [0, 1, 0, 0, 4] + [0] * 11], np.uint8)
>>> of, removed, keys = rough_keys(boards, Layout.of_size(4))
>>> of.tolist(), removed.tolist(), len(set(keys.tolist()))
([0, 1, 0, 0, 1, 1], [0, 0, 2, 5, 2, 5], 2)
"""

from __future__ import annotations

import numpy as np

from ...layout import Layout
from ...random_stream import GAMMA

#: The bits of a product that are mixed into the others.
HALF = np.uint64(32)
#: An odd number without a pattern.
GOLDEN = np.uint64(GAMMA)
#: The number of pairs of clues at a time, to save memory.
AT_ONCE = 1 << 21


def rough_keys(boards: np.ndarray, layout: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (the index of the board of each key, the cell that is removed, from 1, 0 for none; the
    keys): those of the boards themselves, then those of each without each of its clues."""
    words = _pair_words(layout)
    counts = np.count_nonzero(boards, 1)
    whole = np.zeros(len(boards), np.uint64)
    everywhere = np.arange(len(boards))
    nowhere = np.zeros_like(everywhere)
    of = [everywhere]
    removed = [nowhere]
    keys = [whole]
    for count in np.unique(counts).tolist():
        alike = np.flatnonzero(counts == count)
        pairs = len(alike) * count * count
        for some in np.array_split(alike, pairs // AT_ONCE + 1):
            cells, own, fewer = _keys_of(boards[some], count, words)
            whole[some] = own
            of.append(np.repeat(some, count))
            removed.append(cells.ravel() + 1)
            keys.append(fewer.ravel())
    return np.concatenate(of), np.concatenate(removed), np.concatenate(keys)


def _keys_of(
    boards: np.ndarray, count: int, words: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the cells of the clues of boards with as many clues (N × count), the keys of the
    boards (N), and those without each clue (N × count)."""
    _, places = np.nonzero(boards)
    cells = places.reshape(len(boards), count)
    digits = np.take_along_axis(boards, cells, 1)
    first = np.expand_dims(cells, 2)
    second = np.expand_dims(cells, 1)
    is_same = np.expand_dims(digits, 2) == np.expand_dims(digits, 1)
    pairs = words[is_same.astype(np.int64), first, second]
    sums = pairs.sum(2)
    own = _hashed(sums).sum(1)
    # One row for each clue that stays, one column for each that is removed.
    less = np.expand_dims(sums, 2) - pairs
    left = _hashed(less)
    itself = np.arange(count)
    left[:, itself, itself] = 0
    return cells, own, left.sum(1)


def _pair_words(layout: Layout) -> np.ndarray:
    """Return the word of each pair of cells (2 × cells × cells), first for different digits; a cell
    and itself are no pair.

    Pairs are related alike if the houses of the one cell meet those of the other in as many cells.
    """
    rows = []
    for house in layout.houses:
        row = np.zeros(layout.cell_count, np.int64)
        row[list(house.cells)] = 1
        rows.append(row)
    inside = np.array(rows)
    shared = inside @ inside.T
    squared = shared * shared
    meetings = inside.T @ shared @ inside
    of_squares = inside.T @ squared @ inside
    both = meetings * 10**9 + of_squares
    _, relation = np.unique(both, return_inverse=True)
    odd = 2 * relation.reshape(both.shape) + 1
    numbers = np.stack([odd, odd + 1])
    words = _hashed(numbers.astype(np.uint64))
    itself = np.arange(layout.cell_count)
    words[:, itself, itself] = 0
    return words


def _hashed(words: np.ndarray) -> np.ndarray:
    mixed = words * GOLDEN
    mixed ^= mixed >> HALF
    mixed *= GOLDEN
    mixed ^= mixed >> HALF
    return mixed
