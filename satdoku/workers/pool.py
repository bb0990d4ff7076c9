"""A pool of worker processes: what a pool for one stream of work (`team.Team`) and one for many
clients (`serving.pool.worker_pool.Crew`) have in common.

A process has at most one job. A job whose process is killed from outside is given to another one,
once. Which waiting job is next, and how many processes there are, is up to the subclass.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any

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
        elif message[1] == process.number:
            if message[0] == "say":
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
