"""One solution: which givens are to spare, which are essential and why, and minimal puzzles near.

What must be kept is being proper, or being solvable by a set of rules ("logic" is the base rules).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import PuzzleError, TimeLimitReached
from ..logic.explaining import explain
from ..logic.rules import RULE_SETS, rule_set
from ..operations.minimizing import givens_of, is_logic_solvable, minimize
from ..operations.solving import solve_by_logic
from ..theory import Theory
from .hitting import ELEMENTS, minimal_sets, shrunk

#: Cells of the largest board on which givens are exchanged: every exchange must be counted.
EXCHANGED = 100
#: What may be kept.
KEPT = ("proper", "logic", *RULE_SETS)


@dataclass(frozen=True, slots=True)
class Essential:
    """A given that cannot go: without it there is `other`, another solution, or (where logic is
    kept) the board on which the rules stick."""

    given: int
    other: Puzzle


@dataclass(frozen=True, slots=True)
class Spare:
    """What can go. redundant: each given that can go alone; essential: the others, with why.

    together: a largest set of givens that can go together; at_most: no larger one can.
    """

    redundant: tuple[int, ...]
    essential: tuple[Essential, ...]
    together: tuple[int, ...]
    at_most: int

    @property
    def is_largest(self) -> bool:
        """It is proved."""
        return len(self.together) == self.at_most


def what_is_spare(
    puzzle: Puzzle,
    keep: str,
    time_limit: float | None,
    unavoidable: Sequence[Sequence[int]] = (),
) -> Spare:
    """The diagnosis of a proper puzzle that has the property `keep` (of `KEPT`).

    unavoidable: sets of its solution; one that holds a single given says best why that cannot go.
    Raises `PuzzleError` where it has not.
    """
    parts = _Parts(puzzle, keep)
    redundant, essential = [], []
    for given in puzzle.givens:
        other = parts.lacking(puzzle.without([parts.cells[given]]))
        if other is None:
            redundant.append(given)
        else:
            essential.append(Essential(given, parts.closest(given, other, unavoidable)))
    together, at_most = parts.largest(redundant, Clock(time_limit))
    return Spare(tuple(redundant), tuple(essential), together, at_most)


class _Parts:
    """Parts of a puzzle, and whether they have the property.

    cells: of each given. asked: finds other grids than the solution.
    """

    def __init__(self, puzzle: Puzzle, keep: str) -> None:
        self.puzzle, self.keep = puzzle, keep
        self.rules = rule_set(keep) if keep in RULE_SETS else 0
        self.cells = dict(zip(puzzle.givens, givens_of(puzzle), strict=True))
        self.asked = Assuming(Theory.of(puzzle.layout))
        self.solution = self.asked.completion(puzzle.givens) or frozenset()
        self.asked.forbid(self.solution)
        if self.lacking(puzzle) is not None:
            raise PuzzleError(
                f"the puzzle is not solvable by the rules {keep!r}: keep another property"
            )

    def lacking(self, part: Puzzle) -> Puzzle | None:
        """Why a part has not the property: another solution, or where rules stick; else None."""
        if self.keep == "proper":
            found = self.asked.completion(part.givens)
            return None if found is None else Puzzle.from_variables(found, part.layout)
        if self.keep == "logic":
            return None if is_logic_solvable(part) else solve_by_logic(part)
        explanation = explain(part, rules=self.rules, verify=False)
        return None if explanation.outcome == "solved" else explanation.end.board

    def closest(self, given: int, other: Puzzle, unavoidable: Sequence[Sequence[int]]) -> Puzzle:
        """Another solution without this given, which differs in an unavoidable set, or at least in
        a minimal set of the cells that `other` differs in; a board where rules stick as it is."""
        if self.keep != "proper":
            return other
        found = frozenset(other.givens)
        for cells in unavoidable:
            if [cell for cell in cells if self.puzzle.cells[cell]] == [self.cells[given]]:
                n = self.puzzle.layout.size
                rest = [v for v in self.solution if (v - 1) // n not in cells]
                found = self.asked.completion(rest) or found
                break
        for v in sorted(self.solution - found):
            if v not in found:
                found = self.asked.completion([*(self.solution & found), v]) or found
        return Puzzle.from_variables(found, other.layout)

    def without_but(self, redundant: Sequence[int], kept: Collection[int]) -> Puzzle:
        """The puzzle without those redundant givens that are not kept."""
        return self.puzzle.without([self.cells[v] for v in redundant if v not in kept])

    def minimal(self, redundant: Sequence[int], clock: Clock) -> Iterator[tuple[int, ...]]:
        """Minimal sets of redundant givens that must stay, smallest first."""

        def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
            other = self.lacking(self.without_but(redundant, kept))
            if other is None:
                return None
            if self.keep == "proper":
                kept = kept | (set(redundant) & set(other.givens))
            for given in redundant:
                if given not in kept and self.lacking(self.without_but(redundant, {*kept, given})):
                    kept = kept | {given}
            return kept

        return minimal_sets(redundant, insufficient, clock)

    def largest(self, redundant: list[int], clock: Clock) -> tuple[tuple[int, ...], int]:
        """(a largest set of givens that can go together, a bound on its size).

        Rules but the base rules may lose a step by gaining a given, so that nothing is proved for
        them.
        """
        if len(redundant) <= ELEMENTS and self.keep in ("proper", "logic"):
            try:
                stay = next(self.minimal(redundant, clock))
                return tuple(v for v in redundant if v not in stay), len(redundant) - len(stay)
            except TimeLimitReached:
                pass

        def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
            return kept if self.lacking(self.without_but(redundant, kept)) else None

        stay = shrunk(redundant, insufficient)
        return tuple(v for v in redundant if v not in stay), len(redundant)


def minimal_puzzles_near(puzzle: Puzzle, limit: int, time_limit: float | None) -> list[Puzzle]:
    """Minimal puzzles of the grid of a proper puzzle, near it: those below it, with the most
    givens removed first; then those with one given of the first exchanged for another."""
    from .. import batch

    parts, found = _Parts(puzzle, "proper"), list[Puzzle]()
    redundant = [v for v, cell in parts.cells.items() if not parts.lacking(puzzle.without([cell]))]
    if redundant and len(redundant) <= ELEMENTS:
        try:
            for stay in islice(parts.minimal(redundant, Clock(time_limit)), limit):
                found.append(parts.without_but(redundant, stay))
        except TimeLimitReached:
            pass
    elif redundant:
        found.append(minimize(puzzle, keep="proper"))
    if puzzle.layout.cell_count > EXCHANGED or len(found) >= limit:
        return found
    start = found[0] if found else puzzle
    solution = Puzzle.from_variables(parts.solution, puzzle.layout)
    boards = []
    for out in givens_of(start):
        for into in range(puzzle.layout.cell_count):
            if not start.cells[into]:
                board = list(start.cells)
                board[out], board[into] = 0, solution.cells[into]
                boards.append(board)
    array = np.array(boards, np.uint8).reshape(len(boards), puzzle.layout.cell_count)
    proper = array[batch.solve(array, layout=puzzle.layout, solutions=False).counts == 1]
    checked = batch.check(proper, logic=False, layout=puzzle.layout)
    exchanged = proper[checked.minimal == 1][: limit - len(found)]
    return found + [Puzzle(tuple(board.tolist()), puzzle.layout) for board in exchanged]
