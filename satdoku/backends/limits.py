"""A time limit for code that does not check a clock: steps of logic, compiled or not.

Kernels check a word that says whether to stop, and the interpreter's long loops call
`cancellation.look`; so limits are set from outside, and no loop gets a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .. import cancellation as stopping
from .base import Clock

Result = TypeVar("Result")


def within(clock: Clock, work: Callable[[], Result]) -> Result:
    """Return work(), which is cancelled when the clock is over: then raise `TimeLimitReached`."""
    try:
        return stopping.within(clock.left, work)
    except stopping.TimeIsOver:
        raise clock.over() from None
