"""Runs work on a cluster (dask.distributed) instead of the workers of this machine.

A chunk's result depends only on the chunk, so results come in order and equal those of one machine,
even if workers are lost: another worker repeats their work.

    with on_cluster("local:2"):
        puzzles = list(generate(100_000))
"""

from __future__ import annotations

import logging
import os
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Generic, TypeVar

from ..errors import EngineError, WorkerKilled, library
from ..phrases import phrase
from . import process as own_python
from .process import starting

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Seconds within which a scheduler must answer.
PATIENCE = 15
#: The number of workers that may be lost at the same work before it is given up.
LOSSES = 20
#: Profiles and system samples of these runs are not used, and would cost a few per cent.
SETTINGS = {
    "distributed.scheduler.allowed-failures": LOSSES,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.disk": False,
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.tick.interval": "1s",
    # for workers that replace lost ones; the first are started within `starting`
    f"distributed.nanny.pre-spawn-environ.{own_python.NAME}": own_python.OURS,
}
#: Seconds after which workers are counted again.
LOOK = 2.0


class ClusterTeam(Generic[Item, Result]):
    """Chunks that a cluster processes, in order; same interface as `team.Team`."""

    def __init__(self, client: Any, work: Callable[[list[Item]], list[Result | Exception]]) -> None:
        self.client, self.work = client, work
        self.waiting: deque[Any] = deque()
        self._jobs, self._asked = 1, -LOOK

    @property
    def jobs(self) -> int:
        """The current number of workers, which may change while queues allow."""
        if monotonic() - self._asked > LOOK:
            self._jobs = max(1, sum(self.client.nthreads().values()))
            self._asked = monotonic()
        return self._jobs

    def give(self, chunk: list[Item]) -> None:
        """Submit a chunk."""
        self.waiting.append(self.client.submit(self.work, chunk, pure=False))

    def take(self) -> list[Result | Exception]:
        """Return the results of the oldest chunk."""
        from distributed import CancelledError, KilledWorker

        future = self.waiting.popleft()
        try:
            found: list[Result | Exception] = future.result()
        except KilledWorker:
            raise WorkerKilled(
                f"{LOSSES} workers of the cluster were lost on the same work, most likely out of "
                "memory: give them more"
            ) from None
        except (CancelledError, OSError) as error:
            raise EngineError(f"the cluster is lost: {error or 'no connection'}") from None
        return found

    def end(self, finished: bool) -> None:
        """Cancel the chunks that are no longer needed."""
        if self.waiting and not finished:
            self.client.cancel(list(self.waiting))


_current: Any = None


def client() -> Any:
    """Return the cluster's client within `on_cluster`, or None."""
    return _current


@contextmanager
def on_cluster(where: str) -> Iterator[None]:
    """Run the work that is shared among workers on a cluster.

    where: "HOST:PORT" of a scheduler, its scheduler file, or "local:N" for N processes here (1 to
    1024). Raises `EngineError` without dask.distributed, or if no scheduler answers.

    >>> import satdoku
    >>> with satdoku.on_cluster("local:4"):  # doctest: +SKIP
    ...     puzzles = list(satdoku.generate(1000, jobs=4))
    """
    global _current  # noqa: PLW0603 - one cluster a process
    environment = dict(os.environ)
    opened = _open(where)
    before, _current = _current, opened[0]
    try:
        yield
    finally:
        _current = before
        for resource in opened:
            resource.close()
        for name in os.environ.keys() - environment.keys():
            del os.environ[name]  # set for workers of this machine


def _open(where: str) -> list[Any]:
    """Return the client, and the cluster if one was started for it."""
    need = "a cluster needs dask.distributed"
    dask = library("dask", need, "distributed")
    distributed = library("distributed", need, "distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    dask.config.set(SETTINGS)
    kind, _, number = where.partition(":")
    if kind == "local":
        if not number.isdecimal() or not 1 <= int(number) <= 1024:
            raise EngineError(
                phrase("cluster {where!r}: write local:N with N from 1 to 1024", where=where)
            )
        with starting():
            cluster = distributed.LocalCluster(
                n_workers=int(number),
                threads_per_worker=1,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
        return [distributed.Client(cluster, set_as_default=False), cluster]
    if not os.path.exists(where) and not re.search(r":\d{1,5}$", where, re.ASCII):
        raise EngineError(
            phrase("cluster {where!r}: write HOST:PORT, a scheduler's file or local:N", where=where)
        )
    options = {"scheduler_file": where} if os.path.exists(where) else {"address": where}
    try:
        return [distributed.Client(**options, timeout=PATIENCE, set_as_default=False)]
    except (OSError, ValueError, TypeError) as error:
        raise EngineError(
            phrase("cluster {where!r}: no scheduler answers ({error!s})", where=where, error=error)
        ) from None
