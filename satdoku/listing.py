"""A list of names as a result: columns for people, one object per row for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of a list. what: what they are ("techniques"); columns: the column titles; rows:
    records, or values that have one; shown: the cells of each row as displayed. more: further keys
    of the record; foot: a line below the table."""

    what: str
    columns: tuple[str, ...]
    rows: tuple[Any, ...] = field(hash=False)
    shown: tuple[tuple[str, ...], ...]
    more: Record = field(default_factory=dict, hash=False)
    foot: str = ""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def record(self) -> Record:
        """For JSON."""
        rows = [row if isinstance(row, dict) else row.record() for row in self]
        return {self.what: rows} | self.more

    def text(self) -> str:
        """Return the table in columns."""
        table = (self.columns, *self.shown)
        widths = [max(len(row[k]) for row in table) for k in range(len(self.columns))]
        lines = [
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in table
        ]
        return "\n".join(lines + ["", self.foot] * bool(self.foot))

    def __repr__(self) -> str:
        return f"<{len(self)} {self.what}>"


def make_callable(package: str, module: str) -> None:
    """Make a package callable, as the function of its own name in one of its modules.

    For names that are public twice: `satdoku.formats()` is a list, and `satdoku.formats` holds the
    modules behind it.
    """

    class Callable(ModuleType):
        def __call__(self, *arguments: Any, **named: Any) -> Any:
            name = package.rpartition(".")[2]
            return getattr(import_module(f".{module}", package), name)(*arguments, **named)

    sys.modules[package].__class__ = Callable
