"""Symmetries of a clue pattern: which cells come and go together.

>>> [len(orbits("full", 3)), orbits("half-turn", 2)]
[3, [(0, 3), (1, 2)]]
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import PuzzleError

Move = Callable[[int, int, int], tuple[int, int]]

MOVES: dict[str, Move] = {
    "half-turn": lambda r, c, last: (last - r, last - c),
    "quarter-turn": lambda r, c, last: (c, last - r),
    "horizontal": lambda r, c, last: (last - r, c),
    "vertical": lambda r, c, last: (r, last - c),
    "diagonal": lambda r, c, last: (c, r),
    "anti-diagonal": lambda r, c, last: (last - c, last - r),
}
#: symmetry → the moves that generate it ("horizontal" mirrors at the horizontal middle line)
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (),
    **{name: (name,) for name in MOVES},
    "full": ("quarter-turn", "horizontal"),
}


def orbits(symmetry: str, size: int) -> list[tuple[int, ...]]:
    """The groups of cells (numbered from 0) that the symmetry makes equal, by first cell."""
    if symmetry not in SYMMETRIES:
        raise PuzzleError(f"unknown symmetry {symmetry!r}: known are {', '.join(SYMMETRIES)}")
    moves = [MOVES[name] for name in SYMMETRIES[symmetry]]
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in range(size * size):
        if start in seen:
            continue
        orbit = [start]
        for cell in orbit:  # grows while it is read
            for move in moves:
                r, c = move(*divmod(cell, size), size - 1)
                if r * size + c not in orbit:
                    orbit.append(r * size + c)
        seen.update(orbit)
        found.append(tuple(sorted(orbit)))
    return found
