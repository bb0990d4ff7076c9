"""Generating: first the answer, then the question.

A random grid loses givens in random order until each that is left is essential. Puzzle number i
of a run depends on (seed, i, options) alone: never on batch size or threads.

Source: the lecture "Generating Sudoku".

>>> [puzzle.clue_count for puzzle in generate(3, seed=7)]
[24, 25, 25]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..board import STANDARD, Puzzle
from ..errors import GenerationError, PuzzleError
from ..layout import Layout
from ..random_stream import RandomStream
from .minimizing import Keep, property_named, remove_inessential
from .pattern import puzzle_on_pattern
from .random_grids import draw_grid
from .symmetry import orbits


@dataclass(frozen=True, slots=True)
class Recipe:
    """What kind of puzzle is wanted.

    keep: "logic" (solvable by the base rules) or "proper". minimal: irreducible in that sense
    (by orbits, under a symmetry); otherwise a random clue count within `clues` is aimed at.
    clues: (least, most) number of givens. mask: the cells that hold the givens, exactly; then
    the puzzle need not be irreducible. tries: grids (with a mask: changes) tried for a puzzle.
    """

    layout: Layout = STANDARD
    keep: Keep = "logic"
    symmetry: str = "none"
    mask: frozenset[int] | None = None
    clues: tuple[int, int] | None = None
    minimal: bool = True
    tries: int = 1000

    def __post_init__(self) -> None:
        property_named(self.keep)
        orbits(self.symmetry, self.layout.size)
        cells = self.layout.cell_count
        if self.clues and not 0 <= self.clues[0] <= self.clues[1] <= cells:
            raise PuzzleError(f"clue counts {self.clues[0]}..{self.clues[1]}: choose 0 to {cells}")
        if self.mask is not None and (self.clues or self.symmetry != "none"):
            raise PuzzleError("a mask fixes the clues: give no clue count and no symmetry with it")
        if self.mask and not self.mask <= set(range(cells)):
            raise PuzzleError(f"the mask has a cell outside the {self.layout.name} board")


def generate(
    count: int | None = 1,
    *,
    seed: int = 0,
    start: int = 0,
    layout: Layout = STANDARD,
    keep: Keep = "logic",
    symmetry: str = "none",
    mask: Iterable[int] | None = None,
    clues: tuple[int, int] | None = None,
    minimal: bool = True,
    tries: int = 1000,
) -> Iterator[Puzzle]:
    """Puzzles number start, start+1, … of the run with this seed, lazily; endless if count is None.

    The options are those of `Recipe`. Raises `GenerationError` when a puzzle of the wanted kind
    was not found within the bound.
    """
    cells = None if mask is None else frozenset(mask)
    recipe = Recipe(layout, keep, symmetry, cells, clues, minimal, tries)
    index = start
    while count is None or index < start + count:
        yield generate_one(recipe, seed, index)
        index += 1


def generate_one(recipe: Recipe, seed: int, index: int) -> Puzzle:
    """Puzzle number `index` of the run with this seed."""
    stream = RandomStream(seed, index)
    layout, keep = recipe.layout, recipe.keep
    if recipe.mask is not None:
        return puzzle_on_pattern(layout, recipe.mask, keep, stream, recipe.tries)
    least, most = recipe.clues or (0, layout.cell_count)
    seen: set[int] = set()
    for _ in range(recipe.tries):
        grid = draw_grid(layout, stream)
        target = 0 if recipe.minimal else least + stream.below(most - least + 1)
        puzzle = remove_inessential(grid, keep, recipe.symmetry, stream, target)
        if least <= puzzle.clue_count <= most:
            return puzzle
        seen.add(puzzle.clue_count)
    raise not_found(recipe, min(seen, default=0), max(seen, default=0))


def not_found(recipe: Recipe, fewest: int, most: int) -> GenerationError:
    """The error where all tries had too few or too many clues: so many at least and at most."""
    wanted = recipe.clues or (0, recipe.layout.cell_count)
    return GenerationError(
        f"no puzzle with {wanted[0]} to {wanted[1]} clues within {recipe.tries} tries (they had "
        f"{fewest} to {most}): widen the range, allow more tries, or do without minimality"
    )
