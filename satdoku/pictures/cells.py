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
    peaks = np.quantile(contrasts, 0.99, axis=(1, 2))
    strongest = float(np.quantile(peaks, 0.93))
    scale = max(strongest, FAINTEST_INK)
    inks = np.minimum(np.array(contrasts) / scale, 1)
    return [_cell(ink) for ink in inks]


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
    last = CELL - 1
    target = np.array([[0, 0], [last, 0], [0, last]], np.float32)
    parts = []
    for row in range(n):
        for column in range(n):
            left, right = across[column : column + 2, row]
            top, bottom = down[row : row + 2, column]
            corners = np.array([[left, top], [right, top], [left, bottom]], np.float32)
            middle = (corners[1] + corners[2]) / 2
            corners += (middle - corners) * (2 * EDGE)
            moved = cv2.getAffineTransform(corners, target)
            part = cv2.warpAffine(flat, moved, (CELL, CELL), flags=cv2.INTER_LINEAR)
            parts.append(part)
    return parts


def _contrast(part: Floats) -> Floats:
    """Return how much each pixel differs from the paper of its cell, in the colour that differs
    most; 0 to 255."""
    paper = np.median(part, axis=(0, 1))
    apart = np.abs(part - paper).max(axis=2)
    # Paper is not even: what half of the cell has is no ink.
    usual = float(np.median(apart))
    contrast: Floats = np.maximum(apart - usual, 0)
    return contrast


def _cell(ink: Floats) -> Cell:
    """Return the glyphs of a cell without what is left of its lines."""
    ink = _without_lines(ink)
    found = glyphs_in(ink)
    kept = tuple([glyph for glyph in found if not _is_of_line(glyph)])
    rest = ink.copy()
    for glyph in kept:
        left, top, width, height = glyph.box
        rows = slice(max(0, top - 3), top + height + 3)
        columns = slice(max(0, left - 3), left + width + 3)
        rest[rows, columns] = 0
    inset = round(BORDER * CELL)
    inside = rest[inset:-inset, inset:-inset]
    strongest = float(np.quantile(inside, 0.998))
    return Cell(kept, ink, strongest)


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
    if touches_side and _is_flat(width, height):
        return True
    return touches_top and _is_flat(height, width)


def _is_flat(across: int, along: int) -> bool:
    """Whether ink is no wider than a line, or what is left of a thick one."""
    if across < BORDER * CELL:
        return True
    return across < 0.25 * CELL and along > 0.7 * CELL
