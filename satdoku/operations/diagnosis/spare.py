"""One solution: which givens are to spare, which are essential and why, and minimal puzzles near.

What must be kept is being proper, or being solvable by a set of rules ("logic" is the base rules).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ...backends.assuming import Assuming
from ...backends.base import Clock
from ...board import Puzzle
from ...errors import PuzzleError, TimeLimitReached
from ...inference.scale import RULE_SETS, rule_set
from ...theory import Theory
from ..explaining import explain
from ..minimizing import givens_of, is_logic_solvable
from ..solving import solve_by_logic
from .hitting import ELEMENTS, minimal_sets, shrunk

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


def what_is_spare(puzzle: Puzzle, keep: str, time_limit: float | None) -> Spare:
    """The diagnosis of a proper puzzle that has the property `keep` (of `KEPT`).

    Raises `PuzzleError` where it has not.
    """
    without, rivals, solution = _lacking(puzzle, keep), *_rivals(puzzle)
    if without(puzzle) is not None:
        raise PuzzleError(
            f"the puzzle is not solvable by the rules {keep!r}: keep another property"
        )
    cells = dict(zip(puzzle.givens, givens_of(puzzle), strict=True))
    redundant, essential = [], []
    for given, cell in cells.items():
        other = without(puzzle.without([cell]))
        if other is None:
            redundant.append(given)
        else:
            closest = _closest(rivals, solution, other) if keep == "proper" else other
            essential.append(Essential(given, closest))
    together, at_most = _largest(puzzle, cells, redundant, without, keep, Clock(time_limit))
    return Spare(tuple(redundant), tuple(essential), together, at_most)


def _rivals(puzzle: Puzzle) -> tuple[Assuming, frozenset[int]]:
    """(what finds other grids than the puzzle's solution, the solution)."""
    asked = Assuming(Theory.of(puzzle.layout))
    solution = asked.completion(puzzle.givens)
    assert solution
    asked.add([-v for v in solution])
    return asked, solution


def _closest(asked: Assuming, solution: frozenset[int], other: Puzzle) -> Puzzle:
    """Another solution, which differs in a minimal set of cells that `other` differs in too."""
    found = frozenset(other.givens)
    for v in sorted(solution - found):
        nearer = asked.completion([*(solution & found), v]) if v not in found else None
        found = nearer or found
    return Puzzle.from_variables(found, other.layout)


def _lacking(puzzle: Puzzle, keep: str) -> Callable[[Puzzle], Puzzle | None]:
    """A function: None for a part of the puzzle that has the property, else why it has not."""
    if keep not in KEPT:
        raise PuzzleError(f"unknown property {keep!r}: known are {', '.join(KEPT)}")
    if keep == "proper":
        asked, _ = _rivals(puzzle)

        def other_solution(part: Puzzle) -> Puzzle | None:
            found = asked.completion(part.givens)
            return None if found is None else Puzzle.from_variables(found, part.layout)

        return other_solution
    if keep == "logic":
        return lambda part: None if is_logic_solvable(part) else solve_by_logic(part)
    rules = rule_set(keep)

    def stuck(part: Puzzle) -> Puzzle | None:
        found = explain(part, rules=rules, verify=False)
        return None if found.outcome == "solved" else found.end.board

    return stuck


def _largest(
    puzzle: Puzzle,
    cells: dict[int, int],
    redundant: list[int],
    without: Callable[[Puzzle], Puzzle | None],
    keep: str,
    clock: Clock,
) -> tuple[tuple[int, ...], int]:
    """(a largest set of givens that can go together, a bound on its size).

    What stays must hit all that differs in another solution: a smallest hitting set. Rules but the
    base rules may lose a step by gaining a given, so that for them nothing is proved.
    """

    def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
        gone = [cells[given] for given in redundant if given not in kept]
        other = without(puzzle.without(gone))
        if other is None:
            return None
        if keep == "proper":
            kept = kept | {given for given in redundant if given in other.givens}
        for given in redundant:
            if given not in kept:
                more = insufficient_alone(kept | {given})
                kept = kept | {given} if more else kept
        return kept

    def insufficient_alone(kept: frozenset[int]) -> bool:
        gone = [cells[given] for given in redundant if given not in kept]
        return without(puzzle.without(gone)) is not None

    if len(redundant) <= ELEMENTS and keep in ("proper", "logic"):
        try:
            stay = next(minimal_sets(redundant, insufficient, clock))
            return tuple(v for v in redundant if v not in stay), len(redundant) - len(stay)
        except TimeLimitReached:
            pass

    def lacks(kept: frozenset[int]) -> frozenset[int] | None:
        return kept if insufficient_alone(kept) else None

    stay = shrunk(redundant, lacks)
    return tuple(v for v in redundant if v not in stay), len(redundant)


def minimal_puzzles_near(
    puzzle: Puzzle, solution: Puzzle, spare: Spare, limit: int, time_limit: float | None
) -> list[Puzzle]:
    """Minimal puzzles of the same grid that take few changes: first those below the puzzle, the
    largest number of givens removed last; then those with one given exchanged for another."""
    from ... import batch

    cells = dict(zip(puzzle.givens, givens_of(puzzle), strict=True))
    found: list[Puzzle] = []
    if len(spare.redundant) <= ELEMENTS and spare.redundant:
        found += _below(puzzle, cells, spare, limit, Clock(time_limit))
    start = found[0] if found else puzzle
    boards = []
    for out in givens_of(start):
        for into in range(puzzle.layout.cell_count):
            if not start.cells[into]:
                board = list(start.cells)
                board[out], board[into] = 0, solution.cells[into]
                boards.append(board)
    if boards and len(found) < limit:
        array = np.array(boards, np.uint8)
        proper = array[batch.solve(array, layout=puzzle.layout, solutions=False).counts == 1]
        checked = batch.check(proper, logic=False, layout=puzzle.layout)
        swapped = proper[checked.minimal == 1][: limit - len(found)]
        found += [Puzzle(tuple(board.tolist()), puzzle.layout) for board in swapped]
    return found


def _below(
    puzzle: Puzzle, cells: dict[int, int], spare: Spare, limit: int, clock: Clock
) -> list[Puzzle]:
    """Minimal puzzles below this one: minimal sets of what is redundant alone that must stay."""
    without = _lacking(puzzle, "proper")
    redundant = spare.redundant

    def insufficient(kept: frozenset[int]) -> frozenset[int] | None:
        other = without(puzzle.without([cells[v] for v in redundant if v not in kept]))
        return None if other is None else kept | (frozenset(redundant) & set(other.givens))

    found: list[Puzzle] = []
    try:
        for stay in islice(minimal_sets(redundant, insufficient, clock), limit):
            found.append(puzzle.without([cells[v] for v in redundant if v not in stay]))
    except TimeLimitReached:
        pass
    return found
