"""Small digits in cells: the candidates that a player marked.

Many mark each digit in a place of its own, and the clear ones show it. So a place helps to tell
what a mark is; where digits follow one another, their places are spread so far that they say
little.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .cells import CELL
from .glyphs import Glyph
from .opencv import Floats

#: A digit, and its probability.
Mark = tuple[int, float]
#: The glyphs of each cell; and for each of them the probability of each digit, from 1.
Low = Sequence[Sequence[Glyph]]
Seen = Sequence[Sequence[Floats]]
#: Of each digit, from 0: the usual place of its marks, and how far they spread.
Places = dict[int, tuple[Floats, Floats]]
#: A mark of this probability shows the place of its digit; how many do; the least spread in pixels.
CLEAR, ENOUGH, SPREAD = 0.9, 4, 0.03 * CELL
#: No place is less likely than one so many spreads away.
FARTHEST = 4.0


def marks_of(glyphs: Low, seen: Seen) -> list[tuple[Mark, ...]]:
    """Return the marks of each cell."""
    places = _places(glyphs, seen)
    found = []
    for number, of_cell in enumerate(glyphs):
        marks: dict[int, float] = {}
        for glyph, shares in zip(of_cell, seen[number], strict=True):
            fits = shares * _fit(glyph, places, len(shares))
            # What may be none of the digits stays so.
            total = min(1.0, float(shares.sum()))
            likely = fits * total / fits.sum()
            best = int(likely.argmax())
            digit = best + 1
            known = marks.get(digit, 0.0)
            marks[digit] = max(known, float(likely[best]))
        found.append(tuple(sorted(marks.items())))
    return found


def _places(glyphs: Low, seen: Seen) -> Places:
    """Return the usual place of each digit."""
    middles: dict[int, list[tuple[float, float]]] = {}
    for number, of_cell in enumerate(glyphs):
        for glyph, shares in zip(of_cell, seen[number], strict=True):
            if shares.max() < CLEAR:
                continue
            digit = int(shares.argmax())
            middles.setdefault(digit, []).append(glyph.middle)
    found = {}
    for digit, places in middles.items():
        if len(places) < ENOUGH:
            continue
        at = np.array(places, np.float32)
        spread: Floats = at.std(axis=0) + np.float32(SPREAD)
        usual: Floats = np.median(at, axis=0)
        found[digit] = (usual, spread)
    return found


def _fit(glyph: Glyph, places: Places, size: int) -> Floats:
    """Return how well the place of a glyph fits each digit."""
    fits = np.full(size, 1 / CELL**2, np.float32)
    for digit, (middle, spread) in places.items():
        apart = np.abs(glyph.middle - middle) / spread
        near = np.minimum(apart, FARTHEST)
        square = near @ near
        fits[digit] = np.exp(-square / 2) / spread.prod()
    return fits
