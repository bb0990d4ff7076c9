"""Isomorphs: digits renamed, and the board mapped onto itself.

The layout determines the maps. On boxes: rows within bands, bands, columns within stacks, stacks,
and transposition if boxes are square; on a Latin square any rows and columns. With jigsaw regions,
extra houses or rules, one of the layout's symmetries is drawn; digits keep their names if a rule
depends on them.

>>> from satdoku.formats.text.reader import parse
>>> puzzle = parse("12..34..........")
>>> shuffled(puzzle, seed=1).line, shuffled(puzzle, seed=1) == shuffled(puzzle, seed=1)
('34..12..........', True)
"""

from __future__ import annotations

from ..board import Puzzle
from ..constraints.symmetry import forms_on, names_may_change
from ..formats.text.reader import PuzzleLike, parse
from ..layout import Layout
from ..random_stream import RandomStream
from .random_grids import shuffled_lines


def shuffled(
    puzzle: PuzzleLike, *, seed: int = 0, index: int = 0, layout: Layout | str | None = None
) -> Puzzle:
    """Return a random isomorph of the puzzle; each is equally likely.

    The same (seed, index) gives the same one. Solutions, minimality and ratings do not change.
    Raises `PuzzleError` for a layout with too many symmetries to list.

    layout: of a puzzle that is text, as for `parse`.

    >>> shuffled("12..34..........", seed=1).line
    '34..12..........'
    """
    puzzle = parse(puzzle, layout)
    stream = RandomStream(seed, index)
    layout = puzzle.layout
    # Drawn in any case, so that the moves of a seed do not depend on the rules.
    order = stream.permutation(layout.size)
    names = [0, *(digit + 1 for digit in order)]
    if layout.constraints and not names_may_change(forms_on(layout), layout.digits):
        names = list(range(layout.size + 1))
    origins = _moved(layout, stream)
    cells = [names[puzzle.cells[cell]] for cell in origins]
    return Puzzle(tuple(cells), layout)


def _moved(layout: Layout, stream: RandomStream) -> list[int]:
    """Return for each cell the cell that is moved there."""
    n = layout.size
    layout.must_be_regular("shuffling")
    shape = layout.box_shape or (None if layout.regions else (1, n))
    if layout.extra_houses or layout.constraints or shape is None:
        from .layout_symmetries import symmetries

        images = symmetries(layout)
        return images[stream.below(len(images))].tolist()  # type: ignore[no-any-return]
    height, width = shape
    if layout.box_shape:
        rows = shuffled_lines(height, width, stream)
        columns = shuffled_lines(width, height, stream)
    else:
        rows = stream.permutation(n)
        columns = stream.permutation(n)
    may_turn = height == width or not layout.box_shape
    if may_turn and stream.below(2):
        return [c * n + r for r in rows for c in columns]
    return [r * n + c for r in rows for c in columns]
