"""The environment as a server of OpenEnv (`pip install satdoku[openenv]`).

    uvicorn satdoku.environment.adapters.openenv_sudoku:app

An action is a line, as "place r1c3 4 by naked single", "deny r1c3 4", "undo", "hint" or "stop"; an
observation is the board, the candidates of each cell and what the last action came to. Each
session has a game of its own. Tested with openenv 0.10.0, over its HTTP routes and by its client.
"""

from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from ..game import Sudoku
from ..observing import ActionOutcome
from ..observing import Observation as Seen


class SudokuAction(Action):
    """A line as `Sudoku.act` takes it."""

    line: str


class SudokuObservation(Observation):
    """board: row by row, "." for blank. candidates: of each cell. verdict, told: on the action."""

    board: str
    candidates: list[str]
    left: int | None = None
    verdict: str = ""
    told: str = ""


class SudokuState(State):
    """solved: whether the board is full; earned: the rewards so far."""

    puzzle: str = ""
    solved: bool = False
    earned: float = 0.0


class SudokuEnvironment(Environment[SudokuAction, SudokuObservation, SudokuState]):
    """Options are those of `satdoku.environment.Sudoku`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, **options: Any) -> None:
        super().__init__()
        settings: dict[str, Any] = {"budget": 200, "level": "easy"} | options
        self.game = Sudoku(**settings)
        self._state = SudokuState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **more: Any
    ) -> SudokuObservation:
        """Begin the episode of the seed (0 if there is none), or of a puzzle: `puzzle=…`."""
        puzzle = more.get("puzzle")
        seen = self.game.reset(puzzle=puzzle) if puzzle else self.game.reset(seed=seed or 0)
        self._state = SudokuState(episode_id=episode_id or str(uuid4()), puzzle=seen.board.line)
        return self._observation(seen)

    def step(
        self, action: SudokuAction, timeout_s: float | None = None, **_: Any
    ) -> SudokuObservation:
        """Take an action."""
        outcome = self.game.act(action.line)
        self._state.step_count += 1
        self._state.earned += outcome.reward
        self._state.solved = outcome.solved
        return self._observation(outcome.observation, outcome)

    @property
    def state(self) -> SudokuState:
        """The episode so far."""
        return self._state

    def _observation(self, seen: Seen, outcome: ActionOutcome | None = None) -> SudokuObservation:
        symbols = seen.board.layout.symbols
        candidates = [
            "".join(digit for bit, digit in enumerate(symbols) if mask >> bit & 1)
            for mask in seen.candidates
        ]
        found = SudokuObservation(board=seen.text, candidates=candidates, left=seen.left)
        if outcome:
            found.done, found.reward = outcome.over, outcome.reward
            found.verdict, found.told = outcome.verdict, outcome.text
        return found


app = create_fastapi_app(
    SudokuEnvironment, SudokuAction, SudokuObservation, max_concurrent_envs=64,
    state_cls=SudokuState,
)  # fmt: skip
