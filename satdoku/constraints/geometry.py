"""Positions of cells: neighbours, chess moves, boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from ..geometry import Cells, House
from ..layout_data import LayoutData

#: Two cells; or a move (down, across).
Pair = tuple[int, int]
ORTHOGONAL = ((0, 1), (1, 0))
DIAGONAL = ((1, 1), (1, -1))
KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))
#: The kind of boards whose opposite edges meet.
TOROIDAL = "toroidal"


def is_toroidal(layout: LayoutData) -> bool:
    """Whether opposite edges of the board meet."""
    return any(constraint.kind == TOROIDAL for constraint in layout.constraints)


def cell_lookup(layout: LayoutData) -> Callable[[int, int], int | None]:
    """Return what finds the cell in a row and a column, which may lie beyond edges that meet."""
    places = layout.places
    if not is_toroidal(layout):
        return places.cell_at

    def beyond(r: int, c: int) -> int | None:
        return places.cell_at(r % places.board_height, c % layout.width)

    return beyond


def pairs_by(layout: LayoutData, moves: tuple[Pair, ...], cells: Cells = ()) -> Iterator[Pair]:
    """Yield each pair of these cells (default: of the board) that is one of the moves (down,
    across) apart, once."""
    places = layout.places
    cells = cells or tuple(range(places.board_count))
    inside = frozenset(cells)
    cell_at = cell_lookup(layout)
    # Each move has one direction only, but around a small board two lead to the same cell.
    found: dict[frozenset[int], Pair] = {}
    for cell in cells:
        r, c = places.place(cell)
        for down, across in moves:
            other = cell_at(r + down, c + across)
            if other is not None and other in inside and other != cell:
                found.setdefault(frozenset((cell, other)), (cell, other))
    yield from found.values()


def squares(layout: LayoutData) -> Iterator[tuple[int, int, int, int]]:
    """Yield each 2×2 square of the board, row by row."""
    at = layout.places
    cell_at = cell_lookup(layout)
    for cell, (r, c) in enumerate(at.all[: at.board_count]):
        right = cell_at(r, c + 1)
        below = cell_at(r + 1, c)
        last = cell_at(r + 1, c + 1)
        if right is not None and below is not None and last is not None and last < at.board_count:
            yield cell, right, below, last


def neighbours(layout: LayoutData, cell: int) -> list[int]:
    """Return the cells that share an edge with this one."""
    r, c = layout.places.place(cell)
    near = []
    cell_at = cell_lookup(layout)
    for down, across in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        other = cell_at(r + down, c + across)
        if other is not None:
            near.append(other)
    return near


def joined_by(edges: Iterable[Pair], cells: Iterable[int]) -> dict[int, list[int]]:
    """Return for each of the cells those that edges join it with."""
    near: dict[int, list[int]] = {cell: [] for cell in cells}
    for a, b in edges:
        if a in near and b in near:
            near[a].append(b)
            near[b].append(a)
    return near


def pieces(cells: Iterable[int], edges: Iterable[Pair]) -> list[set[int]]:
    """Return the parts of the cells that edges join, in the order of their first cells."""
    left = joined_by(edges, cells)
    found = []
    while left:
        pending = [next(iter(left))]
        piece = set(pending)
        for cell in pending:  # the loop appends to it
            new = {*left.pop(cell)} - piece
            piece |= new
            pending += new
        found.append(piece)
    return found


def distance(layout: LayoutData, a: int, b: int) -> int:
    """Return the distance of two cells, counted along rows and columns."""
    places = layout.places
    r, c = places.place(a)
    other_r, other_c = places.place(b)
    down = abs(r - other_r)
    across = abs(c - other_c)
    if is_toroidal(layout):
        down = min(down, places.board_height - down)
        across = min(across, layout.width - across)
    return down + across


@lru_cache(maxsize=32)
def box_of(layout: LayoutData) -> dict[int, int]:
    """Return the number (from 0) of each cell's box or region; {} if there are none. A cell in no
    region is one by itself, with a negative number."""
    found = {}
    for cell, box in enumerate(layout.regions):
        found[cell] = box if box >= 0 else -1 - cell
    return found


def is_diagonal(house: House, layout: LayoutData) -> bool:
    """Return whether a house is a long diagonal of a square board, which is drawn as a line."""
    n = layout.height
    if n != layout.width or n == 1:
        return False
    down = [(i, i) for i in range(n)]
    up = [(i, n - 1 - i) for i in range(n)]
    return list(map(layout.places.place, house.cells)) in (down, up)
