"""The parameters of propagators about connected cells; see `connections` and `areas`."""

from __future__ import annotations

from itertools import accumulate, chain

from ...constraints import forms


def connected_data(form: forms.Connected, mask: int) -> list[int]:
    """Return those of one piece. mask: of its digits."""
    return _with_neighbours(form, [mask, form.size, int(form.must_touch)])


def areas_data(form: forms.Areas, mask: int, first: int) -> list[int]:
    """Return those of areas. mask: of their digits. first: the value of the lowest digit."""
    data = _with_neighbours(form, [mask, form.size, len(form.clues)])
    data.append(first)
    for cell, number in form.clues:
        place = form.cells.index(cell)
        data.extend((place, number))
    return data


def _with_neighbours(form: forms.Connected | forms.Areas, head: list[int]) -> list[int]:
    """Return the number of cells, some parameters, the cells, for each vertex, the cells by their
    index and then the outside, the place of its first neighbour, with one place more at the end,
    and the neighbours."""
    cells = form.cells
    vertices = {cell: i for i, cell in enumerate(cells)}
    edges = [(vertices[a], vertices[b]) for a, b in form.edges if {a, b} <= vertices.keys()]
    if isinstance(form, forms.Connected):
        outside = len(cells)
        edges += [(vertices[cell], outside) for cell in form.border if cell in vertices]
    near: list[list[int]] = [[] for _ in range(len(cells) + 1)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    data = [len(cells), *head, *cells]
    first = len(data) + len(near) + 1
    data.extend(accumulate(map(len, near), initial=first))
    data.extend(chain.from_iterable(near))
    return data
