"""A simulation of clusters of 1 to 1,000 workers: how long 10⁹ puzzles take, and what they cost.

    python benchmarks/simulate_cluster.py [--puzzles 1000000000] [--rate 33000] …

A block is given to a worker by the one scheduler, is worked on, and its bytes come back to the one
client, which writes them in order. So there are three places where things wait: workers, the
scheduler, and the client with its disk or network. Blocks under way are at most five a worker, as
in `map_ordered`. Workers are lost now and then, and what they did is done again. Times of blocks
vary. The usual numbers are those that `benchmarks/cluster.py` measured on one machine of two
cores.
"""

from __future__ import annotations

import argparse
import random
from collections import deque
from dataclasses import dataclass
from heapq import heapify, heappop, heappush


@dataclass(frozen=True)
class Cluster:
    """rate: puzzles a second and core. block: puzzles. scheduling, taking: seconds of scheduler and
    client for a block. size: bytes of a puzzle; bandwidth: bytes a second that the client writes.
    lifetime: seconds after which a worker is lost, on average; price: of an hour of a core."""

    workers: int
    rate: float
    block: int
    scheduling: float
    taking: float
    size: float
    bandwidth: float
    lifetime: float
    price: float


def simulate(cluster: Cluster, blocks: int, seed: int = 1) -> float:
    """Seconds until so many blocks are written."""
    draw = random.Random(seed)
    free = [0.0] * cluster.workers  # when each worker is free
    heapify(free)
    running: list[tuple[float, int]] = []  # (when it is done, block)
    waiting: deque[int] = deque()
    scheduler = client = 0.0
    given = written = 0
    done = dict[int, float]()
    work = cluster.block / cluster.rate
    write = cluster.taking + cluster.block * cluster.size / cluster.bandwidth
    now = 0.0
    while written < blocks:
        while given < blocks and given - written <= 4 * cluster.workers:
            waiting.append(given)
            given += 1
        while waiting and free:
            block = waiting.popleft()
            scheduler = max(scheduler, heappop(free), now) + cluster.scheduling
            heappush(running, (scheduler + work * draw.lognormvariate(0, 0.15), block))
        now, block = heappop(running)
        heappush(free, now)
        if draw.random() < work / cluster.lifetime:  # its worker was lost with it
            waiting.appendleft(block)
            continue
        done[block] = now
        while written in done:
            client = max(client, done.pop(written)) + write
            written += 1
        now = max(now, client if written == blocks else now)
    return max(now, client)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--puzzles", type=float, default=1e9)
    parser.add_argument("--rate", type=float, default=30_000, help="puzzles a second and core")
    parser.add_argument("--block", type=int, default=300_000)
    parser.add_argument("--scheduling", type=float, default=0.001, help="seconds a block")
    parser.add_argument("--taking", type=float, default=0.001, help="seconds a block")
    parser.add_argument("--size", type=float, default=82, help="bytes per puzzle")
    parser.add_argument("--bandwidth", type=float, default=200e6, help="bytes a second")
    parser.add_argument("--lifetime", type=float, default=12.0, help="hours of a worker")
    parser.add_argument("--price", type=float, default=0.04, help="of an hour of a core")
    told = parser.parse_args()
    blocks = int(told.puzzles // told.block)
    print(f"{blocks:,} blocks of {told.block:,} puzzles, {told.block / told.rate:.1f} s each")
    print(f"{'workers':>8} {'hours':>8} {'puzzles/s':>12} {'efficiency':>10} {'cost':>9}")
    for workers in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000):
        cluster = Cluster(
            workers,
            told.rate,
            told.block,
            told.scheduling,
            told.taking,
            told.size,
            told.bandwidth,
            told.lifetime * 3600,
            told.price,
        )
        seconds = simulate(cluster, blocks)
        rate = blocks * told.block / seconds
        print(
            f"{workers:8,} {seconds / 3600:8.2f} {rate:12,.0f} "
            f"{rate / (workers * told.rate):10.0%} {seconds / 3600 * workers * told.price:9.2f}"
        )


if __name__ == "__main__":
    main()
