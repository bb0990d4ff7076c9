"""HTTP connections with a deadline for request headers, so half-open ones lock nobody out.

uvicorn waits for request headers indefinitely and refuses service once it has reached its
connection limit. Here headers have a deadline, and when too many connections wait without headers,
the oldest is closed in favour of the new one.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds from the first byte of a request (for the first request: from the connection) to the end
#: of its headers.
HEADERS = 10.0


def with_deadline(most: int, seconds: float = HEADERS) -> type[H11Protocol]:
    """Return uvicorn's protocol with a deadline: a connection whose headers are incomplete after
    `seconds` is closed, and so is the oldest one when more than `most` wait."""
    waiting: dict[Deadline, asyncio.TimerHandle] = {}  # oldest first

    class Deadline(H11Protocol):
        is_upgraded = False

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait()
            if len(waiting) > most:
                next(iter(waiting))._close()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            is_open = self.cycle is None or self.cycle.response_complete
            if not is_open:
                self._wait_no_more()
            elif self.conn.trailing_data[0] and self not in waiting and not self.is_upgraded:
                self._wait()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self.is_upgraded = True
            self._wait_no_more()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            super().connection_lost(exc)

        def _wait(self) -> None:
            waiting[self] = self.loop.call_later(seconds, self._close)

        def _wait_no_more(self) -> None:
            if timer := waiting.pop(self, None):
                timer.cancel()

        def _close(self) -> None:
            self._wait_no_more()
            self.transport.close()

    return Deadline
