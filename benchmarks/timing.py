"""What the benchmarks share: medians, and rows of a table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def median_ms(work: Callable[[], object], rounds: int = 21) -> float:
    """Median time of a call, in milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Processor time of one call, in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def row(what: str, measured: float, wanted: str, unit: str = "ms") -> None:
    """One line of the table."""
    print(f"{what:62} {measured:10,.2f} {unit:4} {wanted}", flush=True)
