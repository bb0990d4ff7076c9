"""Symmetries of a clue pattern: the cells that are given or blank together.

>>> [len(orbits("full", 3)), orbits("half-turn", 2)]
[3, [(0, 3), (1, 2)]]
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import PuzzleError
from ..geometry import Cells, Place, Places, square
from ..phrases import phrase

#: What a move gets: row and column, and the last row and column of the board.
Move = Callable[[int, int, int, int], Place]


def _half_turn(r: int, c: int, down: int, across: int) -> Place:
    return down - r, across - c


def _quarter_turn(r: int, c: int, down: int, across: int) -> Place:
    return c, down - r


def _upside_down(r: int, c: int, down: int, across: int) -> Place:
    return down - r, c


def _left_to_right(r: int, c: int, down: int, across: int) -> Place:
    return r, across - c


def _transposed(r: int, c: int, down: int, across: int) -> Place:
    return c, r


def _transposed_anti(r: int, c: int, down: int, across: int) -> Place:
    return across - c, down - r


MOVES: dict[str, Move] = {
    "half-turn": _half_turn,
    "quarter-turn": _quarter_turn,
    "horizontal": _upside_down,
    "vertical": _left_to_right,
    "diagonal": _transposed,
    "anti-diagonal": _transposed_anti,
}
#: symmetry → the moves that generate it ("horizontal" mirrors at the horizontal middle line)
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (), **{name: (name,) for name in MOVES}, "full": ("quarter-turn", "horizontal"),
}  # fmt: skip


def orbits(symmetry: str, places: Places | int) -> list[Cells]:
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
        raise PuzzleError(
            phrase(
                "unknown symmetry {symmetry!r}: known are {names!s}",
                symmetry=symmetry,
                names=", ".join(SYMMETRIES),
            )
        )
    generators = []
    for name in SYMMETRIES[symmetry]:
        images = _images(MOVES[name], places)
        if images is None:
            raise PuzzleError(
                phrase("this board does not have the symmetry {symmetry!r}", symmetry=symmetry)
            )
        generators.append(images)
    # The group: products with the generators are added until there is no new one.
    found = [list(range(places.count))]
    for move in found:  # the loop appends to it
        for generator in generators:
            both = [generator[cell] for cell in move]
            if both not in found:
                found.append(both)
    return found


def _images(move: Move, places: Places) -> list[int] | None:
    """Return the image of every cell; None if one leaves the board."""
    down = places.height - 1
    across = places.width - 1
    images = []
    for cell in range(places.count):
        r, c = places.place(cell)
        image = places.cell_at(*move(r, c, down, across))
        if image is None:
            return None
        images.append(image)
    return images
