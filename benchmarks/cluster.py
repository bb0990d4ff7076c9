"""What a cluster costs and brings, on this machine (needs dask.distributed).

    python benchmarks/cluster.py

- two workers against one: time for the same blocks, about a second of work each
- overhead: processor time of scheduler and client together, as a share of the workers'
- tasks a second that the scheduler hands out, and bytes of a block (`simulate_cluster.py` takes
  these numbers)
- two of four workers killed during 200 blocks: are the bytes those of one machine?

Where other programs use the machine, the first says less than the others.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import satdoku
from satdoku import batch
from satdoku.workers import cluster
from satdoku.workers.parallel import map_ordered

#: Puzzles of a block that takes about a second, and of a small one.
SECOND, SMALL = 30_000, 200


def made(block: tuple[int, int]) -> tuple[float, bytes]:
    """(seconds of processor, the puzzles) of a block: (its number, how many puzzles)."""
    number, size = block
    before = time.process_time()
    boards = batch.generate(size, seed=5, start=number * size, keep="proper")
    return time.process_time() - before, boards.tobytes()


def nothing(number: int) -> int:
    """A task that takes no time."""
    return number


def blocks(count: int, size: int) -> Iterator[tuple[int, int]]:
    """The first so many blocks."""
    return ((number, size) for number in range(count))


def main() -> None:
    """Print the table."""
    times = {workers: speed(workers) for workers in (1, 2)}
    for workers, (wall, work, own) in times.items():
        print(
            f"{workers} worker{'s'[: workers - 1]}: 24 blocks in {wall:.1f} s, {work:.1f} s of "
            f"processor in them, {own:.2f} s in scheduler and client ({own / work:.1%})",
            flush=True,
        )
    print(f"two workers are {times[1][0] / times[2][0]:.2f} times as fast as one")
    tasks()
    losses()


def speed(workers: int) -> tuple[float, float, float]:
    """(seconds, seconds of processor in workers, and here) for 24 blocks."""
    with satdoku.on_cluster(f"local:{workers}"):
        list(map_ordered(made, blocks(2 * workers, SECOND), threads=True))  # kernels are loaded
        start, own = time.perf_counter(), time.process_time()
        work = sum(took for took, _ in map_ordered(made, blocks(24, SECOND), threads=True))
        return time.perf_counter() - start, work, time.process_time() - own


def tasks() -> None:
    """Empty tasks a second, by the processor time of scheduler and client."""
    with satdoku.on_cluster("local:2"):
        start, own = time.perf_counter(), time.process_time()
        list(map_ordered(nothing, range(2000), threads=True))
        own, wall = time.process_time() - own, time.perf_counter() - start
    print(f"{2000 / wall:,.0f} empty tasks a second; {own / 2000 * 1e3:.2f} ms of processor each")


def losses() -> None:
    """Two of four workers are killed."""
    found = []
    with satdoku.on_cluster("local:4"):
        for number, (_, data) in enumerate(map_ordered(made, blocks(200, SMALL), threads=True)):
            found.append(data)
            if number in (40, 120):
                os.kill(min(cluster.client().run(os.getpid).values()), signal.SIGKILL)
    same = found == [made(block)[1] for block in blocks(200, SMALL)]
    print(f"two of four workers killed during 200 blocks: {'equal' if same else 'OTHER'} bytes")


if __name__ == "__main__":
    main()
