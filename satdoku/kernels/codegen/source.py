"""The syntax trees of functions of the dialect, and the types that their annotations name."""

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


def arguments_of(function: Any, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """The types of a function's arguments: annotations decide between number and truth value."""
    args = tree_of(function).args.args
    annotations = [ast.unparse(a.annotation) if a.annotation else "" for a in args]
    return tuple(
        ANNOTATED.get(annotation, kind) if kind in (NUMBER, TRUTH) else kind
        for annotation, kind in zip(annotations, kinds, strict=True)
    )


def is_bool(function: Any) -> bool:
    """Whether the result is annotated as `bool`."""
    returns = tree_of(function).returns
    return returns is not None and ast.unparse(returns) == "bool"


def result_of(function: Any) -> Kind | None:
    """The annotated type of the result; None where there is no annotation, or another one."""
    returns = tree_of(function).returns
    return ANNOTATED.get(ast.unparse(returns)) if returns else None
