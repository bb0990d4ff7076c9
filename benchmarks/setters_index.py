"""The puzzles of a setters' index, each read from its file as it is, beside recorded answers.

    python benchmarks/setters_index.py FOLDER [--time-limit 20] [--only ID]

FOLDER: index.csv (id, status, solutions: 1 or 2 for more, solution) and puzzles/ID.iss, constraint
strings of Interactive Sudoku Solver. Prints a line for each puzzle that is not answered the same,
and at the end how many were: the same, different, refused, or too slow; and those that the index
does not answer.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import Counter
from pathlib import Path

import satdoku
from satdoku import SatdokuError, TimeLimitReached


def outcome(path: Path, solutions: str, solution: str, time_limit: float) -> str:
    """What became of one puzzle."""
    try:
        puzzle = satdoku.parse(path.read_text())
        found = list(satdoku.solutions(puzzle, limit=2, time_limit=time_limit))
    except TimeLimitReached:
        return "too slow"
    except SatdokuError as error:
        return f"refused: {error}"
    if not solutions:
        return f"answered, not in the index ({len(found)} solutions)"
    if len(found) != int(solutions):
        return f"different: {len(found)} solutions, not {solutions}"
    grid = "".join(found[0].line[: puzzle.layout.board_cells]) if len(found) == 1 else ""
    return "the same" if grid == solution else f"different: {grid}"


def main() -> None:
    """Ask for every puzzle."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    counted, started = Counter[str](), time.process_time()
    for row in csv.DictReader((options.folder / "index.csv").open()):
        if options.only in row["id"]:
            path = options.folder / "puzzles" / f"{row['id']}.iss"
            said = outcome(path, row["solutions"], row["solution"], options.time_limit)
            counted[said.split(":")[0].split(" (")[0]] += 1
            if said != "the same":
                print(row["id"], row["status"], said, flush=True)
    print(dict(counted), f"{time.process_time() - started:.0f} s of processor time")


if __name__ == "__main__":
    main()
