"""Galaxies: the board falls into connected pieces, each symmetric about a centre.

A layer (see `layers`) holds a label for each cell: the galaxy that it belongs to. Galaxies that can
overlap or touch get different labels, so that labels show the division; others may share one, so
that more galaxies fit on a board than it has digits.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from functools import lru_cache

from ...errors import LayoutError
from ...geometry import Cells, Place
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import Candidates, Connected, Forms, relation
from ..geometry import neighbours
from ..kind_table import GALAXY
from ..styles import Meeting
from .layers import Layer, layered

#: Cells that a galaxy can contain, each with the cell half a turn around the centre.
Images = dict[int, int]


@layered(
    GALAXY,
    "the centre of a galaxy is in the middle of {it}; every cell of the board is in "
    "exactly one galaxy, and each is connected orthogonally, symmetric by half a "
    "turn around its centre, and holds no digit twice",
    seen="each small circle is the centre of a galaxy; every cell of the board "
    "is in exactly one galaxy, and each is connected orthogonally, "
    "symmetric by half a turn around its centre, and holds no digit twice",
    cells=(1, 4),
    draws=Meeting(),
)
def galaxy(c: Constraint, layout: LayoutData) -> Forms:
    if c not in layout.constraints:
        raise LayoutError("galaxies inside `or` are not supported")
    on = Layer.of(layout, GALAXY)
    reach, labels = labelled(layout)
    if c.cells == next(iter(reach)):  # the first of them states which galaxies a cell can be in
        for cell in range(layout.board_cells):
            # every cell is in a galaxy
            possible = [labels[centre] for centre, cells in reach.items() if cell in cells]
            yield Candidates(on[cell], frozenset(possible))
    label = labels[c.cells]
    images = reach[c.cells]
    inside = frozenset((label,))

    def both_or_neither(a: int, b: int) -> bool:
        return (a == label) == (b == label)

    for cell in c.cells:
        yield Candidates(on[cell], inside)
    for cell, image in images.items():
        # (each pair once; the centre itself, if it is a cell, is its own image)
        if cell < image:
            key = ("both or neither", label)
            yield relation(on[cell], on[image], layout.digits, both_or_neither, key)
    cells_reached = sorted(images)
    own = tuple(on[cell] for cell in cells_reached)
    members = set(own)
    edges = tuple((a, b) for a, b in on.edges if a in members and b in members)
    yield Connected(own, inside, edges, 0)
    # which cells belong to the galaxy is only found while solving, so that their digits differ is
    # counted digit by digit, over all cells that it can reach
    for digit in layout.digits:
        yield on.once(cells_reached, digit, label, frozenset(labels.values()))


@lru_cache(maxsize=32)
def labelled(layout: LayoutData) -> tuple[dict[Cells, Images], dict[Cells, int]]:
    """Return for each centre the cells that its galaxy can contain, each with its image, and the
    label. Raise `LayoutError` for centres that are none, that overlap or need too many labels.

    Labels colour a graph whose edges join galaxies that can overlap or touch. Greedily, as in
    D. Brélaz, "New methods to color the vertices of a graph" (1979): next comes the centre with the
    fewest labels left, of these the one with most rivals.
    """
    centres = [c.cells for c in layout.constraints if c.kind == GALAXY]
    taken = [cell for centre in centres for cell in centre]
    if len(set(taken)) < len(taken):
        raise LayoutError("a cell belongs to the centres of two galaxies")
    reach = {centre: _reach(layout, centre, set(taken) - set(centre)) for centre in centres}
    rivals = {}
    for one, cells in reach.items():
        others = [other for other in centres if other != one]
        rivals[one] = [other for other in others if _meet(layout, cells, reach[other])]
    labels: dict[Cells, int] = {}
    left = list(centres)
    while left:
        used = {centre: {labels.get(other) for other in rivals[centre]} for centre in left}
        centre = max(left, key=lambda one: (len(used[one]), len(rivals[one])))
        free = [label for label in layout.digits if label not in used[centre]]
        if not free:
            raise LayoutError(
                phrase(
                    "too many galaxies near each other: more than {most!s} labels are needed",
                    most=layout.size,
                )
            )
        labels[centre] = free[0]
        left.remove(centre)
    return reach, labels


def _reach(layout: LayoutData, centre: Cells, others: set[int]) -> Images:
    """Return the cells that a galaxy can contain, each with its image. others: cells of the other
    centres. A cell `t` steps from the centre needs `t` cells on the way, and their images; a galaxy
    has at most as many cells as there are digits."""
    places = layout.places
    middle_row, middle_column = _middle(layout, centre)
    found = {}
    steps = dict.fromkeys(centre, 0)
    pending = list(centre)
    for cell in pending:  # the loop appends to it
        r, c = places.place(cell)
        image = places.cell_at(middle_row - r, middle_column - c)
        if image is None or image >= layout.board_cells or others & {cell, image}:
            continue
        found[cell] = image
        # cells on the way and their images belong to the galaxy, too: more than there are digits
        # cannot all differ
        further = steps[cell] + 1
        if len(centre) + 2 * further > layout.size:
            continue
        for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            near = places.cell_at(r + down, c + across)
            if near is not None and near < layout.board_cells and near not in steps:
                steps[near] = further
                pending.append(near)
    return found


def _middle(layout: LayoutData, centre: Cells) -> Place:
    """Return twice the row and twice the column in the middle of the centre's cells; raise
    `LayoutError` unless they are one, two or four that meet."""
    at = [layout.places.place(cell) for cell in centre]
    rows = {r for r, _ in at}
    columns = {c for _, c in at}
    row = min(rows) + max(rows)
    column = min(columns) + max(columns)
    are_near = max(rows) - min(rows) <= 1 and max(columns) - min(columns) <= 1
    are_all = len(set(centre)) == len(centre) == len(rows) * len(columns)
    if not are_near or not are_all or max(centre) >= layout.board_cells:
        raise LayoutError("name the one, two or four cells of the board that meet at the centre")
    return row, column


def _meet(layout: LayoutData, cells: Images, others: Images) -> bool:
    """Return whether two sets of cells overlap or touch."""
    for cell in cells:
        if cell in others or any(near in others for near in neighbours(layout, cell)):
            return True
    return False
