"""Puzzles one by one: the first by the plain engine, all others by kernels in growing blocks.

A puzzle does not depend on what generates it. A single puzzle is generated without NumPy, unless a
number of givens is wanted, which may take hundreds of tries.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from functools import partial

from ..backends.base import Backend, Clock
from ..board import Puzzle
from ..errors import GenerationError
from ..formats.text.reader import PuzzleLike, parse
from ..layout import Layout
from ..operations.generating import Recipe, generate_one
from ..operations.random_grids import random_grid
from ..operations.solving import checked_limit
from ..workers.parallel import map_ordered
from .sharing import is_easy

#: The maximum number of puzzles that a thread generates at a time.
BLOCK = 1024


def puzzles(
    recipe: Recipe, seed: int, start: int, count: int | None, jobs: int = 1
) -> Iterator[Puzzle]:
    """Yield `count` puzzles from number `start` on; endless if count is None."""
    # Kernels know no masks, time limits or rules to place.
    one_by_one = bool(recipe.mask is not None or recipe.time_limit is not None or recipe.kinds)
    if one_by_one or not is_easy(recipe.layout, recipe.keep):
        numbers = itertools.count(start) if count is None else range(start, start + count)
        yield from map_ordered(partial(generate_one, recipe, seed), numbers, jobs)
        return
    work = partial(_block, recipe, seed)
    for block in map_ordered(work, blocks(start, count), jobs, threads=True):
        for puzzle in block:
            if isinstance(puzzle, GenerationError):
                raise puzzle
            yield puzzle


def grids(
    layout: Layout, seed: int, start: int, count: int | None, jobs: int = 1
) -> Iterator[Puzzle]:
    """Yield `count` full grids from number `start` on; endless if count is None."""
    work = partial(_grids, layout, seed)
    for block in map_ordered(work, blocks(start, count), jobs, threads=True):
        yield from block


def blocks(start: int, count: int | None) -> Iterator[range]:
    """Yield `count` numbers in growing ranges, so that the first answers come at once."""
    end = sys.maxsize if count is None else start + count
    size = 1
    while start < end:
        yield range(start, min(start + size, end))
        start, size = start + size, min(BLOCK, 4 * size)


def _grids(layout: Layout, seed: int, numbers: range) -> list[Puzzle]:
    if len(numbers) == 1:
        return [random_grid(layout, seed=seed, index=numbers[0])]
    from .generating import random_grids

    boards = random_grids(len(numbers), seed=seed, start=numbers[0], layout=layout)
    return [Puzzle(tuple(cells), layout) for cells in boards.tolist()]


def _block(recipe: Recipe, seed: int, numbers: range) -> list[Puzzle | GenerationError]:
    """Return the puzzles of these numbers, up to the first that is not found, and its error."""
    if len(numbers) == 1:
        return [_single(recipe, seed, numbers[0])]
    from .generating import generate_by

    made: list[Puzzle | GenerationError] = []
    try:
        boards = generate_by(recipe, len(numbers), seed=seed, start=numbers[0])
        made += [Puzzle(tuple(cells), recipe.layout) for cells in boards.tolist()]
    except GenerationError:  # for one of them: generate those before it
        try:
            for index in numbers:
                made.append(_single(recipe, seed, index))
        except GenerationError as error:
            made.append(error)
    return made


def _single(recipe: Recipe, seed: int, number: int) -> Puzzle:
    """Return the puzzle of a number; raise `GenerationError` if it is not found."""
    if not recipe.clues:
        return generate_one(recipe, seed, number)
    from .generating import generate_by

    [board] = generate_by(recipe, 1, seed=seed, start=number).tolist()
    return Puzzle(tuple(board), recipe.layout)


def count(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
    layout: Layout | str | None = None,
) -> int:
    """Return the number of solutions, or `limit` (1 or more) if there are at least so many.

    engine, time_limit: as for `solutions`, with the same errors (`TimeLimitReached.found` is the
    number of those found in time). If no engine is given, more than a few solutions are counted
    without finding each, where that is possible: see `batch.exact_counts`.

    layout: of a puzzle that is text, as for `parse`.

    >>> count("12..34..........")
    12
    """
    from .counting import counted  # it loads NumPy

    puzzle = parse(puzzle, layout)
    clock = Clock(time_limit)
    found, is_all = counted(puzzle, checked_limit(limit), clock, None, engine)
    if not is_all and (limit is None or found < limit):
        error = clock.over()
        error.found = found
        raise error
    return found
