"""Which levels a board can have, and boards for the hardest ones: a search from random puzzles to
harder ones, by small changes.

Of random minimal puzzles about one in a thousand is rated 9.0, and almost none 10.0. Puzzles near a
hard one are hard far more often. So the search goes from the hardest of a large sample to their
neighbours, always from the hardest not yet followed; 9×9 boards only.

Rating is far too slow for this, so what is compared is a measure that takes a quarter of a
millisecond: the number of candidates that are refuted by singles and locked candidates alone.
Puzzles rated 10.0 have next to none (0 to 10 of some 240), those rated 9.0 about sixty. The number
of guesses of plain search, which was tried before, says much less. Puzzles with few candidates have
few to refute without being hard, so missing candidates count too.

`reach_of` says which levels the puzzles of a board can have. On 4x4 each puzzle is rated 1.2 at
most: all 588 minimal puzzles of the two grids that exist up to symmetry were rated
(`tests/logic/difficulty/test_reach.py` repeats this); more givens never make a step harder. On
other small boards a sample is rated, which takes less than a second.

>>> from satdoku.layout import Layout
>>> print(reach_of(Layout.of_size(4)).text())
on 4x4 every puzzle is beginner
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

import numpy as np

from ... import batch
from ...board import Puzzle
from ...formats.programs.library import is_library_line, library_line
from ...frozen import frozen
from ...kernels.logic.state import SOLVED
from ...layout import Layout
from ...operations.minimizing import remove_groups
from ...operations.shuffling import shuffled
from ...operations.solving import is_proper, solutions
from ...random_stream import RandomStream
from ...sanitize import shown
from ...theory import Theory
from ..catalog.rules import LABELS, label_of
from ..lessons.about import examples
from ..search.following import paths_of
from ..step_text.sentences import either
from .scales import DEFAULT, Scale

#: Sample size of a search, and the number of puzzles it starts from.
MANY = 4096
WORTH = 512
#: Boards followed at a time, and how often before a new start is better.
WIDTH = 4
ROUNDS = 60
#: Candidates of hard puzzles after singles; what a refuted candidate and a missing one count.
USUAL = 240
REFUTED = 5
MISSING = 2
#: Puzzles near an example that are examined, and solutions of its givens.
NEAR = 64
MOST_SOLUTIONS = 1000


def harder_and_harder(
    layout: Layout, stream: RandomStream
) -> Iterator[list[tuple[int, np.ndarray]]]:
    """Yield minimal puzzles of a search, WIDTH at a time, each with its ease (see `ease_of`)."""
    heap = list[tuple[int, int, bytes]]()  # ease, when it was met, the board
    known = set[bytes]()
    boards = hard_boards(layout, stream)
    for _ in range(ROUNDS):
        for ease, board in zip(ease_of(boards, layout).tolist(), boards, strict=True):
            digits = board.tobytes()
            if digits not in known:
                known.add(digits)
                heappush(heap, (ease, len(known), digits))
        number = min(WIDTH, len(heap))
        least = [heappop(heap) for _ in range(number)]
        found = [(ease, np.frombuffer(digits, np.uint8)) for ease, _, digits in least]
        yield found
        boards = neighbours(np.array([board for _, board in found]), layout, stream)


def hard_boards(layout: Layout, stream: RandomStream) -> np.ndarray:
    """Return WORTH × cells digits: of MANY minimal puzzles, those that take the most guesses."""
    boards = batch.generate(MANY, seed=stream.next(), layout=layout, keep="proper")
    guesses = batch.first_solutions(boards, layout=layout).guesses
    return boards[np.argsort(-guesses, kind="stable")[:WORTH]]


def ease_of(boards: np.ndarray, layout: Layout) -> np.ndarray:
    """Return a measure of how easy boards are: 0 to 50 for most that are rated 10.0 or more."""
    which, cells, digits = _candidates(boards, layout)
    supposed = _with(boards[which], cells, digits)
    found = batch.solve(supposed, solutions=False, layout=layout)
    is_refuted = (found.counts == 0) & (found.guesses == 0)
    refuted = np.bincount(which[is_refuted], minlength=len(boards))
    candidates = np.bincount(which, minlength=len(boards))
    missing = np.maximum(0, USUAL - candidates)
    return np.asarray(REFUTED * refuted + MISSING * missing)


def neighbours(boards: np.ndarray, layout: Layout, stream: RandomStream) -> np.ndarray:
    """Return N × cells digits: the distinct minimal puzzles in which one given of these boards is
    exchanged for another; possibly none."""
    which, cells = np.nonzero(boards)
    nothing = np.zeros(len(cells), np.uint8)
    fewer = _with(boards[which], cells, nothing)
    of, at, digits = _candidates(fewer, layout)
    more = _with(fewer[of], at, digits)
    is_changed = (more != boards[which[of]]).any(1)
    more = more[is_changed]
    solved = batch.solve(more, solutions=False, layout=layout)
    proper: np.ndarray = more[solved.counts == 1]
    if not len(proper):
        return proper
    minimal = batch.minimize(proper, keep="proper", seed=stream.next(), layout=layout)
    return np.asarray(np.unique(minimal, axis=0))


def example_of(name: str) -> Puzzle | None:
    """Return the givens of the example in the lesson on a technique, which may have several
    solutions; None if there is no such example on 9x9."""
    example = examples().get(name)
    if not example or example.options or not is_library_line(example.position):
        return None
    return Puzzle(library_line(example.position).given)


def near(example: Puzzle, stream: RandomStream) -> np.ndarray:
    """Return proper puzzles near a random isomorph of an example, in random order: with one given
    exchanged; or, if it has several solutions, with givens added."""
    start = shuffled(example, seed=stream.next())
    grids = list(solutions(start, limit=MOST_SOLUTIONS))
    if len(grids) == 1:
        boards = neighbours(np.array([start.cells], np.uint8), start.layout, stream)
        return boards[stream.permutation(len(boards))[:NEAR]]
    others = [[cell] for cell, digit in enumerate(start.cells) if not digit]
    made = []
    for _ in range(NEAR):
        grid = grids[stream.below(len(grids))]
        made.append(remove_groups(grid, others, is_proper, stream).cells)
    return np.array(made, np.uint8)


def _candidates(boards: np.ndarray, layout: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return which board, cell and digit of each candidate that the base rules leave open."""
    left = batch.base_rules(boards, layout=layout).candidates
    shifts = np.arange(layout.size, dtype=np.uint64)
    is_left = left[:, :, None] >> shifts & np.uint64(1) > 0
    is_open = is_left.sum(2) > 1
    which, cells, digits = np.nonzero(is_left & is_open[:, :, None])
    return which, cells, (digits + 1).astype(np.uint8)


def _with(boards: np.ndarray, cells: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """Return copies of the boards, each with a digit set in one cell."""
    changed = boards.copy()
    changed[np.arange(len(changed)), cells] = digits
    return changed


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
        who = "every puzzle is" if self.is_all else f"{len(self.ratings)} minimal puzzles were"
        return f"on {shown(self.layout)} {who} {labels}"


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
