"""Functions that the search for steps calls: compiled each for itself, not inlined.

Inlining all of the search into one kernel would take minutes to compile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..compiling import part
from ..vectors import Words

Function = TypeVar("Function", bound=Callable[..., Any])


def routine(function: Function) -> Function:
    """Mark a function that kernels call."""
    return part(function, inline=False)


def call(finders: Words, finder: int, search: Any, how: int) -> bool:
    """Call a technique's finder; compiled, its number stands for an address."""
    return bool(finders[finder](search, how))


def copy_all(target: Words, source: Words) -> None:
    """Make a list the same as another of its length and type."""
    target[:] = source
