"""The encodings, and the size of a board in each.

>>> [encoding.name for encoding in encodings("4x4") if encoding.clauses < 400]
['minimal']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ..board import STANDARD
from ..layout import Layout
from ..theory import Theory
from .cnf.registry import ENCODINGS


@dataclass(frozen=True, slots=True)
class Sized:
    """The size of an encoding on a board; see `Encoding` for the other fields."""

    name: str
    variables: int
    clauses: int
    propagates: bool
    projects: bool
    title: str
    reference: str

    def record(self) -> dict[str, Any]:
        """For JSON."""
        fields = asdict(self)
        return {"encoding": fields.pop("name")} | fields


@dataclass(frozen=True, slots=True)
class Encodings:
    """The encodings of a board."""

    layout: Layout
    rows: tuple[Sized, ...]

    def __iter__(self) -> Iterator[Sized]:
        return iter(self.rows)

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return {"layout": self.layout.name, "encodings": [row.record() for row in self]}

    def text(self) -> str:
        """The table."""
        head = f"{'encoding':12}{'variables':>12}{'clauses':>14}  propagates  enumeration  "
        lines = [head + "what it is"]
        lines += [
            f"{row.name:12}{row.variables:>12,}{row.clauses:>14,}  "
            f"{'yes' if row.propagates else 'no':10}  "
            f"{'projected' if row.projects else 'as it is':11}  {row.title}"
            for row in self
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Encodings of {self.layout.name[:40]}: {len(self.rows)}>"


def encodings(layout: Layout | str = STANDARD) -> Encodings:
    """Return every encoding as CNF, with its size on the board."""
    board = Layout.named(layout) if isinstance(layout, str) else layout
    theory = Theory.of(board)
    rows = (
        Sized(e.name, *e.size(theory), e.propagates, e.projects, e.title, e.reference)
        for e in ENCODINGS.values()
    )
    return Encodings(board, tuple(rows))
