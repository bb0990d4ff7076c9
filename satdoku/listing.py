"""A list of names as a result: columns for people, one object per row for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of a list. what: what they are ("techniques"); columns: the column titles; shown: the
    cells of each row as displayed."""

    what: str
    columns: tuple[str, ...]
    rows: tuple[Record, ...] = field(hash=False)
    shown: tuple[tuple[str, ...], ...]

    def __iter__(self) -> Iterator[Record]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def record(self) -> Record:
        """For JSON."""
        return {self.what: list(self.rows)}

    def text(self) -> str:
        """Return the table in columns."""
        table = (self.columns, *self.shown)
        widths = [max(len(row[k]) for row in table) for k in range(len(self.columns))]
        return "\n".join(
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in table
        )

    def __repr__(self) -> str:
        return f"<{len(self)} {self.what}>"
