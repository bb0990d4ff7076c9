"""Workers that process a stream of chunks, and the handling of their failures.

Worker processes leave Ctrl-C to their parent, end with it however it ends, and are terminated when
their results are no longer needed. A killed one is replaced, and its work is tried once more.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Generic, TypeVar

from .child_processes import safe_path
from .errors import WorkerKilled
from .interrupts import ENDING, held_back

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Seconds that a worker has to clean up when it is terminated.
GRACE = 0.6


class Team(Generic[Item, Result]):
    """Workers, and the submitted chunks in order, each with its future result."""

    def __init__(
        self,
        jobs: int,
        threads: bool,
        work: Callable[[list[Item]], list[Result | Exception]],
        say: Callable[[str], object],
    ) -> None:
        self.jobs, self.threads, self.work, self.say = jobs, threads, work, say
        self.waiting: deque[tuple[list[Item], Future[list[Result | Exception]] | None]] = deque()
        self.pool = self._pool()

    def give(self, chunk: list[Item]) -> None:
        """Submit a chunk."""
        self.waiting.append((chunk, self._submit(chunk)))

    def take(self) -> list[Result | Exception]:
        """Return the results of the oldest chunk."""
        chunk, future = self.waiting.popleft()
        try:
            if future:
                return future.result()
        except BrokenExecutor:
            pass
        self.say("a worker process was killed (out of memory?): its work is retried once")
        self.end(finished=False)
        self.pool = self._pool()
        future = self._submit(chunk)
        self.waiting = deque((other, self._submit(other)) for other, _ in self.waiting)
        try:
            if future:
                return future.result()
        except BrokenExecutor:
            pass
        raise WorkerKilled(
            "a worker process was killed twice on the same work, most likely out of memory: use "
            "fewer jobs"
        )

    def _submit(self, chunk: list[Item]) -> Future[list[Result | Exception]] | None:
        """Submit a chunk; return None if the pool is broken."""
        try:
            with nullcontext() if self.threads else starting():
                return self.pool.submit(self.work, chunk)
        except BrokenExecutor:
            return None

    def _pool(self) -> Executor:
        if self.threads:
            return ThreadPoolExecutor(self.jobs)
        with starting():  # its queues start a helper process
            return ProcessPoolExecutor(
                self.jobs, mp_context=get_context("spawn"), initializer=begin_as_worker
            )

    def end(self, finished: bool) -> None:
        """Release the workers; terminate those whose results are not needed."""
        workers: list[Any] = []
        if not finished and not self.threads:
            workers = list((getattr(self.pool, "_processes", None) or {}).values())
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(GRACE)
            if worker.is_alive():
                worker.kill()
        self.pool.shutdown(wait=finished or not self.threads, cancel_futures=True)


@contextmanager
def starting() -> Iterator[None]:
    """Start processes within this block with signals blocked until they can handle them, and
    without the current folder on their path; and do not interrupt a start half way."""
    if not hasattr(signal, "pthread_sigmask"):
        with safe_path():
            yield
        return
    with held_back(), safe_path():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_as_worker() -> None:
    """Ignore Ctrl-C and SIGHUP, which the parent handles; end at SIGTERM or the parent's death."""
    for number in set(ENDING) - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)  # a pending one ends the worker here
    # Before any work there is nothing to clean up; an exception here would print a traceback.
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(1))
    Thread(target=_die_with_the_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, _clean_up_and_die)


def _clean_up_and_die(number: int, frame: object) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, GRACE / 2)  # ends the process in any case
    raise SystemExit(1)


def _die_with_the_parent() -> None:
    parent = parent_process()
    if parent:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)
