"""The source of kernels and their parts, and what annotations say of kinds."""

from __future__ import annotations

import ast
import inspect
from functools import lru_cache
from types import ModuleType
from typing import Any

from .types import NOTHING, NUMBER, TRUTH, Kind

ANNOTATED = {"int": NUMBER, "bool": TRUTH, "None": NOTHING}


@lru_cache(maxsize=128)
def _functions(module: ModuleType) -> dict[tuple[str, int], ast.FunctionDef]:
    """All functions of a file, by name and first line (of decorators, if any)."""
    found = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found[node.name, first] = node
    return found


def tree_of(function: Any) -> ast.FunctionDef:
    """A function as it is written."""
    module = inspect.getmodule(function)
    assert module
    return _functions(module)[function.__name__, function.__code__.co_firstlineno]


def arguments_of(function: Any, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Kinds of arguments as the function's annotations have them."""
    told = [ast.unparse(a.annotation) if a.annotation else "" for a in tree_of(function).args.args]
    return tuple(
        ANNOTATED.get(said, kind) if kind in (NUMBER, TRUTH) else kind
        for said, kind in zip(told, kinds, strict=True)
    )


def is_bool(function: Any) -> bool:
    """The function is said to return what is true or false."""
    returns = tree_of(function).returns
    return returns is not None and ast.unparse(returns) == "bool"


def result_of(function: Any) -> Kind | None:
    """What the function is said to return; None if that is to be found out."""
    returns = tree_of(function).returns
    return ANNOTATED.get(ast.unparse(returns)) if returns else None
