"""Workers for a stream of chunks, processes or threads: give chunks, take their results in order.

Worker processes leave Ctrl-C to their parent, end with it however it ends, and are terminated when
their results are no longer needed. A killed one is replaced, and its work is tried once more.

A `Pool` of processes serves one stream (`Team`) or many clients
(`serving.pool.worker_pool.Crew`). A process has at most one job. A job whose process is killed from
outside is given to another one, once. Which waiting job is next, and how many processes there are,
is up to the subclass.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from threading import RLock
from typing import Any, Generic, TypeVar

from ..errors import WorkerKilled
from .interrupts import held_back
from .process import Job, Process
from .worker import GRACE

#: How often a job is started before the pool gives it up.
TRIES = 2


class Pool:
    """Processes and their jobs. All methods run in one thread, or under one lock."""

    def __init__(self) -> None:
        self.processes: list[Process] = []

    def share(self) -> None:
        """Give waiting jobs to idle processes; start and end processes as needed."""
        raise NotImplementedError

    def lost(self, process: Process, job: Job | None) -> None:
        """React to a process that has ended, and to the loss of its job, if it had one."""
        raise NotImplementedError

    def receive(self, process: Process, message: tuple[Any, ...] | None) -> None:
        """Handle a message of a process; None means that it has ended."""
        job = process.job
        if message is None:
            process.job = None
            if process in self.processes:
                self.processes.remove(process)
            self.lost(process, job)
        elif message[0] == "ready":
            process.ready = True
        # Messages about an earlier question may still be on their way when the next one is asked.
        elif message[1] == process.number:
            if message[0] == "say":
                # Whoever left the question is no longer there to hear of it.
                if job and not process.left:
                    job.say(message[2])
                return
            process.job = None
            if job and message[0] != "left":
                job.settle(_loaded(message[2]))
        self.share()


def _loaded(result: bytes) -> Any:
    """Return the result, or the exception that unpickling it raises."""
    try:
        return pickle.loads(result)
    except Exception as error:
        return error


def run_within(seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
    """Return work(*arguments), computed in a process that is killed after `seconds`: for libraries
    that can be interrupted in no other way. Return None if there is no result in time."""
    answer: Future[Any] = Future()

    def hear(process: Process, message: tuple[Any, ...] | None) -> None:
        if message is None or message[0] == "failed":
            answer.cancel()
        elif message[0] == "done":
            answer.set_result(pickle.loads(message[2]))

    process = Process(hear, partial(without_progress, work))
    process.ask(Job(arguments, answer))
    try:
        return answer.result(seconds)
    except (TimeoutError, CancelledError):
        return None
    finally:
        process.end()
        process.gone.wait(GRACE)


def without_progress(work: Callable[..., Any], *arguments: Any) -> Any:
    """Return work(...) of all arguments but the last, with which a worker would report progress."""
    return work(*arguments[:-1])


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
        self,
        jobs: int,
        work: Callable[[list[Item]], list[Result | Exception]],
        say: Callable[[str], object],
    ) -> None:
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
            # Said here, in the caller's thread, not where messages are heard.
            if self.retried:
                self.say("a worker process was killed (out of memory?): its work is retried once")
                self.retried = False

    def end(self, finished: bool) -> None:
        """End the processes."""
        # A signal in the midst would leave processes that nobody ends.
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
        # Each of the processes that are starting will take a chunk, so none is started for those.
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
        # Else processes that die as they start would be replaced without end.
        if job is None and not process.ready and self.queue:
            job = self.queue.popleft()
            job.tries += 1
        if job and job.tries < TRIES:
            # In front, since results are taken in order: this one is the next that is waited for.
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
