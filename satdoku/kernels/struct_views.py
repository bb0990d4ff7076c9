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
        shape = []
        words: list[int] = []
        for name, value in zip(record._fields, record, strict=True):
            what, first, second = self._field(value)
            shape.append((name, what))
            words += first, second
        self.words = np.array(words, np.int64)
        self.address = address_of(self.words)
        self.shape = (type(record).__name__, tuple(shape))

    def point(self, name: str, column: np.ndarray) -> None:
        """Let a field refer to another list; no compiled code may be running."""
        k = [field for field, _ in self.shape[1]].index(name)
        self.words[2 * k : 2 * k + 2] = address_of(column), len(column)
        # The layout has only an address, so the list must be kept alive here.
        self.pointed = column

    def _field(self, value: Any) -> tuple[Any, int, int]:
        """Return (the type of a value, its two words)."""
        if isinstance(value, np.ndarray):
            assert value.flags.c_contiguous
            name = _NAMES.get(value.dtype) or value.dtype.name
            return name, address_of(value), len(value)
        if isinstance(value, Ragged):
            assert value.starts.dtype == np.int64
            name = _NAMES.get(value.items.dtype) or value.items.dtype.name
            return f"ragged {name}", address_of(value.items), address_of(value.starts)
        if isinstance(value, tuple | StructView):
            inner = value if isinstance(value, StructView) else StructView(value)
            self.kept.append(inner)
            return inner.shape, inner.address, 0
        return "number", int(value), 0


def address_of(array: Any) -> int:
    """Return where the items of a NumPy array begin: its `ctypes.data` in a fifth of the time."""
    try:
        return addressof(c_char.from_buffer(array.data))
    except (TypeError, ValueError):  # it is read-only, or empty
        address: int = array.ctypes.data
        return address


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
