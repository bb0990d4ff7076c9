"""How fast the foundations are, on this machine: `python benchmarks/foundations.py`.

Times are medians of several rounds; commands are timed as whole processes, in turn with the
command that they are compared with.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from timing import median_ms, row

import satdoku
from satdoku.inference import Deduction
from satdoku.operations.minimizing import remove_inessential
from satdoku.operations.random_grids import random_grid
from satdoku.random_stream import RandomStream

LECTURE = "..7.5...9.....3...4..7...3.2..6...8...1.3..4.36...1.25.2...57.88..............4.."
HARD = "..5.34.....67..3.....9...72..28..5.3.1.....4.8.4..32..25...8.....7..61.....49.7.."
NEFARIOUS = "....6..8..2.........1.......7....1.25...3..........4....42.1...3..7..6.........5."


def process_ms(*commands: list[str], rounds: int = 11) -> list[float]:
    """Median time of each whole process, the commands taken in turn."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds):
        for command, taken in zip(commands, times, strict=True):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            taken.append(time.perf_counter() - start)
    return [1000 * statistics.median(taken) for taken in times]


def fixed_point(puzzle: satdoku.Puzzle) -> None:
    """The base rules to the fixed point."""
    Deduction(satdoku.Theory.of(puzzle.layout)).extend(list(puzzle.givens))


def solvable_25(share: float) -> satdoku.Puzzle:
    """A 25×25 board with that share of givens that the base rules solve."""
    grid = random_grid(satdoku.Layout.of_size(25), seed=1)
    clues = round(grid.layout.cell_count * share)
    puzzle = remove_inessential(grid, "logic", "none", RandomStream(1), clues)
    assert puzzle.clues == clues
    return puzzle


def main() -> None:
    """Print the table."""
    lecture, hard, nefarious = map(satdoku.parse, (LECTURE, HARD, NEFARIOUS))
    satdoku.count(nefarious), satdoku.solve(lecture)  # build the theory
    print(f"Python {sys.version.split()[0]}, median times")
    row(
        "base rules to the fixed point (lecture's 9x9)",
        median_ms(lambda: fixed_point(lecture)),
        "wanted <= 1",
    )
    row(
        "all solutions of the seeds' hard puzzle",
        median_ms(lambda: satdoku.count(hard)),
        "wanted <= 50",
    )
    row(
        "all solutions of the seeds' nefarious puzzle",
        median_ms(lambda: satdoku.count(nefarious)),
        "",
    )
    puzzles = satdoku.generate(None, seed=1)
    row("one minimal logic-solvable puzzle", median_ms(lambda: next(puzzles), 41), "wanted <= 100")
    large = solvable_25(0.45)
    row(
        "first solution of a 25x25 with 45 % givens",
        median_ms(lambda: satdoku.solve(large), 5),
        "wanted <= 1000",
    )
    python = sys.executable
    click, solve, empty, imported = process_ms(
        [python, "-c", "import click"],
        [python, "-m", "satdoku", "solve", LECTURE],
        [python, "-c", "pass"],
        [python, "-c", "import satdoku"],
    )
    row("import satdoku", imported - empty, "wanted <= 60")
    row("python -c 'import click'", click, "")
    row("satdoku solve PUZZLE, the whole process", solve, "")
    row("the same over `import click`", solve / click, "wanted <= 3", "x")


if __name__ == "__main__":
    main()
