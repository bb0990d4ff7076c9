"""A worker as the server sees it: its process, and the two ends of what is said.

Processes are forked from one that has loaded all they need (where the system can fork), so a new
one is ready within hundredths of a second; elsewhere they load it themselves.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from ..workers import starting
from .queueing import Job
from .worker import memory_of, seconds_of, work

FORKS = "forkserver" in multiprocessing.get_all_start_methods()
#: How much less the system cares for a process that works long.
NICER = 10


class Process:
    """job: what it works on. left: that is wanted no more. aside: it works long, at low priority,
    and ends with its job. why: the reason for which we ended it."""

    def __init__(self, hear: Callable[[Process, tuple[Any, ...] | None], None]) -> None:
        """hear: called, from another thread, with each message; with None when it has ended."""
        self.job: Job | None = None
        self.number = 0
        self.before: float | None = None
        self.ready = self.left = self.aside = self.gone = False
        self.why = ""
        self.client = ""
        context: Any = multiprocessing.get_context("forkserver" if FORKS else "spawn")
        if FORKS:
            context.set_forkserver_preload([f"{__package__}.preload"])
        self.channel: Connection
        self.channel, theirs = multiprocessing.Pipe()
        self.process = context.Process(target=work, args=(theirs, not FORKS), daemon=True)
        with starting():
            self.process.start()
        theirs.close()
        self.pid: int = self.process.pid
        Thread(target=self._listen, args=(hear,), daemon=True).start()

    def _listen(self, hear: Callable[[Process, tuple[Any, ...] | None], None]) -> None:
        try:
            while True:
                hear(self, self.channel.recv())
        except (EOFError, OSError):
            pass
        with suppress(OSError, ValueError, AssertionError):
            self.process.join(1)
        hear(self, None)

    def ask(self, job: Job) -> None:
        """Have it work on a job."""
        self.job, self.left, self.client = job, False, job.client
        self.number += 1
        self.before = seconds_of(self.pid)
        self._send(("ask", self.number, job.name, job.arguments))

    def leave(self) -> None:
        """Have it leave its job off."""
        self.left = True
        self._send(("leave", self.number))

    def set_aside(self) -> None:
        """Let others go first."""
        self.aside = True
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self.pid, NICER)

    def end(self, why: str = "") -> None:
        """End it, at once."""
        self.why = self.why or why
        with suppress(OSError, ValueError, AttributeError):
            self.process.kill()

    def computed(self, waited: float) -> float:
        """Seconds that it computed for its job (so a busy machine makes no job a long one); where
        that is not known, those that passed: `waited`."""
        now = seconds_of(self.pid)
        return waited if now is None or self.before is None else now - self.before

    @property
    def memory(self) -> int:
        """Bytes that it holds, as far as that is known."""
        return memory_of(self.pid)

    def _send(self, message: tuple[Any, ...]) -> None:
        with suppress(OSError, ValueError):  # it is told by the listener that it is gone
            self.channel.send(message)
