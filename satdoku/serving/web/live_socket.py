"""The WebSocket `/live`: questions with progress; within a topic, a new question cancels the old.

From the client: {"id": n, "ask": OPERATION, "puzzle": …, "options": {…}, "topic": "…"} or
{"cancel": n}. To the client: {"id": n, "progress": {…}}, and finally one of {"id": n, "answer":
{…}}, {"id": n, "error": "one line", "retry": bool}, {"id": n, "cancelled": true}.

The WebSocket of variant editors (`Editor`), `ws://localhost:4545`: a request is {"nonce",
"command", "dataType": "fpuzzles", "data"}; a newer request of the same client replaces the running
one, and {"nonce", "command": "cancel"} cancels it. Every answer has the nonce of its request.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from typing import Any

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ...errors import PuzzleError, SatdokuError
from ...phrases import phrase
from ...record_types import Record
from ...suggest import meant
from ..answering.editor_commands import COMMANDS
from ..operations import OPERATIONS
from ..pool.worker import RequestRefused
from ..pool.worker_pool import Crew
from .access import LOOPBACK, Gate
from .websocket import ClientConnection, value_of

#: Maximum number of concurrent questions per client.
MOST_QUESTIONS = 64


class Talk(ClientConnection):
    """A connected client. topics: the id of the newest question of each topic."""

    kind = "live"

    def __init__(self, socket: WebSocket, crew: Crew) -> None:
        super().__init__(socket, crew)
        self.topics: dict[str, int] = {}

    def _say(self, number: Any, what: str, more: str = "", is_progress: bool = False) -> None:
        """Send a JSON frame."""
        self.say(f'{{"id": {json.dumps(number)}, {what}{more}}}', is_progress)

    def _refuse(self, number: Any, text: str, retry: bool = False) -> None:
        self._say(number, f'"error": {json.dumps(text)}, "retry": {json.dumps(retry)}')

    def hear(self, text: str | bytes) -> None:
        """Handle a frame: a question or a cancellation."""
        number: Any = None
        try:
            message = value_of(text)
            if not isinstance(message, dict):
                raise PuzzleError('expected an object: {"id": 1, "ask": "parse", "puzzle": …}')
            if "cancel" in message:
                self._cancel(message["cancel"])
                return
            number = message.get("id")
            if not isinstance(number, int) or isinstance(number, bool):
                number = None
                raise PuzzleError("each question needs a number as its id")
            self._ask(number, message)
        except SatdokuError as error:
            self._refuse(number, str(error))

    def _ask(self, number: int, message: Record) -> None:
        options = message.get("options") or {}
        topic = message.get("topic") or ""
        name = message.get("ask")
        if number in self.tasks:
            raise PuzzleError(
                phrase("a question with the id {number!s} is being answered", number=number)
            )
        if not isinstance(name, str) or not isinstance(options, dict) or not isinstance(topic, str):
            raise PuzzleError("ask and topic must be texts, and options an object")
        operation = OPERATIONS[meant(name, OPERATIONS, "operation")]
        arguments = operation.arguments(message)
        operation.checked(arguments)
        # Only now, as a question that makes no sense must not end the one before it.
        older = self.topics.get(topic)
        if topic and older is not None:
            self._cancel(older)
        if len(self.tasks) >= MOST_QUESTIONS:
            self._refuse(number, "too many questions at once: wait for answers", retry=True)
            return
        if topic:
            self.topics[topic] = number
        text = json.dumps(arguments)
        work = self._answer(number, operation.name, text, operation.seconds, topic)
        self.tasks[number] = asyncio.create_task(work)

    def _cancel(self, number: Any) -> None:
        task = self.tasks.pop(number, None) if isinstance(number, int) else None
        if task:
            task.cancel()
            self._say(number, '"cancelled": true')

    async def _answer(
        self, number: int, name: str, arguments: str, seconds: float, topic: str
    ) -> None:
        def say(progress: str) -> None:
            if number in self.tasks:
                self._say(number, '"progress": ', progress, is_progress=True)

        try:
            found = await self.crew.ask(self.client, name, arguments, seconds, say)
            self._say(number, '"answer": ', found)
        except RequestRefused as refusal:
            self._refuse(number, refusal.text, refusal.retry)
        finally:
            if self.tasks.get(number) is asyncio.current_task():
                del self.tasks[number]
            if self.topics.get(topic) == number:
                del self.topics[topic]


PORT = 4545
#: Origins of the editors that may connect.
EDITORS = (
    "https://f-puzzles.com", "https://www.f-puzzles.com", "https://sudokupad.app",
    "https://www.sudokupad.app", "https://beta.sudokupad.app", "https://app.crackingthecryptic.com",
)  # fmt: skip


class Editor(ClientConnection):
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
        nonce = request.get("nonce")
        command = request.get("command")
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
        except RequestRefused as refusal:
            self._tell(nonce, "invalid", message=refusal.text)


def make_editors_app(crew: Crew, origins: Collection[str] = ()) -> ASGIApp:
    """Return the application behind its access gate."""
    app = Starlette(routes=[WebSocketRoute("/{path:path}", Editor.serve)])
    app.state.crew = crew
    return Gate(app, LOOPBACK, origins=(*EDITORS, *origins))
