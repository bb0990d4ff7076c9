"""A worker as the server sees it: its process and the server's end of the message channel.

Processes are forked from one that has everything loaded (where the system can fork), so a new one
is ready within hundredths of a second; elsewhere each process loads everything itself.
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
#: Increase in niceness (lower priority) of a process whose job takes long.
NICER = 10


class Process:
    """A worker process. job: its current job. left: whether that job was cancelled. aside: whether
    it runs at low priority because the job takes long; such a process ends with its job. why: the
    reason for which we killed it."""

    def __init__(self, hear: Callable[[Process, tuple[Any, ...] | None], None]) -> None:
        """hear: called from another thread with each message, and with None when the process has
        ended."""
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
        """Send it a job."""
        self.job, self.left, self.client = job, False, job.client
        self.number += 1
        self.before = seconds_of(self.pid)
        self._send(("ask", self.number, job.name, job.arguments))

    def leave(self) -> None:
        """Tell it to abandon its job."""
        self.left = True
        self._send(("leave", self.number))

    def set_aside(self) -> None:
        """Lower its priority."""
        self.aside = True
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self.pid, NICER)

    def end(self, why: str = "") -> None:
        """Kill it."""
        self.why = self.why or why
        with suppress(OSError, ValueError, AttributeError):
            self.process.kill()

    def computed(self, waited: float) -> float:
        """Return the CPU seconds spent on its job (so a busy machine does not make a job count as
        long); `waited`, the elapsed time, if CPU time is unknown."""
        now = seconds_of(self.pid)
        return waited if now is None or self.before is None else now - self.before

    @property
    def memory(self) -> int:
        """Resident memory in bytes, 0 if unknown."""
        return memory_of(self.pid)

    def _send(self, message: tuple[Any, ...]) -> None:
        with suppress(OSError, ValueError):  # the listener reports that it is gone
            self.channel.send(message)
