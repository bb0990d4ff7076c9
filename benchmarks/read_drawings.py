"""Drawings read back by place, shape and text, for every two kinds of rules whose marks can meet:
how many boards are read as another puzzle.

    python benchmarks/read_drawings.py [BOARDS]

BOARDS (default 3) random 6x6 boards for each two kinds, with four rules of each, mostly placed as
setters do; and as many generated puzzles of each kind that `generate` makes. `tests.render` has the
reader and the law; it tries fewer.
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
import satdoku
from satdoku.operations.variant_generation import generated_kinds
from tests.render.drawing_reader import NotReadableError
from tests.render.test_drawings_read_back import DRAWN, canonical, law, read_back


def main() -> None:
    """Print the boards that are not read back, and how many there were."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    tried = wrong = 0
    for kinds in (*((kind,) for kind in DRAWN), *combinations(DRAWN, 2)):
        for seed in range(boards):
            tried += 1
            try:
                law(kinds, seed, numbered=bool(seed % 2))
            except (AssertionError, NotReadableError) as error:
                wrong += 1
                print(*kinds, seed, str(error).splitlines()[0])
    print(f"random boards: {wrong} of {tried} are read as another puzzle")
    tried = wrong = 0
    for kind in generated_kinds():
        try:
            puzzles = list(satdoku.generate(boards, seed=1, kind=kind, layout="6x6"))
        except satdoku.SatdokuError:
            continue
        for puzzle in puzzles:
            tried += 1
            rules = [rule for rule in puzzle.constraints if rule.cells]
            if read_back(puzzle.layout) != canonical(rules, puzzle.layout):
                wrong += 1
                print(kind, puzzle.layout.name)
    print(f"generated puzzles: {wrong} of {tried} are read as another puzzle")


if __name__ == "__main__":
    main()
