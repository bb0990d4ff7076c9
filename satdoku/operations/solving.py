"""Solving, counting, and whether a puzzle is proper: by any engine.

>>> puzzle = Puzzle((1, 2, 0, 0, 3, 0, 0, 0) + (0,) * 8, Layout.of_size(4))
>>> count(puzzle), is_proper(puzzle)
(12, False)
>>> print(solve(puzzle, logic=True).line)
12..34..........
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator
from functools import partial
from operator import index
from typing import Any, overload

from ..backends.base import Backend, Clock, Completion
from ..backends.registry import open_backend
from ..board import STANDARD, Puzzle
from ..errors import EngineError, Inconsistency, PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..inference.deduction import Deduction
from ..layout import Layout, as_layout
from ..phrases import phrase
from ..theory import Theory

__all__ = ["Layout", "Puzzle", "count", "is_proper", "solutions", "solve", "solve_by_logic"]

#: The number of engines that calls by name keep open, in each thread.
KEPT = 4
#: The size of boards on which it takes little to prove that a solution is the only one.
LARGEST_PROVED = 16


def solve_by_logic(puzzle: Puzzle) -> Puzzle:
    """Return what the base rules assert: the solution, or part of it if they get stuck.

    Raises `Inconsistency` when a clause breaks.
    """
    deduction = Deduction(Theory.of(puzzle.layout))
    deduction.assert_all(puzzle.givens)
    return Puzzle.from_variables(deduction.asserted, puzzle.layout)


def engine_for(puzzle: Puzzle | Theory, engine: str | Backend) -> Backend:
    """Return the engine of that name for the puzzle's theory; an open one unchanged."""
    theory = puzzle if isinstance(puzzle, Theory) else Theory.of(puzzle.layout)
    if not isinstance(engine, Backend):
        return open_backend(engine, theory)
    # Theories of equal layouts are equal; one without a layout is only equal to itself.
    if engine.theory is not theory and (
        theory.layout is None or engine.theory.layout != theory.layout
    ):
        raise EngineError(
            phrase(
                "the engine {name!s} was opened for a different board than the puzzle's",
                name=engine.name,
            )
        )
    return engine


def engine(
    name: str = "auto",
    layout: Layout | str | Theory = "9x9",
    *,
    encoding: Any = None,
    seed: int = 0,
    **parameters: Any,
) -> Backend:
    """Return an open engine, to be used as a context manager and for one board only.

    It loads the theory once, however many puzzles it solves: pass it as `engine=`. encoding: for
    engines that work on CNF. seed: for those whose answers depend on one. parameters: the solver's
    own, as in "cpsat:num_workers=2". `prefer` of the engine takes a hint. Raises `EngineError`,
    `EncodingError` or `LayoutError`.

    >>> with engine("dlx", "4x4") as dlx:
    ...     is_proper("12..34..........", engine=dlx)
    False
    """
    theory = layout if isinstance(layout, Theory) else Theory.of(as_layout(layout) or STANDARD)
    return open_backend(name, theory, encoding, seed, parameters)


class _OpenEngines(threading.local):
    """The engines that calls by name have opened in this thread, the last used last."""

    def __init__(self) -> None:
        self.engines: OrderedDict[tuple[str, Layout], Backend] = OrderedDict()


_kept = _OpenEngines()


def kept_engine(puzzle: Puzzle, engine: str | Backend) -> Backend:
    """Return `engine_for` the puzzle, the same one for the same name and board: for answers that do
    not depend on what the engine did before."""
    if not isinstance(engine, str) or engine == "auto":
        return engine_for(puzzle, engine)
    key = engine, puzzle.layout
    found = _kept.engines.pop(key, None)
    if found is None:
        found = engine_for(puzzle, engine)
        if len(_kept.engines) == KEPT:  # close the one that was not used for longest
            _, oldest = _kept.engines.popitem(last=False)
            oldest.close()
    _kept.engines[key] = found
    return found


def checked_limit(limit: int | None) -> int | None:
    """Return the limit; raise `PuzzleError` for anything but a whole number from 1 on, or None."""
    if limit is None:
        return None
    try:
        number = index(limit)
    except TypeError:
        number = 0
    if number < 1:
        raise PuzzleError(
            phrase(
                "limit {limit!r}: choose a whole number, 1 or more, or None for no limit",
                limit=limit,
            )
        )
    return number


