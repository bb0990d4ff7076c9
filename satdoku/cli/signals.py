"""Ctrl-C, SIGTERM and SIGHUP: one line and the status 130, 143 or 129, at any moment from `arm` on.

A signal is raised where the main thread is, as Python does it. Some code turns that into an error
of its own (imports of extension modules do) or swallows it. So it is noted too, and raised again
if the command is still at work a second later; and what ends it, ends it as a signal does. A second
signal is not raised when it comes: it would break off what cleans up after the first.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from ..interrupts import ENDING

#: Seconds after which a signal that was swallowed is raised again.
AGAIN = 1.0
#: What the shell calls a program that a signal ended.
STATUS = {number: 128 + number for number in ENDING}
WORDS = {signal.SIGINT: b"interrupted", signal.SIGTERM: b"terminated"}

_came: list[int] = []


class Terminated(KeyboardInterrupt):
    """SIGTERM, or SIGHUP."""


def arm() -> None:
    """Hear signals from now on, but those that whoever started us has ignored (as nohup does)."""
    for number in STATUS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _hear)
    sys.unraisablehook = _say_what_was_swallowed


def came() -> bool:
    """A signal has come: whatever goes wrong now is its doing."""
    return bool(_came)


def hear_no_more() -> None:
    """All is done and written: what comes while Python ends changes nothing.

    Python gives handlers of ours up at its end, and a signal would then kill without a word.
    """
    for number in STATUS:
        signal.signal(number, signal.SIG_IGN)


def leave() -> NoReturn:
    """End the program as the signal that came wants it.

    At once: threads that still work are not waited for. What had to be cleaned up was, on the way.
    """
    number = _came[0] if _came else signal.SIGINT
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    hear_no_more()
    word = WORDS.get(signal.Signals(number), b"hung up")
    with suppress(Exception):  # nobody reads it any more
        sys.stdout.flush()
        sys.stderr.flush()
    with suppress(OSError):
        after_mark = b"\n" if number == signal.SIGINT and os.isatty(2) else b""  # the mark is ^C
        os.write(2, after_mark + b"satdoku: " + word + b"\n")
    os._exit(STATUS[signal.Signals(number)])


def _say_what_was_swallowed(what: sys.UnraisableHookArgs) -> None:
    """Nothing of a signal that came in a callback of Python's own: it is raised again."""
    if not (_came and issubclass(what.exc_type, KeyboardInterrupt)):
        sys.__unraisablehook__(what)


def _hear(number: int, frame: FrameType | None) -> None:
    if not _came and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _hear_again)
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
    _came.append(number)
    if len(_came) == 1:
        _raise()


def _hear_again(number: int, frame: FrameType | None) -> None:
    _raise()


def _raise() -> NoReturn:
    raise KeyboardInterrupt if _came[0] == signal.SIGINT else Terminated
