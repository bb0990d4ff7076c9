"""The lines of a board: how many, where they run, and which of them are thick.

A quadrangle is flattened to a square. A line of the board crosses all of it, so the lower quartile
along each column of pixels is that of the line, or of paper: digits, which cover less, vanish.
The board has n rows and columns if there are lines at all multiples of an n-th of its side, in both
directions, and none elsewhere. Then each piece of a line is looked for once more, near its place,
since paper bends and lenses distort.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .opencv import Floats, Pixels, opencv
from .quads import Quad, lines_in

#: The side of a flattened board, and the margin around it, in pixels.
SIDE, MARGIN = 720, 36
#: Numbers of rows that boards have, the larger first: lines of 4×4 are lines of 16×16, too.
SIZES = (16, 12, 10, 9, 8, 7, 6, 5, 4)
#: Lines are narrower than this, in those pixels.
WIDEST = 19
#: How far a line may be from its place, as a share of a cell.
APART = 0.16
#: A line is at least this much darker (or lighter) than what is between lines, of 255.
FAINTEST_LINE = 3.0


#: Whether something is so, by line and row.
Bools = NDArray[np.bool_]


class Lattice(NamedTuple):
    """The lines of a board in a flattened picture of it.

    quad: its corners in the picture. across, down: for each line from left to right (from top to
    bottom) and each row (column) of cells the place of the line there, in pixels of the square.
    weights_across, weights_down: how thick and dark the line is there. strength: how clearly the
    faintest line stands out. is_framed: whether the four outer lines are there.
    """

    quad: Quad
    size: int
    across: Floats
    down: Floats
    weights_across: Floats
    weights_down: Floats
    strength: float
    is_framed: bool


def flattened(pixels: Pixels, quad: Quad, side: int = SIDE, margin: int = MARGIN) -> Pixels:
    """Return the picture in which the quadrangle is a square of that side, within a margin."""
    cv2 = opencv()
    x, y = (quad - np.roll(quad, 1, axis=0)).T
    longest = float(np.hypot(x, y).max())
    shrink = side / longest
    if shrink < 0.75:
        # Warping looks at single pixels: what is much larger is made smaller before.
        pixels = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        quad = (quad + 0.5) * shrink - 0.5
    near = margin
    far = margin + side - 1
    target = np.array([[near, near], [far, near], [far, far], [near, far]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    whole = side + 2 * margin
    flat: Pixels = cv2.warpPerspective(
        pixels, matrix, (whole, whole), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return flat


def lattice_of(pixels: Pixels, quad: Quad, is_light: bool) -> Lattice | None:
    """Return the lines of the board in a quadrangle of a picture; None if it is none."""
    lines = lines_in(flattened(pixels, quad), is_light, WIDEST)
    vertical = _profile(lines)
    horizontal = _profile(lines.T)
    for size in SIZES:
        strengths = (_strength(vertical, size), _strength(horizontal, size))
        strength = min(strengths)
        if strength > 0:
            across, weights_across = _pieces(lines, size)
            down, weights_down = _pieces(lines.T, size)
            is_framed = _has_frame(vertical, strength) and _has_frame(horizontal, strength)
            return Lattice(
                quad=quad,
                size=size,
                across=across,
                down=down,
                weights_across=weights_across,
                weights_down=weights_down,
                strength=strength,
                is_framed=is_framed,
            )
    return None


def _profile(lines: Floats) -> Floats:
    """Return how much of a line there is at each column of pixels, all rows together."""
    cv2 = opencv()
    around = np.ones((1, 5), np.uint8)
    wider = cv2.dilate(lines, around)[MARGIN:-MARGIN]
    bands = np.array_split(wider, 12)
    # In each band three quarters of a line must be dark, which letters below one another are not;
    # of the bands some may fail.
    in_bands = np.array([np.quantile(band, 0.25, axis=0) for band in bands])
    found: Floats = np.quantile(in_bands, 0.3, axis=0).astype(np.float32)
    return found


def _strength(profile: Floats, size: int) -> float:
    """Return by how much the faintest line of so many rows stands out; 0 if one is missing."""
    step = (SIDE - 1) / size
    reach = round(step * APART)
    places = [MARGIN + i * step for i in range(size + 1)]
    peaks = []
    for place in places[1:-1]:
        start = round(place) - reach
        near = profile[start : start + 2 * reach + 1]
        peaks.append(float(near.max()))
    middles = []
    for place in places[:-1]:
        start = round(place + 0.25 * step)
        inside = profile[start : start + round(0.5 * step)]
        middles.append(float(np.median(inside)))
    between = float(np.median(middles))
    weakest = min(peaks) - between
    # The noise of paper between lines, by which a line must be clearer.
    loudest = max(middles) - between
    strongest = max(peaks) - between
    least = max(FAINTEST_LINE, 1.5 * loudest, 0.03 * strongest)
    return weakest if weakest >= least else 0.0


def _has_frame(profile: Floats, strength: float) -> bool:
    """Whether there are lines at both ends. Where a picture was cut there, they may be missing."""
    reach = MARGIN // 3
    for place in (MARGIN, MARGIN + SIDE - 1):
        near = profile[place - reach : place + reach + 1]
        clear = near.max() - np.median(profile)
        if clear < 0.5 * strength:
            return False
    return True


def _pieces(lines: Floats, size: int) -> tuple[Floats, Floats]:
    """Return where each line is in each row of cells, and how thick and dark: (lines, rows)."""
    step = (SIDE - 1) / size
    reach = round(step * APART)
    places = np.zeros((size + 1, size), np.float32)
    weights = np.zeros((size + 1, size), np.float32)
    straight = MARGIN + np.arange(size + 1) * step
    for row in range(size):
        start = round(MARGIN + (row + 0.12) * step)
        end = start + round(0.76 * step)
        piece = lines[start:end]
        profile = np.quantile(piece, 0.4, axis=0)
        for line, expected in enumerate(straight):
            first = round(expected) - reach
            near = profile[first : first + 2 * reach + 1]
            weight = near - np.median(near)
            weight[weight < 0.3 * weight.max()] = 0
            total = float(weight.sum())
            weights[line, row] = total
            places[line, row] = expected
            if weight.max() > FAINTEST_LINE:
                centre = weight @ np.arange(len(near)) / total
                places[line, row] = first + centre
    # A piece that is far from its neighbours along the line was taken for something else.
    apart = places - straight[:, None]
    usual = np.median(apart, axis=1, keepdims=True)
    strays = np.abs(apart - usual) > 0.08 * step
    moved = straight[:, None] + usual
    places = np.where(strays, moved, places)
    return places.astype(np.float32), weights


def thick(lattice: Lattice) -> tuple[Bools, Bools] | None:
    """Return which pieces of lines inside the board are thick: (lines − 1, rows) across and down.

    None if all are alike.
    """
    cv2 = opencv()
    across = lattice.weights_across[1:-1]
    down = lattice.weights_down[1:-1]
    every = np.concatenate([across.ravel(), down.ravel()])
    scale = 255 / max(float(every.max()), 1.0)
    scaled = every * scale
    levels = scaled.astype(np.uint8)
    between, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    border = (between + 1) / scale
    thin = every[every < border]
    thicker = every[every >= border]
    if not (len(thin) and len(thicker)):
        return None
    if np.median(thicker) < 1.3 * np.median(thin) + 1:
        return None
    return across >= border, down >= border
