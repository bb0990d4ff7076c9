"""Counts exactly: empty boards, 9×9 boards with few givens, time limits, and the estimates.

    python benchmarks/counting.py                    the figures below
    python benchmarks/counting.py seventeen.txt      with givens of these puzzles, as well

Givens are taken from full random grids and, if a file is given (one puzzle a line), from its
puzzles. Times are by the clock, and the machine's load is printed with them.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from statistics import median

import satdoku
from satdoku.backends.base import Clock
from satdoku.batch.counting import quick_estimate
from satdoku.batch.exact_counts import exact_count
from satdoku.layout import Layout

#: Puzzles of each number of givens.
EACH = 3
EMPTY = ("4x4", "6x6", "6x6+diagonal", "5x5/latin", "6x6/latin", "8x8", "9x9")


def some(puzzle: satdoku.Puzzle, givens: int, rng: random.Random) -> satdoku.Puzzle:
    """Return the puzzle with only this many of its givens."""
    at = [cell for cell, digit in enumerate(puzzle.cells) if digit]
    return puzzle.without(rng.sample(at, len(at) - givens))


def main() -> None:
    """Print the figures."""
    print(f"load {os.getloadavg()[0]:.1f}")
    for name in EMPTY:
        layout, start = Layout.named(name), time.perf_counter()
        number = exact_count(satdoku.Puzzle((0,) * layout.cell_count, layout), Clock(None))
        print(f"empty {name:14} {number} {time.perf_counter() - start:.2f} s", flush=True)
    lines = Path(sys.argv[1]).read_text().split("\n") if sys.argv[1:] else []
    puzzles = [satdoku.parse(line) for line in lines if len(line) == 81]
    known: list[tuple[satdoku.Puzzle, int]] = []
    for source in ("grids", "puzzles") if puzzles else ("grids",):
        for givens in range(9, 17):
            rng, times, numbers = random.Random(givens), [], []
            for k in range(EACH):
                whole = satdoku.random_grid(seed=k) if source == "grids" else rng.choice(puzzles)
                puzzle, start = some(whole, givens, rng), time.perf_counter()
                number = exact_count(puzzle, Clock(None))
                times.append(time.perf_counter() - start)
                numbers.append(number)
                if number:
                    known.append((puzzle, number))
            exact = [n for n in numbers if n is not None]
            print(
                f"9x9, {givens} givens of {source}: exact {len(exact)} of {EACH}, "
                f"time median {median(times):.1f} s, most {max(times):.1f} s, "
                f"largest number {max(exact, default=0):,}",
                flush=True,
            )
    for limit in (0.3, 1.0, 3.0):
        late = 0.0
        for seed in range(5):
            puzzle = some(satdoku.random_grid(seed=seed), 10, random.Random(seed))
            start = time.perf_counter()
            try:
                satdoku.count(puzzle, time_limit=limit)
            except satdoku.TimeLimitReached:
                late = max(late, time.perf_counter() - start - limit)
        print(f"time limit {limit} s: exceeded by {late:.2f} s at most", flush=True)
    held = 0
    for puzzle, number in known:
        low, high = quick_estimate(puzzle, 0, Clock(None)).interval
        held += low <= number <= high
    print(f"95% intervals of estimates: {held} of {len(known)} hold the number")


if __name__ == "__main__":
    main()
