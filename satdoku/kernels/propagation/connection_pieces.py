"""The parameters of propagators about connected cells; see `connections` and `areas`."""

from __future__ import annotations

from itertools import accumulate, chain

from ...constraints import forms
from ...geometry import Cells


def connected_data(form: forms.Connected, mask: int) -> list[int]:
    """Return those of one piece. mask: of its digits."""
    data = [len(form.cells), mask, form.size, int(form.must_touch)]
    data.extend(form.cells)
    _add_neighbours(data, form.cells, form.edges, form.border)
    return data


def areas_data(form: forms.Areas, mask: int, first: int) -> list[int]:
    """Return those of areas. mask: of their digits. first: the value of the lowest digit."""
    data = [len(form.cells), mask, form.size, len(form.clues), first]
    for cell, number in form.clues:
        place = form.cells.index(cell)
        data.extend((place, number))
    data.extend(form.cells)
    _add_neighbours(data, form.cells, form.edges, ())
    return data


def _add_neighbours(data: list[int], cells: Cells, edges: forms.Edges, border: Cells) -> None:
    """Add for each vertex, the cells by their index and then the outside, the place of its first
    neighbour, with one place more at the end, and the neighbours. border: the cells beside the
    outside."""
    vertices = {cell: i for i, cell in enumerate(cells)}
    outside = len(vertices)
    near: list[list[int]] = [[] for _ in range(outside + 1)]

    def join(a: int, b: int) -> None:
        near[a].append(b)
        near[b].append(a)

    for one, other in edges:
        if one in vertices and other in vertices:
            join(vertices[one], vertices[other])
    for cell in border:
        if cell in vertices:
            join(vertices[cell], outside)
    first = len(data) + len(near) + 1
    data.extend(accumulate(map(len, near), initial=first))
    data.extend(chain.from_iterable(near))
