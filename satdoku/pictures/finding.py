"""The boards of a picture, each once."""

from __future__ import annotations

import numpy as np

from .lattice import Lattice, lattice_of
from .opencv import Pixels, opencv
from .quads import Quad, quads_in

#: Quadrangles whose corners are this near, as a share of the side, are the same.
SAME = 0.02


def boards_in(pixels: Pixels) -> list[Lattice]:
    """Return the boards of a picture, from the upper left to the lower right.

    Of boards that share cells the one with the clearest lines is taken; of a board and one of its
    boxes, the board.
    """
    tried: list[tuple[Quad, bool]] = []
    found: list[Lattice] = []
    for quad, is_light in quads_in(pixels):
        seen = [other for other, was_light in tried if was_light == is_light]
        if any(_is_same(quad, other) for other in seen):
            continue
        tried.append((quad, is_light))
        framed = [one.quad for one in found if one.is_framed]
        if any(_is_part(quad, board) for board in framed):
            continue
        lattice = lattice_of(pixels, quad, is_light)
        if lattice is not None:
            found.append(lattice)
    kept: list[Lattice] = []
    for lattice in sorted(found, key=_preference, reverse=True):
        shared = [_overlap(lattice.quad, other.quad) for other in kept]
        if max(shared, default=0.0) < 0.2:
            kept.append(lattice)
    return _in_reading_order(kept)


def _in_reading_order(lattices: list[Lattice]) -> list[Lattice]:
    """Return boards as a page is read: those that begin above the middle of the highest first."""
    waiting = sorted(lattices, key=_top)
    ordered: list[Lattice] = []
    while waiting:
        heights = waiting[0].quad[:, 1]
        middle = float(heights.mean())
        in_row = [one for one in waiting if _top(one) < middle]
        waiting = waiting[len(in_row) :]
        ordered += sorted(in_row, key=_left)
    return ordered


def _top(lattice: Lattice) -> float:
    return float(lattice.quad[:, 1].min())


def _left(lattice: Lattice) -> float:
    return float(lattice.quad[:, 0].min())


def _preference(lattice: Lattice) -> tuple[float, ...]:
    return (lattice.is_framed, lattice.strength)


def _is_same(one: Quad, other: Quad) -> bool:
    apart = float(np.abs(one - other).max())
    return apart < SAME * _side(one)


def _is_part(quad: Quad, board: Quad) -> bool:
    """Whether a quadrangle is a part of a board, or the board itself once more."""
    cv2 = opencv()
    part = float(cv2.contourArea(quad))
    whole = float(cv2.contourArea(board))
    shared = _overlap(quad, board)
    return part < 1.1 * whole and shared > 0.9


def _side(quad: Quad) -> float:
    """Return the longest side."""
    x, y = (quad - np.roll(quad, 1, axis=0)).T
    return float(np.hypot(x, y).max())


def _overlap(one: Quad, other: Quad) -> float:
    """Return the common area as a share of the smaller one."""
    cv2 = opencv()
    common, _ = cv2.intersectConvexConvex(one, other)
    smaller = float(min(cv2.contourArea(one), cv2.contourArea(other)))
    return float(common) / max(1.0, smaller)
