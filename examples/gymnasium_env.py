"""A puzzle played in satdoku's environment for gymnasium: `pip install satdoku[gymnasium]`."""

import numpy as np

from satdoku.environment.adapters.gymnasium_sudoku import SudokuEnv


def main() -> None:
    """Play an easy puzzle by the first true placement in reading order."""
    env = SudokuEnv(layout="4x4")
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        alone = np.flatnonzero((seen.sum(1) == 1) & (np.array(env.game.observe().board.cells) == 0))
        cell = int(alone[0]) if len(alone) else int(np.flatnonzero(seen.sum(1) > 1)[0])
        seen, _, solved, cut, _ = env.step(cell * env.size + int(seen[cell].argmax()))
        over = solved or cut
    print(f"{env.outcome.verdict}, {'solved' if solved else 'not solved'}")


if __name__ == "__main__":
    main()
