"""Ratings of many boards as arrays: `satdoku.batch.rate`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...batch.boards import Boards, as_boards, check_number
from ...board import STANDARD
from ...layout import Layout
from .rating import IMPROPER, rate_boards
from .scales import scale_named


class Rates(NamedTuple):
    """The results of `satdoku.rate` as arrays of N; zeros where a board is not proper.

    counts: solutions (0, 1, 2 for several). ratings, total, first, until_placed: from the steps'
    ratings (1.0 …), as in `Rating`. size, depth: of the largest and the deepest refutation.
    estimated: as `Rating.estimated`. decisions: those of plain search. labels: the level of each,
    "" if not rated. steps: N × rules, the number of steps of each rule; rules: their names.
    """

    counts: np.ndarray
    ratings: np.ndarray
    total: np.ndarray
    first: np.ndarray
    until_placed: np.ndarray
    size: np.ndarray
    depth: np.ndarray
    decisions: np.ndarray
    labels: np.ndarray
    steps: np.ndarray
    rules: tuple[str, ...]
    estimated: np.ndarray

    @property
    def hardest(self) -> np.ndarray:
        """Older name of `ratings`."""
        return self.ratings


def rate(
    puzzles: Boards,
    *,
    scale: str | None = None,
    uniqueness: bool | None = None,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
) -> Rates:
    """Rate boards by the steps a person needs; options and results are those of `satdoku.rate`.

    Raises `PuzzleError` for invalid boards and unknown names.
    """
    check_number("jobs", jobs, 1, 1024)
    boards, board = as_boards(puzzles, layout)
    rated = rate_boards(boards, board, jobs, scale, uniqueness)
    by_outcome = {outcome: count for count, outcome in IMPROPER.items()}
    counts = [by_outcome.get(rating.outcome, 1) for rating in rated]
    # Rules used only on request are in no scale: they get the columns after it.
    names = dict.fromkeys(scale_named(scale, board).names)
    for rating in rated:
        names |= dict.fromkeys(name for name, _ in rating.steps)
    place = {name: i for i, name in enumerate(names)}
    steps = np.zeros((len(rated), len(names)), np.int32)
    for i, rating in enumerate(rated):
        for name, number in rating.steps:
            steps[i, place[name]] = number

    def column(name: str, kind: type) -> np.ndarray:
        return np.array([getattr(rating, name) for rating in rated], kind)

    ratings = column("rating", float)
    labels = column("label", str)
    size = column("size", int)
    depth = column("depth", int)
    return Rates(
        counts=np.array(counts, np.int8),
        ratings=ratings,
        total=column("total", float),
        first=column("first", float),
        until_placed=column("until_placed", float),
        size=size,
        depth=depth,
        decisions=column("decisions", int),
        labels=labels,
        steps=steps,
        rules=tuple(names),
        estimated=column("estimated", bool),
    )
