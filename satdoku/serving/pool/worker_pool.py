"""The server's pool: workers that answer many clients, none of which waits for another.

Invariant: at most `workers` jobs run at full priority, and as many light ones beside them; one more
process stands by. A job that takes longer than a moment is set aside: it continues at low priority
and frees its slot. So one client's hard puzzles delay nobody, nor its own light questions; the
number of jobs set aside is limited, too. What waits too long is refused. Cancelled jobs are asked
to stop, and killed with their process if they do not. A job whose process is killed from outside is
restarted once.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ...frozen import frozen
from ...workers.process import Job, Process
from ...workers.team import TRIES, Pool
from .worker import BUSY, FULL, KILLED, STOPPING, TOO_LARGE, RequestRefused, answer, prepare

#: Seconds of work after which a job is set aside; grace period of a cancelled job; interval between
#: checks of clocks and memory; grace period of jobs when the server stops.
MOMENT, HEED, LOOK, PATIENCE = 0.5, 0.2, 0.1, 3.0
#: Seconds that a question may wait before it is refused.
WAIT = 15.0
#: Operations that answer within milliseconds on nearly all boards. They go before the others of
#: their client and have slots of their own, so that a page stays quick while its client counts.
LIGHT = frozenset(
    ("parse", "render", "kinds", "layouts", "live", "hint", "check-entries", "convert")
)
#: Number of consecutive failures to start a process after which questions are refused; initial and
#: maximum pause in seconds between two attempts.
FAILURES, PAUSE, LONGEST_PAUSE = 5, 0.1, 2.0


@frozen
class Limits:
    """workers: concurrent jobs at full priority. waiting, waiting_each: maximum number of waiting
    jobs, in total and per client. aside, aside_each: the same for long jobs. memory: bytes above
    which a process is replaced after its job; at twice as many, a process set aside is killed."""

    workers: int = max(2, os.cpu_count() or 2)
    waiting: int = 256
    waiting_each: int = 32
    aside: int = 8
    aside_each: int = 3
    memory: int = 700_000_000


@dataclass(slots=True)
class Queue:
    """The waiting questions: round robin over clients, so nobody is crowded out.

    most: maximum number of waiting jobs in total; most_each: per client."""

    most: int
    most_each: int
    waiting: OrderedDict[str, deque[Job]] = field(default_factory=OrderedDict)
    count: int = 0

    def put(self, job: Job) -> None:
        """Append a job to its client's queue; raise a `RequestRefused` if the queue is full."""
        own = self.waiting.setdefault(job.client, deque())
        if self.count >= self.most or len(own) >= self.most_each:
            if not own:
                del self.waiting[job.client]
            raise RequestRefused(*FULL)
        # Behind the light ones that came before it.
        place = sum(other.light for other in own) if job.light else len(own)
        own.insert(place, job)
        self.count += 1

    def put_back(self, job: Job) -> None:
        """Put a job that was already started before all others."""
        self.waiting.setdefault(job.client, deque()).appendleft(job)
        self.waiting.move_to_end(job.client, last=False)
        self.count += 1

    def take(self, may: Callable[[Job], bool]) -> Job | None:
        """Return the first permitted job that is the first of its client, which then comes last."""
        for client, own in self.waiting.items():
            if may(own[0]):
                job = own.popleft()
                self.count -= 1
                self.waiting.move_to_end(client)
                if not own:
                    del self.waiting[client]
                return job
        return None

    def remove(self, job: Job) -> bool:
        """Remove a job that is no longer wanted; return False if it is not in the queue."""
        own = self.waiting.get(job.client)
        if own is None or job not in own:
            return False
        own.remove(job)
        self.count -= 1
        if not own:
            del self.waiting[job.client]
        return True

    def late(self) -> list[Job]:
        """Remove and return the jobs that have waited too long."""
        over = time.monotonic() - WAIT
        jobs = [job for own in self.waiting.values() for job in own if job.asked < over]
        return [job for job in jobs if self.remove(job)]

    def clear(self) -> list[Job]:
        """Remove and return all waiting jobs."""
        jobs = [job for own in self.waiting.values() for job in own]
        self.waiting.clear()
        self.count = 0
        return jobs


