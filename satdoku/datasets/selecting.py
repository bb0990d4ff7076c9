"""Choosing the puzzles of a data set: made in order, rated, each taken whose level still lacks some
and that is none before it in disguise."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..batch.generating import generate_by
from ..errors import GenerationError
from ..logic.rating import Rating, rate_boards
from ..operations.generating import Recipe as Making
from ..random_stream import RandomStream
from .digests import least_digests
from .recipe import Recipe

#: Puzzles made and rated at a time, and how many may be looked at for one that is taken.
BLOCK, PATIENCE = 4096, 2000


class Chosen(NamedTuple):
    """boards: N × cells digits, in random order. ratings: of each."""

    boards: np.ndarray
    ratings: list[Rating]


def choose(recipe: Recipe, jobs: int, progress: Callable[[int, int], object]) -> Chosen:
    """The puzzles of a recipe: the same with any number of jobs.

    progress: called with how many there are so far, and how many were looked at. Raises
    `GenerationError` if a level stays short, and says which.
    """
    making = Making(recipe.layout, "proper", recipe.symmetry, None, None, recipe.minimal, 1000)
    missing = [wanted.count for wanted in recipe.wanted]
    boards, ratings, seen = list[np.ndarray](), list[Rating](), set[bytes]()
    start = 0
    while any(missing):
        if start > PATIENCE * recipe.count + 50 * BLOCK:
            short = next(w.name for w, n in zip(recipe.wanted, missing, strict=True) if n)
            raise GenerationError(
                f"{start:,} puzzles looked at, and {short} still lacks {max(missing):,}: ask for "
                "fewer of them, or for another range"
            )
        made = generate_by(making, BLOCK, seed=recipe.seed, start=start, jobs=jobs)
        rated = rate_boards(made, recipe.layout, jobs)
        level = np.array([_level(recipe, round(10 * rating.hardest)) for rating in rated])
        fitting = np.flatnonzero([at >= 0 and missing[at] > 0 for at in level.tolist()])
        keys = least_digests(made[fitting], recipe.layout, jobs)
        for i, key in zip(fitting.tolist(), keys, strict=True):
            name = key.tobytes()
            if missing[level[i]] and name not in seen:
                seen.add(name)
                missing[level[i]] -= 1
                boards.append(made[i])
                ratings.append(rated[i])
        start += BLOCK
        progress(len(boards), start)
    order = RandomStream(recipe.seed, 2**63).permutation(len(boards))
    return Chosen(np.array(boards, np.uint8)[order], [ratings[k] for k in order])


def _level(recipe: Recipe, tenths: int) -> int:
    """Which of the wanted levels a rating is of; -1 for none."""
    places = (i for i, w in enumerate(recipe.wanted) if w.low <= tenths <= w.high)
    return next(places, -1)
