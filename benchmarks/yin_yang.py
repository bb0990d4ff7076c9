"""Yin-Yang with digits, 9×9: boards made from seeds, each timed from text to the proof that it has
one solution.

    python benchmarks/yin_yang.py [BOARDS]

A board is a random grid with a random shading: the sums of the shaded digits of every row and
column, circles around cells whose digit is how many cells around them are shaded, and some digits.
None of the shading is given. Digits go three at a time, down to 15, as long as there is one
solution.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from statistics import median
from time import process_time

import satdoku
from satdoku import Layout, Puzzle, SatdokuError

BARE = Layout.named("9x9+yin-yang")
#: Seconds in which a board with fewer digits must be decided while it is made.
PATIENCE = 20


def solution(seed: int) -> tuple[int, ...]:
    """A grid and its shading, 162 digits."""
    rng, grid = random.Random(seed), satdoku.random_grid("9x9", seed=seed).cells
    while True:
        shades = {rng.randrange(81): rng.randint(1, 2) for _ in range(8)}
        layer = [shades.get(cell, 0) for cell in range(81)]
        found = list(satdoku.solutions(Puzzle((*grid, *layer), BARE), limit=1))
        if found:
            return found[0].cells


def rules_of(cells: tuple[int, ...]) -> list[str]:
    """Clues of all rows and columns, and of cells that count what is around them."""
    digits, shaded = cells[:81], [shade == 2 for shade in cells[81:]]
    lines = [range(9 * i, 9 * i + 9) for i in range(9)] + [range(i, 81, 9) for i in range(9)]
    rules = []
    for line in lines:
        total = sum(digits[cell] for cell in line if shaded[cell])
        rules.append(f"shaded-sum:{total}:{BARE.cell_name(line[0])}-{BARE.cell_name(line[-1])}")
    for cell in range(81):
        r, c = divmod(cell, 9)
        around = [
            9 * i + j
            for i in (r - 1, r, r + 1)
            for j in (c - 1, c, c + 1)
            if 0 <= i < 9 and 0 <= j < 9 and (i, j) != (r, c)
        ]
        if digits[cell] == sum(shaded[other] for other in around):
            rules.append(f"shaded-around:{BARE.cell_name(cell)}")
    return rules


def is_proper(puzzle: Puzzle) -> bool:
    """It has one solution, found in time."""
    try:
        return satdoku.count(puzzle, limit=2, time_limit=PATIENCE) == 1
    except SatdokuError:
        return False


def board(seed: int) -> Puzzle | None:
    """A board with one solution; None where the clues do not determine the shading."""
    cells = solution(seed)
    layout = BARE.with_constraints(*rules_of(cells))
    puzzle = Puzzle((*cells[:81], *[0] * 81), layout)
    if not is_proper(puzzle):
        return None
    order = random.Random(seed).sample(range(81), 81)
    for start in range(0, 66, 3):
        fewer = puzzle.without(order[start : start + 3])
        if not is_proper(fewer):
            break
        puzzle = fewer
    return puzzle


def main() -> None:
    """Make the boards and time them."""
    wanted, seed, times = int(sys.argv[1]) if len(sys.argv) > 1 else 20, 0, list[float]()
    while len(times) < wanted:
        seed += 1
        puzzle = board(seed)
        if puzzle is None:
            continue
        rules = puzzle.layout.constraints[::-1]  # in another order: its theory is not kept yet
        line, name = puzzle.line, replace(puzzle.layout, constraints=rules).name
        start = process_time()
        again = satdoku.parse(line, Layout.named(name))
        proper = satdoku.count(again, limit=2) == 1
        times.append(process_time() - start)
        print(f"seed {seed}: {puzzle.clues} digits, {times[-1]:.2f} s, proper: {proper}")
        sys.stdout.flush()
    print(f"{wanted} boards: median {median(times):.2f} s, slowest {max(times):.2f} s")


if __name__ == "__main__":
    main()
