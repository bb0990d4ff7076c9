"""Where boards may be in a picture: quadrangles that lines or cells fill.

Lines are what is narrow and differs from what is around it, dark on light or light on dark. This is
independent of shades and tints, since closing (or opening) a picture removes what is narrow and
nothing else (J. Serra, "Image analysis and mathematical morphology", 1982). Two things are tried:
lines that are connected and have four corners; and cells, which are square holes among the lines.
The first finds boards whose cells are open somewhere; the second those whose frame runs into
something else. What is no board is told by its lines (`lattice.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .opencv import Floats, Pixels, opencv

#: The longer side of a picture in which boards are looked for, in pixels.
LONGEST, SHORTEST = 1400, 700
#: Lines are narrower than this, in those pixels.
WIDEST_LINE = 25
#: The least side of a board, as a share of the picture's longer side.
LEAST_SIDE = 0.1
#: Shares of the strongest lines' contrast above which something is a line.
THRESHOLDS = (1.0, 0.45, 0.18)

#: Four corners, clockwise from the upper left; x and y of each.
Quad = NDArray[np.float32]
#: 1 where something is, else 0.
Mask = NDArray[np.uint8]


def lines_in(pixels: Pixels, is_light: bool, widest: int = WIDEST_LINE) -> Floats:
    """Return how much each pixel differs from what is around narrow things, 0 to 255.

    is_light: whether the lines are lighter than what is around them.
    """
    cv2 = opencv()
    kind = cv2.MORPH_TOPHAT if is_light else cv2.MORPH_BLACKHAT
    around = np.ones((widest, widest), np.uint8)
    found = cv2.morphologyEx(pixels, kind, around)
    strongest: Floats = found.max(axis=2).astype(np.float32)
    return strongest


def quads_in(pixels: Pixels) -> Iterator[tuple[Quad, bool]]:
    """Yield quadrangles that may be boards, and whether their lines are light."""
    cv2 = opencv()
    height, width = pixels.shape[:2]
    longest = max(height, width)
    scale = 1.0
    if longest > LONGEST:
        scale = LONGEST / longest
    elif longest < SHORTEST:
        scale = SHORTEST / longest
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method)
    least = LEAST_SIDE * max(small.shape[:2])
    for is_light in (False, True):
        lines = lines_in(small, is_light)
        levels = lines.astype(np.uint8)
        between, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        for share in THRESHOLDS:
            above = max(between * share, 6)
            mask = (lines > above).astype(np.uint8)
            for part in (mask, _cells(mask)):
                for quad in _quads_of(part, least):
                    whole = quad / scale
                    yield whole.astype(np.float32), is_light
    right = width - 1
    bottom = height - 1
    full = np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], np.float32)
    for is_light in (False, True):
        yield full, is_light


def _cells(mask: Mask) -> Mask:
    """Return the square holes of a mask, joined across the lines between them."""
    cv2 = opencv()
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(1 - mask, connectivity=4)
    _, _, wide, high, area = boxes.T
    longest = max(mask.shape)
    is_cell = (wide > 0.006 * longest) & (wide < 0.25 * longest)
    is_cell &= (wide < 1.5 * high) & (high < 1.5 * wide)
    is_cell &= area > 0.45 * wide * high
    is_cell[0] = False  # the lines
    if is_cell.sum() < 8:
        return np.zeros_like(mask)
    side = float(np.median(wide[is_cell]))
    is_cell &= (wide > 0.6 * side) & (wide < 1.7 * side)
    filled = is_cell[labels].astype(np.uint8)
    reach = max(3, round(side * 0.3)) | 1
    around = np.ones((reach, reach), np.uint8)
    joined: Mask = cv2.morphologyEx(filled, cv2.MORPH_CLOSE, around)
    return joined


def _quads_of(mask: Mask, least: float) -> Iterator[Quad]:
    """Yield the quadrangles around the large parts of a mask. least: side in pixels."""
    cv2 = opencv()
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        _, _, wide, high = cv2.boundingRect(outline)
        shorter = min(wide, high)
        if shorter < least or max(wide, high) > 2.5 * shorter:
            continue
        hull = cv2.convexHull(outline)
        quad = _corners(hull)
        area = cv2.contourArea(quad)
        if cv2.contourArea(hull) > 0.75 * area:
            yield _clockwise(_along_sides(quad, outline[:, 0]))


def _corners(hull: NDArray[np.int32]) -> Quad:
    """Return the four corners of a hull, or of a rectangle around it."""
    cv2 = opencv()
    around = cv2.arcLength(hull, closed=True)
    for share in np.arange(0.01, 0.12, 0.005):
        apart = share * around
        simple = cv2.approxPolyDP(hull, apart, closed=True)
        if len(simple) == 4:
            corners: Quad = simple[:, 0].astype(np.float32)
            return corners
        if len(simple) < 4:
            break
    rectangle = cv2.minAreaRect(hull)
    box: Quad = cv2.boxPoints(rectangle).astype(np.float32)
    return box


def _along_sides(quad: Quad, outline: NDArray[np.int32]) -> Quad:
    """Return the corners where straight lines along the four sides meet.

    So a corner that is round, or to which a heading is attached, is where it would be without.
    """
    cv2 = opencv()
    lines = []
    for corner in range(4):
        start = quad[corner]
        along = quad[corner - 3] - start
        length = float(np.hypot(*along))
        x, y = (outline - start).T
        place = (x * along[0] + y * along[1]) / length**2
        apart = np.abs(x * along[1] - y * along[0]) / length
        is_near = (place > 0.12) & (place < 0.88) & (apart < 0.025 * length)
        if is_near.sum() < 0.25 * length:
            return quad
        side = cv2.fitLine(outline[is_near], cv2.DIST_HUBER, 0, 0.01, 0.01)
        x_step, y_step, x, y = side.ravel().tolist()
        lines.append(np.cross([x, y, 1], [x_step, y_step, 0]))  # homogeneous, as the corners
    found = []
    for corner in range(4):
        x, y, scale = np.cross(lines[corner - 1], lines[corner])
        if abs(scale) < 0.2:
            return quad
        found.append([x / scale, y / scale])
    return np.array(found, np.float32)


def _clockwise(quad: Quad) -> Quad:
    """Return the corners clockwise, from the one nearest to the upper left."""
    middle = quad.mean(axis=0)
    x, y = (quad - middle).T
    turn = np.arctan2(y, x)
    ordered = quad[np.argsort(turn)]
    first = int(np.argmin(ordered.sum(axis=1)))
    found: Quad = np.roll(ordered, -first, axis=0)
    return found
