"""Glyphs: the marks of ink in a cell, and what tells one symbol from another.

A cell comes as its amount of ink, pixel by pixel. Pixels of ink that touch are a glyph. Its picture
is scaled to one size, and described by what survives a change of font: in which directions its
edges run, in each part of it (histograms of oriented gradients: N. Dalal, B. Triggs, "Histograms of
oriented gradients for human detection", 2005), and how dark each part is.

>>> import numpy as np
>>> cell = np.zeros((64, 64), np.float32)
>>> cell[16:48, 30:35] = 1
>>> [glyph.box for glyph in glyphs_in(cell)]
[(30, 16, 5, 32)]
>>> described(scaled(glyphs_in(cell)[0].ink)[None]).shape
(1, 352)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..frozen import frozen
from .opencv import Floats, opencv

#: The side of a scaled glyph in pixels, and the part of it that the glyph may fill.
SIDE, FILLED = 24, 20
#: Directions that are told apart, and the side of a part in which they are counted.
DIRECTIONS, PART = 8, 4
#: The side of a part whose darkness is measured.
PATCH = 3
#: Below this amount of ink a pixel is paper.
FAINTEST = 0.22
#: Glyphs of fewer pixels, as a share of a cell, are dust.
DUST = 0.0022


@frozen
class Glyph:
    """Ink that is connected. box: left, top, width and height in pixels of the cell."""

    box: tuple[int, int, int, int]
    ink: Floats

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the box: x and y."""
        left, top, width, height = self.box
        return left + width / 2, top + height / 2

    @property
    def height(self) -> int:
        """The height of the box."""
        return self.box[3]

    def apart(self, side: int) -> tuple[float, float]:
        """Return how far it is from the middle of a cell, as a share of the side: x and y."""
        x, y = self.middle
        return abs(x / side - 0.5), abs(y / side - 0.5)


def glyphs_in(cell: Floats, faintest: float = FAINTEST) -> list[Glyph]:
    """Return the glyphs of a cell, from left to right; dust is left out.

    cell: the amount of ink of each pixel, 0 to 1. faintest: the least amount that is no paper.
    """
    cv2 = opencv()
    strongest = float(cell.max())
    if strongest < faintest:
        return []
    scale = 255 / strongest
    levels = np.clip(cell * scale, 0, 255).astype(np.uint8)
    # Otsu's threshold separates ink from paper; where nearly all is paper it can be too low.
    between, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    least = max(0.9 * between / scale, faintest)
    is_ink = cell > least
    mask = is_ink.astype(np.uint8)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for label in range(1, count):
        area = boxes[label, cv2.CC_STAT_AREA]
        if area >= DUST * cell.size:
            own = labels == label
            found.append(_glyph(cell, own, boxes[label]))
    return sorted(found, key=lambda glyph: glyph.box)


def _glyph(cell: Floats, mask: NDArray[np.bool_], stats: NDArray[np.int32]) -> Glyph:
    """Return a glyph with its soft edge, and nothing of its neighbours."""
    cv2 = opencv()
    left, top, width, height, _ = stats.tolist()
    around = np.ones((3, 3), np.uint8)
    near = cv2.dilate(mask.astype(np.uint8), around)
    own = cell * near
    rows = slice(max(top - 1, 0), top + height + 1)
    columns = slice(max(left - 1, 0), left + width + 1)
    return Glyph((left, top, width, height), own[rows, columns])


def scaled(ink: Floats) -> Floats:
    """Return a glyph in the middle of a square of `SIDE` pixels, its darkest pixel 1."""
    cv2 = opencv()
    height, width = ink.shape
    scale = FILLED / max(height, width)
    wide = max(1, round(width * scale))
    high = max(1, round(height * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(ink, (wide, high), interpolation=method)
    square = np.zeros((SIDE, SIDE), np.float32)
    top = (SIDE - high) // 2
    left = (SIDE - wide) // 2
    square[top : top + high, left : left + wide] = small
    darkest = float(square.max())
    if darkest > 0:
        square /= darkest
    return square


def described(squares: Floats) -> Floats:
    """Return the numbers that describe scaled glyphs, one row for each.

    squares: (glyphs, SIDE, SIDE). First the gradients of each part by direction, then the darkness
    of each patch.
    """
    count = len(squares)
    down, right = np.gradient(squares, axis=(1, 2))
    strength = np.hypot(down, right)
    turn = np.arctan2(down, right) * (DIRECTIONS / (2 * np.pi))
    parts = SIDE // PART
    directed = []
    for direction in range(DIRECTIONS):
        # A gradient between two directions counts for both, the more the nearer.
        half = DIRECTIONS / 2
        beyond = (turn - direction + half) % DIRECTIONS
        near = np.maximum(0, 1 - np.abs(beyond - half))
        share = strength * near
        in_parts = share.reshape(count, parts, PART, parts, PART)
        directed.append(in_parts.sum((2, 4)))
    counted = np.stack(directed, axis=1).reshape(count, -1)
    edges = np.sqrt(counted)
    length = np.linalg.norm(edges, axis=1, keepdims=True)
    edges *= 4 / np.maximum(length, 1e-6)
    patches = SIDE // PATCH
    patched = squares.reshape(count, patches, PATCH, patches, PATCH)
    darkness = patched.mean((2, 4)).reshape(count, -1)
    both = np.hstack([edges, darkness])
    return both.astype(np.float32)
