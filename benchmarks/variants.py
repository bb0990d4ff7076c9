"""Variant puzzles: how long until the published answer is found and proved to be the only one.

    python benchmarks/variants.py PUZZLES.json [--engine auto] [--time-limit 120] [--only NAME]

PUZZLES.json: a list of {"name", "constraints" (as Interactive Sudoku Solver), "solution" or null}.
Prints one line per puzzle: seconds to build the theory, for all (also to load an engine and ask
for two solutions), variables and clauses, and what came out; at the end how many were right.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import satdoku
from satdoku import SatdokuError, Theory, TimeLimitReached
from satdoku.backends import open_backend
from satdoku.formats.iss.reader import read_iss


def main() -> None:
    """Ask one engine for every puzzle."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--time-limit", type=float, default=120)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    satdoku.count("1" + "." * 80, limit=1, engine=options.engine)  # imports
    outcomes: dict[str, int] = {}
    times = []
    for item in json.loads(Path(options.file).read_text()):
        if options.only not in item["name"]:
            continue
        start = time.process_time()
        size, built = "", 0.0
        try:
            puzzle = read_iss(item["constraints"])
            theory = Theory.of(puzzle.layout)
            built = time.process_time() - start
            size = f"{theory.variable_count} v {len(theory.clauses)} c"
            backend = open_backend(options.engine, theory)
            found = list(backend.completions(puzzle.givens, limit=2, time_limit=options.time_limit))
            grids = [satdoku.Puzzle.from_variables(one, puzzle.layout).cells for one in found]
            outcome = ("none", "unique", "several")[len(grids)]
            if item["solution"] and not any(
                agrees(grid, item["solution"], puzzle) for grid in grids
            ):
                outcome += " WRONG"
        except TimeLimitReached:
            outcome = "unknown"
        except SatdokuError as error:
            outcome = f"refused: {error}"
        seconds = time.process_time() - start
        key = outcome.split(":")[0]
        outcomes[key] = outcomes.get(key, 0) + 1
        if key in ("unique", "several", "none", "unknown"):
            times.append(seconds)
        print(f"{built:7.3f} s  {seconds:8.3f} s  {size:>18}  {item['name'][:40]:40}  {outcome}")
    print(outcomes)
    times.sort()
    if times:
        within = sum(t <= 1 for t in times)
        print(f"median {times[len(times) // 2]:.3f} s, {within} of {len(times)} within 1 s")


def agrees(grid: tuple[int, ...], published: str, puzzle: satdoku.Puzzle) -> bool:
    """The grid begins as published (cells outside of the grid come last, and are not published);
    digits above 9 are published as letters, A for 1 where all are."""
    if published.isalpha():
        wanted = [ord(letter) - ord("A") + 1 for letter in published.upper()]
    else:
        wanted = [int(symbol, 36) - puzzle.layout.digits[0] + 1 for symbol in published]
    return list(grid[: len(wanted)]) == wanted


main()
