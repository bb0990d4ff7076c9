"""The outline of a set of cells, as closed paths slightly inside their border.

Each cell side without a neighbour in the set becomes a directed segment with the cells on its
right. At corners, segments are shortened or extended so that their ends coincide; chaining them by
their ends gives the paths.
"""

from __future__ import annotations

from collections.abc import Iterable

Place = tuple[int, int]
Point = tuple[float, float]
#: Directions (down, across) of a segment; the open side is on its left.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def outline(cells: Iterable[Place], inset: float) -> list[list[Point]]:
    """Return closed paths of points (row, column) in units of cells; cell (0, 0) starts at (0,
    0)."""
    inside = set(cells)
    following: dict[Point, Point] = {}
    for r, c in sorted(inside):
        for down, across in WAYS:
            out = (-across, down)  # to the left of the direction
            if (r + out[0], c + out[1]) in inside:
                continue
            # the midpoint of the side, moved inward
            middle = (r + 0.5 + out[0] * (0.5 - inset), c + 0.5 + out[1] * (0.5 - inset))
            ends = []
            for sign in (-1, 1):
                step = (sign * down, sign * across)
                beside = (r + step[0], c + step[1]) in inside
                ahead = (r + step[0] + out[0], c + step[1] + out[1]) in inside
                length = 0.5 + inset if beside and ahead else 0.5 if beside else 0.5 - inset
                ends.append(
                    (_near(middle[0] + step[0] * length), _near(middle[1] + step[1] * length))
                )
            following[ends[0]] = ends[1]
    paths = []
    while following:
        start, at = following.popitem()
        path = [start]
        while at != start:
            path.append(at)
            at = following.pop(at)
        paths.append(_corners(path))
    return paths


def _near(number: float) -> float:
    return round(number, 4)


def _corners(path: list[Point]) -> list[Point]:
    """Drop points within straight parts, and start at the smallest point."""
    kept = [
        point
        for before, point, after in zip(
            path[-1:] + path[:-1], path, path[1:] + path[:1], strict=True
        )
        if not (before[0] == point[0] == after[0] or before[1] == point[1] == after[1])
    ]
    first = kept.index(min(kept))
    return kept[first:] + kept[:first]
