"""Untrusted JSON, read within limits on size, nesting and numbers; and the connection to one
WebSocket client, which handles incoming frames and queues outgoing ones.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from itertools import count
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...errors import ParseError
from ...formats.text.json_text import load_json
from ...phrases import phrase
from ..pool.worker_pool import Crew

#: Maximum number of bytes of a request or frame, and of nesting levels of its JSON.
MOST_BYTES, DEEPEST = 2_000_000, 60
#: Maximum number of queued frames for a client that reads slowly. From half of it on, progress
#: frames are dropped; if an answer does not fit, the client is disconnected.
MOST_FRAMES = 256
#: The close code that asks a client to reconnect later.
AGAIN = 1013
#: Raised once the peer has disconnected.
GONE = (WebSocketDisconnect, RuntimeError)
_numbers = count(1)


def value_of(text: str | bytes) -> Any:
    """Return the value; raise `ParseError` for invalid JSON or nesting that is too deep."""
    value = load_json(text, limit=MOST_BYTES)
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return value
    raise ParseError(phrase("JSON that is nested over {deepest!s} deep", deepest=DEEPEST))


def _inside(value: Any) -> Any:
    """Return the lists and objects directly inside a value."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return []
    return [one for one in value if isinstance(one, (dict, list))]


class ClientConnection(ABC):
    """The connection to one client. client: its name for the crew, of its kind and a number. tasks:
    the tasks that answer its questions, by their numbers."""

    kind: str

    def __init__(self, socket: WebSocket, crew: Crew) -> None:
        self.socket = socket
        self.crew = crew
        self.client = f"{self.kind} {next(_numbers)}"
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.frames: asyncio.Queue[str] = asyncio.Queue(MOST_FRAMES)

    @abstractmethod
    def hear(self, text: str | bytes) -> None:
        """Handle a frame."""

    @classmethod
    async def serve(cls, socket: WebSocket) -> None:
        """Serve one client until it disconnects."""
        await cls(socket, socket.app.state.crew).run()

    async def run(self) -> None:
        """Receive and send until either side ends it; then cancel all open work."""
        await self.socket.accept()
        self.hearing = asyncio.create_task(self._listen())
        sending = asyncio.create_task(self._send())
        try:
            await asyncio.wait((self.hearing, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*self.tasks.values(), self.hearing, sending):
                task.cancel()
        with suppress(*GONE):
            await self.socket.close(AGAIN)

    def say(self, text: str, is_progress: bool = False) -> None:
        """Queue a frame for sending."""
        if is_progress and self.frames.qsize() > MOST_FRAMES // 2:
            return
        try:
            self.frames.put_nowait(text)
        except asyncio.QueueFull:
            self.hearing.cancel()

    async def _listen(self) -> None:
        with suppress(*GONE):
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                text = message.get("text")
                self.hear(message.get("bytes") or b"" if text is None else text)

    async def _send(self) -> None:
        with suppress(*GONE):
            while True:
                await self.socket.send_text(await self.frames.get())
