"""Workers for a stream of chunks, processes or threads: give chunks, take their results in order.

Worker processes leave Ctrl-C to their parent, end with it however it ends, and are terminated when
their results are no longer needed. A killed one is replaced, and its work is tried once more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import RLock
from typing import Any, Generic, TypeVar

from ..errors import WorkerKilled
from .interrupts import held_back
from .pool import TRIES, Pool, without_progress
from .process import Job, Process

Item = TypeVar("Item")
Result = TypeVar("Result")


class Threads(Generic[Item, Result]):
    """Chunks that threads process; same interface as `Team`. waiting: the results of the chunks
    given and not yet taken."""

    def __init__(self, jobs: int, work: Callable[[list[Item]], list[Result | Exception]]) -> None:
        self.jobs, self.work = jobs, work
        self.waiting: deque[Future[list[Result | Exception]]] = deque()
        self.pool = ThreadPoolExecutor(jobs)

    def give(self, chunk: list[Item]) -> None:
        """Submit a chunk."""
        self.waiting.append(self.pool.submit(self.work, chunk))

    def take(self) -> list[Result | Exception]:
        """Return the results of the oldest chunk."""
        return self.waiting.popleft().result()

    def end(self, finished: bool) -> None:
        """Release the threads."""
        self.pool.shutdown(wait=finished, cancel_futures=True)


class Team(Pool, Generic[Item, Result]):
    """Processes, started when there is work for them. waiting: the results of the chunks given and
    not yet taken; queue: those that no process has yet; retried: whether a chunk was given out once
    more, which is still to be said. Messages arrive in other threads, hence the lock."""

    def __init__(
        self, jobs: int, work: Callable[[list[Item]], list[Result | Exception]],
        say: Callable[[str], object],
    ) -> None:  # fmt: skip
        super().__init__()
        self.jobs, self.say = jobs, say
        self.answer = partial(without_progress, work)
        self.waiting: deque[Future[list[Result | Exception]]] = deque()
        self.queue: deque[Job] = deque()
        self.lock = RLock()
        self.ended = self.retried = False

    def give(self, chunk: list[Item]) -> None:
        """Submit a chunk."""
        job = Job((chunk,), Future())
        self.waiting.append(job.answer)
        with self.lock:
            self.queue.append(job)
            self.share()

    def take(self) -> list[Result | Exception]:
        """Return the results of the oldest chunk."""
        try:
            return self.waiting.popleft().result()
        finally:
            if self.retried:
                self.say("a worker process was killed (out of memory?): its work is retried once")
                self.retried = False

    def end(self, finished: bool) -> None:
        """End the processes."""
        with held_back(), self.lock:
            self.ended = True
            processes = tuple(self.processes)
            for process in processes:
                process.terminate()
        for process in processes:
            process.wait()

    def share(self) -> None:
        """Give chunks to idle processes; start one for each chunk that is left, up to `jobs`."""
        if self.ended:
            return
        for process in self.processes:
            if self.queue and process.is_idle:
                job = self.queue.popleft()
                try:
                    process.ask(job)
                except Exception as error:  # it cannot be pickled
                    job.settle(error)
        starting = sum(not process.ready for process in self.processes)
        wanted = min(len(self.queue) - starting, self.jobs - len(self.processes))
        try:
            for _ in range(wanted):
                with held_back():
                    self.processes.append(Process(self._hear, self.answer))
        except Exception as error:  # no process can be started, or the work cannot be pickled
            while self.queue:
                self.queue.popleft().settle(error)

    def lost(self, process: Process, job: Job | None) -> None:
        """Give the job to another process; one that could not even start loses the next job."""
        if self.ended:
            return
        if job is None and not process.ready and self.queue:
            job = self.queue.popleft()
            job.tries += 1
        if job and job.tries < TRIES:
            self.queue.appendleft(job)
            self.retried = True
        elif job:
            job.settle(
                WorkerKilled(
                    "a worker process was killed twice on the same work, most likely out of "
                    "memory: use fewer jobs"
                )
            )

    def _hear(self, process: Process, message: tuple[Any, ...] | None) -> None:
        with self.lock:
            self.receive(process, message)
