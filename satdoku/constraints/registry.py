"""All kinds of constraints, their meanings, and the check of a constraint against its kind.

Importing it fills the table.

To add a kind that relates two cells, add a row to `kinds.pairings.ROWS`; any other is a function
in a file of `kinds/`, under a `kind(…)` line.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import LayoutError
from ..layout_data import LayoutData
from . import kinds, user_defined  # noqa: F401
from .constraint import Constraint
from .forms import Form
from .kind_table import KINDS, Kind, forms_of, kind_named

__all__ = ["KINDS", "Kind", "check", "forms_of", "kind_named"]


def check(constraint: Constraint, layout: LayoutData) -> None:
    """Raise `LayoutError` unless the kind exists and takes such cells and numbers."""
    kind = kind_named(constraint.kind)
    for what, given, (fewest, most) in (
        ("cells", constraint.cells, kind.cells),
        ("numbers", constraint.values, kind.values),
    ):
        if not fewest <= len(given) <= most:
            expected = "no" if most == 0 else str(fewest) if most == fewest else f"{fewest} or more"
            raise LayoutError(f"{kind.name} takes {expected} {what}, not {len(given)}")
    for cell in constraint.cells:
        if not 0 <= cell < layout.cell_count:
            raise LayoutError(f"{kind.name}: cell {cell} is not on the board")
    for part in constraint.parts:
        for inner in part:
            check(inner, layout)


def meaning(layout: LayoutData, in_sums: bool = False) -> Iterator[tuple[str, Iterator[Form]]]:
    """Yield (name, forms) of each constraint of a layout; in_sums: see `forms_of`."""
    for constraint in layout.constraints:
        yield short_name(constraint, layout), forms_of(constraint, layout, in_sums)


def short_name(constraint: Constraint, layout: LayoutData) -> str:
    """Return 'killer 13 r1c1' for people: the kind, its number, its first cell."""
    words = [constraint.kind, *map(str, constraint.values[:1])]
    words += [layout.cell_name(cell) for cell in constraint.cells[:1]]
    return " ".join(words)
