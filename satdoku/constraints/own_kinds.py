"""Kinds of the user's own: what is checked when one is loaded, and at each use of its meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from ..errors import LayoutError, PluginError
from ..layout_data import LayoutData
from ..plugins import blamed, must_be, owner_of
from ..rooms import load
from .constraint import Constraint, other_names
from .forms import Form, Forms
from .kind_table import Kind, no_meaning
from .symmetry import placed

#: The classes of forms.
FORMS = get_args(Form)


def taken(kind: Any, origin: str) -> Kind:
    """Return a kind that blames its origin for its errors; raise `PluginError` unless it is one.

    Its meaning may refuse cells and numbers with a `LayoutError`.
    """
    must_be(kind, Kind, f"a kind of {origin}")
    owner = owner_of("kind", kind.name, origin)
    for words in (kind.name, kind.sentence, kind.noun, kind.mark, kind.title, kind.seen):
        must_be(words, str, f"{owner}, in its words")
    others = {name for names in other_names().values() for name in names}
    others |= load("layout_names:EXTRA_HOUSES").keys()
    if not re.fullmatch(r"[a-z][a-z0-9-]*", kind.name):
        raise PluginError(f"{owner}: a name consists of lower-case letters, digits and hyphens")
    if kind.name in others:
        raise PluginError(f"{owner} needs another name: satdoku has a rule of that name")
    for allowed in (kind.cells, kind.values):
        if not isinstance(allowed, tuple) or [*map(type, allowed)] != [int, int]:
            raise PluginError(f"{owner}: cells and values are pairs (fewest, most), not {allowed}")
    if kind.meaning is no_meaning:
        raise PluginError(f"{owner} has no meaning: give it one, as Kind(…, meaning=function)")

    def meaning(constraint: Constraint, layout: LayoutData) -> Forms:
        with blamed(owner, LayoutError):
            found = [checked(form, layout, owner) for form in kind.meaning(constraint, layout)]
        yield from found

    def in_sums(constraint: Constraint, layout: LayoutData) -> Forms:
        with blamed(owner, LayoutError):
            found = [checked(form, layout, owner) for form in kind.sums(constraint, layout)]
        yield from found

    def holds(digits: tuple[int, ...], numbers: tuple[int, ...]) -> bool:
        with blamed(owner):
            return bool(kind.holds(digits, numbers))

    placement = kind.placement
    if placement:
        numbers = guarded(placement.numbers, owner)
        may = guarded(placement.may, owner)
        placement = replace(placement, numbers=numbers, may=may)
    found: Kind = replace(
        kind,
        meaning=meaning,
        sums=in_sums if kind.sums else None,
        holds=holds if kind.holds else None,
        placement=placement,
    )
    return found


def guarded(function: Callable[..., Any], owner: str) -> Callable[..., Any]:
    """Return a function of the user's whose errors blame its owner."""

    def run(*arguments: Any) -> Any:
        with blamed(owner):
            found = function(*arguments)
            return found if isinstance(found, bool) else tuple(found)

    return run


def checked(form: Any, layout: LayoutData, owner: str) -> Form:
    """Return a form if it is one on cells of the board."""
    must_be(form, FORMS, owner)

    def on_board(cell: Any) -> int:
        if not isinstance(cell, int) or not 0 <= cell < layout.cell_count:
            raise PluginError(f"{owner}: {type(form).__name__} names the cell {cell!r}")
        return cell

    placed(form, on_board)
    return form  # type: ignore[no-any-return]
