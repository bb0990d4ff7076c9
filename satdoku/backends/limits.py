"""A time limit for what looks at no clock: steps of logic, in compiled code or not.

Kernels look at a word that says whether to stop, the interpreter's long loops do so by
`cancellation.look`; so limits are set from outside, and no loop is handed a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .. import cancellation as stopping
from .base import Clock

Result = TypeVar("Result")


def within(clock: Clock, work: Callable[[], Result]) -> Result:
    """work(), which is told to stop when the clock is over: then `TimeLimitReached`."""
    try:
        return stopping.within(clock.left, work)
    except stopping.TimeIsOver:
        raise clock.over() from None
