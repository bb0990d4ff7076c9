"""Cancelling compiled code: while a kernel runs, Python handles no Ctrl-C and no SIGTERM.

Python runs signal handlers between two of its instructions, in the main thread only, and a kernel
call is a single instruction. So a kernel reads a word every few milliseconds and returns when it is
set; and a call from the main thread runs the kernel in another thread, while the main thread waits
and can be interrupted. Threads that share work have one `Stop`, set by whoever distributes it.

A cancelled kernel leaves an incomplete answer, so its call raises instead of returning it.
"""

from __future__ import annotations

import sys
import threading
from _thread import start_new_thread
from array import array
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")

#: Seconds to wait for cancelled work. Compilation cannot be cancelled.
PATIENCE = 1.0
#: In a browser Python has one thread: nothing can cancel its work but the page, with all of Python.
_HAS_THREADS = sys.platform != "emscripten"


class Stopped(BaseException):
    """The work was cancelled: its answer is not needed."""


class TimeIsOver(Stopped):
    """The work was cancelled by `within`."""


class Stop:
    """A flag that, once set, cancels all work under it, for good. `word` is what kernels read;
    `parts` are the stops for parts of the work."""

    __slots__ = ("parts", "word")

    def __init__(self) -> None:
        self.word = array("q", [0])
        self.parts: list[Stop] = []

    def set(self) -> None:
        """Cancel the work."""
        self.word[0] = 1
        # A copy, since a part may end in another thread meanwhile.
        for part in tuple(self.parts):
            part.set()

    def is_set(self) -> bool:
        """Return whether the work is cancelled."""
        return bool(self.word[0])


_of_thread = threading.local()


def run_under(stop: Stop, work: Callable[..., Result], *arguments: Any) -> Result:
    """Return work(*arguments), run in this thread so that setting `stop` cancels it."""
    before = getattr(_of_thread, "stop", None)
    _of_thread.stop = stop
    try:
        return work(*arguments)
    finally:
        _of_thread.stop = before


def within(
    seconds: float | None, work: Callable[[], Result], left: Callable[[], float] | None = None
) -> Result:
    """Return work(), cancelled after this many seconds; then raise `TimeIsOver`.

    left: called then, for how many more seconds to wait instead (0 for none): for limits in other
    than passing time. Without threads the work is not cancelled.
    """
    if seconds is None or not _HAS_THREADS:
        return work()
    whole = getattr(_of_thread, "stop", None)
    part = Stop()
    done = threading.Event()

    def cancel() -> None:
        wait = seconds
        while wait > 0 and not done.wait(wait):
            wait = left() if left else 0.0
        if not done.is_set():
            part.set()

    timer = threading.Thread(target=cancel, daemon=True)
    if whole:
        # Kernels read the word of one stop only, that of the part.
        whole.parts.append(part)
    timer.start()
    try:
        return run_under(part, work)
    except Stopped:
        # Both cancel the same work: the time is over only if the whole was not cancelled.
        if whole and whole.is_set():
            raise
        raise TimeIsOver from None
    finally:
        done.set()
        if whole:
            whole.parts.remove(part)


def stop_if_cancelled() -> None:
    """Raise `Stopped` if the work of this thread is cancelled: for long loops of the interpreter,
    where signals are handled but no clock is checked."""
    stop = getattr(_of_thread, "stop", None)
    if stop is not None and stop.word[0]:
        raise Stopped


def interruptibly(work: Callable[[Stop], Result]) -> Result:
    """Return work(stop), where `work` checks `stop` and returns early once it is set.

    Raises `Stopped` if another thread set it; in the main thread, whatever a signal handler
    raises, as soon as the work has ended or after `PATIENCE`.
    """
    if _HAS_THREADS and threading.current_thread() is threading.main_thread():
        return _aside(work, getattr(_of_thread, "stop", None) or Stop())
    return in_this_thread(work)


def in_this_thread(work: Callable[[Stop], Result]) -> Result:
    """Return work(stop) of work that ends within milliseconds, even if signals have to wait for it.

    Raises `Stopped` if another thread set the stop.
    """
    stop = getattr(_of_thread, "stop", None) or Stop()
    result = work(stop)
    if stop.is_set():
        raise Stopped
    return result


def _aside(work: Callable[[Stop], Result], stop: Stop) -> Result:
    """Run the work in another thread and wait in this one, where signals are handled."""
    results = []
    errors = []
    done = threading.Lock()
    done.acquire()

    def run() -> None:
        try:
            results.append(work(stop))
        except BaseException as error:
            errors.append(error)
        finally:
            done.release()

    # At exit Python waits for each `Thread`, however long it compiles, but not for these threads.
    start_new_thread(run, ())
    try:
        while not done.acquire(timeout=1):
            pass
    except BaseException:
        stop.set()
        done.acquire(timeout=PATIENCE)
        raise
    if errors:
        raise errors[0]
    if stop.is_set():
        raise Stopped
    return results[0]
