"""All kinds of constraints, their meanings, and the check of a constraint against its kind.

Importing it fills the table.

To add a kind, write a function in a file of `kinds/`, under a line `Kind(…)` with its name, its
sentence and its drawing. If it relates two cells, a test of two digits is enough: see
`kinds.pairings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from ..errors import LayoutError
from ..layout_data import LayoutData
from ..phrases import Name, phrase
from . import kinds, user_defined  # noqa: F401
from .constraint import Constraint
from .forms import Form
from .kind_table import KINDS, Kind, forms_of, kind_named, named_in_errors
from .placement import Range
from .wording import title_of

__all__ = ["KINDS", "Kind", "check", "forms_of", "kind_named"]


def check(constraint: Constraint, layout: LayoutData) -> None:
    """Raise `LayoutError` unless the kind exists and takes such cells and numbers."""
    kind = kind_named(constraint.kind)
    cells = constraint.cells
    fewest, most = kind.cells
    if not fewest <= len(cells) <= most:
        raise _wrong_count(kind, "cells", len(cells), kind.cells)
    fewest, most = kind.values
    if not fewest <= len(constraint.values) <= most:
        raise _wrong_count(kind, "numbers", len(constraint.values), kind.values)
    if cells and (min(cells) < 0 or max(cells) >= layout.cell_count):
        wrong = next(cell for cell in cells if not 0 <= cell < layout.cell_count)
        raise LayoutError(
            phrase("{name!s}: cell {wrong} is not on the board", name=kind.name, wrong=wrong)
        )
    if kind.check:
        with named_in_errors(constraint, layout):
            kind.check(constraint, layout)
    for part in constraint.parts:
        for inner in part:
            with _inside(constraint.kind):
                check(inner, layout)


@contextmanager
def _inside(kind: str) -> Iterator[None]:
    """Let an error say that it is about one of several rules, and what these can be."""
    try:
        yield
    except LayoutError as error:
        said = "inside {kind!s}(…), which takes rules such as killer:5:r1c1,r1c2: {error}"
        raise LayoutError(phrase(said, kind=kind, error=error)) from None


def _wrong_count(kind: Kind, what: str, given: int, allowed: Range) -> LayoutError:
    """Return the error for a rule with too few or too many cells or numbers."""
    fewest, most = allowed
    expected: str = phrase("{number!s} or more", number=fewest)
    if most == 0:
        none = "{name!s} takes no {what}, not {given!s}"
        return LayoutError(phrase(none, name=kind.name, what=what, given=given))
    if most == fewest:
        expected = str(fewest)
    elif given > most:
        expected = phrase("at most {number!s}", number=most)
        if most == 1:
            what = what.removesuffix("s")
    return LayoutError(
        phrase(
            "{name!s} takes {expected} {what}, not {given}",
            name=kind.name,
            expected=expected,
            what=what,
            given=given,
        )
    )


@lru_cache(maxsize=16)
def all_forms(layout: LayoutData) -> tuple[tuple[Form, ...], ...]:
    """Return the forms of each constraint, made once for the clauses and for the search on
    masks."""
    return tuple([tuple(forms_of(constraint, layout)) for constraint in layout.constraints])


def named_forms(layout: LayoutData) -> Iterator[tuple[str, tuple[Form, ...]]]:
    """Yield (name, forms) of each constraint of a layout."""
    for constraint, some in zip(layout.constraints, all_forms(layout), strict=True):
        yield short_name(constraint, layout), some


def short_name(constraint: Constraint, layout: LayoutData) -> str:
    """Return 'killer 13 r1c1' for people: the kind, its number, its first cell."""
    noun = Name(constraint.kind, title_of(kind_named(constraint.kind)))
    words = [*map(str, constraint.values[:1]), *map(layout.cell_name, constraint.cells[:1])]
    return phrase("{noun} {cells}", noun=noun, cells=" ".join(words)) if words else noun
