"""The pool's side of a worker: its process and the pool's end of the channel (see `worker`).

Our own Python processes import no files of the current folder. Python puts that folder first on the
path of `python -c` and `python -m`, which is how multiprocessing starts its processes too: a
`pickle.py` beside the user's puzzles would be run instead of the library's. `PYTHONSAFEPATH`
prevents that. It is set only while a process is started, and to a value of our own, so that
programs of the user's started later run as usual.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from threading import Event, RLock, Thread
from typing import Any

from .interrupts import ENDING, held_back
from .worker import GRACE, work

NAME = "PYTHONSAFEPATH"
#: The value that marks the variable as ours; any value works for Python.
OURS = "satdoku"

_lock = RLock()


def own_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs `main(*arguments)` of one of our modules, found on this
    process's path; its exit status is the result of `main`."""
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from {module} import main as run; "
        "sys.exit(run(*sys.argv[1:]))"
    )
    return [sys.executable, "-P", "-c", program, *arguments]


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep the current folder off the path of processes that multiprocessing starts within."""
    with _lock:
        before = os.environ.get(NAME)
        os.environ[NAME] = before or OURS
        try:
            yield
        finally:
            if before is None:
                del os.environ[NAME]
            else:
                os.environ[NAME] = before


def usual_environment() -> dict[str, str]:
    """Return the environment for a program that is not ours."""
    return {key: value for key, value in os.environ.items() if (key, value) != (NAME, OURS)}


#: Increase in niceness (lower priority) of a process that is set aside.
NICER = 10
FORKS = "forkserver" in multiprocessing.get_all_start_methods()


def nothing(*_: object) -> None:
    """Do nothing."""


@dataclass(slots=True, eq=False)
class Job:
    """A question. arguments: what the worker's `answer` gets; answer: its result, a future of
    `concurrent.futures` or of `asyncio`; say: called with progress; client: on whose behalf;
    seconds: its time limit, if its pool has one; light: whether it goes before those of its client
    that are not; asked, since: when it was asked and last started (in monotonic seconds); tries:
    how often it was started."""

    arguments: tuple[Any, ...]
    answer: Any
    say: Callable[[Any], None] = nothing
    client: str = ""
    seconds: float = math.inf
    light: bool = False
    asked: float = field(default_factory=time.monotonic)
    tries: int = 0
    since: float = 0.0

    def settle(self, result: Any) -> None:
        """Set the result, or the exception, unless there is one already."""
        if self.answer.done():
            return
        if isinstance(result, BaseException):
            self.answer.set_exception(result)
        else:
            self.answer.set_result(result)


class Process:
    """A worker process. job: its current job; left: whether that job was cancelled; client: whose
    its current or last job is; aside: whether it runs at low priority; ready: whether it has
    started; gone: set once it has ended; why: the reason for which we killed it."""

    def __init__(
        self,
        hear: Callable[[Process, tuple[Any, ...] | None], None],
        answer: Callable[..., Any],
        prepare: Callable[[], object] = nothing,
        preload: str = "",
    ) -> None:
        """hear: called from another thread with each message, and with None when the process has
        ended. answer, prepare: run in the process, see `worker.work`. preload: a module that is
        loaded only once, in a server from which processes are forked where the system can: so a
        new one is ready within hundredths of a second. They end with the server."""
        self.job: Job | None = None
        self.number = 0
        self.before: float | None = None
        self.ready = self.left = self.aside = False
        self.gone = Event()
        self.why = self.client = ""
        context: Any = multiprocessing.get_context("forkserver" if preload and FORKS else "spawn")
        if preload and FORKS:
            context.set_forkserver_preload([preload])
        self.channel: Connection
        self.channel, theirs = multiprocessing.Pipe()
        self.process = context.Process(
            target=work, args=(theirs, answer, prepare), daemon=bool(preload)
        )
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
        self.gone.set()
        hear(self, None)

    @property
    def is_idle(self) -> bool:
        """Whether it can take a job."""
        return self.ready and self.job is None and not self.why

    def ask(self, job: Job) -> None:
        """Send it a job. Raises what pickling its arguments does."""
        arguments = pickle.dumps(job.arguments)
        self.job = job
        self.left = False
        self.client = job.client
        job.tries, job.since = job.tries + 1, time.monotonic()
        self.before = seconds_of(self.pid)
        self.number += 1
        self._send(("ask", self.number, arguments))

    def leave(self) -> None:
        """Tell it to abandon its job."""
        self.left = True
        self._send(("leave", self.number))

    def set_aside(self) -> None:
        """Lower its priority."""
        self.aside = True
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self.pid, NICER)

    def computed(self) -> float:
        """Return the CPU seconds spent on its job (on a busy machine fewer than have elapsed); the
        elapsed time if CPU time is unknown."""
        now = seconds_of(self.pid)
        if now is not None and self.before is not None:
            return now - self.before
        return time.monotonic() - self.job.since if self.job else 0.0

    @property
    def memory(self) -> int:
        """Resident memory in bytes, 0 if unknown."""
        try:
            with open(f"/proc/{self.pid}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, ValueError, IndexError):
            return 0

    def terminate(self) -> None:
        """Ask it to clean up and end."""
        with suppress(OSError, ValueError, AttributeError):
            self.process.terminate()

    def end(self, why: str = "") -> None:
        """Kill it."""
        self.why = self.why or why
        with suppress(OSError, ValueError, AttributeError):
            self.process.kill()

    def wait(self) -> None:
        """Wait until it has ended; kill it if that takes longer than `GRACE`."""
        if not self.gone.wait(GRACE):
            self.end()
            self.gone.wait(GRACE)

    def _send(self, message: tuple[Any, ...]) -> None:
        with suppress(OSError, ValueError):  # the listener reports that it is gone
            self.channel.send(message)


@contextmanager
def starting() -> Iterator[None]:
    """Start processes within this block with signals blocked until they can handle them, and
    without the current folder on their path; and do not interrupt a start half way."""
    if not hasattr(signal, "pthread_sigmask"):
        with safe_path():
            yield
        return
    with held_back(), safe_path():
        from multiprocessing import resource_tracker  # which a browser's Python does not have

        # Python 3.11 unblocks the signals when it starts the tracker: so it is started before.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def seconds_of(process: int) -> float | None:
    """Return the CPU seconds that a process has used; None if unknown."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            # The program's name stands in parentheses before the numbers, and may hold spaces.
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None
