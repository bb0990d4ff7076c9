"""The connection to one WebSocket client: handles incoming frames and queues outgoing ones."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from itertools import count

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..pool.worker_pool import Crew

#: Maximum number of queued frames for a client that reads slowly. From half of it on, progress
#: frames are dropped; if an answer does not fit, the client is disconnected.
MOST_FRAMES = 256
#: The close code that asks a client to reconnect later.
AGAIN = 1013
#: Raised once the peer has disconnected.
GONE = (WebSocketDisconnect, RuntimeError)
_numbers = count(1)


class Line(ABC):
    """The connection to one client. client: its name for the crew, of this kind and a number."""

    def __init__(self, socket: WebSocket, crew: Crew, kind: str) -> None:
        self.socket, self.crew = socket, crew
        self.client = f"{kind} {next(_numbers)}"
        self.frames: asyncio.Queue[str] = asyncio.Queue(MOST_FRAMES)

    @abstractmethod
    def hear(self, text: str | bytes) -> None:
        """Handle a frame."""

    @abstractmethod
    def open_work(self) -> Iterable[asyncio.Task[None]]:
        """The tasks that still run for the client."""

    async def run(self) -> None:
        """Receive and send until either side ends it; then cancel all open work."""
        await self.socket.accept()
        self.hearing = asyncio.create_task(self._listen())
        sending = asyncio.create_task(self._send())
        try:
            await asyncio.wait((self.hearing, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*self.open_work(), self.hearing, sending):
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
