"""Runs kernels in the Python interpreter: the reference, and the fallback without a library.

Arrays become lists, since Python reads those several times as fast, and are filled from the lists
after the function has returned. Arrays of uint64 stay arrays: their numbers wrap, as compiled ones
do.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from .struct_views import Ragged, StructView


def interpret(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    is_stopped: Callable[[], bool] = lambda: False,
) -> Any:
    """Return function(*arguments), run on lists; then copy the lists back to the arrays, unless the
    work was stopped: then nobody reads them, and large ones take long to copy."""
    changed: list[tuple[np.ndarray, list[int]]] = []
    lists = [as_lists(argument, changed) for argument in arguments]
    with np.errstate(over="ignore"):
        result = function(*lists)
    if is_stopped():
        return result
    for array, numbers in changed:
        # Tables of a theory are views of bytes; kernels read them only.
        if array.flags.writeable:
            array[:] = numbers
    return result


def as_lists(value: Any, changed: list[tuple[np.ndarray, list[int]]] | None = None) -> Any:
    """Convert a record for the interpreter: arrays to lists, ragged lists to lists of lists.

    changed: receives (array, its list) for each array that the function may change.
    """
    if isinstance(value, StructView):
        value = value.record
    if isinstance(value, Ragged):
        starts = value.starts.tolist()
        items = value.items.tolist()
        return [items[a:b] for a, b in pairwise(starts)]
    if isinstance(value, np.ndarray):
        if value.dtype == np.uint64:
            return value
        numbers = value.tolist()
        if changed is not None:
            changed.append((value, numbers))
        return numbers
    # A record that already consists of lists keeps the same lists.
    is_record = isinstance(value, tuple)
    return type(value)(*(as_lists(field, changed) for field in value)) if is_record else value
