"""Records of arrays that compiled code holds by address.

The search works with some sixty arrays. Given as arguments, each is seven words: calls cost more
than what is called, and half a minute goes into compiling them. So a record (a `NamedTuple` of
lists, whole numbers, ragged lists and further records) is laid out in memory once, and compiled
functions get one word: where it is. `theory.members[clause]` then reads an address, which LLVM is
told never changes. The interpreter runs the same functions on the record itself, made of lists.

Layout: two words a field. A list: where its items are, and how many. A number: itself. A record:
where it is. A ragged list (item k is a list): where the items of all are, and where the places are
at which each begins.

Numbers read are signed 64-bit, however wide they are stored. No index is checked.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np


class Ragged(NamedTuple):
    """Lists of whole numbers, one after the other: list k is items[starts[k] : starts[k + 1]]."""

    starts: np.ndarray
    items: np.ndarray


class Held:
    """A record, kept where compiled code finds it.

    address: of its layout. shape: (name of the record, (field, what it is) …), what it is being a
    dtype's name, "number", "ragged" and a dtype's name, or the shape of a record.
    """

    def __init__(self, record: Any) -> None:
        #: Everything that is pointed to.
        self.kept: list[Any] = [record]
        self.words = np.zeros(2 * len(record), np.int64)
        self.address = self.words.ctypes.data
        shape: list[tuple[str, Any]] = []
        for k, (name, value) in enumerate(record._asdict().items()):
            what, first, second = self._field(value)
            shape.append((name, what))
            self.words[2 * k : 2 * k + 2] = first, second
        self.shape = (type(record).__name__, tuple(shape))

    def point(self, name: str, column: np.ndarray) -> None:
        """Let a field be this list from now on; nothing compiled may be running."""
        k = [field for field, _ in self.shape[1]].index(name)
        self.words[2 * k : 2 * k + 2] = column.ctypes.data, len(column)
        self.pointed = column

    def _field(self, value: Any) -> tuple[Any, int, int]:
        """(what it is, its two words)"""
        if isinstance(value, np.ndarray):
            assert value.flags.c_contiguous
            return value.dtype.name, value.ctypes.data, len(value)
        if isinstance(value, Ragged):
            assert value.starts.dtype == np.int64
            what = f"ragged {value.items.dtype.name}"
            return what, value.items.ctypes.data, value.starts.ctypes.data
        if isinstance(value, tuple | Held):
            inner = value if isinstance(value, Held) else Held(value)
            self.kept.append(inner)
            return inner.shape, inner.address, 0
        return "number", int(value), 0


def as_lists(value: Any) -> Any:
    """The record as the interpreter works on it: lists, and ragged lists as lists of lists."""
    if isinstance(value, Ragged):
        starts, items = value.starts.tolist(), value.items.tolist()
        return [items[a:b] for a, b in pairwise(starts)]
    if isinstance(value, np.ndarray):
        return value.tolist()
    # What is a record of lists already stays the same lists.
    return type(value)(*map(as_lists, value)) if isinstance(value, tuple) else value
