"""Ctrl-C, SIGTERM and SIGHUP: one line and exit status 130, 143 or 129, at any time after `arm`.

A signal raises an exception in the main thread, as usual in Python. Some code converts that
exception to an error of its own (imports of extension modules do) or swallows it. So the signal is
also recorded, and raised again if the command is still running a second later; whatever then ends
the command is treated as the signal. A second signal does not raise at once: it would interrupt the
cleanup after the first.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from ..workers.interrupts import ENDING

#: Seconds after which a swallowed signal is raised again.
AGAIN = 1.0
#: The shell's names for programs that a signal ended.
STATUS = {number: 128 + number for number in ENDING}
WORDS = {signal.SIGINT: b"interrupted", signal.SIGTERM: b"terminated"}

_came: list[int] = []
#: Files that are not complete yet. A signal between the opening of one and the block that would
#: remove it leaves it to `leave`.
incomplete_files: set[str] = set()


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP was received."""


def arm() -> None:
    """Handle signals from now on, except those ignored by the parent process (as with nohup)."""
    for number in STATUS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _hear)
    sys.unraisablehook = _say_what_was_swallowed


def came() -> bool:
    """Whether a signal was received: any later error is a consequence of it."""
    return bool(_came)


def hear_no_more() -> None:
    """Ignore signals once all output is written: they must not affect the end of the program.

    Python removes our handlers during shutdown, after which a signal would kill it without a
    message.
    """
    for number in STATUS:
        signal.signal(number, signal.SIG_IGN)


def leave() -> NoReturn:
    """End the program with the status of the received signal.

    Exits at once, without waiting for running threads. Cleanup has already happened on the way, but
    for `incomplete_files`.
    """
    number = _came[0] if _came else signal.SIGINT
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    hear_no_more()
    for name in tuple(incomplete_files):
        with suppress(OSError):
            os.unlink(name)
    word = WORDS.get(signal.Signals(number), b"hung up")
    with suppress(Exception):  # the reader is gone
        sys.stdout.flush()
        sys.stderr.flush()
    with suppress(OSError):
        after_mark = b"\n" if number == signal.SIGINT and os.isatty(2) else b""  # after the ^C echo
        os.write(2, after_mark + b"satdoku: " + word + b"\n")
    os._exit(STATUS[signal.Signals(number)])


def _say_what_was_swallowed(what: sys.UnraisableHookArgs) -> None:
    """Print nothing about a signal raised in one of Python's callbacks: it is raised again."""
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
