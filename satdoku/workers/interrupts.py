"""Ctrl-C handled only where Python does: between two steps, never inside of C.

By itself PySAT jumps out of a running call at Ctrl-C (`longjmp` from a signal handler). Solvers do
not survive that, and if another thread takes the signal (one of OpenBLAS or of a progress bar) the
jump lands on a foreign stack and the program crashes. Blocking the signal in the calling thread
makes it worse: then another thread is sure to take it. But PySAT installs its handler only if
`MainThread` reports, before every call, that the call is in the main thread. So `MainThread` is
replaced by one that denies it. Python's own handler then records the signal, whichever thread takes
it, and raises KeyboardInterrupt after the call; long calls are made in slices (`backends.calls`).

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
from typing import Any

#: Signals that end a command: Ctrl-C, a termination request, a closed terminal.
ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class _NotMain:
    """Replaces PySAT's `MainThread`."""

    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep PySAT from handling signals in calls made within; restore its behaviour afterwards.

    Only the main thread needs it, so there is no race; nesting costs nothing.
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
    """Defer signals that end a command to the end of the block: for steps that belong together.

    Unlike a mask, this is not inherited by programs started within, and it also covers signals that
    another thread takes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came = []
    usual = {number: signal.getsignal(number) for number in ENDING}
    ours = {number: handler for number, handler in usual.items() if callable(handler)}
    for number in ours:
        signal.signal(number, lambda came_by, frame: came.append((came_by, frame)))
    try:
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        # One is enough: each of them ends the command.
        for came_by, frame in came[:1]:
            ours[signal.Signals(came_by)](came_by, frame)
