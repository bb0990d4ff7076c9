"""Symmetries of a clue pattern: the cells that are given or blank together.

>>> [len(orbits("full", 3)), orbits("half-turn", 2)]
[3, [(0, 3), (1, 2)]]
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import PuzzleError
from ..geometry import Places, square

#: Row and column, and the last row and column of the board.
Move = Callable[[int, int, int, int], tuple[int, int]]

MOVES: dict[str, Move] = {
    "half-turn": lambda r, c, down, across: (down - r, across - c),
    "quarter-turn": lambda r, c, down, across: (c, down - r),
    "horizontal": lambda r, c, down, across: (down - r, c),
    "vertical": lambda r, c, down, across: (r, across - c),
    "diagonal": lambda r, c, down, across: (c, r),
    "anti-diagonal": lambda r, c, down, across: (across - c, down - r),
}
#: symmetry → the moves that generate it ("horizontal" mirrors at the horizontal middle line)
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (), **{name: (name,) for name in MOVES}, "full": ("quarter-turn", "horizontal"),
}  # fmt: skip


def orbits(symmetry: str, places: Places | int) -> list[tuple[int, ...]]:
    """Return the orbits of cells (numbered from 0) under the symmetry, by first cell.

    places: the positions of the cells, or the side of a square. Raises `PuzzleError` for an unknown
    symmetry, or for one that does not map the board onto itself.
    """
    moves = maps(symmetry, square(places) if isinstance(places, int) else places)
    return sorted({tuple(sorted({move[cell] for move in moves})) for cell in moves[0]})


def maps(symmetry: str, places: Places) -> list[list[int]]:
    """Return the moves of the symmetry, each as a list of the image of every cell; the identity
    comes first. Raises `PuzzleError` as `orbits` does."""
    if symmetry not in SYMMETRIES:
        raise PuzzleError(f"unknown symmetry {symmetry!r}: known are {', '.join(SYMMETRIES)}")
    generators = []
    for name in SYMMETRIES[symmetry]:
        last = places.height - 1, places.width - 1
        at = [MOVES[name](*places.place(cell), *last) for cell in range(places.count)]
        images = [image for r, c in at if (image := places.cell_at(r, c)) is not None]
        if len(images) < places.count:
            raise PuzzleError(f"this board does not have the symmetry {symmetry!r}")
        generators.append(images)
    found = [list(range(places.count))]
    for move in found:  # the loop appends to it
        for generator in generators:
            both = [generator[cell] for cell in move]
            if both not in found:
                found.append(both)
    return found
