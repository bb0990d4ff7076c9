"""Kinds of values that compiled kernels work with.

A value is a few of LLVM's: a list is where its items are and how many, a ragged list where the
items of all are and where the beginnings. A record stays in memory and is where it is; see
`struct_views` for how it lies there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

#: LLVM's types of stored items.
ITEMS = {"int64": "i64", "uint64": "i64", "int32": "i32", "uint32": "i32", "uint8": "i8"}


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """A kind of values: LLVM's types of their parts, and what else is known.

    dtype: of a (ragged) list's items. fields: of a record. kinds: of several values at once.
    """

    name: str
    parts: tuple[str, ...]
    dtype: str = ""
    fields: tuple[tuple[str, Kind], ...] = ()
    kinds: tuple[Kind, ...] = ()


#: Whole numbers of 64 bits, signed; the same that wrap and have no sign; what is true or false.
NUMBER, WORD, TRUTH = Kind("number", ("i64",)), Kind("word", ("i64",)), Kind("truth", ("i1",))
NOTHING = Kind("nothing", ())


@lru_cache(maxsize=64)
def vector(lanes: int) -> Kind:
    """A word of 32 bits for each lane."""
    return Kind("vector", (f"<{lanes} x i32>",))


@lru_cache(maxsize=64)
def column(dtype: str) -> Kind:
    """A list."""
    return Kind(f"column of {dtype}", ("ptr", "i64"), dtype)


@lru_cache(maxsize=64)
def ragged(dtype: str) -> Kind:
    """A list of lists."""
    return Kind(f"ragged {dtype}", ("ptr", "ptr"), dtype)


@lru_cache(maxsize=1024)
def several(kinds: tuple[Kind, ...]) -> Kind:
    """Several values at once."""
    parts = tuple(part for kind in kinds for part in kind.parts)
    return Kind(f"({', '.join(kind.name for kind in kinds)})", parts, kinds=kinds)


@lru_cache(maxsize=1024)
def kind_of(what: Any) -> Kind:
    """The kind of an argument or a field; see `StructView.shape`."""
    if isinstance(what, tuple):
        name, fields = what
        made = tuple((field, kind_of(inner)) for field, inner in fields)
        told = sha256(repr([(field, kind.name) for field, kind in made]).encode()).hexdigest()
        return Kind(f"{name} {told[:16]}", ("ptr",), fields=made)
    if what == "number":
        return NUMBER
    return ragged(what[7:]) if what.startswith("ragged ") else column(what)
