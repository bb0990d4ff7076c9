"""Routines of the search for steps whose compiled form differs from their Python code."""

from __future__ import annotations

from typing import Any

from ..lockstep.simd import Words


def call(finders: Words, finder: int, search: Any, mode: int) -> bool:
    """Call a technique's finder; in compiled code its number stands for an address."""
    return bool(finders[finder](search, mode))


def copy_all(target: Words, source: Words) -> None:
    """Copy a list to another of the same length and type."""
    target[:] = source
