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

from ...constraints.drawings import label_width
from .plan import Plan, Point

PAPER, DARK = "#ffffff", "#59636e"
#: Font size of a text in a cell's corner, and the placeholder that a sheet replaces to enlarge it.
LABEL_SIZE, UNSCALED = 11.5, "scale(1)"


def square(middle: Point, side: float, look: str) -> str:
    """Return a square around a point. look: its attributes, such as fill."""
    x = middle[0] - side / 2
    y = middle[1] - side / 2
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" {look}/>'


def circle(middle: Point, radius: float, look: str) -> str:
    """Return a circle around a point. look: its attributes, such as fill."""
    x, y = middle
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {look}/>'


def polyline(points: Iterable[Point], form: str = "g") -> str:
    """Return the data of a path through points. form: how their numbers are written."""
    return "M" + "L".join(f"{x:{form}} {y:{form}}" for x, y in points)


def stroke(path: str, colour: str, width: float, look: str = "") -> str:
    """Return a line along a path. look: further attributes."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{look}/>'


def text(
    words: str, at: Point, size: float, colour: str, anchor: str = "middle", bold: bool = False
) -> str:
    """Return a text on one line."""
    weight = ' font-weight="bold"' if bold else ""
    x, y = at
    return (
        f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:g}" fill="{colour}" '
        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )


def label(plan: Plan, cell: int, words: str, colour: str) -> Iterator[str]:
    """Draw a text in the upper left corner of a cell. Sheets scale it up where it would be too
    small to read."""
    if not plan.summed:
        return
    x, y = plan.label_corner(cell)
    width = label_width(words)
    paper = f'<rect width="{width:g}" height="12" fill="{PAPER}"/>'
    written = text(words, (1.5, 10), LABEL_SIZE, colour, "start", bold=True)
    place = f"translate({x:g} {y:g})"
    yield f'<g transform="{place} {UNSCALED}">{paper}{written}</g>'


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
    x = a[0] + share * (b[0] - a[0])
    y = a[1] + share * (b[1] - a[1])
    return x, y


def head(start: Point, end: Point, size: float = 9, slant: float = 1, form: str = ".5g") -> str:
    """Return the head of an arrow from one point to the other, as strokes. slant: half its width,
    as a multiple of its length; form: how numbers are written."""
    length = distance(start, end) or 1
    dx = size * (end[0] - start[0]) / length
    dy = size * (end[1] - start[1]) / length
    x = end[0] - dx
    y = end[1] - dy
    one_side = (x - slant * dy, y + slant * dx)
    other_side = (x + slant * dy, y - slant * dx)
    return polyline((one_side, end, other_side), form)


Place = tuple[int, int]
#: Directions (down, across) of a segment; the open side is on its left.
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def outline(cells: Iterable[Place], inset: float) -> list[list[Point]]:
    """Return closed paths of points (row, column) in units of cells; cell (0, 0) starts at (0,
    0)."""
    inside = set(cells)
    # Each segment's end is the start of exactly one other, so following the ends closes each path.
    following: dict[Point, Point] = {}
    for cell in sorted(inside):
        for way in WAYS:
            beyond = (cell[0] - way[1], cell[1] + way[0])
            if beyond not in inside:
                start, end = _segment(cell, way, inside, inset)
                following[start] = end
    paths = []
    while following:
        start, at = following.popitem()
        path = [start]
        while at != start:
            path.append(at)
            at = following.pop(at)
        paths.append(_corners(path))
    return paths


def _segment(cell: Place, way: Place, inside: set[Place], inset: float) -> tuple[Point, Point]:
    """Return the ends of the segment at an open side of a cell, which is to the left of `way`."""
    r, c = cell
    down, across = way
    out_down = -across
    out_across = down
    # the midpoint of the side, moved inward
    middle_row = r + 0.5 + out_down * (0.5 - inset)
    middle_column = c + 0.5 + out_across * (0.5 - inset)
    ends = []
    for step_down, step_across in ((-down, -across), (down, across)):
        beside = (r + step_down, c + step_across)
        ahead = (beside[0] + out_down, beside[1] + out_across)
        length = _reach(beside in inside, ahead in inside, inset)
        row = middle_row + step_down * length
        column = middle_column + step_across * length
        # Ends that meet are reached from two cells: rounding makes them equal.
        ends.append((round(row, 4), round(column, 4)))
    return ends[0], ends[1]


def _reach(beside: bool, ahead: bool, inset: float) -> float:
    """Return how far a segment goes from the middle of its side: up to the corner of the outline.
    beside, ahead: whether the next cell along the side, and the one beyond it, are in the set."""
    if not beside:
        return 0.5 - inset
    if not ahead:
        return 0.5
    return 0.5 + inset


def _corners(path: list[Point]) -> list[Point]:
    """Drop points within straight parts, and start at the smallest point."""
    before = path[-1:] + path[:-1]
    after = path[1:] + path[:1]
    kept = []
    for last, point, following in zip(before, path, after, strict=True):
        in_one_row = last[0] == point[0] == following[0]
        in_one_column = last[1] == point[1] == following[1]
        if not (in_one_row or in_one_column):
            kept.append(point)
    first = kept.index(min(kept))
    return kept[first:] + kept[:first]
