"""The queue of waiting questions: round robin over clients, so nobody is crowded out."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ...workers.process import Job
from . import refusals


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
        """Return the first job of the first permitted client, which then comes last."""
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
