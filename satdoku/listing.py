"""A list of names as a result: columns for people, one object per row for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any, Generic, TypeVar

from .frozen import frozen
from .languages import telling
from .phrases import Name, padded
from .record_types import Record
from .sanitize import columns

Row = TypeVar("Row")


@frozen
class Listing(Generic[Row]):
    """Rows of a list. what: what they are ("techniques"); columns: the column titles; rows:
    records, or values that have one; shown: the cells of each row as displayed. more: further keys
    of the record; foot: a line below the table.

    >>> listing = Listing("boards", ("name", "cells"), ({"name": "4x4"},), (("4x4", "16"),))
    >>> print(listing.text())
    name  cells
    4x4   16
    >>> listing, listing.record()
    (<1 boards>, {'boards': [{'name': '4x4'}]})
    """

    what: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...] = field(hash=False)
    shown: tuple[tuple[str, ...], ...]
    more: Record = field(default_factory=dict, hash=False)
    foot: str = ""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def record(self) -> Record:
        """For JSON."""
        rows: tuple[Any, ...] = self.rows
        records = [row if isinstance(row, dict) else row.record() for row in rows]
        return {self.what: records} | self.more

    def text(self, language: str = "en") -> str:
        """Return the table in columns. language: of what has a translation, but for the names in
        the first column, which are to be typed; the rest are names, too."""
        tell = telling(language)
        table = [[tell(column) for column in self.columns]]
        for first, *others in self.shown:
            told = [tell(Name(cell) if type(cell) is str else cell) for cell in others]
            table.append([first, *told])
        widths = [max(columns(row[k]) for row in table) for k in range(len(self.columns))]
        lines = []
        for row in table:
            cells = [padded(cell, -width) for cell, width in zip(row, widths, strict=True)]
            lines.append("  ".join(cells).rstrip())
        if self.foot:
            lines += ["", tell(self.foot)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{len(self)} {self.what}>"


def booktabs(head: Sequence[str], *rows: Sequence[str]) -> str:
    """Return a table for LaTeX with the package booktabs; the cells are LaTeX already."""
    columns = "l" + "r" * (len(head) - 1)
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines.append(_latex_row(head))
    lines.append(r"\midrule")
    lines += map(_latex_row, rows)
    lines += [r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines)


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
