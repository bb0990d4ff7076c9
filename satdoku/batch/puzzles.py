"""Puzzles one by one, by whoever is quicker: the plain engine for few, blocks of boards for many.

What a puzzle is does not depend on who makes it. Nothing here loads NumPy before it is worth it.

>>> [puzzle.clue_count for puzzle in generate(3, seed=7)]
[24, 25, 25]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..backends.base import Backend
from ..board import STANDARD, Puzzle
from ..errors import GenerationError
from ..formats.reader import as_puzzle
from ..layout import Layout
from ..operations import solving
from ..operations.generating import Recipe, generate_one
from ..operations.minimizing import Keep
from ..operations.random_grids import random_grid
from ..parallel import map_ordered
from .sharing import FIRST_LIMIT, MANY, is_easy

#: Puzzles that a thread makes at a time.
BLOCK = 1024
#: No limit, for kernels.
ENDLESS = 2**62


def generate(
    count: int | None = 1,
    *,
    seed: int = 0,
    start: int = 0,
    layout: Layout | str = STANDARD,
    kind: str = "",
    keep: Keep = "logic",
    symmetry: str = "none",
    mask: Iterable[int] | None = None,
    clues: tuple[int, int] | None = None,
    minimal: bool = True,
    tries: int = 1000,
    time_limit: float | None = None,
    jobs: int = 1,
) -> Iterator[Puzzle]:
    """Puzzles number start, start+1, … of the run with this seed, lazily; endless if count is None.

    Puzzle i depends on (seed, i, options) alone. keep: "logic" (solvable by the base rules) or
    "proper". kind: of a variant, or several parted by commas, such as "killer" or
    "anti-knight,thermometer": constraints are sown on each grid, and irreducible like givens.
    minimal: irreducible in that sense (by orbits, under a symmetry); otherwise a random
    number of givens within clues = (least, most) is aimed at. mask: the cells (from 0) that hold
    the givens, exactly. tries: grids (with a mask: changes) tried for a puzzle;
    time_limit: seconds for each. Raises
    `GenerationError` when none of the wanted kind was found within them, `PuzzleError` for options
    that cannot be.
    """
    cells = None if mask is None else frozenset(mask)
    board = Layout.named(layout) if isinstance(layout, str) else layout
    kinds: tuple[str, ...] = ()
    if kind:
        from ..operations.sowing import with_kinds

        board, kinds = with_kinds(board, kind)
    recipe = Recipe(board, keep, symmetry, cells, clues, minimal, tries, time_limit, kinds)
    if count is not None:
        yield from puzzles(recipe, seed, range(start, start + count), jobs)
        return
    size = 1
    while True:
        yield from puzzles(recipe, seed, range(start, start + size), jobs)
        start, size = start + size, min(BLOCK, 2 * size)


def puzzles(recipe: Recipe, seed: int, numbers: range, jobs: int = 1) -> Iterator[Puzzle]:
    """The puzzles of these numbers: one by one or, where they are many, in blocks."""
    one = partial(generate_one, recipe, seed)
    one_by_one = bool(recipe.mask is not None or recipe.time_limit is not None or recipe.kinds)
    if len(numbers) < MANY or one_by_one or not is_easy(recipe.layout, recipe.keep):
        yield from map_ordered(one, numbers, jobs)
        return
    yield one(numbers[0])  # alone: if what is wanted cannot be, that is said at once
    blocks = (numbers[i : i + BLOCK] for i in range(1, len(numbers), BLOCK))
    for block in map_ordered(partial(_block, recipe, seed), blocks, jobs, threads=True):
        for puzzle in block:
            if isinstance(puzzle, GenerationError):
                raise puzzle
            yield puzzle


def grids(layout: Layout, seed: int, numbers: range, jobs: int = 1) -> Iterator[Puzzle]:
    """The full grids of these numbers: one by one or, where they are many, in blocks."""
    if len(numbers) < MANY:
        yield from map_ordered(partial(_grid, layout, seed), numbers, jobs)
        return
    blocks = (numbers[i : i + BLOCK] for i in range(0, len(numbers), BLOCK))
    for block in map_ordered(partial(_grids, layout, seed), blocks, jobs, threads=True):
        yield from block


def _grid(layout: Layout, seed: int, index: int) -> Puzzle:
    return random_grid(layout, seed=seed, index=index)


def _grids(layout: Layout, seed: int, numbers: range) -> list[Puzzle]:
    from .generating import random_grids

    boards = random_grids(len(numbers), seed=seed, start=numbers[0], layout=layout)
    return [Puzzle(tuple(cells), layout) for cells in boards.tolist()]


def _block(recipe: Recipe, seed: int, numbers: range) -> list[Puzzle | GenerationError]:
    """The puzzles of these numbers, up to the first that is not found, and its error."""
    from .generating import generate_by

    made: list[Puzzle | GenerationError] = []
    try:
        boards = generate_by(recipe, len(numbers), seed=seed, start=numbers[0])
        made += [Puzzle(tuple(cells), recipe.layout) for cells in boards.tolist()]
    except GenerationError:  # one of them: those before it are made
        try:
            for index in numbers:
                made.append(generate_one(recipe, seed, index))
        except GenerationError as error:
            made.append(error)
    return made


def count(
    puzzle: Puzzle | str,
    *,
    limit: int | None = None,
    engine: str | Backend = "auto",
    time_limit: float | None = None,
) -> int:
    """The number of solutions, or `limit` if there are at least so many.

    engine, time_limit: as for `solutions`, and what is raised. Where neither is given and the
    solutions turn out to be many, compiled code counts them.

    >>> count("12..34..........")
    12
    """
    puzzle = as_puzzle(puzzle)
    if engine != "auto" or time_limit is not None:
        return solving.count(puzzle, limit=limit, engine=engine, time_limit=time_limit)
    few = FIRST_LIMIT if limit is None else min(limit, FIRST_LIMIT)
    found = solving.count(puzzle, limit=few)
    if found < FIRST_LIMIT or found == limit:
        return found
    from ..backends.auto import patience_for
    from .solving import solve

    counted = solve(
        [puzzle],
        limit=ENDLESS if limit is None else limit,
        solutions=False,
        patience=patience_for(puzzle.layout),
    ).counts[0]
    return int(counted) if counted >= 0 else solving.count(puzzle, limit=limit)
