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


def glyphs_in(cell: Floats, faintest: float = FAINTEST) -> list[Glyph]:
    """Return the glyphs of a cell, from left to right; dust is left out.

    cell: the amount of ink of each pixel, 0 to 1. faintest: the least amount that is no paper.
    """
    cv2 = opencv()
    strongest = float(cell.max())
    if strongest < faintest:
        return []
    levels = np.clip(cell * (255 / strongest), 0, 255).astype(np.uint8)
    # Otsu's threshold separates ink from paper; where nearly all is paper it can be too low.
    between, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    least = max(between / 255 * strongest * 0.9, faintest)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(
        (cell > least).astype(np.uint8), connectivity=8
    )
    found = []
    for label in range(1, count):
        if boxes[label, cv2.CC_STAT_AREA] >= DUST * cell.size:
            found.append(_glyph(cell, labels == label, boxes[label]))
    return sorted(found, key=lambda glyph: glyph.box)


def _glyph(cell: Floats, mask: NDArray[np.bool_], stats: NDArray[np.int32]) -> Glyph:
    """Return a glyph with its soft edge, and nothing of its neighbours."""
    cv2 = opencv()
    left, top, width, height, _ = stats.tolist()
    near = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8))
    rows = slice(max(top - 1, 0), top + height + 1)
    columns = slice(max(left - 1, 0), left + width + 1)
    return Glyph((left, top, width, height), cell[rows, columns] * near[rows, columns])


def scaled(ink: Floats) -> Floats:
    """Return a glyph in the middle of a square of `SIDE` pixels, its darkest pixel 1."""
    cv2 = opencv()
    height, width = ink.shape
    scale = FILLED / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(ink, size, interpolation=method)
    square = np.zeros((SIDE, SIDE), np.float32)
    top, left = (SIDE - size[1]) // 2, (SIDE - size[0]) // 2
    square[top : top + size[1], left : left + size[0]] = small
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
    directed = np.empty((count, DIRECTIONS, parts, parts), np.float32)
    for direction in range(DIRECTIONS):
        # A gradient between two directions counts for both, the more the nearer.
        apart = np.abs((turn - direction + DIRECTIONS / 2) % DIRECTIONS - DIRECTIONS / 2)
        share = strength * np.maximum(0, 1 - apart)
        directed[:, direction] = share.reshape(count, parts, PART, parts, PART).sum((2, 4))
    edges = np.sqrt(directed).reshape(count, -1)
    edges /= np.maximum(np.linalg.norm(edges, axis=1, keepdims=True), 1e-6)
    patches = SIDE // PATCH
    darkness = squares.reshape(count, patches, PATCH, patches, PATCH).mean((2, 4))
    return np.hstack([edges * 4, darkness.reshape(count, -1)]).astype(np.float32)
