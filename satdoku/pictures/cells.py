"""The cells of a board, cut from a picture along its lines, and the glyphs in each.

Ink is what differs from the paper of its own cell, in any colour, dark on light or light on dark;
its amount is measured by the strongest ink of the board. So shades, tints and screens in dark
colours make no difference.
"""

from __future__ import annotations

import numpy as np

from ..frozen import frozen
from .glyphs import Glyph, glyphs_in
from .lattice import MARGIN, SIDE, Lattice, flattened
from .opencv import Floats, Pixels, opencv

#: The side of a cell in pixels.
CELL = 64
#: The part of a cell at each side that is cut off, that its lines may reach into, and where ink is
#: no glyph.
EDGE, REACH, BORDER = 0.04, 0.2, 0.1
#: The least contrast of ink with paper, of 255.
FAINTEST_INK = 14.0


@frozen
class Cell:
    """glyphs: from left to right; ink: of all pixels, 0 to 1; rest: the strongest ink outside the
    glyphs, which may be one that is too faint or too small."""

    glyphs: tuple[Glyph, ...]
    ink: Floats
    rest: float


def cells_of(pixels: Pixels, lattice: Lattice) -> list[Cell]:
    """Return the cells of a board, row by row."""
    contrasts = [_contrast(part) for part in _cut(pixels, lattice)]
    peaks = np.array([np.quantile(contrast, 0.99) for contrast in contrasts])
    strongest = float(np.quantile(peaks, 0.93))
    scale = max(strongest, FAINTEST_INK)
    return [_cell(np.minimum(contrast / scale, 1)) for contrast in contrasts]


def _cut(pixels: Pixels, lattice: Lattice) -> list[Floats]:
    """Return the insides of the cells, in colours, each `CELL` pixels wide and high."""
    cv2 = opencv()
    n = lattice.size
    fine = CELL * n
    finer = fine / SIDE
    margin = round(MARGIN * finer)
    flat = flattened(pixels, lattice.quad, fine, margin).astype(np.float32)
    across = (lattice.across - MARGIN) * finer + margin
    down = (lattice.down - MARGIN) * finer + margin
    parts = []
    for row in range(n):
        for column in range(n):
            left, right = across[column, row], across[column + 1, row]
            top, bottom = down[row, column], down[row + 1, column]
            inset_x, inset_y = (right - left) * EDGE, (bottom - top) * EDGE
            corners = np.array(
                [
                    [left + inset_x, top + inset_y],
                    [right - inset_x, top + inset_y],
                    [left + inset_x, bottom - inset_y],
                ],
                np.float32,
            )
            target = np.array([[0, 0], [CELL - 1, 0], [0, CELL - 1]], np.float32)
            moved = cv2.getAffineTransform(corners, target)
            parts.append(cv2.warpAffine(flat, moved, (CELL, CELL), flags=cv2.INTER_LINEAR))
    return parts


def _contrast(part: Floats) -> Floats:
    """Return how much each pixel differs from the paper of its cell, in the colour that differs
    most; 0 to 255."""
    paper = np.median(part.reshape(-1, 3), axis=0)
    apart: Floats = np.abs(part - paper).max(axis=2)
    # Paper is not even: what half of the cell has is none.
    contrast: Floats = np.maximum(apart - float(np.median(apart)), 0)
    return contrast


def _cell(ink: Floats) -> Cell:
    """Return the glyphs of a cell without what is left of its lines."""
    ink = _without_lines(ink)
    kept = tuple([glyph for glyph in glyphs_in(ink) if not _is_of_line(glyph)])
    rest = ink.copy()
    inset = round(BORDER * CELL)
    for glyph in kept:
        left, top, width, height = glyph.box
        rest[max(0, top - 3) : top + height + 3, max(0, left - 3) : left + width + 3] = 0
    inside = rest[inset:-inset, inset:-inset]
    return Cell(kept, ink, float(np.quantile(inside, 0.998)))


def _without_lines(ink: Floats) -> Floats:
    """Return the ink of a cell, blank where its lines run along its sides."""
    cleaned = ink.copy()
    for _ in range(4):
        cleaned = np.rot90(cleaned)
        along = np.quantile(cleaned, 0.4, axis=1)
        covered = 0
        while covered < REACH * CELL and along[covered] > 0.12:
            covered += 1
        if covered:
            cleaned[: covered + 1] = 0
    blank: Floats = np.ascontiguousarray(cleaned)
    return blank


def _is_of_line(glyph: Glyph) -> bool:
    """Whether a glyph is at the edge of its cell and flat along it."""
    left, top, width, height = glyph.box
    touches_side = left <= 1 or left + width >= CELL - 1
    touches_top = top <= 1 or top + height >= CELL - 1
    flat = BORDER * CELL
    long = 0.7 * CELL
    if touches_side and (width < flat or (height > long and width < 0.25 * CELL)):
        return True
    return touches_top and (height < flat or (width > long and height < 0.25 * CELL))
