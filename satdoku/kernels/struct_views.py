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

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

#: Types of items that lists have.
DTYPES = ("int64", "uint64", "int32", "uint32", "uint8")
_NAMES = {np.dtype(name): name for name in DTYPES}


class Ragged(NamedTuple):
    """Lists of whole numbers, one after the other: list k is items[starts[k] : starts[k + 1]]."""

    starts: np.ndarray
    items: np.ndarray


class StructView:
    """A record, kept where compiled code finds it.

    address: of its layout. shape: (name of the record, (field, what it is) …), what it is being a
    dtype's name, "number", "ragged" and a dtype's name, or the shape of a record.
    """

    def __init__(self, record: Any) -> None:
        #: Everything that is pointed to.
        self.kept: list[Any] = [record]
        self.record = record
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
        if isinstance(value, tuple | StructView):
            inner = value if isinstance(value, StructView) else StructView(value)
            self.kept.append(inner)
            return inner.shape, inner.address, 0
        return "number", int(value), 0


def passed(arguments: Iterable[Any]) -> tuple[tuple[Any, ...], list[int], list[Any]]:
    """(the type of each, as in `StructView.shape`; the words to pass; what must live meanwhile)"""
    signature: list[Any] = []
    words: list[int] = []
    kept: list[Any] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            dtype = _NAMES.get(argument.dtype)  # asking for the name takes longer than all else
            if dtype is None or not argument.flags.c_contiguous:
                raise TypeError(f"a kernel takes lists of whole numbers, not {argument.dtype}")
            signature.append(dtype)
            words += argument.__array_interface__["data"][0], argument.size
        elif isinstance(argument, tuple | StructView):
            view = argument if isinstance(argument, StructView) else StructView(argument)
            kept.append(view)
            signature.append(view.shape)
            words.append(view.address)
        else:
            signature.append("number")
            words.append(int(argument))
    return tuple(signature), words, kept


def symbol_of(kernel: str, signature: tuple[Any, ...]) -> str:
    """The name in a library of a kernel for arguments of these types."""
    return f"{kernel}_{sha256(repr(signature).encode()).hexdigest()[:16]}"
