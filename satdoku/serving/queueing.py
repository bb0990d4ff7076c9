"""The queue of waiting questions: round robin over clients, so nobody is crowded out."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from . import refusals


@dataclass(slots=True, eq=False)
class Job:
    """A question. client: who sent it; seconds: its time limit; say: called with progress (JSON);
    answer: the future of its result; tries: how often it was started; since: when it was last
    started."""

    client: str
    name: str
    arguments: str
    seconds: float
    say: Callable[[str], None]
    answer: asyncio.Future[str]
    tries: int = 0
    since: float = 0.0


@dataclass(slots=True)
class Queue:
    """most: maximum number of waiting jobs in total; most_each: per client."""

    most: int
    most_each: int
    waiting: OrderedDict[str, deque[Job]] = field(default_factory=OrderedDict)
    count: int = 0

    def put(self, job: Job) -> None:
        """Append a job to its client's queue; raise a `Refusal` if the queue is full."""
        own = self.waiting.setdefault(job.client, deque())
        if self.count >= self.most or len(own) >= self.most_each:
            if not own:
                del self.waiting[job.client]
            raise refusals.full()
        own.append(job)
        self.count += 1

    def put_back(self, job: Job) -> None:
        """Put a job that was already started before all others."""
        self.waiting.setdefault(job.client, deque()).appendleft(job)
        self.waiting.move_to_end(job.client, last=False)
        self.count += 1

    def take(self, may: Callable[[str], bool]) -> Job | None:
        """Return the first job of the first permitted client and move the client to the end."""
        for client, own in self.waiting.items():
            if may(client):
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

    def clear(self) -> list[Job]:
        """Remove and return all waiting jobs."""
        jobs = [job for own in self.waiting.values() for job in own]
        self.waiting.clear()
        self.count = 0
        return jobs
