"""Hard puzzles of our own, from which hard levels are sought: `hard_seeds.txt`, which
`benchmarks/find_hard_seeds.py` found. They are starting points; none is given as a new puzzle.

>>> seeds()[0].tenths
119
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ... import batch
from ...board import Puzzle

PATH = Path(__file__).with_name("hard_seeds.txt")
#: Puzzles to start from are rated so close to the range, in tenths, or are so many.
MARGIN, AT_LEAST = 3, 24


class Seed(NamedTuple):
    """A hard 9x9 puzzle, in 81 characters, and its rating in tenths."""

    line: str
    tenths: int


@lru_cache(maxsize=1)
def seeds() -> tuple[Seed, ...]:
    """Return the puzzles, in canonical form, the hardest first; no two are isomorphs."""
    found = []
    for row in PATH.read_text(encoding="ascii").splitlines():
        if row.startswith("#"):
            continue
        line, rating = row.split()
        tenths = round(10 * float(rating))
        found.append(Seed(line, tenths))
    return tuple(found)


def seeds_near(lowest: int, highest: int) -> list[Seed]:
    """Return the puzzles rated within MARGIN of a range, in tenths; at least the AT_LEAST that are
    closest to it."""

    def off(seed: Seed) -> int:
        return max(lowest - seed.tenths, seed.tenths - highest, 0)

    closest = sorted(seeds(), key=off)
    last = closest[AT_LEAST - 1]
    most = max(MARGIN, off(last))
    return [seed for seed in closest if off(seed) <= most]


def is_seed(board: np.ndarray) -> bool:
    """Return whether a board (its digits by cell) is an isomorph of one of the puzzles."""
    (form,) = batch.canonical(board[None]).forms
    puzzle = Puzzle(tuple(form.tolist()))
    return any(seed.line == puzzle.line for seed in seeds())
