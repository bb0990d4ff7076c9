"""The fewest givens to add so that a puzzle becomes proper, and which serve best.

A set of candidates is enough if just one solution holds them all. All sets of one and of two are
counted, and then those of three that no two known solutions hold (each count gives one more): the
first size that has one is proved to be the smallest. Beyond that, for some of the solutions a set
is taken that hits their differences to others, as few as a greedy choice or, where there are few,
PySAT's hitting sets make it; it is not proved to be the smallest of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import TimeLimitReached
from ..theory import Theory
from .hitting import minimal_sets, shrunk

#: Solutions that are kept to rule sets out; boards of 729 variables that are counted at a time, of
#: larger ones fewer; conflicts after which the count of a larger board is given up.
POOL, BLOCK, PATIENCE = 6000, 20_000, 5000
#: Solutions for which a set is made; the largest set for which hitting sets are asked.
TRIED, HIT = 24, 6


@dataclass(frozen=True, slots=True)
class Addition:
    """variables: to assert. at_least: no smaller set is enough. solution: the only one then."""

    variables: tuple[int, ...]
    at_least: int
    solution: Puzzle

    @property
    def is_smallest(self) -> bool:
        """It is proved."""
        return len(self.variables) == self.at_least


@dataclass(frozen=True, slots=True)
class Service:
    """How well a given in this cell (from 0) would serve: the share of the solutions that is left
    on average, and at worst; is_exact: of all solutions, else of those known."""

    cell: int
    average: float
    worst: float
    is_exact: bool


def smallest_addition(
    puzzle: Puzzle,
    candidates: Sequence[int],
    all_candidates: bool,
    known: Iterable[Iterable[int]],
    seconds: float | None,
) -> Addition:
    """The fewest givens that make the puzzle, which has several solutions, proper.

    candidates: the open variables that are true in some solution (all of them, or nothing can be
    proved). known: solutions. seconds: for the search for the smallest; what is found after them is
    not proved.
    """
    clock, search = Clock(seconds), _Search(puzzle, candidates, known)
    at_least = 1
    try:
        for sets in (search.singles, search.pairs, search.triples) if all_candidates else ():
            for chosen in sets(clock):
                return Addition(chosen, at_least, search.solution_with(chosen))
            at_least += 1
    except TimeLimitReached:
        pass
    chosen = search.good_guess(Clock(seconds))
    return Addition(chosen, at_least, search.solution_with(chosen))


class _Search:
    """Sets of candidates that leave one solution. pool: known solutions, a row each, by candidate
    whether it is true."""

    def __init__(
        self, puzzle: Puzzle, candidates: Sequence[int], known: Iterable[Iterable[int]]
    ) -> None:
        self.puzzle, self.candidates = puzzle, list(candidates)
        self.asked = Assuming(Theory.of(puzzle.layout))
        self.pool = np.zeros((0, len(self.candidates)), bool)
        boards = [Puzzle.from_variables(true, puzzle.layout).cells for true in known]
        self._remember(np.array(boards, np.uint8))

    def singles(self, clock: Clock) -> Iterator[tuple[int, ...]]:
        """Single candidates that are enough."""
        yield from self._enough(np.arange(len(self.candidates))[:, None], clock)

    def pairs(self, clock: Clock) -> Iterator[tuple[int, ...]]:
        """Pairs."""
        count = len(self.candidates)
        several = max(1, BLOCK // count)
        for start in range(0, count, several):
            firsts = range(start, min(start + several, count))
            rows = [np.arange(first + 1, count) for first in firsts]
            repeated = np.repeat(list(firsts), list(map(len, rows)))
            yield from self._enough(np.stack([repeated, np.concatenate(rows)], 1), clock)

    def triples(self, clock: Clock) -> Iterator[tuple[int, ...]]:
        """Triples, but for those that two known solutions hold."""
        for first in range(len(self.candidates)):
            rows = self.pool[self.pool[:, first]].astype(np.float32)
            rare = np.triu(rows.T @ rows < 2, 1)
            rare[: first + 1] = False
            second = np.argwhere(rare)
            triples = np.concatenate([np.full((len(second), 1), first), second], 1)
            yield from self._enough(triples, clock)

    def _enough(self, sets: np.ndarray, clock: Clock) -> Iterator[tuple[int, ...]]:
        """Those of the sets (numbers of candidates, a row each) that leave one solution."""
        from .. import batch

        n = self.puzzle.layout.size
        variables = np.array(self.candidates) - 1
        size = max(1, BLOCK * 729 // max(729, self.asked.theory.variable_count * n // 9))
        for start in range(0, len(sets), size):
            clock.check()
            block = sets[start : start + size]
            cells, digits = variables[block] // n, variables[block] % n + 1
            boards = np.tile(np.array(self.puzzle.cells, np.uint8), (len(block), 1))
            np.put_along_axis(boards, cells, digits.astype(np.uint8), 1)
            # Two digits for one cell: the last one stands; such a set is not what it says.
            whole = (np.take_along_axis(boards, cells, 1) == digits).all(1)
            layout = self.puzzle.layout
            solved = batch.solve(boards[whole], limit=2, layout=layout, patience=PATIENCE)
            if (solved.counts < 0).any():
                raise clock.over()
            self._remember(solved.solutions[solved.counts > 0])
            for row in block[whole][solved.counts == 1].tolist():
                yield tuple([self.candidates[k] for k in row])

    def _remember(self, grids: np.ndarray) -> None:
        """Add solutions to the pool."""
        n, room = self.puzzle.layout.size, POOL - len(self.pool)
        if room > 0 and len(grids):
            step = -(-len(grids) // room)
            variables = np.array(self.candidates) - 1
            new = grids[::step, variables // n] == variables % n + 1
            self.pool = np.unique(np.concatenate([self.pool, new]), axis=0)

    def solution_with(self, chosen: Sequence[int]) -> Puzzle:
        """The solution that holds the chosen variables."""
        found = self.asked.completion([*self.puzzle.givens, *chosen])
        assert found
        return Puzzle.from_variables(found, self.puzzle.layout)

    # -- Beyond three ---------------------------------------------------------------------------

    def good_guess(self, clock: Clock) -> tuple[int, ...]:
        """The smallest set that was found for one of some solutions; in no time, all of one."""
        step = -(-len(self.pool) // TRIED)
        best = tuple(self.candidates[k] for k in np.flatnonzero(self.pool[0]))
        with suppress(TimeLimitReached):
            for row in self.pool[::step]:
                best = min(best, self._greedy(row, clock), key=len)
        if len(best) > HIT:
            return best
        solution = frozenset(self.solution_with(best).givens)
        asked = Assuming(self.asked.theory, clock=clock)
        asked.forbid(solution)
        open_ = [v for v in self.candidates if v in solution]

        def other(chosen: frozenset[int]) -> frozenset[int] | None:
            found = asked.completion([*self.puzzle.givens, *chosen])
            return None if found is None else found & frozenset(open_)

        try:
            return next(minimal_sets(open_, other, clock))
        except TimeLimitReached:
            return best

    def _greedy(self, row: np.ndarray, clock: Clock) -> tuple[int, ...]:
        """For a solution: always the candidate that fewest of the other solutions share."""
        solution = [self.candidates[k] for k in np.flatnonzero(row)]
        alone = self.solution_with(solution)
        asked = Assuming(self.asked.theory, clock=clock)
        asked.forbid(alone.givens)
        givens, place = self.puzzle.givens, {v: k for k, v in enumerate(self.candidates)}
        chosen: list[int] = []
        others = self.pool[(self.pool != row).any(1)]
        while True:
            if not len(others):
                found = asked.completion([*givens, *chosen])
                if found is None:
                    break
                others = np.array([[v in found for v in self.candidates]])
            shared = others[:, [place[v] for v in solution]].sum(0)
            chosen.append(solution[int(shared.argmin())])
            others = others[others[:, place[chosen[-1]]]]

        def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
            return kept if asked.completion([*givens, *kept]) is not None else None

        return shrunk(chosen, insufficient)[0]


def best_cells(
    puzzle: Puzzle, known: Sequence[Iterable[int]], all_known: bool
) -> tuple[Service, ...]:
    """The open cells, by the average share of the known solutions that a given leaves."""
    n, layout = puzzle.layout.size, puzzle.layout
    boards = np.array([Puzzle.from_variables(true, layout).cells for true in known], np.uint8)
    services = []
    for cell in (cell for cell, digit in enumerate(puzzle.cells) if not digit):
        shares = np.bincount(boards[:, cell], minlength=n + 1) / len(boards)
        services.append(Service(cell, float((shares**2).sum()), float(shares.max()), all_known))
    return tuple(sorted(services, key=lambda service: (service.average, service.cell)))
