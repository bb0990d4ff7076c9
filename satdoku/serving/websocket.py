"""The line to one client of a WebSocket: what comes is heard, what is said waits to be sent."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

#: Frames that wait for a client who does not read them. Of progress half as many: it is dropped
#: then; a client for whom an answer would be lost is left instead.
MOST_FRAMES = 256
#: The code that tells a client to come again later.
AGAIN = 1013
#: Raised once the peer has disconnected.
GONE = (WebSocketDisconnect, RuntimeError)


class Line(ABC):
    """One client, as long as it is there."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.frames: asyncio.Queue[str] = asyncio.Queue(MOST_FRAMES)

    @abstractmethod
    def hear(self, text: str | bytes) -> None:
        """Take a frame."""

    @abstractmethod
    def open_work(self) -> Iterable[asyncio.Task[None]]:
        """What is still worked on for the client."""

    async def run(self) -> None:
        """Hear and answer until either side ends it; then nothing is worked on any more."""
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
        """Send a frame, when its turn comes."""
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