class Crew(Pool):
    """The worker pool (see above). Used within one event loop: `start`, `ask`, `stop`."""

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__()
        self.limits = limits or Limits()
        self.queue = Queue(self.limits.waiting, self.limits.waiting_each)
        self.starting = self.failures = 0
        self.not_before = 0.0
        self.is_stopping = False
        self._starter = ThreadPoolExecutor(1, "satdoku-starter")
        self._watch: asyncio.Task[None] | None = None

    # -- For callers ----------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the processes; return when the first is ready."""
        self.loop = asyncio.get_running_loop()
        self._first = asyncio.Event()
        self._watch = asyncio.create_task(self._look())
        self._fill()
        await self._first.wait()

    async def ask(
        self,
        client: str,
        name: str,
        arguments: str,
        seconds: float,
        say: Callable[[str], None] = lambda _: None,
    ) -> str:
        """Return the answer as JSON; raise `RequestRefused`. Cancelling this task cancels the
        work."""
        if self.is_stopping:
            raise RequestRefused(*STOPPING)
        answer = self.loop.create_future()
        job = Job((name, arguments), answer, say, client, seconds, light=name in LIGHT)
        self.queue.put(job)
        self.share()
        try:
            text: str = await job.answer
        finally:
            if job.answer.cancelled():
                self._leave(job)
        return text

    async def stop(self) -> None:
        """Refuse waiting jobs, give running ones a grace period, and end all processes."""
        self.is_stopping = True
        for job in self.queue.clear():
            job.settle(RequestRefused(*STOPPING))
        end = time.monotonic() + PATIENCE
        while any(p.job and not p.left for p in self.processes) and time.monotonic() < end:
            await asyncio.sleep(0.02)
        if self._watch:
            self._watch.cancel()
        for process in tuple(self.processes):
            if process.job:
                process.job.settle(RequestRefused(*STOPPING))
            process.end()
        self._starter.shutdown(wait=True, cancel_futures=True)
        while (
            any(not p.gone.is_set() for p in self.processes) and time.monotonic() < end + PATIENCE
        ):
            for process in tuple(self.processes):
                process.end()
            await asyncio.sleep(0.02)

    # -- Scheduling -----------------------------------------------------------------------------

    def _in_slots(self, light: bool = False) -> list[Job]:
        running = [p.job for p in self.processes if p.job and not p.aside and not p.left]
        return [job for job in running if job.light == light]

    def share(self) -> None:
        """Assign waiting jobs to idle processes, and keep a standby process ready; replace those
        that ran at low priority or have grown."""
        for process in self.processes:
            grown = process.number and process.memory > self.limits.memory
            if process.is_idle and (process.aside or grown):
                process.end("replaced")
        most = self.limits.workers

        def may(job: Job) -> bool:
            slots = self._in_slots(job.light)
            own = sum(1 for other in slots if other.client == job.client)
            # One slot is left to other clients, if there are several.
            return len(slots) < most and own < max(1, most - 1)

        while not self.is_stopping:
            idle = [p for p in self.processes if p.is_idle]
            job = self.queue.take(may) if idle else None
            if job is None:
                break
            # Best is a process that this client used last, next one that nobody used: what it has
            # loaded for another client may have to make room.
            process = min(idle, key=lambda p: (p.client != job.client, p.client != ""))
            process.ask(job)
        self._fill()

    def _fill(self) -> None:
        """Start processes until there is a ready one for each free slot, plus one."""
        ready = sum(1 for p in self.processes if p.is_idle or (not p.ready and not p.why))
        wanted = max(0, self.limits.workers - len(self._in_slots())) + 1
        if self.failures and time.monotonic() < self.not_before:
            return
        while not self.is_stopping and ready + self.starting < wanted:
            self.starting += 1
            self._starter.submit(self._make)

    def _make(self) -> None:
        """Start a process (runs in the starter thread)."""
        process = None
        with suppress(Exception):  # out of memory or processes: retried later
            if not self.is_stopping:
                process = Process(self._hear, answer, prepare, f"{__package__}.preload")
        self.loop.call_soon_threadsafe(self._made, process)

    def _made(self, process: Process | None) -> None:
        self.starting -= 1
        if process is None:
            self._failed()
        elif self.is_stopping:
            process.end()
        else:
            self.processes.append(process)

    def _failed(self) -> None:
        """Handle a process that failed to start: the next attempt comes a little later."""
        self.failures += 1
        self.not_before = time.monotonic() + min(LONGEST_PAUSE, PAUSE * 2**self.failures)
        if self.failures >= FAILURES and not self.is_stopping:
            for job in self.queue.clear():
                job.settle(RequestRefused(*FULL))

    # -- Messages from processes ----------------------------------------------------------------

    def _hear(self, process: Process, message: tuple[Any, ...] | None) -> None:
        """Receive a message (runs in the listener thread of the process)."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.receive, process, message)

    def receive(self, process: Process, message: tuple[Any, ...] | None) -> None:
        """Handle a message; when a process is ready, others can be started, too."""
        if message and message[0] == "ready":
            self.failures = 0
            self._first.set()
        super().receive(process, message)

    def lost(self, process: Process, job: Job | None) -> None:
        """Give the job of a killed process to another one, or tell its client why it has ended."""
        if not process.ready and not process.why:
            self._failed()
        self._first.set()
        if job is None or job.answer.done() or process.left:
            return
        if process.why == "late":
            job.settle(RequestRefused(422, f"no answer within {job.seconds:g} s"))
        elif process.why == "memory":
            job.settle(RequestRefused(*TOO_LARGE))
        elif self.is_stopping:
            job.settle(RequestRefused(*STOPPING))
        elif job.tries < TRIES:
            self.queue.put_back(job)
        else:
            job.settle(RequestRefused(*KILLED))

    def _leave(self, job: Job) -> None:
        """Cancel a job that nobody waits for any more."""
        if self.queue.remove(job):
            return
        for process in self.processes:
            if process.job is job:
                process.leave()
                self.loop.call_later(HEED, self._end_if_at, process, job)
        self.share()

    def _end_if_at(self, process: Process, job: Job) -> None:
        if process.job is job:
            process.end("left")
            self.share()

    # -- Time and memory limits -----------------------------------------------------------------

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            for process in tuple(self.processes):
                job = process.job
                if job is None or process.left or process.why:
                    continue
                took = now - job.since
                if took > job.seconds:
                    process.end("late")
                # (The time that has passed is known at once; what was computed must be asked of the
                # system.)
                elif took > MOMENT and not process.aside and process.computed() > MOMENT:
                    self._set_aside(process, job)
                if process.aside and process.memory > 2 * self.limits.memory:
                    process.end("memory")
            for job in self.queue.late():
                job.settle(RequestRefused(*FULL))
            self.share()

    def _set_aside(self, process: Process, job: Job) -> None:
        """Free the slot of a long job; if there are too many of them and another client waits, kill
        it."""
        aside = [p for p in self.processes if p.job and p.aside]
        own = sum(1 for p in aside if p.client == job.client)
        if len(aside) < self.limits.aside and own < self.limits.aside_each:
            process.set_aside()
        # If nobody else waits, the job keeps its slot: it delays no one.
        elif any(client != job.client for client in self.queue.waiting):
            job.settle(RequestRefused(*BUSY))
            process.end("busy")
