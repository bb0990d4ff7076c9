"""What the search for steps calls that is compiled otherwise than its Python says."""

from __future__ import annotations

from typing import Any

from ..simd import Words


def call(finders: Words, finder: int, search: Any, how: int) -> bool:
    """Call a technique's finder; compiled, its number stands for an address."""
    return bool(finders[finder](search, how))


def copy_all(target: Words, source: Words) -> None:
    """Make a list the same as another of its length and type."""
    target[:] = source
