"""Galaxies: the board falls into connected pieces, each symmetric about a centre.

A layer (see `layers`) holds a label for each cell: the galaxy that it belongs to. Galaxies that can
overlap or touch get different labels, so that labels show the division; others may share one, so
that more galaxies fit on a board than it has digits.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from functools import lru_cache

from ...errors import LayoutError
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import Candidates, Connected, Forms, relation
from ..geometry import neighbours
from ..kind_table import GALAXY
from ..styles import Meeting
from .layers import Layer, layered


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
    on, (reach, labels) = Layer.of(layout, GALAXY), labelled(layout)
    if c.cells == next(iter(reach)):  # the first of them states which galaxies a cell can be in
        for cell in range(layout.board_cells):
            possible = (labels[centre] for centre, cells in reach.items() if cell in cells)
            yield Candidates(on[cell], frozenset(possible))
    label, cells = labels[c.cells], reach[c.cells]
    for cell in c.cells:
        yield Candidates(on[cell], frozenset((label,)))
    for cell, image in cells.items():
        if cell < image:
            yield relation(
                on[cell],
                on[image],
                layout.digits,
                lambda a, b: (a == label) == (b == label),
                ("both or neither", label),
            )
    own = tuple(on[cell] for cell in sorted(cells))
    edges = tuple((a, b) for a, b in on.edges if {a, b} <= set(own))
    yield Connected(own, frozenset((label,)), edges, 0)
    for digit in layout.digits:
        yield on.once(sorted(cells), digit, label, frozenset(labels.values()))


@lru_cache(maxsize=32)
def labelled(
    layout: LayoutData,
) -> tuple[dict[tuple[int, ...], dict[int, int]], dict[tuple[int, ...], int]]:
    """Return for each centre the cells that its galaxy can contain, each with its image, and the
    label. Raise `LayoutError` for centres that are none, that overlap or need too many labels."""
    centres = [c.cells for c in layout.constraints if c.kind == GALAXY]
    taken = [cell for centre in centres for cell in centre]
    if len(set(taken)) < len(taken):
        raise LayoutError("a cell belongs to the centres of two galaxies")
    reach = {centre: _reach(layout, centre, set(taken) - set(centre)) for centre in centres}
    rivals = {
        one: [other for other in centres if other != one and _meet(layout, cells, reach[other])]
        for one, cells in reach.items()
    }
    labels: dict[tuple[int, ...], int] = {}
    while left := [centre for centre in centres if centre not in labels]:
        # next the centre with the fewest labels left, then that with most rivals (D. Brélaz, 1979)
        used = {centre: {labels.get(other) for other in rivals[centre]} for centre in left}
        centre = max(left, key=lambda one: (len(used[one]), len(rivals[one])))
        free = [label for label in layout.digits if label not in used[centre]]
        if not free:
            raise LayoutError(
                f"too many galaxies near each other: more than {layout.size} labels are needed"
            )
        labels[centre] = free[0]
    return reach, labels


def _reach(layout: LayoutData, centre: tuple[int, ...], others: set[int]) -> dict[int, int]:
    """Return the cells that a galaxy can contain, each with its image. others: cells of the other
    centres. A cell `t` steps from the centre needs `t` cells on the way, and their images; a galaxy
    has at most as many cells as there are digits."""
    places = layout.places
    at = [places.place(cell) for cell in centre]
    down, across = (sorted({place[i] for place in at}) for i in (0, 1))
    if (
        len(set(centre)) != len(down) * len(across)
        or len(set(centre)) < len(centre)
        or down[-1] - down[0] > 1
        or across[-1] - across[0] > 1
        or max(centre) >= layout.board_cells
    ):
        raise LayoutError("name the one, two or four cells of the board that meet at the centre")
    found: dict[int, int] = {}
    steps = dict.fromkeys(centre, 0)
    for cell in (pending := list(centre)):  # the loop appends to it
        r, c = places.place(cell)
        image = places.cell_at(down[0] + down[-1] - r, across[0] + across[-1] - c)
        if image is None or image >= layout.board_cells or others & {cell, image}:
            continue
        found[cell] = image
        if len(centre) + 2 * (steps[cell] + 1) > layout.size:
            continue
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            near = places.cell_at(r + i, c + j)
            if near is not None and near < layout.board_cells and near not in steps:
                steps[near] = steps[cell] + 1
                pending.append(near)
    return found


def _meet(layout: LayoutData, cells: dict[int, int], others: dict[int, int]) -> bool:
    """Return whether two sets of cells overlap or touch."""
    return any(x in others for cell in cells for x in (cell, *neighbours(layout, cell)))
