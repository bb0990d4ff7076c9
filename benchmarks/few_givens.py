"""Makes a puzzle of each kind with at most three givens; prints its clues and the processor time.

    python benchmarks/few_givens.py                      every kind that can be generated
    python benchmarks/few_givens.py killer x-sum         these
    python benchmarks/few_givens.py --most 0 --seed 2    without givens, from another seed

A kind without such a puzzle, because digits can be exchanged without breaking its rules, is listed
with the reason. Each kind has a time limit, by the clock.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import median
from time import process_time

import satdoku
from satdoku.operations.variant_generation import generated_kinds


def main() -> None:
    """Print a line per kind, then the median time of those that were made."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--most", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=60)
    options = parser.parse_args()
    kinds = options.kinds or generated_kinds()
    times = []
    for kind in kinds:
        start = process_time()
        try:
            puzzle = next(
                satdoku.generate(
                    seed=options.seed,
                    kind=kind,
                    keep="proper",
                    clues=(0, options.most),
                    time_limit=options.time_limit,
                )
            )
            sizes = Counter(len(c.cells) for c in puzzle.constraints)
            shown = ", ".join(f"{sizes[n]} of {n} cells" for n in sorted(sizes))
            answer = f"{puzzle.clues} givens, {len(puzzle.constraints)} constraints: {shown}"
            times.append(process_time() - start)
        except satdoku.GenerationError as error:
            answer = f"none: {error}"
        print(f"{kind:18} {process_time() - start:6.1f} s  {answer}", flush=True)
    if times:
        print(f"{len(times)} of {len(kinds)} kinds, median {median(times):.1f} s of processor time")


if __name__ == "__main__":
    main()
