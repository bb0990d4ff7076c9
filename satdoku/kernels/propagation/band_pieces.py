"""Bands of a board as propagators; see `bands`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...layout import Layout
from . import dispatch
from .pieces import Piece

#: Houses as sets of cells.
Houses = Sequence[frozenset[int]]


def bands_of(layout: Layout) -> Iterator[tuple[Houses, Houses]]:
    """Yield houses of a kind that fill the same cells as houses of another kind, if each shares as
    many cells, several, with each of these."""
    of_kind: dict[str, list[frozenset[int]]] = {}
    for house in layout.houses:
        if len(house.cells) == layout.size:
            of_kind.setdefault(house.kind, []).append(frozenset(house.cells))
    for kind, other in combinations(of_kind, 2):
        for row in of_kind[kind]:
            boxes = [box for box in of_kind[other] if len(row & box) > 1]
            filled = frozenset[int]().union(*boxes)
            rows = [house for house in of_kind[kind] if house <= filled]
            if rows and row == rows[0] and len(filled) == len(rows) * layout.size:
                shared = {len(house & box) for house in rows for box in boxes}
                if len(shared) == 1 and len(filled) == len(boxes) * layout.size:
                    yield rows, boxes


def band_piece(rows: Houses, boxes: Houses) -> Piece:
    """Return the propagator of a band."""
    cells: list[int] = []
    for row in rows:
        for box in boxes:
            cells.extend(sorted(row & box))
    head = [len(rows), len(boxes), len(rows[0] & boxes[0])]
    return Piece(dispatch.BAND, [*head, *cells], tuple(cells))


def band_words(rows: Houses, boxes: Houses) -> int:
    """Return how much working space it needs."""
    pieces = len(rows) * len(boxes)
    return pieces + 2 * len(boxes)
