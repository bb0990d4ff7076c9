"""A time limit for what looks at no clock: steps of logic, in compiled code or not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from ..backends.base import Clock
from ..stopping import Stop, Stopped, run_under

Result = TypeVar("Result")


def within(clock: Clock, work: Callable[[], Result]) -> Result:
    """work(), which is told to stop when the clock is over: then `TimeLimitReached`."""
    left = clock.left
    if left is None:
        return work()
    stop = Stop()
    timer = threading.Timer(left, stop.set)
    timer.daemon = True
    timer.start()
    try:
        return run_under(stop, work)
    except Stopped:
        raise clock.over() from None
    finally:
        timer.cancel()
