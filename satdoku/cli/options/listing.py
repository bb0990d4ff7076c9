"""Lists of names on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from ..stream.writers import listed


class Listed(Protocol):
    """Rows, and what people are shown of them."""

    def __iter__(self) -> Iterator[Any]:
        """The rows: records, or values that have one."""

    def text(self) -> str:
        """A table."""


def show(listing: Listed, form: str) -> int:
    """Print a list: columns for people, one object per line for programs. The exit status: 0."""
    for line in listed(listing, listing.text, form):
        print(line)
    return 0
