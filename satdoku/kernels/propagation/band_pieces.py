"""Bands of a board as propagators; see `bands`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...grouping import grouped
from ...layout import Layout
from . import dispatch
from .pieces import Piece

#: Houses as sets of cells.
Houses = Sequence[frozenset[int]]
LINES = ("row", "column")


def bands_of(layout: Layout) -> Iterator[tuple[Houses, Houses]]:
    """Yield lines and as many other houses that fill the same cells, if each two of them share
    as many cells, several."""
    of_kind: dict[str, list[frozenset[int]]] = {}
    boxes = []
    for house in layout.houses:
        cells = frozenset(house.cells)
        if len(cells) == layout.size:
            of_kind.setdefault(house.kind, []).append(cells)
            if house.kind not in LINES:
                boxes.append(cells)
    for kind in LINES:
        lines = of_kind.get(kind, ())
        crossing = [(tuple([line for line in lines if line & box]), box) for box in boxes]
        for rows, across in grouped(crossing).items():
            shared = {len(row & box) for row in rows for box in across}
            if len(rows) == len(across) and len(shared) == 1 and shared != {1}:
                yield rows, across


def band_piece(rows: Houses, boxes: Houses) -> Piece:
    """Return the propagator of a band."""
    length = len(rows[0] & boxes[0])
    data = [len(rows), len(boxes), length]
    for row in rows:
        for box in boxes:
            piece = sorted(row & box)
            data.extend(piece)
    return Piece(dispatch.BAND, data, tuple(data[3:]))


def band_words(rows: Houses, boxes: Houses) -> int:
    """Return how much working space it needs."""
    pieces = len(rows) * len(boxes)
    return pieces + 2 * len(boxes)
