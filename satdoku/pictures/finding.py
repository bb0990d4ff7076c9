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
        if any(is_light == other and _is_same(quad, seen) for seen, other in tried):
            continue
        tried.append((quad, is_light))
        if any(one.is_framed and _is_part(quad, one.quad) for one in found):
            continue
        lattice = lattice_of(pixels, quad, is_light)
        if lattice is not None:
            found.append(lattice)
    kept: list[Lattice] = []
    for lattice in sorted(found, key=_preference, reverse=True):
        if not any(_overlap(lattice.quad, other.quad) > 0.2 for other in kept):
            kept.append(lattice)
    return _in_reading_order(kept)


def _in_reading_order(lattices: list[Lattice]) -> list[Lattice]:
    """Return boards as a page is read: those that begin above the middle of the highest first."""
    waiting = sorted(lattices, key=lambda lattice: float(lattice.quad[:, 1].min()))
    ordered: list[Lattice] = []
    while waiting:
        middle = float(waiting[0].quad[:, 1].mean())
        in_row = [one for one in waiting if float(one.quad[:, 1].min()) < middle]
        waiting = waiting[len(in_row) :]
        ordered += sorted(in_row, key=lambda lattice: float(lattice.quad[:, 0].min()))
    return ordered


def _preference(lattice: Lattice) -> tuple[float, ...]:
    return (lattice.is_framed, lattice.strength)


def _is_same(one: Quad, other: Quad) -> bool:
    apart = float(np.abs(one - other).max())
    return apart < SAME * _side(one)


def _is_part(quad: Quad, board: Quad) -> bool:
    """Whether a quadrangle is a part of a board, or the board itself once more."""
    cv2 = opencv()
    part = float(cv2.contourArea(quad))
    return part < 1.1 * float(cv2.contourArea(board)) and _overlap(quad, board) > 0.9


def _side(quad: Quad) -> float:
    """Return the longest side."""
    lengths = [float(np.hypot(*(quad[i] - quad[i - 1]))) for i in range(4)]
    return max(lengths)


def _overlap(one: Quad, other: Quad) -> float:
    """Return the common area as a share of the smaller one."""
    cv2 = opencv()
    common, _ = cv2.intersectConvexConvex(one, other)
    return float(common) / max(1.0, min(cv2.contourArea(one), cv2.contourArea(other)))
