"""Full rank: all rows and columns, read from both ends as numbers, stand in one order."""

# ruff: noqa: D103 - the sentence above the function says what it means

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import LayoutError
from .constraint import Constraint
from .forms import Form, Rank
from .styles import Outside
from .table import MANY, kind

if TYPE_CHECKING:
    from ..layout import Layout


@kind("full-rank", "of all rows and columns, read as numbers from either end, this is the {0}th "
      "from the least; none is equal to it", cells=(2, MANY), values=(1, 1),
      draws=Outside("#"))  # fmt: skip
def full_rank(c: Constraint, layout: Layout) -> Iterator[Form]:
    if not layout.is_regular:
        raise LayoutError("a rank needs a square whose rows and columns hold each digit")
    lines = [h.cells[::way] for h in layout.houses[: 2 * layout.size] for way in (1, -1)]
    rank = c.values[0]
    if c.cells not in lines:
        raise LayoutError("a rank is of a whole row or column, read from one of its ends")
    if not 1 <= rank <= len(lines):
        raise LayoutError(f"ranks are 1 to {len(lines)}")
    yield Rank(c.cells, tuple(line for line in lines if line != c.cells), rank - 1)
