"""Which cases of a test run each time, and which in CI alone: the default run is short."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def slow_but(values: Iterable[Any], *always: Any) -> list[Any]:
    """The cases of a test: those that are named run always, the others where CI is set. A tuple is
    a case of several arguments."""
    cases = list(values)
    assert all(value in cases for value in always)
    return [
        case
        if case in always
        else pytest.param(*(case if isinstance(case, tuple) else [case]), marks=pytest.mark.slow)
        for case in cases
    ]


def examples(count: int) -> int:
    """How many examples hypothesis tries for a property: all in CI, else a third of them."""
    return count if os.environ.get("CI") else count // 3


def some(values: Sequence[Any]) -> Sequence[Any]:
    """What one test goes through: all in CI, else each third."""
    return values if os.environ.get("CI") else values[::3]
