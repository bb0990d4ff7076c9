"""Choosing the puzzles of a data set: made in order, each taken whose level still lacks some and
that is isomorphic to none before it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import NamedTuple

import numpy as np

from ..batch.generating import generate_by
from ..batch.solving import solve
from ..board import Puzzle
from ..errors import GenerationError
from ..layout import Layout
from ..logic.difficulty.scales import scale_named
from ..logic.search.many_boards import hardest
from ..operations.generating import Recipe as Making
from ..operations.generating import generate_one
from ..parallel import map_ordered
from ..random_stream import RandomStream
from .digests import least_digests
from .recipe import Recipe

#: Puzzles made and rated at a time (of kinds that are sown), and how many may be looked at for one
#: that is taken.
BLOCK, SOWN, PATIENCE = 512, 8, 2000
#: Puzzles in a row that would do but for being there already: then there are hardly any others.
REPEATS = 20_000


class Chosen(NamedTuple):
    """boards: N × cells digits, in random order. layouts: of each; one where all share it."""

    boards: np.ndarray
    layouts: list[Layout]

    def part(self, start: int, stop: int) -> Chosen:
        """Those from one place to another."""
        own = self.layouts if len(self.layouts) == 1 else self.layouts[start:stop]
        return Chosen(self.boards[start:stop], own)


class _Looked(NamedTuple):
    """A block of puzzles: boards, layouts (as `Chosen`), the level of each (-1: none that is
    wanted), and where they have one a digest that differs for all but isomorphs."""

    boards: np.ndarray
    layouts: list[Layout]
    levels: list[int]
    names: list[bytes]


def choose(recipe: Recipe, jobs: int, progress: Callable[[int, int], object]) -> Chosen:
    """The puzzles of a recipe: the same with any number of jobs.

    progress: called with how many there are so far, and how many were looked at. Raises
    `GenerationError` if a level stays short, and says which.
    """
    missing = [wanted.count for wanted in recipe.wanted]
    boards, layouts, seen = list[np.ndarray](), list[Layout](), set[bytes]()
    size, repeats = _size(recipe), 0
    looked = map_ordered(partial(_look, recipe, size), count(0, size), jobs, threads=True)
    for number, block in enumerate(looked, 1):
        for i, (level, name) in enumerate(zip(block.levels, block.names, strict=True)):
            if level >= 0 and missing[level]:
                if name in seen:
                    repeats += 1
                    continue
                repeats = 0
                seen.add(name)
                missing[level] -= 1
                boards.append(block.boards[i])
                layouts.append(block.layouts[i if len(block.layouts) > 1 else 0])
        progress(len(boards), number * size)
        if not any(missing):
            break
        if repeats > REPEATS:
            raise GenerationError(
                f"{number * size:,} puzzles looked at, {len(boards):,} of them different, and the "
                "last many are isomorphs of these: ask for fewer, or for another board"
            )
        if number * size > PATIENCE * recipe.count + 400 * size:
            short = next(w.name for w, n in zip(recipe.wanted, missing, strict=True) if n)
            raise GenerationError(
                f"{number * size:,} puzzles looked at, and {short} still lacks {max(missing):,}: "
                "ask for fewer of them, or for another range"
            )
    looked.close()  # type: ignore[attr-defined]
    order = RandomStream(recipe.seed, 2**63).permutation(len(boards))
    own = [layouts[k] for k in order] if recipe.kinds else [recipe.layout]
    return Chosen(np.array(boards, np.uint8)[order], own)


def _size(recipe: Recipe) -> int:
    """Puzzles of a block: fewer where one takes long. What is chosen does not depend on it."""
    if recipe.kinds:
        return SOWN
    return max(SOWN, int(BLOCK * min(1.0, (81 / recipe.layout.cell_count) ** 3)))


def _look(recipe: Recipe, size: int, start: int) -> _Looked:
    """The puzzles from a number on: a pure function, that workers anywhere may do."""
    making = Making(
        recipe.layout, "proper", recipe.symmetry, None, None, recipe.minimal, 1000,
        kinds=recipe.kinds,
    )  # fmt: skip
    if recipe.kinds:
        return _look_at_sown(recipe, making, range(start, start + size))
    boards, layout = generate_by(making, size, seed=recipe.seed, start=start), recipe.layout
    levels = [0] * size
    if recipe.is_levelled:
        most = max(wanted.high for wanted in recipe.wanted)
        rated = hardest(boards, layout, scale_named(recipe.scale, layout), most)
        levels = [_level(recipe, tenths) for tenths in rated.tolist()]
    names, fitting = [b""] * size, [i for i, level in enumerate(levels) if level >= 0]
    for i, key in zip(fitting, least_digests(boards[fitting], layout), strict=True):
        names[i] = key.tobytes()
    return _Looked(boards, [layout], levels, names)


def _look_at_sown(recipe: Recipe, making: Making, numbers: range) -> _Looked:
    """Each has rules of its own. Such puzzles are told by their solutions and by what rules of how
    many cells and how many givens they have: where these differ, so do all isomorphs."""
    puzzles = [generate_one(making, recipe.seed, number) for number in numbers]
    boards = np.array([puzzle.cells for puzzle in puzzles], np.uint8)
    layouts = [puzzle.layout for puzzle in puzzles]
    levels = [_level_of_sown(recipe, puzzle) for puzzle in puzzles]
    grids = np.concatenate([
        solve(boards[i : i + 1], layout=layout).solutions for i, layout in enumerate(layouts)
    ])  # fmt: skip
    rules = [
        (puzzle.clues, sorted((rule.kind, len(rule.cells)) for rule in layout.constraints))
        for puzzle, layout in zip(puzzles, layouts, strict=True)
    ]
    keys = least_digests(grids, recipe.layout)
    names = [key.tobytes() + repr(own).encode() for key, own in zip(keys, rules, strict=True)]
    return _Looked(boards, layouts, levels, names)


def _level_of_sown(recipe: Recipe, puzzle: Puzzle) -> int:
    if not recipe.is_levelled:
        return 0
    board = np.array([puzzle.cells], np.uint8)
    scale = scale_named(recipe.scale, puzzle.layout)
    return _level(recipe, int(hardest(board, puzzle.layout, scale, 0)[0]))


def _level(recipe: Recipe, tenths: int) -> int:
    """Which of the wanted levels a rating is of; -1 for none."""
    places = (i for i, w in enumerate(recipe.wanted) if w.low <= tenths <= w.high)
    return next(places, -1)
