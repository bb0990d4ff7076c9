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
        rewards = Rewards(solved=10.0)
        self.game = Sudoku(budget=budget, rewards=rewards, **options)
        layout = self.game.layout
        self.size = layout.size
        self.cells = layout.cell_count
        self.placements = self.cells * self.size
        self.render_mode = render_mode
        self.outcome: ActionOutcome | None = None
        shape = (self.cells, self.size)
        spaces = gymnasium.spaces
        self.observation_space = spaces.Box(0, 1, shape, np.uint8)
        self.action_space = spaces.Discrete(2 * self.placements)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the episode of the seed, or of the puzzle in the options."""
        super().reset(seed=seed)
        puzzle = options.get("puzzle") if options else None
        if puzzle is not None:
            self.game.reset(puzzle=puzzle)
        else:
            drawn = self.np_random.integers(2**31)
            number = int(drawn)
            self.game.reset(seed=number)
        return self._seen(), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take an action."""
        denies, rest = divmod(int(action), self.placements)
        cell, digit = divmod(rest, self.size)
        layout = self.game.layout
        verb = "place"
        if denies:
            verb = "deny"
        name = layout.cell_name(cell)
        symbol = layout.symbol(digit + 1)
        out = self.game.act(f"{verb} {name} {symbol}")
        self.outcome = out
        is_cut_off = out.over and not out.solved
        seen = self._seen()
        return seen, out.reward, out.solved, is_cut_off, {}

    def render(self) -> str:
        """Return the board as text."""
        seen = self.game.observe()
        return seen.text

    def _seen(self) -> np.ndarray:
        seen = self.game.observe()
        candidates = seen.arrays()["candidates"]
        return candidates.astype(np.uint8)
