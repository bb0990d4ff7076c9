"""Cleared sums of killers without givens: are they proposed again, exactly, and how soon?

    python benchmarks/cleared_sums.py [--puzzles 10] [--together 2]

The cages cover the board, so one sum is what the others leave of 405: sums are cleared together,
each once with random others. Of each such puzzle: whether every number that its cages can have is
known with all its solutions; whether exactly those are proposed that leave one, as the automatic
engine counts them one by one; the time of both by a clock.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median

import satdoku
from satdoku import Puzzle
from satdoku.backends.base import Clock
from satdoku.diagnosis.clue_additions import clue_additions, numbers_of_clues

#: Seconds that an answer may take.
SOON = 0.05


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=10)
    parser.add_argument("--together", type=int, default=2)
    options = parser.parse_args()
    many, together = options.puzzles, options.together
    killers = list(satdoku.generate(many, seed=1, kind="killer", keep="proper", clues=(0, 0)))
    cages = [len(puzzle.constraints) for puzzle in killers]
    print(f"{len(killers)} killers of {min(cages)} to {max(cages)} cages, {together} sums cleared")
    exact, right = 0, 0
    times = {"numbers": list[float](), "proposals": list[float]()}
    for puzzle in killers:
        for free in cleared(puzzle, together):
            start = time.perf_counter()
            found = numbers_of_clues(free)
            between = time.perf_counter()
            proposals = clue_additions(free, Clock(None))
            times["numbers"].append(between - start)
            times["proposals"].append(time.perf_counter() - between)
            exact += all(one.is_exact for one in found)
            proposed = set()
            for one in proposals:
                if len(one.clues) == 1 and one.replaced[0] is not None:
                    proposed.add((one.replaced[0], one.clues[0].values[0]))
            right += proposed == alone(free)
    number = len(times["numbers"])
    print(f"{number} puzzles with several solutions: exact {exact}, all proposed {right}")
    for name, seconds in times.items():
        slow = sum(one > SOON for one in seconds)
        middle, worst = 1000 * median(seconds), 1000 * max(seconds)
        print(f"{name}: median {middle:.1f} ms, worst {worst:.0f} ms, {slow} above 50 ms")


def cleared(puzzle: Puzzle, together: int) -> Iterator[Puzzle]:
    """Yield the puzzle without the sum of each cage and of others, if it has several solutions."""
    numbers = range(len(puzzle.constraints))
    for number in numbers:
        others = Random(number).sample([k for k in numbers if k != number], together - 1)
        rules = [*puzzle.constraints]
        for k in (number, *others):
            rules[k] = replace(rules[k], values=())
        free = Puzzle(puzzle.cells, replace(puzzle.layout, constraints=tuple(rules)))
        if satdoku.count(free, limit=2) == 2:
            yield free


def alone(puzzle: Puzzle) -> set[tuple[int, int]]:
    """Return the cages without a sum, with each sum that leaves one solution."""
    found = set()
    for number, cage in enumerate(puzzle.constraints):
        for total in range(46) if not cage.values else ():
            rules = [*puzzle.constraints]
            rules[number] = replace(cage, values=(total,))
            layout = replace(puzzle.layout, constraints=tuple(rules))
            if satdoku.count(Puzzle(puzzle.cells, layout), limit=2) == 1:
                found.add((number, total))
    return found


if __name__ == "__main__":
    main()
