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


@routine
def fill(words: Words, word: int) -> None:
    """Set every number of a flat array."""
    for k in range(len(words)):
        words[k] = word
