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
    "none": (),
    **{name: (name,) for name in MOVES},
    "full": ("quarter-turn", "horizontal"),
}


def orbits(symmetry: str, places: Places | int) -> list[tuple[int, ...]]:
    """Return the orbits of cells (numbered from 0) under the symmetry, by first cell.

    places: the positions of the cells, or the side of a square. Raises `PuzzleError` for an unknown
    symmetry, or for one that does not map the board onto itself.
    """
    if symmetry not in SYMMETRIES:
        raise PuzzleError(f"unknown symmetry {symmetry!r}: known are {', '.join(SYMMETRIES)}")
    moves = [MOVES[name] for name in SYMMETRIES[symmetry]]
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    at = square(places) if isinstance(places, int) else places
    for start in range(at.count):
        if start in seen:
            continue
        orbit = [start]
        for cell in orbit:  # the loop appends to it
            for move in moves:
                image = at.cell_at(*move(*at.place(cell), at.height - 1, at.width - 1))
                if image is None:
                    raise PuzzleError(f"this board does not have the symmetry {symmetry!r}")
                if image not in orbit:
                    orbit.append(image)
        seen.update(orbit)
        found.append(tuple(sorted(orbit)))
    return found
