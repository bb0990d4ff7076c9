"""An ordered map over workers, processes or threads: results in the order of the items, whatever
the number of workers, with only a few chunks of a stream in memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from queue import SimpleQueue
from threading import Event, Semaphore, Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from .cluster import ClusterTeam
    from .team import Team, Threads

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16


def map_ordered(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int = 1,
    threads: bool = False,
    stop: Event | None = None,
    say: Callable[[str], object] = lambda _: None,
    chunk: int = CHUNK,
    slow: bool = False,
) -> Iterator[Result]:
    """Yield function(item) for each item, in order; `jobs` > 1 uses this many processes.

    The function, items and results must pickle. An error is raised at its item's place. With
    `threads`, threads are used instead, after the first item is done (which compiles the kernels).
    `stop` is set at the end, so that threads can drop work that is no longer needed. If a process
    is killed, `say` reports it and its items are tried once more; then `WorkerKilled` is raised.
    A process gets `chunk` items at a time. Within `on_cluster` a cluster does all the work. slow:
    items may be long in coming (those of a pipe), so another thread reads them, and no result waits
    for the next item.
    """
    items = iter(items)
    cluster = _cluster()
    if jobs <= 1 and cluster is None:
        yield from map(function, items)
        return
    from ..cancellation import Stop, run_under
    from ..plugins import carried

    if threads and cluster is None:
        for first in items:
            yield function(first)
            break

    size = 1 if threads else chunk
    failures: list[Exception] = []
    of_kernels = Stop()
    team: Team[Item, Result] | Threads[Item, Result] | ClusterTeam[Item, Result]
    if not threads or cluster is not None:
        items = map(carried, items)
    if cluster is not None:
        from .cluster import ClusterTeam

        team = ClusterTeam(cluster, partial(_apply, carried(function)))
    else:
        from .team import Team, Threads

        if threads:
            team = Threads(jobs, partial(run_under, of_kernels, _apply, function))
        else:
            team = Team(jobs, partial(_apply, carried(function)), say)
    reader = _ReaderThread(items, failures, size) if slow else None
    parts = reader.chunks(team) if reader else _chunks(items, failures, size)
    finished = False
    try:
        for part in parts:
            if part:
                team.give(part)
                if reader:
                    team.waiting[-1].add_done_callback(reader.wake)
            # Only so many chunks are under way: a stream may be endless, and its consumer slow.
            while team.waiting and (len(team.waiting) > 4 * team.jobs or team.waiting[0].done()):
                yield from _unpack(team.take())
        while team.waiting:
            yield from _unpack(team.take())
        finished = True
        if failures:
            raise failures[0]
    finally:
        if reader:
            reader.end()
        of_kernels.set()
        if stop:
            stop.set()
        team.end(finished)


def _cluster() -> Any:
    """Return the client of the current cluster, if there is one."""
    module = sys.modules.get(f"{__package__}.cluster")
    return module and module.client()


def _chunks(items: Iterable[Item], failures: list[Exception], size: int) -> Iterator[list[Item]]:
    """Yield the items in chunks; an error ends them and is recorded, so earlier items get done."""
    chunk = []
    try:
        for item in items:
            chunk.append(item)
            if len(chunk) == size:
                yield chunk
                chunk = []
    except Exception as error:
        failures.append(error)
    if chunk:
        yield chunk


class _ReaderThread(Generic[Item]):
    """Reads items in another thread, so that nothing waits for one that is long in coming.

    news: what the consumer waits for: [item]; [] when a result is done; None at the end of the
    items. room: for how many more items may be read before the consumer takes some.
    """

    def __init__(self, items: Iterator[Item], failures: list[Exception], size: int) -> None:
        self.items = items
        self.failures = failures
        self.size = size
        self.news: SimpleQueue[list[Item] | None] = SimpleQueue()
        self.room, self.ended = Semaphore(size), False
        # Python waits at exit for other threads, but a read from a pipe may never return.
        Thread(target=self._read, daemon=True).start()

    def chunks(self, team: Any) -> Iterator[list[Item]]:
        """Yield the items in chunks; smaller ones while a worker of the team has nothing to do and
        no item is there, and an empty one when a result is done."""
        chunk = []
        while (news := self.news.get()) is not None:
            if news:
                self.room.release()
                chunk += news
            busy = sum(not answer.done() for answer in team.waiting)
            if len(chunk) == self.size or (busy < team.jobs and self.news.empty()):
                yield chunk
                chunk = []
            elif not news:
                yield []
        yield chunk

    def wake(self, _: object) -> None:
        """Tell the consumer that a result is done."""
        self.news.put([])

    def end(self) -> None:
        """Read no more than the next item."""
        self.ended = True
        self.room.release()

    def _read(self) -> None:
        """Read the items; an error ends them and is recorded, so earlier items get done."""
        try:
            for item in self.items:
                self.news.put([item])
                self.room.acquire()
                if self.ended:
                    return
        except Exception as error:
            self.failures.append(error)
        self.news.put(None)


def _apply(function: Callable[[Item], Result], chunk: list[Item]) -> list[Result | Exception]:
    results: list[Result | Exception] = []
    for item in chunk:
        try:
            results.append(function(item))
        except Exception as error:
            # The error ends the stream at its place, so the rest of the chunk would not be read.
            results.append(error)
            break
    return results


def _unpack(results: list[Result | Exception]) -> Iterator[Result]:
    for result in results:
        if isinstance(result, Exception):
            raise result
        yield result
