"""The kernels' operations for boards whose rules need auxiliary variables, one board at a time.

Solutions come from the engines for rules (`backends.auto`); minimising and grids from `operations`.
The base rules are left to the kernels: see `sharing`.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ..backends.base import Clock
from ..backends.registry import open_backend
from ..board import Puzzle
from ..kernels.any_theory.csr import ENDLESS
from ..kernels.any_theory.theory_tasks import AnyTheory
from ..kernels.tasks import Decided, Removals, Solved, Tasks
from ..operations.minimizing import property_named, remove_groups
from ..random_stream import RandomStream
from ..theory import Theory


class RuledTasks(Tasks):
    """The operations on boards of a theory with auxiliary variables."""

    def __init__(self, theory: Theory) -> None:
        self.theory, self.layout = theory, theory.known_layout

    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """See `Tasks`. No board is given up, and no guesses are counted."""
        engine = open_backend("auto", self.theory)
        n, cells = boards.shape
        counts = np.zeros(n, np.int64)
        guesses = np.zeros(n, np.int64)
        solutions = np.zeros((n if want_solutions else 0, cells), np.uint8)
        for i, board in enumerate(boards.tolist()):
            givens = Puzzle(tuple(board), self.layout).givens
            if not want_solutions:
                counts[i] = engine.count(givens, limit=limit)
                continue
            for found in engine.find_boards(givens, limit, Clock(None)):
                if not counts[i]:
                    solutions[i] = self._digits(found)
                counts[i] += 1
        return Solved(counts, solutions, guesses)

    def base_rules(self, boards: np.ndarray) -> Decided:
        """See `Tasks`."""
        return AnyTheory(self.theory).base_rules(boards)

    def minimize(self, boards: np.ndarray, solutions: np.ndarray, removals: Removals) -> np.ndarray:
        """See `Tasks`."""
        keep, groups, streams, at_least, only_look = removals
        layout, holds = self.layout, property_named(keep)
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
            # As the kernels do: the caller goes on with the same stream, whoever drew from it.
            streams[i] = stream.state
        return removable

    def random_grids(self, streams: np.ndarray, conflict_limit: int) -> np.ndarray:
        """See `Tasks`. All are given up: grids of boards with rules are drawn one by one."""
        return np.zeros((len(streams), self.layout.cell_count), np.uint8)

    def _digits(self, completion: tuple[int, ...]) -> list[int]:
        digits = [0] * self.layout.cell_count
        for variable in self.theory.on_board(completion):
            cell, digit = divmod(variable - 1, self.layout.size)
            digits[cell] = digit + 1
        return digits
