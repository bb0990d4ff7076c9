"""Solving, counting, and whether a puzzle is proper: by any engine.

>>> puzzle = Puzzle((1, 2, 0, 0, 3, 0, 0, 0) + (0,) * 8, Layout.of_size(4))
>>> count(puzzle), is_proper(puzzle)
(12, False)
>>> print(solve(puzzle, logic=True).line)
12..34..........
"""

from __future__ import annotations

from collections.abc import Iterator

from ..backends.base import Backend
from ..backends.registry import open_backend
from ..board import Puzzle
from ..errors import EngineError, Inconsistency, PuzzleError
from ..inference.deduction import Deduction
from ..layout import Layout
from ..theory import Theory

__all__ = ["Layout", "Puzzle", "count", "is_proper", "solutions", "solve", "solve_by_logic"]


def solve_by_logic(puzzle: Puzzle) -> Puzzle:
    """What the base rules assert: the solution, or part of it where they stick.

    Raises `Inconsistency` when a clause breaks.
    """
    deduction = Deduction(Theory.of(puzzle.layout))
    deduction.assert_all(puzzle.givens)
    return Puzzle.from_variables(deduction.asserted, puzzle.layout)


def engine_for(puzzle: Puzzle, engine: str | Backend) -> Backend:
    """The engine of that name for the puzzle's theory; an open one as it is."""
    theory = Theory.of(puzzle.layout)
    if isinstance(engine, str):
        return open_backend(engine, theory)
    if engine.theory.layout != puzzle.layout:
        raise EngineError(
            f"the engine {engine.name} was opened for another board than the puzzle's"
        )
    return engine


def checked_limit(limit: int | None) -> int | None:
    """The limit itself; `PuzzleError` for a negative one."""
    if limit is not None and limit < 0:
        raise PuzzleError(f"limit {limit}: choose 0 or more, or None for no limit")
    return limit


def solutions(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
) -> Iterator[Puzzle]:
    """The solutions, lazily, each once; at most `limit` of them. None for a contradiction.

    engine: a name that `satdoku engines` lists, an external solver's command, or an open engine of
    the puzzle's theory. Raises `TimeLimitReached` after `time_limit` seconds, `EngineError` when
    the engine fails.
    """
    backend = engine_for(puzzle, engine)
    wanted = checked_limit(limit)
    for completion in backend.completions(puzzle.givens, limit=wanted, time_limit=time_limit):
        yield Puzzle.from_variables(completion, puzzle.layout)


def solve(puzzle: Puzzle, *, logic: bool = False, engine: str | Backend = "auto") -> Puzzle:
    """Some solution, by search where logic sticks; with `logic` what the base rules assert.

    The solution is the only one just if `is_proper(puzzle)`. Raises `Inconsistency` when there
    is none; it names the broken clause and the givens to blame where the base rules find them.
    """
    if logic:
        return solve_by_logic(puzzle)
    for solution in solutions(puzzle, limit=1, engine=engine):
        return solution
    raise why_unsolvable(puzzle)


def why_unsolvable(puzzle: Puzzle) -> Inconsistency:
    """The error for a puzzle that has no solution."""
    try:
        solve_by_logic(puzzle)
    except Inconsistency as contradiction:
        return contradiction
    return Inconsistency(
        "no solution: no clause breaks at once, but every way to fill the board fails; "
        f"change or remove a given{' or a rule' if puzzle.layout.constraints else ''}"
    )


def count(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
) -> int:
    """The number of solutions, or `limit` if there are at least so many; see `solutions`."""
    backend = engine_for(puzzle, engine)
    wanted = checked_limit(limit)
    found = backend.completions(puzzle.givens, limit=wanted, time_limit=time_limit)
    return sum(1 for _ in found)


def is_proper(puzzle: Puzzle, *, engine: str | Backend = "auto") -> bool:
    """Exactly one solution."""
    return count(puzzle, limit=2, engine=engine) == 1
