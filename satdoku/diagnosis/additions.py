"""The fewest givens to add so that a puzzle becomes proper, and the cells where a given helps most.

A set of candidates is sufficient if exactly one solution contains it. All sets of one, two and
three candidates are tried, except those that two known solutions contain; each insufficient set
yields two more known solutions, which rule out many other sets. The first size with a sufficient
set is proved to be the smallest; sizes that are known to be too small (`fewest_givens`) are left
out. Beyond three, for some of the solutions, a set is built that hits
their differences to other solutions: greedily or, where it is small, as a minimum hitting set for
that solution. Such a set is not proved to be the smallest of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import combinations
from operator import and_

import numpy as np

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..frozen import frozen
from ..operations.fewest_givens import fewest_known
from ..operations.hitting import minimal_sets, shrunk
from ..theory import Theory, Variables

#: Maximum number of known solutions kept to rule out sets; number of sets above which the kernels
#: count them, and the block size for that.
POOL, MANY, BLOCK = 6000, 2000, 20_000
#: Boards of a block that cost as much as one query of a solver.
PER_UNIT = 10
#: Number of solutions for which a set is built; largest set for which hitting sets are searched.
TRIED, HIT = 24, 6


@frozen
class Addition:
    """variables: to assert. at_least: no smaller set suffices. solution: the one that remains."""

    variables: Variables
    at_least: int
    solution: Puzzle

    @property
    def is_smallest(self) -> bool:
        """Whether the set is proved to be smallest."""
        return len(self.variables) == self.at_least


@frozen
class CellGain:
    """How much a given in this cell (from 0) would help: the share of the solutions that remain, on
    average and at worst; is_exact: whether the shares are of all solutions or of the known ones."""

    cell: int
    average: float
    worst: float
    is_exact: bool


def smallest_addition(
    puzzle: Puzzle,
    candidates: Sequence[int],
    all_candidates: bool,
    known: Iterable[Iterable[int]],
    clock: Clock,
) -> Addition:
    """Return the fewest givens that make a puzzle with several solutions proper.

    candidates: the open variables that are true in some solution. all_candidates: whether these are
    all of them; otherwise nothing can be proved. known: solutions. clock: half of the time is for
    the search for a proved smallest set; a set found after that is not proved smallest.
    """
    search = _AdditionSearch(puzzle, candidates, known)
    at_least = max(1, fewest_known(puzzle.layout) - puzzle.clues)
    proving = clock.part()
    with suppress(TimeLimitReached):
        if all_candidates:
            for sets in (search.singles, search.pairs, search.triples)[at_least - 1 :]:
                chosen = next(sets(proving), None)
                if chosen is not None:
                    return Addition(chosen, at_least, search.solution_with(chosen))
                # All sets of this size were tried in vain.
                at_least += 1
    chosen = search.good_guess(clock)
    return Addition(chosen, at_least, search.solution_with(chosen))


class _AdditionSearch:
    """Sets of candidates that leave one solution.

    rows: the known solutions, each as one byte per candidate (1 if true); having: for each
    candidate, the known solutions that contain it, one bit per solution.
    """

    def __init__(
        self, puzzle: Puzzle, candidates: Sequence[int], known: Iterable[Iterable[int]]
    ) -> None:
        self.puzzle = puzzle
        self.candidates = list(candidates)
        self.solver = Assuming(Theory.of(puzzle.layout))
        self.rows: dict[bytes, None] = {}
        self.having = [0] * len(self.candidates)
        for true in known:
            self._remember(true)

    @property
    def pool(self) -> np.ndarray:
        """The known solutions as a boolean array, one row each."""
        return np.frombuffer(b"".join(self.rows), bool).reshape(-1, len(self.candidates))

    def singles(self, clock: Clock) -> Iterator[Variables]:
        """Yield the single candidates that are sufficient."""
        yield from self._enough([(k,) for k in range(len(self.candidates))], clock)

    def pairs(self, clock: Clock) -> Iterator[Variables]:
        """Yield the pairs that are sufficient."""
        yield from self._enough(combinations(range(len(self.candidates)), 2), clock)

    def triples(self, clock: Clock) -> Iterator[Variables]:
        """Yield the triples that are sufficient. Most triples that occur in at most one known
        solution have no solution; the kernels detect that faster than a solver."""
        layout = self.puzzle.layout
        is_usual = layout.size <= 9 and layout.is_regular and not layout.constraints
        for first in range(len(self.candidates)):
            clock.check()
            rows = self.pool[self.pool[:, first]].astype(np.float32)
            together = rows.T @ rows  # how many of these solutions contain both
            rare = np.triu(together < 2, 1)
            rare[: first + 1] = False
            pairs = np.argwhere(rare)
            firsts = np.full((len(pairs), 1), first)
            triples = np.concatenate([firsts, pairs], 1)
            if len(triples) > MANY and is_usual:
                yield from self._counted(triples, clock)
            else:
                yield from self._enough(map(tuple, triples.tolist()), clock)

    def _enough(self, sets: Iterable[Variables], clock: Clock) -> Iterator[Variables]:
        """Yield those sets (of candidate indices) that leave one solution, by searching for two."""
        self.solver.clock = clock
        for row in sets:
            containing = reduce(and_, [self.having[k] for k in row])
            if containing.bit_count() > 1:
                continue
            chosen = tuple([self.candidates[k] for k in row])
            found = self.solver.two_completions([*self.puzzle.givens, *chosen])
            for true in found:
                self._remember(true)
            if len(found) == 1:
                yield chosen

    def _counted(self, sets: np.ndarray, clock: Clock) -> Iterator[Variables]:
        """Like `_enough` for very many sets, one per row: count the solutions of the boards in
        bulk."""
        from .. import batch

        layout = self.puzzle.layout
        places = np.array([layout.cell_and_digit(v) for v in self.candidates])
        board = np.array(self.puzzle.cells, np.uint8)
        for start in range(0, len(sets), BLOCK):
            clock.check()
            block = sets[start : start + BLOCK]
            cells = places[block, 0]
            digits = places[block, 1].astype(np.uint8)
            boards = np.tile(board, (len(block), 1))
            np.put_along_axis(boards, cells, digits, 1)
            # Two digits in one cell: the last one is written; such boards do not represent their
            # set.
            whole = (np.take_along_axis(boards, cells, 1) == digits).all(1)
            clock.spend(len(boards) // PER_UNIT)
            solved = clock.within(partial(batch.solve, boards[whole], limit=2, layout=layout))
            self._remember_some(solved.solutions[solved.counts > 0])
            for row in block[whole][solved.counts == 1].tolist():
                yield tuple([self.candidates[k] for k in row])

    def _remember_some(self, grids: np.ndarray) -> None:
        """Add as many of these solutions to the known ones as there is room for, evenly spread."""
        room = POOL - len(self.rows)
        if room <= 0:
            return
        step = max(1, len(grids) // room)
        for grid in grids[::step].tolist():
            self._remember(Puzzle(tuple(grid), self.puzzle.layout).givens)

    def _remember(self, true: Iterable[int]) -> None:
        """Add a solution to the known ones."""
        variables = frozenset(true)
        row = bytes([v in variables for v in self.candidates])
        if row in self.rows or len(self.rows) >= POOL:
            return
        bit = 1 << len(self.rows)
        for k, is_true in enumerate(row):
            if is_true:
                self.having[k] |= bit
        self.rows[row] = None

    def solution_with(self, chosen: Sequence[int]) -> Puzzle:
        """Return the solution that contains the chosen variables."""
        self.solver.clock = Clock(None)  # nearly full, so at once
        found = self.solver.completion([*self.puzzle.givens, *chosen])
        assert found
        return Puzzle.from_variables(found, self.puzzle.layout)

    # -- Beyond three ---------------------------------------------------------------------------

    def good_guess(self, clock: Clock) -> Variables:
        """Return the smallest set found for any of the sampled solutions; a full solution if time
        is over."""
        # Spread over all known solutions: neighbours were found one after the other, and are often
        # alike.
        step = -(-len(self.pool) // TRIED)
        best = tuple(self.candidates[k] for k in np.flatnonzero(self.pool[0]))
        with suppress(TimeLimitReached):
            for row in self.pool[::step]:
                best = min(best, self._greedy(row, clock), key=len)
        if len(best) > HIT:
            return best
        solution = frozenset(self.solution_with(best).givens)
        solver = Assuming(self.solver.theory, clock=clock).forbid(solution)
        open_ = [v for v in self.candidates if v in solution]

        def other(chosen: frozenset[int]) -> frozenset[int] | None:
            found = solver.completion([*self.puzzle.givens, *chosen])
            return None if found is None else found.intersection(open_)

        try:
            return next(minimal_sets(open_, other, clock))
        except TimeLimitReached:
            return best

    def _greedy(self, row: np.ndarray, clock: Clock) -> Variables:
        """Build a set for one solution: repeatedly add the candidate that the fewest others
        share."""
        solution = [self.candidates[k] for k in np.flatnonzero(row)]
        alone = self.solution_with(solution)
        solver = Assuming(self.solver.theory, clock=clock).forbid(alone.givens)
        givens = self.puzzle.givens
        place = {v: k for k, v in enumerate(self.candidates)}
        own_places = [place[v] for v in solution]
        chosen: list[int] = []
        others = self.pool[(self.pool != row).any(1)]
        while True:
            # None of the known solutions is left: one that is not known is asked for, until there
            # is none.
            if not len(others):
                found = solver.completion([*givens, *chosen])
                if found is None:
                    break
                others = np.array([[v in found for v in self.candidates]])
            shared = others[:, own_places].sum(0)
            best = solution[int(shared.argmin())]
            chosen.append(best)
            has_it = others[:, place[best]]
            others = others[has_it]

        def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
            return kept if solver.completion([*givens, *kept]) is not None else None

        return shrunk(chosen, insufficient)[0]


def best_cells(
    puzzle: Puzzle, known: Sequence[Iterable[int]], all_known: bool
) -> tuple[CellGain, ...]:
    """Return the open cells, sorted by the average share of known solutions that a given leaves."""
    layout = puzzle.layout
    boards = np.array([Puzzle.from_variables(true, layout).cells for true in known], np.uint8)
    services = []
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            continue
        counts = np.bincount(boards[:, cell], minlength=layout.size + 1)
        shares = counts / len(boards)
        average = float((shares**2).sum())
        worst = float(shares.max())
        services.append(CellGain(cell, average, worst, is_exact=all_known))
    return tuple(sorted(services, key=lambda service: (service.average, service.cell)))
