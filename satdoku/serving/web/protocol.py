"""The protocol by which variant editors call a solver: `ws://localhost:4545`, JSON frames.

A request is {"nonce", "command", "dataType": "fpuzzles", "data"}; a newer request of the same
client replaces the running one, and {"nonce", "command": "cancel"} cancels it. Every answer has the
nonce of its request.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from typing import Any

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from ...errors import SatdokuError
from ..answering.editing import COMMANDS
from ..pool.worker import Refusal
from ..pool.worker_pool import Crew
from .access import LOOPBACK, Gate
from .websocket import Line, value_of

PORT = 4545
#: Origins of the editors that may connect.
EDITORS = (
    "https://f-puzzles.com", "https://www.f-puzzles.com", "https://sudokupad.app",
    "https://www.sudokupad.app", "https://beta.sudokupad.app", "https://app.crackingthecryptic.com",
)  # fmt: skip


class Editor(Line):
    """A connected editor, of which only the newest request is answered."""

    kind = "editor"

    def _say(self, nonce: Any, text: str, is_progress: bool = False) -> None:
        """Send an answer: the text of a JSON object, to which the nonce is added."""
        self.say(f'{{"nonce": {json.dumps(nonce)}, {text[1:]}', is_progress)

    def _tell(self, nonce: Any, kind: str, **more: Any) -> None:
        self._say(nonce, json.dumps({"type": kind, **more}))

    def hear(self, text: str | bytes) -> None:
        """Handle a request; it replaces the one before."""
        try:
            request = value_of(text)
        except SatdokuError as error:
            self._tell(0, "invalid", message=str(error))
            return
        request = request if isinstance(request, dict) else {}
        nonce, command = request.get("nonce"), request.get("command")
        nonce = nonce if isinstance(nonce, int) else 0
        self._end_running(nonce if command == "cancel" else None)
        if command == "cancel":
            self._tell(nonce, "canceled")
            return
        operation = COMMANDS.get(command) if isinstance(command, str) else None
        if operation is None:
            known = ", ".join([*COMMANDS, "cancel"])
            self._tell(nonce, "invalid", message=f"unknown command: {known}")
        elif request.get("dataType") != "fpuzzles" or not isinstance(request.get("data"), str):
            problem = (
                'send dataType "fpuzzles", and data: its JSON, compressed by LZString as base64'
            )
            self._tell(nonce, "invalid", message=problem)
        else:
            arguments = json.dumps({"data": request["data"]})
            work = self._answer(nonce, operation.name, arguments, operation.seconds)
            self.tasks[nonce] = asyncio.create_task(work)

    def _end_running(self, sent_nonce: int | None) -> None:
        """Cancel the running request and report that, unless the reply to the cancel command
        does."""
        for nonce, task in self.tasks.items():
            if not task.done():
                task.cancel()
                if sent_nonce != nonce:
                    self._tell(nonce, "canceled")
        self.tasks.clear()

    async def _answer(self, nonce: int, name: str, arguments: str, seconds: float) -> None:
        def say(progress: str) -> None:
            if nonce in self.tasks:
                self._say(nonce, progress, is_progress=True)

        try:
            found = await self.crew.ask(self.client, name, arguments, seconds, say)
            self._say(nonce, found)
        except Refusal as refusal:
            self._tell(nonce, "invalid", message=refusal.text)


def make_editors_app(crew: Crew, origins: Collection[str] = ()) -> ASGIApp:
    """Return the application behind its access gate."""
    app = Starlette(routes=[WebSocketRoute("/{path:path}", Editor.serve)])
    app.state.crew = crew
    return Gate(app, LOOPBACK, origins=(*EDITORS, *origins))
