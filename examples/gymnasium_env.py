"""An adapter: satdoku's environment as one of gymnasium (`pip install gymnasium`).

An action is a number: cell * size + digit - 1 places the digit, and from cells * size on it denies
the candidate. The observation is the array of candidates, cells × digits.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np

from satdoku.environment import ActionOutcome, Rewards, Sudoku


class SudokuEnv(gymnasium.Env[np.ndarray, int]):
    """Episodes end when the puzzle is solved, and are cut off when the budget is spent."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(self, budget: int = 200, render_mode: str | None = None, **options: Any) -> None:
        self.game = Sudoku(budget=budget, rewards=Rewards(solved=10.0), **options)
        self.size, self.cells = self.game.layout.size, self.game.layout.cell_count
        self.render_mode = render_mode
        shape = (self.cells, self.size)
        self.observation_space = gymnasium.spaces.Box(0, 1, shape, np.uint8)
        self.action_space = gymnasium.spaces.Discrete(2 * self.cells * self.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the episode of the seed, or of the puzzle in the options."""
        super().reset(seed=seed)
        if options and "puzzle" in options:
            self.game.reset(puzzle=options["puzzle"])
        else:
            self.game.reset(seed=int(self.np_random.integers(2**31)))
        return self._seen(), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take an action."""
        denies, rest = divmod(int(action), self.cells * self.size)
        cell, digit = divmod(rest, self.size)
        layout = self.game.layout
        verb = "deny" if denies else "place"
        out: ActionOutcome = self.game.act(
            f"{verb} {layout.cell_name(cell)} {layout.symbol(digit + 1)}"
        )
        info = {"verdict": out.verdict, "technique": out.technique, "reason": out.reason}
        return self._seen(), out.reward, out.solved, out.over and not out.solved, info

    def render(self) -> str:
        """Return the board as text."""
        return self.game.observe().text

    def _seen(self) -> np.ndarray:
        return self.game.observe().arrays()["candidates"].astype(np.uint8)


def main() -> None:
    """Play an easy puzzle by the first true placement in reading order."""
    env = SudokuEnv(layout="4x4")
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        alone = np.flatnonzero((seen.sum(1) == 1) & (np.array(env.game.observe().board.cells) == 0))
        cell = int(alone[0]) if len(alone) else int(np.flatnonzero(seen.sum(1) > 1)[0])
        seen, _, solved, cut, info = env.step(cell * env.size + int(seen[cell].argmax()))
        over = solved or cut
    print(f"{info['verdict']}, {'solved' if solved else 'not solved'}")


if __name__ == "__main__":
    main()
