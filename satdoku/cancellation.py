"""Stopping what compiled code does: while a kernel runs, Python hears no Ctrl-C and no SIGTERM.

Python tells of a signal between two of its own instructions, in the main thread only, and a kernel
is a single one. So a kernel looks at a word every few milliseconds and ends when it is set; and
where the main thread asks, another thread runs the kernel while the main thread waits, which a
signal ends. Threads that share work are told by one `Stop`, which whoever shares out sets.

A stopped kernel leaves half an answer, so nobody gets it: the call raises.
"""

from __future__ import annotations

import threading
from _thread import start_new_thread
from array import array
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")

#: How long work that was told to stop is waited for, in seconds. What compiles cannot be told.
PATIENCE = 1.0


class Stopped(BaseException):
    """The work was told to stop: nobody waits for its answer."""


class TimeIsOver(Stopped):
    """The work was told to stop by `within`."""


class Stop:
    """Once set, it ends all work under it, for good. `word` is what kernels look at; `parts` are
    stops for parts of the work."""

    __slots__ = ("parts", "word")

    def __init__(self) -> None:
        self.word = array("q", [0])
        self.parts: list[Stop] = []

    def set(self) -> None:
        """End the work."""
        self.word[0] = 1
        for part in tuple(self.parts):
            part.set()

    def is_set(self) -> bool:
        """Whether the work shall end."""
        return bool(self.word[0])


_of_thread = threading.local()


def run_under(stop: Stop, work: Callable[..., Result], *arguments: Any) -> Result:
    """work(*arguments) in this thread, where what it runs ends when `stop` is set."""
    before = getattr(_of_thread, "stop", None)
    _of_thread.stop = stop
    try:
        return work(*arguments)
    finally:
        _of_thread.stop = before


def within(seconds: float | None, work: Callable[[], Result]) -> Result:
    """work(), where what kernels do for it ends after so many seconds; then `TimeIsOver` is
    raised."""
    if seconds is None:
        return work()
    whole, part = getattr(_of_thread, "stop", None), Stop()
    timer = threading.Timer(seconds, part.set)
    timer.daemon = True
    if whole:
        whole.parts.append(part)
    timer.start()
    try:
        return run_under(part, work)
    except Stopped:
        if whole and whole.is_set():
            raise
        raise TimeIsOver from None
    finally:
        timer.cancel()
        if whole:
            whole.parts.remove(part)


def look() -> None:
    """Raise `Stopped` if the work that this thread runs under shall end: for long loops of the
    interpreter, which hear signals themselves but look at no clock."""
    stop = getattr(_of_thread, "stop", None)
    if stop is not None and stop.word[0]:
        raise Stopped


def interruptibly(work: Callable[[Stop], Result]) -> Result:
    """work(stop), which looks at `stop` and gives up its answer when that is set.

    Raises `Stopped` when it was set by another thread. In the main thread, whatever a signal's
    handler raises, as soon as the work has ended or after `PATIENCE`.
    """
    stop = getattr(_of_thread, "stop", None) or Stop()
    if threading.current_thread() is threading.main_thread():
        return _aside(work, stop)
    result = work(stop)
    if stop.is_set():
        raise Stopped
    return result


def _aside(work: Callable[[Stop], Result], stop: Stop) -> Result:
    """Another thread works; this one waits where signals are heard."""
    results: list[Result] = []
    errors: list[BaseException] = []
    done = threading.Lock()
    done.acquire()

    def run() -> None:
        try:
            results.append(work(stop))
        except BaseException as error:
            errors.append(error)
        finally:
            done.release()

    # Python waits at its end for threads of `Thread`, however long they compile; not for these.
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
