"""The encodings, and the size of a board in each.

>>> [encoding.name for encoding in encodings("4x4") if encoding.clauses < 400]
['minimal']
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ..board import STANDARD
from ..layout import Layout
from ..listing import Listing
from ..records import Natural
from ..theory import Theory
from .cnf.registry import ENCODINGS


@dataclass(frozen=True, slots=True)
class Sized:
    """The size of an encoding on a board.

    propagates: whether unit propagation is as strong as the base rules. projects: whether auxiliary
    variables are left out when solutions are enumerated.
    """

    encoding: str
    variables: Natural
    clauses: Natural
    propagates: bool
    projects: bool
    title: str
    reference: str

    @property
    def name(self) -> str:
        """The encoding."""
        return self.encoding

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def encodings(layout: Layout | str = STANDARD) -> Listing:
    """Return every encoding as CNF, as `Sized`, with its size on the board."""
    board = Layout.named(layout) if isinstance(layout, str) else layout
    theory = Theory.of(board)
    rows = tuple(
        Sized(e.name, *e.size(theory), e.propagates, e.projects, e.title, e.reference)
        for e in ENCODINGS.values()
    )
    shown = tuple(
        (row.name, f"{row.variables:>11,}", f"{row.clauses:>12,}",
         "yes" if row.propagates else "no", "projected" if row.projects else "as it is", row.title)
        for row in rows
    )  # fmt: skip
    columns = (
        "encoding", f"{'variables':>11}", f"{'clauses':>12}", "propagates", "enumeration",
        "what it is",
    )  # fmt: skip
    return Listing("encodings", columns, rows, shown, {"layout": board.name})
