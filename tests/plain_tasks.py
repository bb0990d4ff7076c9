"""The kernels' questions answered by the native engine, to check the kernels by."""

from __future__ import annotations

from functools import partial
from itertools import islice

import numpy as np

from satdoku.backends.base import Backend
from satdoku.backends.registry import open_backend
from satdoku.batch.ruled import RuledTasks
from satdoku.board import Puzzle
from satdoku.inference.deduction import DENIED, Deduction
from satdoku.inference.search import Search
from satdoku.kernels.any_theory.csr import ENDLESS, GIVEN_UP
from satdoku.kernels.lockstep.solving import BROKEN, SOLVED, STUCK
from satdoku.kernels.tasks import Decided, Solved


class PlainTasks(RuledTasks):
    """The questions to boards of any theory with a layout: solutions and fixed points by the native
    engine, minimising and grids by `operations`, as for boards with rules."""

    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """See `Tasks`."""
        n, cells = boards.shape
        counts, guesses = np.zeros(n, np.int64), np.zeros(n, np.int64)
        solutions = np.zeros((n if want_solutions else 0, cells), np.uint8)
        ask = partial(self._search, patience=patience)
        if self.layout.constraints:
            ask = partial(self._asked, open_backend("auto", self.theory))
        for i, board in enumerate(boards.tolist()):
            counts[i], guesses[i], found = ask(board, limit)
            if want_solutions and found:
                solutions[i] = found
        return Solved(counts, solutions, guesses)

    def _search(self, board: list[int], limit: int, patience: int) -> tuple[int, int, list[int]]:
        deduction = self._deduction(board)
        search = Search(deduction, conflict_limit=patience)
        found = list(islice(search.completions(), limit)) if not deduction.is_broken else []
        count = GIVEN_UP if search.gave_up else len(found)
        return count, search.decisions, self._digits(found[0]) if found else []

    def _asked(self, engine: Backend, board: list[int], limit: int) -> tuple[int, int, list[int]]:
        """Another engine's answer: the rules of a variant may take search too long."""
        puzzle = Puzzle(tuple(board), self.layout)
        found = list(engine.completions(puzzle.givens, limit=limit))
        return len(found), 0, self._digits(found[0]) if found else []

    def base_rules(self, boards: np.ndarray) -> Decided:
        """See `Tasks`."""
        size = self.layout.size
        status = np.full(len(boards), BROKEN, np.uint8)
        candidates = np.zeros(boards.shape, np.uint64)
        for i, board in enumerate(boards.tolist()):
            deduction = self._deduction(board)
            if not deduction.is_broken:
                status[i] = SOLVED if deduction.is_complete else STUCK
                left = [state != DENIED for state in deduction.status[1:]]
                for cell in range(boards.shape[1]):
                    mine = left[cell * size : (cell + 1) * size]
                    candidates[i, cell] = sum(1 << digit for digit in range(size) if mine[digit])
        return Decided(status, candidates)

    def _deduction(self, board: list[int]) -> Deduction:
        size = self.layout.size
        deduction = Deduction(self.theory)
        deduction.extend([cell * size + digit for cell, digit in enumerate(board) if digit])
        return deduction
