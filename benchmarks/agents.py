"""What agents without reasoning earn: python benchmarks/agents.py [SEEDS]

Plays the agents of `tests/datasets/test_environment.py` on boards of several layouts, SEEDS (20) of
each: one that solves by logic, one that knows the solution and plays in any order, and some that
reason nothing. Prints for each the least and the most that it earns, as a share of the blank cells.
"""

from __future__ import annotations

import sys

from satdoku.environment import Sudoku
from tests.datasets.test_environment import (
    LAYOUTS,
    constant,
    denier,
    earned,
    hint_copier,
    honest,
    in_circles,
    knowing,
)


def main() -> None:
    """Play, and print a line per layout and agent."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for layout in LAYOUTS:
        game = Sudoku(layout=layout)
        for agent in (honest, knowing, hint_copier, denier, in_circles, constant):
            shares = []
            for seed in range(count):
                total, _ = earned(game, agent, seed)
                shares.append(total / game.puzzle.cells.count(0))
            print(f"{layout:32} {agent.__name__:12} {min(shares):8.2f} to {max(shares):6.2f}")


if __name__ == "__main__":
    main()
