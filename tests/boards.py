"""Arrays of boards for the tests of kernels: empty to full, with 0, 1, 2 and more solutions."""

from __future__ import annotations

import numpy as np

from satdoku import Layout, Theory, random_grid
from satdoku.kernels.any_theory.theory_tasks import AnyTheory
from satdoku.kernels.stream import streams


def grids(layout: Layout, count: int, seed: int) -> np.ndarray:
    """Random full grids (fewer, where some were given up)."""
    drawn = AnyTheory(Theory.of(layout)).random_grids(streams(seed, np.arange(count)), 2000)
    return drawn[drawn.any(1)]


def mixed_boards(layout: Layout, count: int, seed: int, ways: tuple[float, ...] = ()) -> np.ndarray:
    """Grids with cells left out, from none to all (or with these shares of givens); in every third
    a given may be another digit."""
    random = np.random.default_rng(seed)
    if layout.size > 16:
        full = np.array([random_grid(layout, seed=seed, index=i).cells for i in range(count)])
    else:
        full = grids(layout, min(count, 500), seed)
    boards = full[random.integers(0, len(full), count)]
    boards = random.permuted(np.arange(1, layout.size + 1), axis=0)[boards - 1].astype(np.uint8)
    share = 1 - random.choice(ways, (count, 1)) if ways else random.random((count, 1))
    boards[random.random(boards.shape) < share] = 0
    wrong = np.flatnonzero((random.random(count) < 1 / 3) & (share.ravel() < 0.7) & (not ways))
    cells = random.integers(0, layout.cell_count, len(wrong))
    boards[wrong, cells] = random.integers(1, layout.size + 1, len(wrong))
    return boards


def givens(board: np.ndarray, size: int) -> list[int]:
    """The variables that a board asserts."""
    return [cell * size + digit for cell, digit in enumerate(board.tolist()) if digit]
