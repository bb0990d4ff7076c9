"""A page on published sets of Sudoku: what is proper, minimal, equal up to symmetry, and shared.

    python benchmarks/field_report.py FOLDER > report.md

FOLDER has a file or folder of each set that is at hand, named as in `SETS`, before its ending. For
the others the page gives the command that fetches them. Of each set: rows, proper and minimal ones,
the number of different puzzles and of different solved grids up to symmetry, the ratings of rows at
equal distances; and of each two sets how many rows of the smaller one have a solved grid of the
other. What was not judged is said.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

import satdoku
from satdoku.datasets.audit.digests import grid_digests, least_digests
from satdoku.datasets.files.reading import read_set
from satdoku.logic.difficulty.rating import rate_boards

#: The sets of the field: what each is, and how it is fetched.
SETS = {
    "kaggle-1m": (
        "1 million Sudoku games (Kaggle)", "kaggle datasets download -d bryanpark/sudoku"),
    "kaggle-9m": (
        "9 million puzzles (Kaggle)", "kaggle datasets download -d rohanrao/sudoku"),
    "kaggle-3m": (
        "3 million rated puzzles (Kaggle)",
        "kaggle datasets download -d radcliffe/3-million-sudoku-puzzles-with-ratings"),
    "sudoku-extreme": (
        "Sudoku Extreme (HRM)", "hf download sapientinc/sudoku-extreme --repo-type dataset"),
    "satnet": ("SATNet", "git clone https://github.com/locuslab/SATNet"),
    "rrn": ("RRN", "wget https://www.dropbox.com/s/rp3hbjs91xiqdgc/sudoku-hard.zip"),
    "sudoku-bench": (
        "Sudoku-Bench (Sakana)", "hf download SakanaAI/Sudoku-Bench --repo-type dataset"),
    "enigmata": (
        "Enigmata", "hf download BytedTsinghua-SIA/Enigmata-Data --repo-type dataset"),
    "seventeen": ("Puzzles of 17 givens (G. Royle)", "from its author"),
    "top1465": ("top 1465 (the Players' Forum)", "from the forum"),
    "hardest": ("The hardest (the Players' Forum)", "from the forum"),
}  # fmt: skip
#: Rows that are rated, at equal distances.
RATED = 200


class Judged(NamedTuple):
    """What is said of a set; grids: the digests of its solved grids, one per proper row."""

    name: str
    rows: int
    proper: int
    minimal: str
    puzzles: int
    grids: np.ndarray
    ratings: str
    notes: str


def judged(name: str, path: Path) -> Judged:
    """Audit a set, and count its classes."""
    parts = list(read_set(str(path)))
    layout = parts[0].layout
    boards = np.concatenate([part.boards for part in parts if part.layout == layout])
    found = satdoku.audit(boards, layout=layout, ratings=False)
    some = boards[:: -(-len(boards) // RATED)]
    labels = Counter(rating.label or rating.outcome for rating in rate_boards(some, layout, 1))
    _, grids = grid_digests(boards, layout)
    classes = np.unique(least_digests(boards, layout), axis=0)
    unread = sum(len(part.wrong) for part in parts)
    other = sum(len(part.boards) for part in parts) - len(boards)
    notes = [f"{unread:,} rows are not readable"] * bool(unread)
    notes += [f"{other:,} rows of other boards are not judged"] * bool(other)
    levels = ", ".join(f"{level} {100 * n / len(some):.0f} %" for level, n in labels.most_common())
    return Judged(
        name,
        len(boards),
        len(grids),
        f"{found.minimal:,}",
        len(classes),
        grids,
        f"of {len(some)}: {levels}",
        "; ".join(notes),
    )


def main(folder: str) -> None:
    """Print the page."""
    here = {path.name.split(".")[0]: path for path in sorted(Path(folder).iterdir())}
    sets = [judged(SETS[name][0], here[name]) for name in SETS if name in here]
    print("# Published sets of Sudoku, audited\n")
    print(
        f"By satdoku {satdoku.__version__}; up to symmetry: digits renamed, rows and columns "
        "moved, boards transposed.\n"
    )
    print(
        "| set | rows | one solution | minimal | different puzzles | different grids | ratings | |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |")
    for one in sets:
        grids = len(np.unique(one.grids, axis=0))
        print(
            f"| {one.name} | {one.rows:,} | {one.proper:,} | {one.minimal} | {one.puzzles:,} "
            f"| {grids:,} | {one.ratings} | {one.notes} |"
        )
    print("\n| rows of | with a solved grid of | |\n| --- | --- | ---: |")
    for first, second in combinations(sets, 2):
        small, large = sorted((first, second), key=lambda one: len(one.grids))
        known = {grid.tobytes() for grid in large.grids}
        shared = sum(grid.tobytes() in known for grid in small.grids)
        print(f"| {small.name} | {large.name} | {shared:,} |")
    print("\nNot at hand, and so not judged:\n")
    for name, (words, command) in SETS.items():
        if name not in here:
            print(f"- {words}: `{command}`, as {name}.*")


if __name__ == "__main__":
    main(sys.argv[1])
