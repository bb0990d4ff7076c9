"""The kernels' questions answered by the native engine, to check the kernels by."""

from __future__ import annotations

from functools import partial
from itertools import islice, pairwise

import numpy as np

from satdoku.backends.base import Backend
from satdoku.backends.registry import open_backend
from satdoku.board import Puzzle
from satdoku.inference.deduction import DENIED, Deduction
from satdoku.inference.search import Search
from satdoku.kernels.base_rules import BROKEN, SOLVED, STUCK
from satdoku.kernels.csr import ENDLESS, GIVEN_UP
from satdoku.kernels.tasks import Decided, Groups, Solved, Tasks
from satdoku.layout import Layout
from satdoku.operations.minimizing import property_named, remove_groups
from satdoku.operations.random_grids import lexical_grid
from satdoku.random_stream import RandomStream
from satdoku.theory import Theory


class PlainTasks(Tasks):
    """The questions to boards of a theory, by the native engine."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory

    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """See `Tasks`."""
        n, cells = boards.shape
        counts, guesses = np.zeros(n, np.int64), np.zeros(n, np.int64)
        solutions = np.zeros((n if want_solutions else 0, cells), np.uint8)
        ask = partial(self._search, patience=patience)
        if self.theory.layout and self.theory.layout.constraints:
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
        puzzle = Puzzle(tuple(board), self._layout)
        found = list(engine.completions(puzzle.givens, limit=limit))
        return len(found), 0, self._digits(found[0]) if found else []

    def base_rules(self, boards: np.ndarray) -> Decided:
        """See `Tasks`."""
        size = self._size
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

    def minimize(
        self,
        boards: np.ndarray,
        solutions: np.ndarray,
        keep: str,
        groups: Groups,
        streams: np.ndarray,
        at_least: np.ndarray,
        only_look: bool,
    ) -> np.ndarray:
        """See `Tasks`."""
        layout, holds = self._layout, property_named(keep)
        starts = groups.starts.tolist()
        orbits = [groups.cells[a:b].tolist() for a, b in pairwise(starts)]
        removable = np.zeros(len(boards), np.uint8)
        for i, board in enumerate(boards.tolist()):
            puzzle = Puzzle(tuple(board), layout)
            given = [[cell for cell in orbit if board[cell]] for orbit in orbits]
            given = [orbit for orbit in given if orbit]
            if only_look:
                removable[i] = any(
                    len(puzzle.givens) - len(orbit) >= at_least[i] and holds(puzzle.without(orbit))
                    for orbit in given
                )
                continue
            stream = RandomStream.at(int(streams[i]))
            boards[i] = remove_groups(puzzle, given, holds, stream, int(at_least[i])).cells
            streams[i] = stream.state
        return removable

    def random_grids(self, streams: np.ndarray, conflict_limit: int) -> np.ndarray:
        """See `Tasks`."""
        layout = self._layout
        drawn = np.zeros((len(streams), layout.cell_count), np.uint8)
        for i, state in enumerate(streams.tolist()):
            stream = RandomStream.at(state)
            found = lexical_grid(layout, stream, conflict_limit)
            streams[i] = stream.state
            if found:
                drawn[i] = self._digits(found)
        return drawn

    @property
    def _size(self) -> int:
        return self.theory.layout.size if self.theory.layout else 1

    @property
    def _layout(self) -> Layout:
        assert self.theory.layout
        return self.theory.layout

    def _deduction(self, board: list[int]) -> Deduction:
        size = self._size
        deduction = Deduction(self.theory)
        deduction.extend([cell * size + digit for cell, digit in enumerate(board) if digit])
        return deduction

    def _digits(self, completion: tuple[int, ...]) -> list[int]:
        size = self._size
        digits = [0] * (self.theory.board_variables // size)
        for variable in self.theory.on_board(completion):
            cell, digit = divmod(variable - 1, size)
            digits[cell] = digit + 1
        return digits
