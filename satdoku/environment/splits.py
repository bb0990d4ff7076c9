"""Puzzles for training and puzzles for tests, which cannot meet: the class of a puzzle's solved
grid (up to symmetry) decides which of the two it belongs to, so no seed gives a puzzle, or a grid,
of one to the other.

>>> split_of("....43..1.....4.")
'train'
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice
from typing import Any, Literal

from ..batch.canonical_forms import canonical
from ..board import Puzzle
from ..errors import PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..layout import Layout
from ..operations.solving import solution

Split = Literal["train", "test"]

#: Of 256 classes of solved grids, those of tests.
TESTED = 26
#: Puzzles of a seed that are tried. On a board with many classes the chance that none of them
#: belongs to the tests is 10⁻¹¹.
TRIED = 256


def split_of(puzzle: PuzzleLike) -> Split:
    """Return the split that a puzzle belongs to, by the class of its solved grid without rules.

    Raises `Inconsistency` for a puzzle without a solution.
    """
    grid = solution(parse(puzzle))
    plain = Puzzle(grid.cells, grid.layout.without_constraints())
    form = canonical(plain).puzzle.line
    digest = blake2b(form.encode(), digest_size=1).digest()
    return "test" if digest[0] < TESTED else "train"


def drawn(seed: int, split: Split, layout: Layout, recipe: dict[str, Any]) -> Puzzle:
    """Return the first puzzle of the run with this seed that belongs to the split.

    recipe: options of `satdoku.generate`. Raises `PuzzleError` if none of the first `TRIED` does:
    the board has too few classes of grids.
    """
    from ..logic.generating import generate

    run = generate(None, seed=seed, layout=layout, **recipe)
    for puzzle in islice(run, TRIED):
        if split_of(puzzle) == split:
            return puzzle
    raise PuzzleError(
        f"{layout.name} has too few classes of solved grids for a split: none of {TRIED} puzzles "
        f"belongs to {split!r}"
    )
