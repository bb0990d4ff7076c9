"""The kernels for any theory: the theory as flat arrays, and the workspace of each kernel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np

from ...theory import Theory
from ..lockstep.trials import Work
from ..tasks import Decided, Removals, Solved, Tasks
from . import flat_kernels
from .csr import ENDLESS, FlatTheory, Knowledge, Levels


class AnyTheory(Tasks):
    """The operations for boards of any layout, or for a theory without one (its variables are then
    the cells: 1 for asserted).

    Auxiliary variables are searched like others: each completion of the board decides them.
    """

    def __init__(self, theory: Theory) -> None:
        self.theory = flat_theory(theory)
        self.variables = theory.variable_count
        # Each level of search decides at least a cell or, with auxiliary variables, a clause.
        decided = len(theory.exactly) if theory.has_helpers else self.theory.cells
        self.depth = decided + 1

    def solve(
        self, boards: np.ndarray, limit: int, want_solutions: bool, patience: int = ENDLESS
    ) -> Solved:
        """See `Tasks`."""
        counts, guesses = np.zeros((2, len(boards)), np.int64)
        solutions = np.zeros((len(boards) if want_solutions else 0, self.theory.cells), np.uint8)
        flat_kernels.flat_solve(
            self.theory,
            self._nothing_known(),
            self._levels(),
            boards=boards.ravel(),
            limit=limit,
            patience=patience,
            counts=counts,
            solutions=solutions.ravel(),
            decisions=guesses,
        )
        return Solved(counts, solutions, guesses)

    def base_rules(self, boards: np.ndarray) -> Decided:
        """See `Tasks`."""
        status = np.zeros(len(boards), np.uint8)
        candidates = np.zeros(boards.shape, np.uint64)
        flat_kernels.flat_base_rules(
            self.theory, self._nothing_known(), boards.ravel(), status, candidates.ravel()
        )
        return Decided(status, candidates)

    def minimize(self, boards: np.ndarray, solutions: np.ndarray, removals: Removals) -> np.ndarray:
        """See `Tasks`."""
        work = Work.on(boards, solutions, removals, 1)
        numbers = np.zeros(2, np.int64)
        flat_kernels.flat_minimize(
            self.theory,
            self._nothing_known(),
            self._levels(),
            work=work,
            proper=removals.keep == "proper",
            nothing=np.zeros(0, np.uint8),
            counts=numbers[:1],
            decisions=numbers[1:],
        )
        removable: np.ndarray = work.removable
        return removable

    def random_grids(self, streams: np.ndarray, conflict_limit: int) -> np.ndarray:
        """See `Tasks`."""
        drawn = np.zeros((len(streams), self.theory.cells), np.uint8)
        flat_kernels.flat_grids(
            self.theory,
            self._nothing_known(),
            self._levels(),
            streams=streams,
            conflict_limit=conflict_limit,
            grids=drawn.ravel(),
            orders=np.zeros(self.theory.cells * self.theory.size, np.int32),
        )
        return drawn

    def _nothing_known(self) -> Knowledge:
        numbers = self.variables + 1
        left = self.theory.left.copy()
        # A clause enqueues at most one literal before the queue is emptied: a unit at the start,
        # another one when its last but one member leaves. One place more is for a refuted
        # candidate's denial.
        longest = len(left) + self.theory.cells + 1
        return Knowledge(
            status=np.zeros(numbers, np.uint8),
            left=left,
            queue=np.zeros(longest, np.int32),
            queued=np.zeros(1, np.int64),
            peers=np.zeros(numbers, np.int32),
        )

    def _levels(self) -> Levels:
        variables = self.variables
        depth = self.depth
        return Levels(
            status=np.empty(depth * (variables + 1), np.uint8),
            left=np.empty(depth * len(self.theory.left), self.theory.left.dtype),
            choice=np.empty(depth, np.int32),
            tried=np.empty(depth, np.int32),
        )


def flat_theory(theory: Theory) -> FlatTheory:
    """Return the theory as arrays, cached on the theory; for `left` see `inference.deduction`."""
    kept: FlatTheory | None = theory.__dict__.get("_flat")
    if kept is None:
        kept = theory.__dict__["_flat"] = _flat(theory)
    return kept


def _flat(theory: Theory) -> FlatTheory:
    size = theory.layout.size if theory.layout else 1
    start_bytes, member_bytes = theory.rows
    starts = np.frombuffer(start_bytes, np.int32)
    members = np.frombuffer(member_bytes, np.int32)
    lengths = np.diff(starts).astype(np.int64)  # products with the unit are large
    exactly = np.frombuffer(theory.exactly, np.uint8)
    clause_of = np.repeat(np.arange(len(lengths), dtype=np.int32), np.diff(starts))
    # Differences of running totals are right for empty clauses too.
    sums_before = np.concatenate(([0], np.cumsum(members, dtype=np.int64)))
    sums = np.diff(sums_before[starts])
    # A power of two above every sum: so a sum never carries into the count, and a shift gives the
    # count.
    unit = 1 << int(sums.max(initial=0)).bit_length()
    # Above what any exactly-one clause can have, so that a single comparison tells the two kinds
    # apart, and never reached by the losses of an at-most-one clause, which stays at `at_most` or
    # more.
    at_most = unit * (2 + int(lengths.max(initial=0)))
    left = sums + unit * lengths + at_most * (1 - exactly.astype(np.int64))
    held = np.bincount(members, minlength=theory.variable_count + 1)
    short = members.astype(np.uint16) if theory.variable_count < 2**16 else members  # sorts faster
    # Stable, so that the clauses of each variable are in ascending order.
    by_variable = np.argsort(short, kind="stable")
    is_unit = (lengths == 1) & (exactly == 1)
    is_empty = (lengths == 0) & (exactly == 1)
    holder_starts = np.concatenate(([0], np.cumsum(held))).astype(np.int32)
    return FlatTheory(
        cells=theory.board_variables // size,
        size=size,
        member_starts=starts,
        members=members,
        holder_starts=holder_starts,
        holders=clause_of[by_variable],
        left=left,
        unit=unit,
        at_most=at_most,
        units=members[starts[:-1][is_unit]],
        is_broken=int(is_empty.any()),
    )


def flat_lists(lists: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Return (the start of each list, all items in one array)."""
    starts = np.fromiter(accumulate(map(len, lists), initial=0), np.int32, len(lists) + 1)
    return starts, np.fromiter(chain.from_iterable(lists), np.int32, int(starts[-1]))
