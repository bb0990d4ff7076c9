"""The common interface of kernels: the operations on a block of boards of one layout.

Boards are N × cells uint8 arrays, 0 for blank. A block's result depends only on its arguments, so
blocks can be shared out to threads or machines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from .any_theory.csr import ENDLESS


class Solved(NamedTuple):
    """counts: solutions found, up to the limit. solutions: the first of each board, 0 where there
    is none (no rows if not requested). guesses: choices tried by search."""

    counts: np.ndarray
    solutions: np.ndarray
    guesses: np.ndarray


class Decided(NamedTuple):
    """status: STUCK, SOLVED or BROKEN. candidates: N × cells uint64, bit d - 1 for digit d; a
    broken board has no candidates."""

    status: np.ndarray
    candidates: np.ndarray


class Groups(NamedTuple):
    """Groups of cells removed together: group g is cells[starts[g] : starts[g + 1]]."""

    cells: np.ndarray
    starts: np.ndarray


class Removals(NamedTuple):
    """What may be removed from each of a block of boards.

    keep: the property that stays. streams (changed): a random stream for each board. at_least: the
    minimum number of givens of each board. only_look: change no board; the result is 1 for each
    board from which a group can be removed.
    """

    keep: str
    groups: Groups
    streams: np.ndarray
    at_least: np.ndarray
    only_look: bool = False

    def of(self, block: slice) -> Removals:
        """Return the same for some of the boards."""
        return self._replace(streams=self.streams[block], at_least=self.at_least[block])


class Tasks(ABC):
    """The operations on a block of boards. Arrays documented as changed are changed in place."""

    @abstractmethod
    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """Find up to `limit` >= 1 solutions of each board.

        A board that takes `patience` conflicts may be given up: its count is then GIVEN_UP, -1.
        """

    @abstractmethod
    def base_rules(self, boards: np.ndarray) -> Decided:
        """Compute the fixed point of the base rules."""

    @abstractmethod
    def minimize(self, boards: np.ndarray, solutions: np.ndarray, removals: Removals) -> np.ndarray:
        """Minimise boards (changed) that have the property to keep and these solutions."""

    @abstractmethod
    def random_grids(self, streams: np.ndarray, conflict_limit: int) -> np.ndarray:
        """Draw the lecture's grid from each stream (changed); 0 where it was given up."""
