"""Which cases of a test always run, which only with SATDOKU_SLOW=1 (a default run is short), and
which only with SATDOKU_NIGHTLY=1 (so that CI answers a change within the half hour)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

#: Whether slow tests run too; .ci/run sets it.
SLOW = os.environ.get("SATDOKU_SLOW") == "1"
#: Whether the tests of a night run too; .ci/nightly sets it.
NIGHTLY = os.environ.get("SATDOKU_NIGHTLY") == "1"


def slow_but(values: Iterable[Any], *always: Any) -> list[Any]:
    """The cases of a test: those that are named run always, the others are slow. A tuple is a case
    of several arguments."""
    cases = list(values)
    assert all(value in cases for value in always)
    return [
        case
        if case in always
        else pytest.param(*(case if isinstance(case, tuple) else [case]), marks=pytest.mark.slow)
        for case in cases
    ]


def by_night_but(values: Iterable[Any], *by_day: Any) -> list[Any]:
    """The cases of a slow test: those that are named run by day too, the others by night. A tuple
    is a case of several arguments."""
    cases = list(values)
    assert all(value in cases for value in by_day)
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else [case]),
            marks=pytest.mark.slow if case in by_day else pytest.mark.nightly,
        )
        for case in cases
    ]


def examples(count: int) -> int:
    """How many examples hypothesis tries for a property: all with the slow tests, else a third."""
    return count if SLOW else count // 3


def some(values: Sequence[Any]) -> Sequence[Any]:
    """What one test goes through: all with the slow tests, else every third."""
    return values if SLOW else values[::3]
