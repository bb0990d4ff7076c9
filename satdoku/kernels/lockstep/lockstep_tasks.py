"""The 9×9 kernels on arrays: prepares the workspace of each.

Each method processes one block of boards without the GIL. Boards are N × 81 uint8, 0 for blank.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..any_theory.csr import ENDLESS
from ..library import lanes
from ..tasks import Decided, Removals, Solved, Tasks
from . import grids, guessing, minimizing, solving
from .bitboard import DESK, WORDS
from .trials import Work

#: In bytes; also the length of the longest vector.
CACHE_LINE = 64


class Lockstep(Tasks):
    """The operations on 9×9 boards, `lanes` of them at a time."""

    @cached_property
    def lanes(self) -> int:
        """The number of boards processed at a time."""
        return lanes()

    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """See `Tasks`. No 9×9 board is given up."""
        n = len(boards)
        counts = np.zeros(n, np.int64)
        guesses = np.zeros(n, np.int64)
        solutions = np.zeros((n if want_solutions else 0, 81), np.uint8)
        desk = self._desk()
        stack = self._words(guessing.DEPTH * guessing.FRAME)
        state = np.zeros(2 * self.lanes, np.int64)
        hand = np.zeros(WORDS, np.int64)
        solving.solve_boards(
            boards.ravel(),
            n,
            limit,
            counts=counts,
            solutions=solutions.ravel(),
            guesses=guesses,
            desk=desk,
            stack=stack,
            lane_state=state,
            hand=hand,
        )
        return Solved(counts, solutions, guesses)

    def base_rules(self, boards: np.ndarray) -> Decided:
        """See `Tasks`."""
        status = np.zeros(len(boards), np.uint8)
        candidates = np.zeros(boards.shape, np.uint64)
        solving.decide_boards(
            boards.ravel(),
            status,
            candidates.ravel(),
            desk=self._desk(),
            board_of=np.zeros(self.lanes, np.int64),
            hand=np.zeros(WORDS, np.int64),
        )
        return Decided(status, candidates)

    def minimize(self, boards: np.ndarray, solutions: np.ndarray, removals: Removals) -> np.ndarray:
        """See `Tasks`."""
        work = Work.on(boards, solutions, removals, self.lanes)
        hand = np.zeros(WORDS, np.int64)
        if removals.keep == "logic":
            minimizing.minimize_logic(work, self._desk(), hand)
        else:
            stack = self._words(guessing.DEPTH * guessing.FRAME)
            search = np.zeros(minimizing.SEARCH * self.lanes, np.int64)
            minimizing.minimize_proper(work, self._desk(), stack, search, hand)
        removable: np.ndarray = work.removable
        return removable

    def random_grids(self, streams: np.ndarray, conflict_limit: int) -> np.ndarray:
        """See `Tasks`."""
        drawn = np.zeros((len(streams), 81), np.uint8)
        stack = np.zeros(self.lanes * grids.DEPTH * (grids.KEPT + 2), np.uint32)
        orders = np.zeros(self.lanes * 729, np.uint8)
        state = np.zeros(3 * self.lanes, np.int64)
        grids.draw_grids(
            streams,
            len(streams),
            conflict_limit,
            grids=drawn.ravel(),
            desk=self._desk(),
            stack=stack,
            orders=orders,
            lane_state=state,
        )
        return drawn

    def _desk(self) -> np.ndarray:
        return self._words(DESK)

    def _words(self, count: int) -> np.ndarray:
        """Return `count` zeros per lane, aligned to a cache line: a vector across two lines is
        slower by a tenth."""
        spare = CACHE_LINE // np.dtype(np.uint32).itemsize
        words = np.zeros(count * self.lanes + spare, np.uint32)
        start = -words.ctypes.data % CACHE_LINE // words.itemsize
        return words[start : start + count * self.lanes]
