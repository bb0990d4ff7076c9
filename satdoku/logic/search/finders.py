"""Finders in plain Python, which read a `View`: their results as steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from ...cancellation import look
from ..catalog.row import Technique
from ..catalog.rules import number_of
from ..steps import LogicStep
from ..view import Found, View


def found_in(view: View, row: Technique) -> Iterator[LogicStep]:
    """Yield the steps of a technique, in the order of its finder."""
    for found in _finder(row.finder)(view, row.mode):
        look()
        yield _step(row, found)


def _step(row: Technique, found: Found) -> LogicStep:
    return LogicStep(
        rule=number_of(row.rule or row.name),
        name=found.name or row.name,
        tenths=round(10 * row.rating),
        asserted=found.asserted,
        denied=tuple(sorted(found.denied)),
        bases=found.bases,
        covers=found.covers,
        links=found.rests,
        nodes=found.nodes,
        size=found.size,
        roles=found.roles,
        reason=found.reason,
    )


@cache
def _finder(name: str) -> Callable[[View, Any], Iterator[Found]]:
    module, function = name.split(":")
    found: Callable[[View, Any], Iterator[Found]]
    found = getattr(import_module(module), function)
    return found
