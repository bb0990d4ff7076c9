"""Ctrl-C in its place: heard as Python hears it, between two steps, never inside of C.

On its own PySAT jumps out of a running call at Ctrl-C (`longjmp` from a signal handler). Solvers do
not survive that, and where another thread takes the signal (one of OpenBLAS or of a progress bar)
the jump lands on a foreign stack and the program crashes. Holding the signal back in the calling
thread makes it worse: then another thread is sure to take it. But PySAT arms its handler only where
it takes itself to be in the main thread, and asks `MainThread` of that before every call. So it is
told that it is not. Python's own handler then notes the signal, whichever thread takes it, and
raises KeyboardInterrupt when the call is back; long calls are made in slices (`backends.calls`).

>>> with undisturbed():
...     from pysat.solvers import MainThread
...     MainThread.check()
False
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

#: Signals that end a command: Ctrl-C, a request to end, a terminal that was closed.
ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class _NotMain:
    """Answers for PySAT's `MainThread`."""

    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def undisturbed() -> Iterator[None]:
    """PySAT leaves signals alone in calls made within, and as ever in those of other owners.

    Only the main thread needs it, so there is no race; nesting is free.
    """
    from pysat import card, solvers

    modules: tuple[Any, ...] = (solvers, card)
    if solvers.MainThread is _NotMain or threading.current_thread() is not threading.main_thread():
        yield
        return
    theirs = solvers.MainThread
    for module in modules:
        module.MainThread = _NotMain
    try:
        yield
    finally:
        for module in modules:
            module.MainThread = theirs


@contextmanager
def held_back() -> Iterator[None]:
    """Signals that end a command and come within are heard at the end: for steps that go together.

    Unlike a mask it is not inherited by a program that is started within, and it holds for signals
    that another thread takes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    usual = {number: signal.getsignal(number) for number in ENDING}
    ours = {number: handler for number, handler in usual.items() if callable(handler)}
    for number in ours:
        signal.signal(number, lambda came_by, frame: came.append((came_by, frame)))
    try:
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        for came_by, frame in came[:1]:
            ours[signal.Signals(came_by)](came_by, frame)
