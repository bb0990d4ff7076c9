"""Puzzles and the environment as a resources server of NeMo Gym (`pip install satdoku[nemo-gym]`).

Rows come in two kinds, and the server serves both. In rows of `answer_rows` a model answers in
text: the reward is that of `score_answer`, 1 for the solution, else 0. In rows of `play_rows` it
has the tool `act`, which takes what `Sudoku.act` takes; the reward is the return of the episode by
the number of blanks, and what the model writes beside its moves earns nothing.

    with open("train.jsonl", "w") as file:
        for row in play_rows(1000, level="easy"):
            print(json.dumps(row), file=file)

>>> row = play_rows(1, seed=1, layout="6x6")[0]
>>> [*row], row["responses_create_params"]["tools"][0]["name"]
(['responses_create_params', 'puzzle', 'layout'], 'act')

NeMo Gym's agent passes a tool call of any name to the server, even the name of another route. So a
session begins once, and ends when it is verified: a model that calls `verify` to try an answer, or
`seed_session` to get another puzzle, earns nothing by it.

Tested with nemo-gym 0.4.0, which needs Python 3.12: by its agent, in servers that `gym env start`
started from `examples/nemo_gym`.
"""

from typing import Annotated, Any, Literal

from fastapi import Body, FastAPI, HTTPException, Request
from fastapi.responses import PlainTextResponse
from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseRunRequest,
    BaseSeedSessionResponse,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)
from nemo_gym.server_utils import SESSION_ID_KEY
from pydantic import PrivateAttr

from ...datasets.files.conversations import of_role
from ...datasets.scoring import score_answer
from ..game import FORM, Sudoku
from .asking import Episode, rows

PLAY = """Solve it by logic with the tool act, one action a call: place a digit only where it \
follows. Wrong moves and hints cost."""
#: The tool in rows that are played, as it is described to the model.
ACT = {
    "type": "function",
    "name": "act",
    "description": f"Take an action ({FORM}). Returns the verdict, the reward and the board.",
    "strict": True,
    "parameters": {
        "type": "object",
        "properties": {"action": {"type": "string"}},
        "required": ["action"],
        "additionalProperties": False,
    },
}
#: The key of a session that has begun.
BEGUN = "sudoku_begun"


def answer_rows(count: int, **options: Any) -> list[dict[str, Any]]:
    """Return rows to be answered in text; options: seed, split, and those of `satdoku.generate`."""
    return [_row(row) for row in rows(count, **options)]


def play_rows(count: int, **options: Any) -> list[dict[str, Any]]:
    """Return rows to be played; options as for `answer_rows`."""
    return [_row(row, tools=[ACT]) for row in rows(count, task=PLAY, **options)]


class SudokuServerConfig(BaseResourcesServerConfig):
    """hardest, budget: of the episodes, as for `satdoku.environment.Sudoku`. num_workers: sessions
    are kept in the process, so there can only be one."""

    num_workers: Literal[1] | None = None
    hardest: float = 3.6
    budget: int = 200


class SudokuRunRequest(BaseRunRequest):
    """A row: the puzzle's givens, and its layout with the rules."""

    puzzle: str
    layout: str = "9x9"


class SudokuVerifyRequest(SudokuRunRequest, BaseVerifyRequest):
    """A row, and what the model did."""


class SudokuVerifyResponse(SudokuVerifyRequest, BaseVerifyResponse):
    """verdict: on the answer; of an episode "played", and "no session" if none was open."""

    verdict: str


class SudokuServer(SimpleResourcesServer):
    """Begins sessions, takes actions, verifies."""

    config: SudokuServerConfig
    # By session: its episode; None if its row is to be answered in text.
    _open: dict[str, Episode | None] = PrivateAttr(default_factory=dict)

    def setup_webserver(self) -> FastAPI:
        """Return the application, with the tool."""
        app = super().setup_webserver()
        app.post("/act", response_class=PlainTextResponse)(self.act)
        return app

    async def seed_session(
        self, request: Request, body: SudokuRunRequest
    ) -> BaseSeedSessionResponse:
        """Begin the session of a row: an episode, if it has tools."""
        if BEGUN in request.session:
            raise HTTPException(409, "this session has begun already")
        episode = None
        if body.responses_create_params.tools:
            config = self.config
            game = Sudoku(layout=body.layout, hardest=config.hardest, budget=config.budget)
            episode = Episode(game)
            episode.begin(puzzle=body.puzzle)
        request.session[BEGUN] = True
        self._open[request.session[SESSION_ID_KEY]] = episode
        return BaseSeedSessionResponse()

    async def act(self, request: Request, action: Annotated[str, Body(embed=True)]) -> str:
        """Take an action; return its verdict and the board."""
        episode = self._open.get(request.session[SESSION_ID_KEY])
        if episode is None:
            return "no episode: this session is not one to be played, or it has ended"
        return episode.act(action)

    async def verify(self, request: Request, body: SudokuVerifyRequest) -> SudokuVerifyResponse:
        """Return the reward, and end the session."""
        session = request.session[SESSION_ID_KEY]
        is_open = session in self._open
        episode = self._open.pop(session, None)
        if not is_open:
            reward, verdict = 0.0, "no session"
        elif episode is not None:
            reward, verdict = episode.share, "played"
        else:
            output = body.response.model_dump()["output"]
            record = {"puzzle": body.puzzle, "layout": body.layout}
            scored = score_answer(of_role(output, "assistant"), record)
            reward, verdict = scored.score, scored.verdict
        return SudokuVerifyResponse(**body.model_dump(), reward=reward, verdict=verdict)


def _row(row: dict[str, Any], **asked: Any) -> dict[str, Any]:
    """Return a row in the form of NeMo Gym; asked: what the request has beside the prompt."""
    request = {"input": row["prompt"]} | asked
    return {"responses_create_params": request, "puzzle": row["puzzle"], "layout": row["layout"]}
