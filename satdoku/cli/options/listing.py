"""Print lists of names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from ..stream.writers import listed


class Listed(Protocol):
    """A list of rows with a text for people."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows: records, or values that have one."""

    def text(self) -> str:
        """Return a table."""


def show(listing: Listed, form: str) -> int:
    """Print a list: columns for people, one object per line for programs. Returns exit status 0."""
    for line in listed(listing, listing.text, form):
        print(line)
    return 0
