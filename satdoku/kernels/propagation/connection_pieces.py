"""The parameters of propagators about connected cells; see `connections` and `areas`."""

from __future__ import annotations

from itertools import accumulate, chain

from ...constraints import forms


def connected_data(form: forms.Connected, mask: int) -> list[int]:
    """Return those of one piece. mask: of its digits."""
    touches = int(form.must_touch)
    head = [mask, form.size, touches]
    return _with_neighbours(form, head)


def areas_data(form: forms.Areas, mask: int, first: int) -> list[int]:
    """Return those of areas. mask: of their digits. first: the value of the lowest digit."""
    clues = len(form.clues)
    head = [mask, form.size, clues]
    data = _with_neighbours(form, head)
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
    outside = len(cells)
    vertices = {cell: i for i, cell in enumerate(cells)}
    near: list[list[int]] = [[] for _ in range(outside + 1)]

    def join(a: int, b: int) -> None:
        near[a].append(b)
        near[b].append(a)

    for one, other in form.edges:
        if one in vertices and other in vertices:
            a = vertices[one]
            b = vertices[other]
            join(a, b)
    if isinstance(form, forms.Connected):
        for cell in form.border:
            if cell in vertices:
                a = vertices[cell]
                join(a, outside)
    data = [outside, *head, *cells]
    lengths = map(len, near)
    first = len(data) + outside + 2
    places = accumulate(lengths, initial=first)
    neighbours = chain.from_iterable(near)
    data.extend(places)
    data.extend(neighbours)
    return data
