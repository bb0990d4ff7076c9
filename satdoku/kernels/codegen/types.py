"""The types of the kernel dialect, the LLVM types that represent them, and the syntax trees of
functions, whose annotations name types.

A value of the dialect is one or more LLVM values, its parts:

- a number, word or truth value: one integer; a vector: one vector register;
- a list: a pointer to its items, and their number;
- a ragged list (a list of lists, in one array): a pointer to all items, and a pointer to the
  offsets at which the inner lists begin (list k ends where list k + 1 begins);
- a record: a pointer to its fields in memory (`struct_views` describes the layout).
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from types import ModuleType
from typing import Any

#: The LLVM type in which the items of a list are stored, by NumPy dtype.
ITEMS = {"int64": "i64", "uint64": "i64", "int32": "i32", "uint32": "i32", "uint8": "i8"}


@dataclass(frozen=True, eq=False, slots=True)
class KernelType:
    """A type. parts: the LLVM types of a value's parts.

    dtype: the dtype of a list's items, or a ragged list's. fields: a record's fields in order, with
    their types. kinds: a tuple's types. Types are compared by identity: the functions below return
    the same object for the same arguments.
    """

    name: str
    parts: tuple[str, ...]
    dtype: str = ""
    fields: tuple[tuple[str, KernelType], ...] = ()
    kinds: tuple[KernelType, ...] = ()


#: Signed 64-bit integers; unsigned 64-bit integers, which wrap around; truth values.
NUMBER = KernelType("number", ("i64",))
WORD = KernelType("word", ("i64",))
TRUTH = KernelType("truth", ("i1",))
NOTHING = KernelType("nothing", ())
ANNOTATED = {"int": NUMBER, "bool": TRUTH, "None": NOTHING}


@lru_cache(maxsize=64)
def vector(lanes: int) -> KernelType:
    """A vector of `lanes` 32-bit integers."""
    return KernelType("vector", (f"<{lanes} x i32>",))


@lru_cache(maxsize=64)
def column(dtype: str) -> KernelType:
    """A list of items of this dtype."""
    return KernelType(f"column of {dtype}", ("ptr", "i64"), dtype)


@lru_cache(maxsize=64)
def ragged(dtype: str) -> KernelType:
    """A ragged list of items of this dtype."""
    return KernelType(f"ragged {dtype}", ("ptr", "ptr"), dtype)


@lru_cache(maxsize=1024)
def several(kinds: tuple[KernelType, ...]) -> KernelType:
    """A tuple; its parts are those of its members, one after the other."""
    parts = tuple(part for kind in kinds for part in kind.parts)
    return KernelType(f"({', '.join(kind.name for kind in kinds)})", parts, kinds=kinds)


@lru_cache(maxsize=1024)
def kernel_type(what: Any) -> KernelType:
    """The type of an argument or a field, described as `StructView.shape` does."""
    if isinstance(what, tuple):
        name, fields = what
        made = tuple((field, kernel_type(inner)) for field, inner in fields)
        # Records of one name may have lists of other items, and symbols are made from types' names.
        digest = sha256(repr([(field, kind.name) for field, kind in made]).encode()).hexdigest()
        return KernelType(f"{name} {digest[:16]}", ("ptr",), fields=made)
    if what == "number":
        return NUMBER
    return ragged(what[7:]) if what.startswith("ragged ") else column(what)


@lru_cache(maxsize=128)
def _functions(module: ModuleType) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file, by name and first line (the first decorator's, if any)."""
    found = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found[node.name, first] = node
    return found


def tree_of(function: Any) -> ast.FunctionDef:
    """The syntax tree of a function."""
    module = inspect.getmodule(function)
    assert module
    return _functions(module)[function.__name__, function.__code__.co_firstlineno]


def arguments_of(function: Any, kinds: tuple[KernelType, ...]) -> tuple[KernelType, ...]:
    """The types of a function's arguments: annotations decide between number and truth value."""
    args = tree_of(function).args.args
    annotations = [ast.unparse(a.annotation) if a.annotation else "" for a in args]
    # Only these two convert into each other: a call with 0 or True must not make a second version.
    return tuple(
        ANNOTATED.get(annotation, kind) if kind in (NUMBER, TRUTH) else kind
        for annotation, kind in zip(annotations, kinds, strict=True)
    )


def is_bool(function: Any) -> bool:
    """Whether the result is annotated as `bool`."""
    returns = tree_of(function).returns
    return returns is not None and ast.unparse(returns) == "bool"


def result_of(function: Any) -> KernelType | None:
    """The annotated type of the result; None where there is no annotation, or another one."""
    returns = tree_of(function).returns
    return ANNOTATED.get(ast.unparse(returns)) if returns else None
