"""The one interface of kernels: the questions to a block of boards of one layout.

Boards are N × cells uint8 arrays, 0 for blank. A block is a pure function of its arguments, so that
blocks can be shared out to threads or machines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from .csr import ENDLESS


class Solved(NamedTuple):
    """counts: solutions found, up to the limit. solutions: the first of each, 0 where there is none
    (no rows if not wanted). guesses: choices that search tried."""

    counts: np.ndarray
    solutions: np.ndarray
    guesses: np.ndarray


class Decided(NamedTuple):
    """status: STUCK, SOLVED or BROKEN. candidates: N × cells uint64, bit d - 1 for digit d; nothing
    is a candidate on a broken board."""

    status: np.ndarray
    candidates: np.ndarray


class Groups(NamedTuple):
    """Groups of cells that go together: group g is cells[starts[g] : starts[g + 1]]."""

    cells: np.ndarray
    starts: np.ndarray


class Tasks(ABC):
    """The questions. Arrays named as changed are changed in place."""

    @abstractmethod
    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """Solutions up to `limit` >= 1 a board.

        A board that takes `patience` conflicts may be given up: its count is then GIVEN_UP, -1.
        """

    @abstractmethod
    def base_rules(self, boards: np.ndarray) -> Decided:
        """The fixed point of the base rules."""

    @abstractmethod
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
        """Minimise boards (changed) that have the property `keep` and these solutions.

        streams (changed): a random stream for each board; at_least: no board gets fewer givens.
        only_look: change no board; the result is 1 for each board of which a group can go.
        """

    @abstractmethod
    def random_grids(self, streams: np.ndarray, conflict_limit: int) -> np.ndarray:
        """The lecture's grid from each stream (changed); 0 where it was given up."""
