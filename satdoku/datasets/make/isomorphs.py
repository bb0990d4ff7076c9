"""Isomorphs of many puzzles at once, as arrays: the maps that `operations.shuffling` draws one at a
time, by the same random numbers.

An isomorph has its original's solution, rating and solution path, moved by the same map, so that
none of these is computed again.

>>> from satdoku.layout import Layout
>>> board = [[1, 2, 0, 0, 3, 4] + [0] * 10]
>>> maps = isomorph_maps(Layout.of_size(4), np.array([1]), np.array([0]))
>>> maps.moved(np.array(board, np.uint8)).tolist()
[[3, 4, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...constraints.symmetry import forms_on, names_may_change
from ...kernels.stream import GAMMA, LOW_HALF, S32, mixed
from ...layout import Layout
from ...operations.layout_symmetries import symmetries
from ...record_types import Record


class Maps(NamedTuple):
    """N isomorphisms. origins: for each cell (N × cells) the cell that moves there; names: the new
    name of each digit (N × (digits + 1)), 0 of a blank."""

    origins: np.ndarray
    names: np.ndarray

    def moved(self, boards: np.ndarray) -> np.ndarray:
        """Return the images of N boards (N × cells digits)."""
        moved = np.take_along_axis(boards, self.origins, 1)
        return np.take_along_axis(self.names, moved.astype(np.int64), 1)


def isomorph_maps(layout: Layout, seeds: np.ndarray, indexes: np.ndarray) -> Maps:
    """Return the maps of the isomorphs with these seeds and indexes, as `shuffled` draws them."""
    streams = _Streams(seeds.astype(np.uint64), indexes.astype(np.uint64))
    order = streams.permutations(layout.size)
    count = len(order)
    names = np.zeros((count, layout.size + 1), np.uint8)
    names[:, 1:] = order + 1
    if layout.constraints and not names_may_change(forms_on(layout), layout.digits):
        names[:] = np.arange(layout.size + 1)
    return Maps(_origins(layout, streams, count), names)


def _origins(layout: Layout, streams: _Streams, count: int) -> np.ndarray:
    n = layout.size
    layout.must_be_regular("shuffling")
    shape = layout.box_shape or (None if layout.regions else (1, n))
    if layout.extra_houses or layout.constraints or shape is None:
        images: np.ndarray = symmetries(layout)
        drawn: np.ndarray = images[streams.below(len(images))]
        return drawn
    height, width = shape
    if layout.box_shape:
        rows = streams.lines(height, width)
        columns = streams.lines(width, height)
    else:
        rows = streams.permutations(n)
        columns = streams.permutations(n)
    down = np.repeat(rows, n, 1)
    across = np.tile(columns, n)
    origins: np.ndarray = down * n + across
    if height == width or not layout.box_shape:
        is_turned = streams.below(2) > 0
        origins[is_turned] = (across * n + down)[is_turned]
    return origins


class _Streams:
    """N random streams, a number of each at a time: those of `RandomStream`."""

    def __init__(self, seeds: np.ndarray, indexes: np.ndarray) -> None:
        begin = mixed(seeds + GAMMA)
        self.state = mixed(begin + (indexes + np.uint64(1)) * GAMMA)

    def below(self, n: int) -> np.ndarray:
        """Return a number from 0 to n - 1 of each stream."""
        threshold = np.uint64(2**32 % n)
        products = self._products(slice(None), n)
        rejected = np.flatnonzero((products & LOW_HALF) < threshold)
        while len(rejected):
            products[rejected] = self._products(rejected, n)
            again = (products[rejected] & LOW_HALF) < threshold
            rejected = rejected[again]
        return (products >> S32).astype(np.int64)

    def _products(self, rows: slice | np.ndarray, n: int) -> np.ndarray:
        self.state[rows] += GAMMA
        drawn = mixed(self.state[rows]) >> S32
        return drawn * np.uint64(n)

    def permutations(self, n: int) -> np.ndarray:
        """Return the numbers 0 … n-1 in an order of each stream (N × n)."""
        count = len(self.state)
        items = np.tile(np.arange(n), (count, 1))
        each = np.arange(count)
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            last = items[:, i].copy()
            items[:, i] = items[each, j]
            items[each, j] = last
        return items

    def lines(self, height: int, bands: int) -> np.ndarray:
        """Return row numbers, with bands of `height` rows, and the rows within each, in an order of
        each stream."""
        order = self.permutations(bands)
        rows = []
        for k in range(bands):
            start = order[:, [k]] * height
            rows.append(start + self.permutations(height))
        return np.concatenate(rows, 1)


def board_texts(boards: np.ndarray, layout: Layout) -> list[str]:
    """Return boards as text, a character per cell."""
    marks = np.array(list("." + layout.symbols))
    cells = marks[boards]
    lines = cells.view(f"U{layout.cell_count}")
    texts: list[str] = lines[:, 0].tolist()
    return texts


def moved_rows(
    rows: Sequence[Record], boards: np.ndarray, grids: np.ndarray, maps: Maps, layout: Layout
) -> list[Record]:
    """Return the rows of N isomorphs, from those of their originals: the same but for the boards
    and the digits that steps place; nothing else of steps is kept.

    boards, grids: of the originals (N × cells digits).
    """
    puzzles = board_texts(maps.moved(boards), layout)
    solutions = board_texts(maps.moved(grids), layout)
    targets = np.argsort(maps.origins, 1).tolist()
    names = maps.names.tolist()
    moved = []
    for i, row in enumerate(rows):
        own = {**row, "puzzle": puzzles[i], "solution": solutions[i]}
        target = targets[i]
        name = names[i]
        if "order" in row:
            own["order"] = [
                (target[cell], name[digit], rules) for cell, digit, rules in row["order"]
            ]
        if "steps" in row:
            own["steps"] = [_moved_step(step, target, name, layout) for step in row["steps"]]
        moved.append(own)
    return moved


def _moved_step(step: Record, target: Sequence[int], name: Sequence[int], layout: Layout) -> Record:
    """Return the rule of a step, and the digits that it places where these maps move them."""
    placed = []
    for variable in step["asserted"]:
        cell, digit = layout.cell_and_digit(variable)
        image = layout.variable_of(target[cell], name[digit])
        placed.append(image)
    return {"rule": step["rule"], "asserted": placed}
