"""Templates of propagators: what a rule is to the search, with places for its cells.

A template is a list: the kind of the propagator, the places in its parameters at which cells stand,
and these parameters. A fourth part has what few need: "or", the templates of each alternative; or
"cells", for a run of propagators that differ in their cells alone, the cells of each in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..constraints.constraint import Constraint
from ..constraints.registry import forms_of
from ..kernels.propagation import dispatch
from ..kernels.propagation.pieces import NotOnMasks, Piece, PropagatorMaker
from ..layout import Layout

#: Cells of templates are numbers that nothing else in a propagator is; sets of them are bit masks.
FAR = 1 << 18
Template = list[Any]
#: Where the parameters of areas have the number of cells that an area has one of.
CLUES = 3


def pieces_of(rule: Constraint, layout: Layout, needs: list[int]) -> list[Piece]:
    """Return the propagators of a rule without alternatives. needs (changed): the working space of
    states, saved masks and words. Raises `NotOnMasks` and `LayoutError`."""

    def refuse(pieces: list[Piece]) -> tuple[int, int]:
        raise NotOnMasks("alternatives are in no table of rules on any cells")

    maker = PropagatorMaker(layout, [], refuse)
    return _made(maker, rule, needs)


def templates_of(rule: Constraint, layout: Layout, needs: list[int]) -> list[Template]:
    """Return the templates of a rule on its own cells, with alternatives. needs: as above."""
    alternatives: list[list[Piece]] = []

    def keep(pieces: list[Piece]) -> tuple[int, int]:
        alternatives.append(pieces)
        return len(alternatives) - 1, len(alternatives)

    def written(piece: Piece) -> Template:
        if piece.kind != dispatch.ANY_OF:
            return template(piece)
        inner = [alternatives[number] for number in piece.data[::2]]
        return [piece.kind, [], [], {"or": [list(map(written, some)) for some in inner]}]

    maker = PropagatorMaker(layout, [], keep)
    return list(map(written, _made(maker, rule, needs)))


def _made(maker: PropagatorMaker, rule: Constraint, needs: list[int]) -> list[Piece]:
    made = list(maker.of_all(forms_of(rule, maker.layout)))
    for place, space in enumerate((maker.states, maker.saved, maker.words)):
        needs[place] = max(needs[place], space)
    return made


def template(piece: Piece) -> Template:
    """Return the template of a propagator, on cells from `FAR` on or on its own."""
    data = list(map(int, piece.data))
    if max(data, default=0) < FAR:
        places = [data.index(cell) for cell in piece.scope]
    else:
        places = [place for place, number in enumerate(data) if number >= FAR]
        for place in places:
            data[place] -= FAR
    return [piece.kind, places, data]


def in_runs(templates: Iterable[Template]) -> list[Template]:
    """Return templates with those that differ in their cells alone as one."""
    found: list[Template] = []
    last: Sequence[Any] | None = None
    for one in templates:
        kind, places, data, *more = one
        cells = [data[place] for place in places]
        taken = set(places)
        rest = [number for place, number in enumerate(data) if place not in taken]
        key = None if more else (kind, places, rest)
        if key and key == last:
            run = found[-1]
            if len(run) == 3:
                first = [run[2][place] for place in places]
                found[-1] = run = [*run, {"cells": first}]
            run[3]["cells"] += cells
        else:
            found.append(one)
        last = key
    return found
