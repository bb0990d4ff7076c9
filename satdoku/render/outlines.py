"""The outline of a set of cells, as closed paths a little inside their border.

Each side of a cell that faces no other cell of the set is a directed segment, with the cells to its
right; where two meet in a corner they are cut short or drawn out, so that the ends of segments are
equal, and chaining them by their ends gives the paths.
"""

from __future__ import annotations

from collections.abc import Collection

Place = tuple[int, int]
Point = tuple[float, float]
#: (down, across) that the segment goes; the side faces the left of that.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def outline(cells: Collection[Place], inset: float) -> list[list[Point]]:
    """Closed paths of points (row, column), in cells: the corner of cell (0, 0) is (0, 0)."""
    inside = set(cells)
    following: dict[Point, Point] = {}
    for r, c in sorted(inside):
        for down, across in WAYS:
            out = (-across, down)  # to the left of the way
            if (r + out[0], c + out[1]) in inside:
                continue
            # the middle of the side, moved inside
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
    """Without points in the middle of a straight part; from the least one on."""
    kept = [
        point
        for before, point, after in zip(
            path[-1:] + path[:-1], path, path[1:] + path[:1], strict=True
        )
        if not (before[0] == point[0] == after[0] or before[1] == point[1] == after[1])
    ]
    first = kept.index(min(kept))
    return kept[first:] + kept[:first]
