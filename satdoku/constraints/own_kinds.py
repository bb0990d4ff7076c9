"""Kinds of the user's own: what is checked when one is loaded, and at each use of its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, get_args

from ..errors import LayoutError
from ..layout_data import LayoutData
from ..plugins import Fault, guarded, must_be, owner_of
from ..rooms import load
from .constraint import Constraint, other_names
from .forms import Form
from .kind_table import Kind, no_meaning
from .placement import Placement
from .styles import Style
from .symmetry import placed


def taken(kind: Any, origin: str) -> Kind:
    """Return a kind that blames its origin for its errors; raise `Fault` unless it is one.

    Its meaning may refuse cells and numbers with a `LayoutError`.
    """
    must_be(kind, Kind)
    for words in (kind.name, kind.sentence, kind.noun, kind.mark, kind.title, kind.seen):
        must_be(words, str)
    must_be(kind.draws, *get_args(Style))
    if not re.fullmatch(r"[a-z][a-z0-9-]*", kind.name):
        raise Fault("a name consists of lower-case letters, digits and hyphens")
    others = set(load("layout_names:EXTRA_HOUSES")).union(*other_names().values())
    if kind.name in others:
        raise Fault(f"it needs another name: satdoku has a rule {kind.name!r}")
    for allowed in (kind.cells, kind.values):
        is_pair = isinstance(allowed, tuple) and [*map(type, allowed)] == [int, int]
        if not is_pair or not 0 <= allowed[0] <= allowed[1]:
            raise Fault(f"cells and values are pairs (fewest, most), not {allowed}")
    if kind.placement is not None:
        must_be(kind.placement, Placement)
    if kind.meaning is no_meaning:
        raise Fault("it has no meaning: give it one, as Kind(…, meaning=function)")
    owner = owner_of("kind", kind.name, origin)
    found: Kind = replace(
        kind, meaning=guarded(owner, kind.meaning, LayoutError, then=checked_forms)
    )
    if kind.sums:
        found = replace(found, sums=guarded(owner, kind.sums, LayoutError, then=checked_forms))
    if kind.holds:
        found = replace(found, holds=guarded(owner, kind.holds))
    if kind.placement:
        numbers = guarded(owner, kind.placement.numbers, then=tuple)
        may = guarded(owner, kind.placement.may)
        found = replace(found, placement=replace(kind.placement, numbers=numbers, may=may))
    return found


def checked_forms(forms: Iterable[Any], rule: Constraint, layout: LayoutData) -> list[Form]:
    """Return what a meaning yields; raise `Fault` for what is not a form on cells of the board."""

    def on_board(cell: Any) -> int:
        if cell not in layout.all_cells:
            raise Fault(f"it names the cell {cell!r}, which is not on the board")
        return int(cell)

    found = []
    for form in forms:
        must_be(form, *get_args(Form))
        placed(form, on_board)
        found.append(form)
    return found
