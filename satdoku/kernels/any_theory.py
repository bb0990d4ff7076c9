"""The kernels for any theory on arrays: the theory laid flat, and what each needs to work with."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import numpy as np

from ..inference.deduction import packing
from ..theory import Theory
from . import csr_tasks
from .csr import ENDLESS, FlatTheory, Knowledge, Levels
from .tasks import Decided, Groups, Solved, Tasks
from .trials import Work


class AnyTheory(Tasks):
    """The questions to boards of any layout, or of a theory without one (cells are then its
    variables, 1 for asserted).

    Helper variables are searched like others: each completion of the board decides them.
    """

    def __init__(self, theory: Theory) -> None:
        self.theory = flat_theory(theory)
        self.variables = theory.variable_count
        # A level of search decides a cell or, where there are helpers, a clause at least.
        decided = len(theory.clauses) if theory.has_helpers else self.theory.cells
        self.depth = decided + 1

    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """See `Tasks`."""
        n = len(boards)
        counts, guesses = np.zeros(n, np.int64), np.zeros(n, np.int64)
        solutions = np.zeros((n if want_solutions else 0, self.theory.cells), np.uint8)
        csr_tasks.flat_solve(
            self.theory,
            self._nothing_known(),
            self._levels(),
            boards.ravel(),
            limit,
            patience,
            counts,
            solutions.ravel(),
            guesses,
        )
        return Solved(counts, solutions, guesses)

    def base_rules(self, boards: np.ndarray) -> Decided:
        """See `Tasks`."""
        status = np.zeros(len(boards), np.uint8)
        candidates = np.zeros(boards.shape, np.uint64)
        csr_tasks.flat_base_rules(
            self.theory, self._nothing_known(), boards.ravel(), status, candidates.ravel()
        )
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
        work = Work.on(boards, solutions, groups, streams, at_least, only_look, 1)
        numbers = np.zeros(2, np.int64)
        csr_tasks.flat_minimize(
            self.theory,
            self._nothing_known(),
            self._levels(),
            work,
            keep == "proper",
            np.zeros(0, np.uint8),
            numbers[:1],
            numbers[1:],
        )
        removable: np.ndarray = work.removable
        return removable

    def random_grids(self, streams: np.ndarray, conflict_limit: int) -> np.ndarray:
        """See `Tasks`."""
        drawn = np.zeros((len(streams), self.theory.cells), np.uint8)
        csr_tasks.flat_grids(
            self.theory,
            self._nothing_known(),
            self._levels(),
            streams,
            conflict_limit,
            drawn.ravel(),
            np.zeros(self.theory.cells * self.theory.size, np.int32),
        )
        return drawn

    def _nothing_known(self) -> Knowledge:
        variables = self.variables
        return Knowledge(
            status=np.zeros(variables + 1, np.uint8),
            left=self.theory.left.copy(),
            queue=np.zeros(len(self.theory.left) + self.theory.cells + 1, np.int32),
            queued=np.zeros(1, np.int64),
            peers=np.zeros(variables + 1, np.int32),
        )

    def _levels(self) -> Levels:
        variables, depth = self.variables, self.depth
        return Levels(
            status=np.empty(depth * (variables + 1), np.uint8),
            left=np.empty(depth * len(self.theory.left), self.theory.left.dtype),
            choice=np.empty(depth, np.int32),
            tried=np.empty(depth, np.int32),
        )


@lru_cache(maxsize=8)
def flat_theory(theory: Theory) -> FlatTheory:
    """The theory as arrays."""
    size = theory.layout.size if theory.layout else 1
    unit, at_most, left = packing(theory)
    starts, members = flat_lists(theory.members)
    holder_starts, holders = flat_lists(theory.occurrences)
    exact = [clause.variables for clause in theory.clauses if clause.exactly_one]
    return FlatTheory(
        cells=theory.board_variables // size,
        size=size,
        member_starts=starts,
        members=members,
        holder_starts=holder_starts,
        holders=holders,
        left=np.array(left, np.int32 if max(left, default=0) < 2**31 else np.int64),
        unit=unit,
        at_most=at_most,
        units=np.array([variables[0] for variables in exact if len(variables) == 1], np.int32),
        is_broken=int(() in exact),
    )


def flat_lists(lists: object) -> tuple[np.ndarray, np.ndarray]:
    """(where each begins, all of them one after the other)."""
    lists = [tuple(items) for items in lists]  # type: ignore[attr-defined]
    starts = np.array([0, *accumulate(map(len, lists))], np.int32)
    return starts, np.array([item for items in lists for item in items], np.int32)
