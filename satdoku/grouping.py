"""Values in groups: by their keys, or in blocks of a size.

>>> grouped((len(word), word) for word in ("row", "box", "cell"))
{3: ['row', 'box'], 4: ['cell']}
>>> list(in_blocks(iter("abcde"), 2))
[['a', 'b'], ['c', 'd'], ['e']]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of each key in their order, and the keys in the order of their first."""
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def groups_of(size: int, values: Sequence[Value]) -> list[Sequence[Value]]:
    """Split the values into groups of that size; the last one may be smaller."""
    return [values[i : i + size] for i in range(0, len(values), size)]


def in_blocks(values: Iterator[Value], size: int) -> Iterator[list[Value]]:
    """Yield the values in lists of this size; the last may be shorter."""
    while block := list(islice(values, size)):
        yield block
