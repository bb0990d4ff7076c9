"""What choosing the puzzles of a large data set takes, in memory and processor time.

    python benchmarks/selection.py --puzzles 10000000 FOLDER

Puzzles are random boards with random keys of themselves and of their solved grids, since to make
and solve a hundred million would take hours; of the grids one in a thousand comes again. They go
the way of `satdoku dataset make`: known keys, files in the folder, random order, splits that share
no grid, one file of boards. The folder needs 180 bytes per puzzle. Memory is the peak of this
process, printed after each step.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

import numpy as np

from satdoku.datasets.make.chosen import KnownKeys, PuzzleFiles, keep_together, random_order

CELLS = 81
#: One in how many grids is an earlier one.
EVERY = 1000


def main() -> None:
    """Choose random puzzles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=1_000_000)
    parser.add_argument("--block", type=int, default=2048, help="puzzles that come at a time")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    files = PuzzleFiles(options.folder)
    target = options.folder / "chosen.bin"
    try:
        choose(files, options.puzzles, options.block)
        say("taken")
        order = random_order(files.count, seed=1)
        say("ordered")
        tenth = files.count // 10
        keep_together(order, files.grids(), [files.count - tenth, tenth])
        say("split")
        files.in_order(target, order, CELLS)
        say("written")
        assert target.stat().st_size == files.count * CELLS
    finally:
        files.close()
        target.unlink(missing_ok=True)


def choose(files: PuzzleFiles, count: int, block: int) -> None:
    """Add `count` random puzzles to the files, block by block."""
    dice = np.random.default_rng(1)
    seen = KnownKeys()
    for start in range(0, count, block):
        size = min(block, count - start)
        boards = dice.integers(0, 10, (size, CELLS), np.uint8)
        names = dice.integers(0, 2**64, size, np.uint64)
        grids = dice.integers(0, 2**64, size, np.uint64)
        grids[EVERY - 1 :: EVERY] = grids[0]
        fresh = ~seen.have(names)
        seen.add(names[fresh])
        files.add(boards[fresh], grids[fresh])


def say(what: str) -> None:
    """Print what was done, with the processor time and the peak of memory so far."""
    seconds = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{what:8} after {seconds:7.1f} s of processor  peak {peak:,} MB", flush=True)


if __name__ == "__main__":
    main()
