"""An ordered map over workers, processes or threads: results in the order of the items, whatever
the number of workers, with only a few chunks of a stream in memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from threading import Event

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
) -> Iterator[Result]:
    """Yield function(item) for each item, in order; `jobs` > 1 uses this many processes.

    The function, items and results must pickle. An error is raised at its item's place. With
    `threads`, threads are used instead, after the first item is done (which compiles the kernels).
    `stop` is set at the end, so that threads can drop work that is no longer needed. If a process
    is killed, `say` reports it and its items are tried once more; then `WorkerKilled` is raised.
    A process gets `chunk` items at a time. Within `on_cluster` a cluster does all the work.
    """
    items = iter(items)
    cluster = _cluster()
    if jobs <= 1 and cluster is None:
        yield from map(function, items)
        return
    from ..cancellation import Stop, run_under

    if threads and cluster is None:
        for first in items:
            yield function(first)
            break

    failures: list[Exception] = []
    of_kernels = Stop()
    team: Team[Item, Result] | Threads[Item, Result] | ClusterTeam[Item, Result]
    if cluster is not None:
        from .cluster import ClusterTeam

        team = ClusterTeam(cluster, partial(_apply, function))
    else:
        from .team import Team, Threads

        if threads:
            team = Threads(jobs, partial(run_under, of_kernels, _apply, function))
        else:
            team = Team(jobs, partial(_apply, function), say)
    finished = False
    try:
        for part in _chunks(items, failures, 1 if threads else chunk):
            team.give(part)
            if len(team.waiting) > 4 * team.jobs:
                yield from _unpack(team.take())
        while team.waiting:
            yield from _unpack(team.take())
        finished = True
        if failures:
            raise failures[0]
    finally:
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
    chunk: list[Item] = []
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


def _apply(function: Callable[[Item], Result], chunk: list[Item]) -> list[Result | Exception]:
    results: list[Result | Exception] = []
    for item in chunk:
        try:
            results.append(function(item))
        except Exception as error:
            results.append(error)
            break
    return results


def _unpack(results: list[Result | Exception]) -> Iterator[Result]:
    for result in results:
        if isinstance(result, Exception):
            raise result
        yield result
