"""Building blocks for drawings of rules.

Among them the outline of a set of cells, as closed paths slightly inside their border. Each cell
side without a neighbour in the set becomes a directed segment with the cells on its right. At
corners, segments are shortened or extended so that their ends coincide; chaining them by their ends
gives the paths.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape
from math import hypot

from ...constraints.constraint import Constraint
from ...constraints.styles import worded
from .plan import Plan, Point

PAPER, DARK = "#ffffff", "#59636e"
#: Font size of a text in a cell's corner, and the placeholder that a sheet replaces to enlarge it.
LABEL_SIZE, UNSCALED = 11.5, "scale(1)"


def square(middle: Point, side: float, look: str) -> str:
    """Return a square around a point."""
    x, y = middle[0] - side / 2, middle[1] - side / 2
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" {look}/>'


def text(
    words: str, at: Point, size: float, colour: str, anchor: str = "middle", bold: bool = False
) -> str:
    """Return a text on one line."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{at[0]:.5g}" y="{at[1]:.5g}" font-size="{size:g}" fill="{colour}" '
        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )


def words(text: str, constraint: Constraint) -> str:
    """Return the text with its numbers; "" if it needs a number that is not given."""
    return "" if "{" in text and not constraint.values else worded(text, constraint.values)


def label(plan: Plan, cell: int, words: str, colour: str) -> Iterator[str]:
    """Draw a text in the upper left corner of a cell. Sheets scale it up where it would be too
    small to read."""
    if not plan.summed:
        return
    x, y = plan.corner(cell)
    width = 6.4 * len(words) + 3
    yield (
        f'<g transform="translate({x + 2.5:g} {y + 2.5:g}) {UNSCALED}">'
        f'<rect width="{width:g}" height="12" fill="{PAPER}"/>'
        + text(words, (1.5, 10), LABEL_SIZE, colour, "start", bold=True)
        + "</g>"
    )


def middle_of(points: Collection[Point]) -> Point:
    """Return the point in the middle of some."""
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(points), sum(ys) / len(points)


def distance(a: Point, b: Point) -> float:
    """Return the distance of two points."""
    return hypot(b[0] - a[0], b[1] - a[1])


def towards(a: Point, b: Point, by: float) -> Point:
    """Return the point at distance `by` from a in the direction of b."""
    share = by / (distance(a, b) or 1)
    return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))


def head(start: Point, end: Point, size: float = 9, slant: float = 1, digits: int = 5) -> str:
    """Return the head of an arrow from one point to the other, as strokes. slant: half its width,
    as a multiple of its length."""
    length = distance(start, end) or 1
    dx, dy = size * (end[0] - start[0]) / length, size * (end[1] - start[1]) / length
    x, y = end[0] - dx, end[1] - dy
    points = ((x - slant * dy, y + slant * dx), end, (x + slant * dy, y - slant * dx))
    return "M" + "L".join(f"{x:.{digits}g} {y:.{digits}g}" for x, y in points)


Place = tuple[int, int]
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
                x, y = middle[0] + step[0] * length, middle[1] + step[1] * length
                ends.append((_near(x), _near(y)))
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
