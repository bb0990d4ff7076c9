"""Which levels the puzzles of a board can have.

On 4x4 each puzzle is rated 1.2 at most: all 588 minimal puzzles of the two grids that exist up to
symmetry were rated (`tests/logic/difficulty/test_reach.py` repeats this); more givens never make a
step harder. On other small boards a sample is rated, which takes less than a second.

>>> from satdoku.layout import Layout
>>> print(reach_of(Layout.of_size(4)).text())
on 4x4 every puzzle is beginner
"""

from __future__ import annotations

from functools import lru_cache

from ... import batch
from ...frozen import frozen
from ...kernels.logic.state import SOLVED
from ...layout import Layout
from ...phrases import phrase
from ...sanitize import shown
from ...theory import Theory
from ..catalog.rules import LABELS, label_of
from ..search.following import paths_of
from ..step_text.sentences import either
from .scales import DEFAULT, Scale

#: The highest rating (in tenths) of all puzzles of a layout, where known.
HIGHEST = {"4x4": 12}
#: Sample size.
SAMPLE = 200
#: The largest boards that are sampled: larger ones take too long to rate, and most of their puzzles
#: are hard.
LARGEST = 8


@frozen
class Reach:
    """The sorted ratings (in tenths) of a sample; if `is_all`, the highest of all puzzles."""

    layout: str
    ratings: tuple[int, ...]
    is_all: bool = False

    def meets(self, lowest: int, highest: int) -> bool:
        """Return whether a puzzle in this range of ratings was met, or (if `is_all`) may exist."""
        if self.is_all:
            return lowest <= self.ratings[-1]
        return any(lowest <= rating <= highest for rating in self.ratings)

    def text(self) -> str:
        """Return the labels that were met, as a sentence."""
        met = {label_of(rating) for rating in self.ratings}
        labels = either([label for label, _ in LABELS if label in met])
        board = shown(self.layout)
        if self.is_all:
            return phrase("on {board!s} every puzzle is {labels}", board=board, labels=labels)
        return phrase(
            "on {board!s} {number} minimal puzzles were {labels}",
            board=board,
            number=len(self.ratings),
            labels=labels,
        )


@lru_cache(maxsize=64)
def reach_of(layout: Layout, scale: Scale = DEFAULT) -> Reach | None:
    """Return what is known of a layout; None for large boards and those with rules beyond
    houses."""
    if layout.name in HIGHEST:
        return Reach(layout.name, (HIGHEST[layout.name],), is_all=True)
    if layout.size > LARGEST or layout.constraints or not layout.is_regular:
        return None
    boards = batch.generate(SAMPLE, seed=0, layout=layout, keep="proper")
    rated, _ = paths_of(Theory.of(layout), scale).follow(boards, allowed=scale.all_rules)
    solved = rated.hardest[rated.status == SOLVED]
    if not len(solved):
        return None
    return Reach(layout.name, tuple(sorted(solved.tolist())))
