"""How long answers take to be scored: long ones of every kind, and many short ones; placements.

python benchmarks/scoring.py
"""

from __future__ import annotations

import numpy as np
from timing import median_ms

import satdoku
from satdoku.environment import Sudokus

SIZE = 1_000_000
PIECES = [
    "<answer>", "</answer>", "<think>", "[", "{", "(1,", "r1c1", "r1c1 = ", '"', "\\n", "1 ", "|",
    "\\begin{array}{", "Row 1: ", "r1 c", "? ", "1\n", "123456789\n", "Row 1: 123456789\n", "a. ",
    "> ", "“", " ", "\n", "\t\n", "r1c3 = 4\n", ". . . . . . . . .\n", "第1行", "``", "~~",
]  # fmt: skip
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def main() -> None:
    """Print milliseconds per answer of a megabyte of each piece, and per short answer."""
    for piece in PIECES:
        text = piece * (SIZE // len(piece))
        took = median_ms(lambda text=text: satdoku.score_answer(text, PUZZLE), 1)
        print(f"{piece!r:24} {took:8.1f} ms")
    right = satdoku.solution(PUZZLE).line
    each = median_ms(lambda: satdoku.score_answers([right] * 1000, [PUZZLE] * 1000), 3) / 1000
    print(f"a short one of many: {each:.3f} ms")
    boards = np.array([p.cells for p in satdoku.generate(1000, seed=1)] * 10, np.uint8)
    game, rng = Sudokus(boards), np.random.default_rng(1)
    cells, digits = rng.integers(0, 81, len(boards)), rng.integers(1, 10, len(boards))
    took = median_ms(lambda: game.place(cells, digits), 5)
    print(f"placements on arrays: {len(boards) / took * 1000:,.0f} a second")


if __name__ == "__main__":
    main()