@overload
def solutions(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> Iterator[Puzzle]: ...


@overload
def solutions(
    puzzle: Theory,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    asserted: Collection[int] = (),
    layout: Layout | str | None = None,
) -> Iterator[frozenset[int]]: ...


def solutions(
    puzzle: PuzzleLike | Theory,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    asserted: Collection[int] = (),
    layout: Layout | str | None = None,
) -> Iterator[Puzzle] | Iterator[frozenset[int]]:
    """Yield the solutions, lazily, each once; at most `limit` (1 or more) of them. None for a
    contradiction.

    For a puzzle they are boards. For a theory, such as any exact cover, they are sets of the true
    variables (for `Theory.exact_cover`: the numbers, from 1, of the chosen options), under the
    `asserted` variables. engine: a name that `satdoku engines` lists, an external solver's command,
    or an open engine of the puzzle's theory. Raises `TimeLimitReached` after `time_limit` seconds,
    `EngineError` when the engine fails.

    layout: of a puzzle that is text, as for `parse`.

    >>> pairs = Theory.exact_cover([["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"], ["b"]])
    >>> sorted(map(sorted, solutions(pairs)))
    [[1, 2], [3, 4]]
    """
    subject = puzzle if isinstance(puzzle, Theory) else parse(puzzle, layout)
    wanted = checked_limit(limit)
    clock = Clock(time_limit)
    if isinstance(subject, Theory):
        return map(frozenset, engine_for(subject, engine).find(tuple(asserted), wanted, clock))
    is_named = isinstance(engine, str) and engine != "auto"
    keeps = is_named and subject.layout.size <= LARGEST_PROVED
    # A kept engine has loaded the theory already; its order of several solutions is not used.
    backend = kept_engine(subject, engine) if keeps else engine_for(subject, engine)
    found = backend.find_boards(subject.givens, wanted, clock)
    if keeps:
        found = _same_from_any(backend, subject, engine, wanted, clock)
    return map(partial(Puzzle.from_variables, layout=subject.layout), found)


def _same_from_any(
    kept: Backend, puzzle: Puzzle, engine: str | Backend, limit: int | None, clock: Clock
) -> Iterator[Completion]:
    """Yield what a new engine finds, from the kept one if there is at most one solution: of
    several, the order in which it finds them depends on what it did before."""
    # One solution or none is the same answer from whatever engine.
    found = list(kept.find_boards(puzzle.givens, 2, clock))
    if len(found) == 2:
        yield from engine_for(puzzle, engine).find_boards(puzzle.givens, limit, clock)
    else:
        yield from found


def solve(
    puzzle: PuzzleLike,
    *,
    logic: bool = False,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> Puzzle:
    """Return some solution, by search where logic gets stuck; with `logic`, what the base rules
    assert.

    The solution is unique if and only if `is_proper(puzzle)`. Raises `Inconsistency` if there is
    none, with the broken clause and the givens to blame if the base rules find them.
    Raises `TimeLimitReached` after `time_limit` seconds of search.

    layout: of a puzzle that is text, as for `parse`.

    >>> print(solve("1234341221......"))
    1 2 3 4
    3 4 1 2
    2 1 4 3
    4 3 2 1
    """
    puzzle = parse(puzzle, layout)
    if logic:
        return solve_by_logic(puzzle)
    found = next(solutions(puzzle, limit=1, engine=engine, time_limit=time_limit), None)
    if found is None:
        raise why_unsolvable(puzzle)
    return found


def solution(
    puzzle: PuzzleLike,
    *,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> Puzzle:
    """Return the only solution.

    Raises `Inconsistency` if there is none, `PuzzleError` if there is more than one,
    `TimeLimitReached` after `time_limit` seconds.

    layout: of a puzzle that is text, as for `parse`.

    >>> solution("1234341221......").line
    '1234341221434321'
    """
    puzzle = parse(puzzle, layout)
    found = list(solutions(puzzle, limit=2, engine=engine, time_limit=time_limit))
    if len(found) == 1:
        return found[0]
    if found:
        raise PuzzleError(
            "the puzzle has more than one solution (`diagnose` shows where they differ)"
        )
    raise why_unsolvable(puzzle)


def why_unsolvable(puzzle: Puzzle) -> Inconsistency:
    """Return the error for a puzzle that has no solution."""
    try:
        solve_by_logic(puzzle)
    except Inconsistency as contradiction:
        return contradiction
    part = "a given or a rule" if puzzle.layout.constraints else "a given"
    return Inconsistency(
        phrase(
            "no solution: no immediate contradiction, but search finds no solution; change or "
            "remove {part}",
            part=part,
        )
    )


def count(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
) -> int:
    """Return the number of solutions, or `limit` (1 or more) if there are at least so many; see
    `solutions`.

    `TimeLimitReached.found` is the number of those found in time.
    """
    backend = kept_engine(puzzle, engine)
    return backend.count(puzzle.givens, limit=checked_limit(limit), time_limit=time_limit)


def is_proper(
    puzzle: PuzzleLike,
    *,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> bool:
    """Return whether there is exactly one solution; `TimeLimitReached` after `time_limit` s.

    layout: of a puzzle that is text, as for `parse`.

    >>> is_proper("12..34.........."), is_proper("1234341221......")
    (False, True)
    """
    return count(parse(puzzle, layout), limit=2, engine=engine, time_limit=time_limit) == 1
