"""Puzzles with one solution: which givens are redundant, and which are essential and why.

The property to keep is that the puzzle is proper, or solvable by a rule set ("logic": the base
rules).

Of a variant also: rules without which the puzzle keeps its single solution. And minimal puzzles of
the same grid that are near: first those below the puzzle, those with the most givens removed first;
then those that exchange one given of the first for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from ..backends.assuming import Ruled
from ..backends.base import Clock
from ..backends.calls import within
from ..backends.work_limit import WorkLimit
from ..batch.solving import minimize
from ..board import STANDARD, Puzzle
from ..constraints.kind_table import LAYER
from ..errors import PuzzleError, TimeLimitReached
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..layout import Layout
from ..logic.catalog.rules import RULE_SETS, rule_set
from ..logic.explain import explain
from ..operations.fewest_givens import fewest_known
from ..operations.hitting import minimal_sets, shrunk
from ..operations.minimizing import Keep, is_logic_solvable
from ..operations.solving import solution, solve_by_logic
from ..phrases import phrase
from ..theory import Variables
from .grid import Givens, SolvedGrid, unavoidable_sets

#: The largest set of redundant givens to remove together is searched for only up to this many
#: redundant givens; beyond that the search would not finish.
REDUNDANT = 45
#: For the bound on their number: seconds at most, or units of work where no time limit is given.
BOUND, BOUND_WORK = 1.0, 4_000
#: How often differences are added for that bound, and how many disjoint ones at once.
ROUNDS, AT_ONCE = 40, 6
#: What a run of a rule set costs, in units of work, and what the minimisations below do.
EXPLAINING, MINIMIZING = 500, 1_000
#: Minimisations in random order from which the smallest puzzle is taken: on the usual board, where
#: they take a tenth of a second together, and on others up to the size `LARGE`.
MANY, SOME, LARGE = 10_000, 8, 12
#: Unavoidable sets of up to this many cells are found before minimal puzzles are listed.
LEARNT = 6
#: The properties that can be kept.
KEPT = ("proper", "logic", *RULE_SETS)


@frozen
class Essential:
    """A given that cannot be removed: without it, `other` is another solution, or (if the property
    is solvability by rules) the board on which the rules get stuck."""

    given: int
    other: Puzzle


@frozen
class Spare:
    """Redundant givens. redundant: each given that can be removed alone; essential: those that
    cannot, each with the reason; unknown: those that the time limit left undecided.

    together: the largest set found of givens that can be removed together; at_most: a proved upper
    bound on its size.
    """

    redundant: Variables
    essential: tuple[Essential, ...]
    unknown: Variables
    together: Variables
    at_most: int

    @property
    def is_largest(self) -> bool:
        """Whether `together` is proved to be the largest."""
        return len(self.together) == self.at_most


def what_is_spare(puzzle: Puzzle, keep: str, grid: SolvedGrid, clock: Clock) -> Spare:
    """Return the redundant givens of a proper puzzle of this grid with respect to the property
    `keep` (one of `KEPT`).

    Raises `PuzzleError` if the puzzle does not have the property.
    """
    parts = Parts(puzzle, keep, grid.within(clock.part()))
    redundant = []
    essential = []
    unknown = list(puzzle.givens)
    with suppress(TimeLimitReached):
        if keep != "proper" and parts.missed(parts.givens) is not None:
            raise PuzzleError(
                phrase(
                    "the puzzle is not solvable by the rules {keep!r}: keep another property",
                    keep=keep,
                )
            )
        while unknown:
            other = parts.other(parts.givens - {unknown[0]})
            if other is None:
                redundant.append(unknown.pop(0))
            else:
                essential.append(Essential(unknown.pop(0), other))
    together, at_most = parts.largest(redundant, clock)
    # What is undecided may be removable as well.
    at_most = min(at_most + len(unknown), puzzle.clues - fewest_known(puzzle.layout))
    return Spare(tuple(redundant), tuple(essential), tuple(unknown), together, at_most)


class Parts:
    """Subsets of the givens of a proper puzzle, and whether they have the property.

    Queries raise `TimeLimitReached` when the grid's clock runs out.
    """

    def __init__(self, puzzle: Puzzle, keep: str, grid: SolvedGrid) -> None:
        self.keep = keep
        self.grid = grid
        self.givens = frozenset(puzzle.givens)
        self.rules = rule_set(keep) if keep in RULE_SETS else 0

    def missed(self, chosen: Givens) -> Givens | None:
        """Return None if the chosen givens have the property; else givens of which at least one is
        needed."""
        if self.keep == "proper":
            return self.grid.another(chosen)
        return None if self._where_stuck(chosen) is None else self.givens - chosen

    def other(self, chosen: Givens) -> Puzzle | None:
        """Return why the chosen givens lack the property: another solution near the grid, or the
        board on which the rules get stuck; None if they have it."""
        if self.keep != "proper":
            return self._where_stuck(chosen)
        difference = self.grid.near(chosen)
        return None if difference is None else self.grid.changed(difference)

    def _where_stuck(self, chosen: Givens) -> Puzzle | None:
        clock = self.grid.solver.clock
        clock.check()
        part = Puzzle.from_variables(chosen, self.grid.layout)
        if self.keep == "logic":
            return None if is_logic_solvable(part) else solve_by_logic(part)
        clock.spend(EXPLAINING)
        found = clock.within(lambda: explain(part, rules=self.rules, scale="satdoku", verify=False))
        return None if found.outcome == "solved" else found.end.board

    def redundant(self) -> list[int]:
        """Return the givens that can each be removed alone."""
        return [v for v in sorted(self.givens) if self.missed(self.givens - {v}) is None]

    def minimal(self, redundant: Sequence[int]) -> Iterator[Variables]:
        """Yield the minimal sets of redundant givens that must stay, smallest first."""
        firm = self.givens.difference(redundant)

        def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
            missed = self.missed(firm | kept)
            if missed is None:
                return None
            # The set is grown while it stays insufficient: a larger one leaves a smaller set to
            # hit.
            for given in redundant:
                if given in missed:
                    missed = self.missed(self.givens - missed | {given}) or missed
            return self.givens - missed

        return minimal_sets(redundant, insufficient, self.grid.solver.clock)

    def largest(self, redundant: Sequence[int], clock: Clock) -> tuple[Variables, int]:
        """Return (a largest set of givens that can be removed together, an upper bound on its
        size).

        Beyond the base rules, an added given can make a step impossible (the property is not
        monotone), so nothing is proved for the other rule sets.
        """
        if len(redundant) <= REDUNDANT and self.keep in ("proper", "logic"):
            self.grid.within(clock.part())
            with suppress(TimeLimitReached):
                stay = next(self.minimal(redundant))
                return tuple(v for v in redundant if v not in stay), len(redundant) - len(stay)
        self.grid.within(clock)
        few = self._few_that_stay(redundant)
        more = WorkLimit(BOUND_WORK) if clock.limit is None else Clock(BOUND)
        fewest, hitting = self._fewest_that_stay(redundant, more)
        if hitting is not None and len(hitting) < len(few):
            few = hitting
        return tuple(v for v in redundant if v not in few), len(redundant) - fewest

    def _few_that_stay(self, redundant: Sequence[int]) -> Givens:
        """Return redundant givens that keep the property with the others: the fewest of many
        minimisations in random order, if there is time for them."""
        layout, clock = self.grid.layout, self.grid.solver.clock
        keep: Keep = "logic" if self.keep == "logic" else "proper"
        if self.keep == keep and layout.size <= LARGE:
            board = Puzzle.from_variables(self.givens, layout).cells
            tries = MANY if layout == STANDARD else SOME
            copies = np.repeat(np.array([board], np.uint8), tries, axis=0)
            with suppress(TimeLimitReached):
                clock.spend(MINIMIZING)
                small = clock.within(lambda: minimize(copies, keep=keep, layout=layout))
                best = small[np.count_nonzero(small, axis=1).argmin()]
                kept = Puzzle(tuple(best.tolist()), layout).givens
                return frozenset(kept).intersection(redundant)
        firm = self.givens.difference(redundant)
        stay, _ = shrunk(redundant, lambda kept: self.missed(firm | kept))
        return frozenset(stay)

    def _fewest_that_stay(
        self, redundant: Sequence[int], clock: Clock
    ) -> tuple[int, Givens | None]:
        """Return (a lower bound on the redundant givens that must stay: as many as it takes to hit
        the known differences to other grids; such givens, if they hit all others too). While there
        is time, differences that such givens miss are added.

        Source: R. Reiter (as for `hitting`), and PySAT's `Hitman` for the smallest hitting sets.
        """
        from pysat.examples.hitman import Hitman

        able = frozenset(redundant)
        firm = self.givens.difference(redundant)
        fewest = 0
        new = [d for d in self.grid.within(clock).differences if d.isdisjoint(firm)]
        search = within(clock, lambda: Hitman(solver="g4", htype="sorted"))
        with suppress(TimeLimitReached), search as hitting:
            for _ in range(ROUNDS):
                if not new:
                    break
                for difference in new:
                    hitting.hit(sorted(difference & able))
                chosen = frozenset(hitting.get())
                fewest = len(chosen)
                met = firm | chosen
                new = []
                # Disjoint ones, as each is missed by those before: every one of them raises the
                # bound.
                while len(new) < AT_ONCE and (missed := self.grid.near(met)):
                    new.append(missed)
                    met |= missed
                if not new and self.keep == "proper":
                    return fewest, chosen
        return fewest, None


@frozen
class SpareRules:
    """Constraints of a proper puzzle, as text, with all givens kept. redundant: those that can be
    dropped one at a time; together: a maximal set that can be dropped together (perhaps not the
    largest); essential: the others, each with another grid that is possible without it; unknown:
    those that the time limit left undecided.
    """

    redundant: tuple[str, ...]
    together: tuple[str, ...]
    essential: tuple[tuple[str, Puzzle], ...]
    unknown: tuple[str, ...]


def rules_to_spare(puzzle: Puzzle, solution: Puzzle, clock: Clock) -> SpareRules:
    """Return which constraints of a proper puzzle can be dropped and which cannot."""
    solver = Ruled(puzzle.layout, clock).forbid(solution.givens)
    redundant = []
    essential = []
    kept = list(solver.selectors)
    unknown = [s for s in kept if solver.name(s) != LAYER]  # that one is part of the board
    with suppress(TimeLimitReached):
        while unknown:
            others = [s for s in solver.selectors if s != unknown[0]]
            other = solver.completion([*puzzle.givens, *others])
            if other is None:
                redundant.append(unknown[0])
            else:
                grid = Puzzle.from_variables(other, puzzle.layout)
                essential.append((solver.name(unknown[0]), grid))
            del unknown[0]
        for selector in redundant:
            fewer = [s for s in kept if s != selector]
            if solver.completion([*puzzle.givens, *fewer]) is None:
                kept = fewer
    together = [s for s in redundant if s not in kept]
    return SpareRules(
        solver.names(redundant), solver.names(together), tuple(essential), solver.names(unknown)
    )


def minimal_puzzles(
    puzzle: PuzzleLike, *, time_limit: float | None = None, layout: Layout | str | None = None
) -> Iterator[Puzzle]:
    """Yield all minimal puzzles that a proper puzzle, such as a full grid, contains; those with the
    fewest givens first: no puzzle of the same grid, within these givens, has fewer.

    Raises `Inconsistency` or `PuzzleError` for a puzzle that is not proper, `TimeLimitReached`.

    layout: of a puzzle that is text, as for `parse`.

    >>> puzzles = list(minimal_puzzles("1234341221434321"))
    >>> len(puzzles), puzzles[0].clues, puzzles[-1].clues
    (284, 4, 6)
    """
    puzzle = parse(puzzle, layout)
    clock = Clock(time_limit)
    full = solution(puzzle, time_limit=time_limit)
    grid = SolvedGrid(full)
    grid.learn(unavoidable_sets(full, LEARNT, clock)[0])
    for givens in _all_below(Parts(puzzle, "proper", grid.within(clock))):
        yield Puzzle.from_variables(givens, puzzle.layout)


def minimal_puzzles_near(
    puzzle: Puzzle, grid: SolvedGrid, limit: int
) -> tuple[tuple[Puzzle, ...], bool, int | None]:
    """Return (at most `limit` minimal puzzles near a proper one, whether the time limit cut it
    short; how many of them, the first ones, are all minimal puzzles that it contains, if so)."""
    found: list[Puzzle] = []
    below = None
    with suppress(TimeLimitReached):
        for givens in _all_near(puzzle, grid):
            if givens is None:
                below = len(found)
                continue
            found.append(Puzzle.from_variables(givens, puzzle.layout))
            if len(found) == limit:
                break
        return tuple(found), False, below
    return tuple(found), True, below


def _all_near(puzzle: Puzzle, grid: SolvedGrid) -> Iterator[Givens | None]:
    """Yield minimal puzzles near a proper one; None after all that it contains."""
    parts = Parts(puzzle, "proper", grid)
    first = None
    redundant = parts.redundant()
    if len(redundant) > REDUNDANT:
        first = minimal_below(grid, parts.givens)
        yield first
    elif redundant:
        for near in _all_below(parts):
            yield near
            first = first or near
        yield None
    for exchanged in exchanges(grid, first or parts.givens):
        if is_minimal(grid, exchanged) and not (redundant and exchanged < parts.givens):
            yield exchanged


def _all_below(parts: Parts) -> Iterator[Givens]:
    """Yield the minimal puzzles that a proper puzzle contains, those with the fewest givens
    first."""
    redundant = parts.redundant()
    for stay in parts.minimal(redundant):
        yield parts.givens.difference(redundant).union(stay)


def exchanges(grid: SolvedGrid, givens: Givens) -> Iterator[Givens]:
    """Yield the proper puzzles with one of these givens exchanged for another."""
    for out in sorted(givens):
        rest = givens - {out}
        # The new given must hit every difference that the remaining givens do not hit.
        into = grid.variables - givens
        for difference in grid.differences:
            if difference.isdisjoint(rest):
                into &= difference
        while into:
            chosen = rest | {min(into)}
            missed = grid.another(chosen)
            if missed is None:
                into -= chosen
                yield chosen
            else:
                # A grid that has all of the chosen givens rules out every other that it has, too.
                into &= missed


def is_minimal(grid: SolvedGrid, givens: Givens) -> bool:
    """Whether a proper puzzle is minimal: no given can be removed."""
    return all(grid.another(givens - {given}) for given in givens)


def minimal_below(grid: SolvedGrid, givens: Givens) -> Givens:
    """Return a minimal puzzle below a proper one: remove each given in turn if it is redundant."""
    for given in sorted(givens):
        if grid.another(givens - {given}) is None:
            givens -= {given}
    return givens
