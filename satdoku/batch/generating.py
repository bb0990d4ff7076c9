"""Random grids and puzzles in bulk."""

from __future__ import annotations

from typing import Unpack

import numpy as np

from ..board import STANDARD
from ..kernels.tasks import Removals
from ..layout import Layout, as_layout
from ..operations.generating import Recipe, try_until_it_fits
from ..operations.minimizing import Keep
from ..operations.random_grids import LEXICAL_CONFLICTS, LEXICAL_SIZE, draw_grid
from ..random_stream import RandomStream
from ..record_types import TypedDict, require_known
from .boards import check_number, groups_of
from .sharing import spread, tasks_for
from .solving import minimize_in_place, streams_from


class RecipeKeywords(TypedDict, total=False):
    """The options of `generate`, which are fields of a `Recipe`; what each means is said there."""

    keep: Keep
    symmetry: str
    clues: tuple[int, int] | None
    minimal: bool
    tries: int


def random_grids(
    count: int, *, seed: int = 0, start: int = 0, jobs: int = 1, layout: Layout | str = STANDARD
) -> np.ndarray:
    """Return full grids number start, start+1, …: those of `satdoku.random_grid`."""
    check_number("count", count, 0)
    states = streams_from(seed, start, np.arange(count))
    return _draw(states, as_layout(layout), jobs)


def generate(
    count: int,
    *,
    seed: int = 0,
    start: int = 0,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
    **options: Unpack[RecipeKeywords],
) -> np.ndarray:
    """Return puzzles number start, start+1, …: those of `satdoku.generate`, with its options.

    keep: "logic" (solvable by the base rules, the default) or "proper". symmetry: of the givens.
    clues: (least, most) number of givens. minimal: whether every given is needed, which is the
    default. tries: grids tried per puzzle.

    Raises `GenerationError` if a puzzle of the requested kind was not found within the limits.
    """
    require_known(options, RecipeKeywords, "generate")
    recipe = Recipe(layout=as_layout(layout), **options)
    return generate_by(recipe, count, seed=seed, start=start, jobs=jobs)


def generate_by(
    recipe: Recipe, count: int, *, seed: int = 0, start: int = 0, jobs: int = 1
) -> np.ndarray:
    """Return puzzles by a recipe without a mask; see `generate`."""
    check_number("count", count, 0)
    layout = recipe.layout
    made = np.zeros((count, layout.cell_count), np.uint8)
    states = streams_from(seed, start, np.arange(count))

    def attempt(open_: list[int]) -> list[int]:
        state = states[open_]
        grids = _draw(state, layout, jobs)
        at_least = np.zeros(len(open_), np.int64)
        if not recipe.minimal:
            for i, old in enumerate(state.tolist()):
                # As `generate_one` draws: first the grid, then the least number of givens, then the
                # order.
                stream = RandomStream.at(old)
                at_least[i] = recipe.target(stream)
                state[i] = stream.state
        boards = grids.copy()
        groups = groups_of(recipe.symmetry, layout)
        removals = Removals(recipe.keep, groups, state, at_least)
        minimize_in_place(boards, grids, removals, layout, jobs)
        made[open_] = boards
        states[open_] = state
        clues: list[int] = (boards > 0).sum(1).tolist()
        return clues

    try_until_it_fits(recipe, count, attempt)
    return made


def _draw(states: np.ndarray, layout: Layout, jobs: int) -> np.ndarray:
    """Draw a grid from each stream; the states are advanced."""
    before = states.copy()
    grids = np.zeros((len(states), layout.cell_count), np.uint8)
    if layout.size <= LEXICAL_SIZE and not layout.constraints:
        tasks = tasks_for("random_grids", layout)

        def work(block: slice) -> np.ndarray:
            return tasks.random_grids(states[block], LEXICAL_CONFLICTS)

        grids = np.concatenate(spread(work, len(states), jobs))
    # Larger boards, those with rules, and those that the kernel gave up, are drawn one by one.
    missing = np.flatnonzero(~grids.any(1))
    for i in missing.tolist():
        stream = RandomStream.at(int(before[i]))
        grids[i] = draw_grid(layout, stream).cells
        states[i] = stream.state
    return grids
