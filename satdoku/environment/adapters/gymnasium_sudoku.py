"""The environment as one of gymnasium (`pip install satdoku[gymnasium]`).

An action is a number: cell * size + digit - 1 places the digit, and from cells * size on it denies
the candidate. The observation is the array of candidates, cells × digits.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np

from ..game import Sudoku
from ..observing import ActionOutcome
from ..rewards import Rewards


class SudokuEnv(gymnasium.Env[np.ndarray, int]):
    """Episodes end when the puzzle is solved, and are cut off when the budget is spent.

    outcome: of the last action. It works out its verdict, technique and reason when they are read,
    so that an agent which reads rewards alone does not wait for them.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(self, budget: int = 200, render_mode: str | None = None, **options: Any) -> None:
        self.game = Sudoku(budget=budget, rewards=Rewards(solved=10.0), **options)
        self.size, self.cells = self.game.layout.size, self.game.layout.cell_count
        self.render_mode = render_mode
        self.outcome: ActionOutcome | None = None
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
        out = self.game.act(f"{verb} {layout.cell_name(cell)} {layout.symbol(digit + 1)}")
        self.outcome = out
        return self._seen(), out.reward, out.solved, out.over and not out.solved, {}

    def render(self) -> str:
        """Return the board as text."""
        return self.game.observe().text

    def _seen(self) -> np.ndarray:
        return self.game.observe().arrays()["candidates"].astype(np.uint8)
