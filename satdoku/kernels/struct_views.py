"""Records of arrays that compiled code accesses by address.

The search works with some sixty arrays. As arguments, each would be seven words: the call would
cost more than its work, and compiling the calls takes half a minute. So a record (a `NamedTuple` of
lists, integers, ragged lists and further records) is laid out in memory once, and compiled
functions get one word: its address. `theory.members[clause]` then reads an address that is declared
constant to LLVM. The interpreter runs the same functions on the record itself, made of lists.

Layout: two words per field. A list: the address of its items, and their number. A number: itself. A
record: its address. A ragged list (item k is a list): the address of all items, and the address of
the places at which each list begins.

Numbers read are signed 64-bit, whatever their width in memory. Indices are not checked.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from ctypes import addressof, c_char
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

#: The item types of lists.
DTYPES = ("int64", "uint64", "int32", "uint32", "uint8")
_NAMES = {np.dtype(name): name for name in DTYPES}


class Ragged(NamedTuple):
    """Lists of whole numbers, one after the other: list k is items[starts[k] : starts[k + 1]]."""

    starts: np.ndarray
    items: np.ndarray


class StructView:
    """A record, laid out in memory for compiled code.

    address: of its layout. shape: (name of the record, (field, type) …); a type is a dtype's name,
    "number", "ragged" and a dtype's name, or the shape of a record.
    """

    def __init__(self, record: Any) -> None:
        #: Keeps alive everything that the layout points to.
        self.kept: list[Any] = [record]
        self.record = record
        types = []
        self.words = array("q")
        for value in record:
            # (most fields are lists, and a search lays out two records for each call)
            if isinstance(value, np.ndarray):
                assert value.flags.c_contiguous
                types.append(_NAMES.get(value.dtype) or value.dtype.name)
                self.words.append(address_of(value))
                self.words.append(len(value))
            else:
                what, first, second = self._other_field(value)
                types.append(what)
                self.words.extend((first, second))
        self.address = self.words.buffer_info()[0]
        self.shape = (type(record).__name__, tuple(zip(record._fields, types, strict=True)))

    def point(self, name: str, column: np.ndarray) -> None:
        """Let a field refer to another list; no compiled code may be running."""
        k = [field for field, _ in self.shape[1]].index(name)
        self.words[2 * k] = address_of(column)
        self.words[2 * k + 1] = len(column)
        # The layout has only an address, so the list must be kept alive here.
        self.pointed = column

    def _other_field(self, value: Any) -> tuple[Any, int, int]:
        """Return (the type of a value that is no list, its two words)."""
        if isinstance(value, Ragged):
            assert value.starts.dtype == np.int64
            name = _NAMES.get(value.items.dtype) or value.items.dtype.name
            return f"ragged {name}", address_of(value.items), address_of(value.starts)
        if isinstance(value, tuple | StructView):
            inner = value if isinstance(value, StructView) else StructView(value)
            self.kept.append(inner)
            return inner.shape, inner.address, 0
        return "number", int(value), 0


def address_of(column: np.ndarray) -> int:
    """Return where the items of an array begin, 0 if it has none: its `ctypes.data` in a fifth of
    the time."""
    if not column.size:
        return 0
    try:
        return addressof(c_char.from_buffer(column.data))
    except (TypeError, ValueError):  # it is read-only
        return column.ctypes.data


def passed(arguments: Iterable[Any]) -> tuple[tuple[Any, ...], list[int], list[Any]]:
    """Return (the type of each argument as in `StructView.shape`, the words to pass, objects that
    must stay alive during the call)."""
    signature: list[Any] = []
    words: list[int] = []
    kept: list[Any] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            dtype = _NAMES.get(argument.dtype)  # `dtype.name` takes longer than all the rest
            if dtype is None or not argument.flags.c_contiguous:
                raise TypeError(f"a kernel takes lists of whole numbers, not {argument.dtype}")
            signature.append(dtype)
            words += address_of(argument), argument.size
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
    """Return the symbol in a library of a kernel for these argument types."""
    return f"{kernel}_{sha256(repr(signature).encode()).hexdigest()[:16]}"
