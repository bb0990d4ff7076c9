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

#: The bits of a product that are mixed into the others.
HALF = np.uint64(32)
#: An odd number without a pattern: 2**64 divided by the golden ratio.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
#: The number of pairs of clues at a time, to save memory.
AT_ONCE = 1 << 21


def rough_keys(boards: np.ndarray, layout: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (the index of the board of each key, the cell that is removed, from 1, 0 for none; the
    keys): those of the boards themselves, then those of each without each of its clues."""
    words = _pair_words(layout)
    counts = (boards > 0).sum(1)
    whole = np.zeros(len(boards), np.uint64)
    of = [np.arange(len(boards))]
    removed = [np.zeros(len(boards), np.int64)]
    keys = [whole]
    for count in np.unique(counts).tolist():
        alike = np.flatnonzero(counts == count)
        parts = len(alike) * count * count // AT_ONCE + 1
        for some in np.array_split(alike, parts):
            cells = np.nonzero(boards[some])[1].reshape(len(some), count)
            digits = np.take_along_axis(boards[some], cells, 1)
            same = digits[:, :, None] == digits[:, None, :]
            pairs = words[same.astype(np.int64), cells[:, :, None], cells[:, None, :]]
            sums = pairs.sum(2)
            whole[some] = _hashed(sums).sum(1)
            left = _hashed(sums[:, :, None] - pairs)
            left[:, np.arange(count), np.arange(count)] = 0
            of.append(np.repeat(some, count))
            removed.append(cells.ravel() + 1)
            keys.append(left.sum(1).ravel())
    return np.concatenate(of), np.concatenate(removed), np.concatenate(keys)


def _pair_words(layout: Layout) -> np.ndarray:
    """Return the word of each pair of cells (2 × cells × cells), first for different digits; a cell
    and itself are no pair.

    Pairs are related alike if the houses of the one cell meet those of the other in as many cells.
    """
    inside = np.zeros((len(layout.houses), layout.cell_count), np.int64)
    for row, house in zip(inside, layout.houses, strict=True):
        row[list(house.cells)] = 1
    shared = inside @ inside.T
    meetings = inside.T @ shared @ inside
    squares = inside.T @ (shared * shared) @ inside
    _, relation = np.unique(meetings * 10**9 + squares, return_inverse=True)
    numbers = relation.reshape(meetings.shape).astype(np.uint64) * np.uint64(2) + np.uint64(1)
    words = np.stack([_hashed(numbers), _hashed(numbers + np.uint64(1))])
    words[:, np.arange(layout.cell_count), np.arange(layout.cell_count)] = 0
    return words


def _hashed(words: np.ndarray) -> np.ndarray:
    mixed = words * GOLDEN
    mixed ^= mixed >> HALF
    mixed *= GOLDEN
    mixed ^= mixed >> HALF
    return mixed
