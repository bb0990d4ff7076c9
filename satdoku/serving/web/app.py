"""The application: the page and its files, the API, the WebSocket.

uvicorn waits for request headers indefinitely and refuses service once it has reached its
connection limit. So connections here have a deadline for headers, and when too many wait without
them, the oldest is closed in favour of the new one: half-open ones lock nobody out.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from hashlib import blake2b
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from ...languages import languages
from ..page_files import TYPES, files_of_page
from ..page_texts import words
from ..pool.worker_pool import Crew
from . import api
from .access import LOOPBACK, Gate
from .live_socket import Talk

#: Seconds from the first byte of a request (for the first request: from the connection) to the end
#: of its headers.
HEADERS = 10.0


def with_deadline(most: int, seconds: float = HEADERS) -> type[H11Protocol]:
    """Return uvicorn's protocol with a deadline: a connection whose headers are incomplete after
    `seconds` is closed, and so is the oldest one when more than `most` wait."""
    # One deadline for all, so the order of arrival is the order in which they end: no heap.
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
            # A connection that is kept open between requests waits only from the first byte of the
            # next: idle ones have uvicorn's own limit.
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


INDEX = "index.html"


def fixed(kind: type[Response], content: Any) -> Callable[[Request], Awaitable[Response]]:
    """Return what always answers the same; compression changes a response, so each is new."""

    async def answer(request: Request) -> Response:
        return kind(content)

    return answer


def make_app(crew: Crew, hosts: Collection[str] = LOOPBACK, token: str = "") -> ASGIApp:
    """Return the application behind its access gate."""
    files = files_of_page()

    async def file(request: Request) -> Response:
        name = request.path_params.get("name", INDEX)
        if name not in files:
            return PlainTextResponse("not found", 404)
        return as_tagged(request, files[name].read_bytes(), TYPES[files[name].suffix])

    async def texts(request: Request) -> Response:
        code = request.path_params["language"]
        if code not in languages():
            return PlainTextResponse("not found", 404)
        content = json.dumps(words(code), ensure_ascii=False).encode()
        return as_tagged(request, content, TYPES[".json"])

    def as_tagged(request: Request, content: bytes, media_type: str) -> Response:
        tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
        headers = {"cache-control": "no-cache", "etag": tag}
        # Not compared as a whole: the header may list several tags, or mark one as weak.
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=media_type)

    app = Starlette(
        routes=[
            Route("/", file),
            Route("/page/words/{language}.json", texts),
            Route("/page/{name:path}", file),
            Route("/api", fixed(JSONResponse, api.listed()), methods=["GET"]),
            Route("/api/openapi.json", fixed(JSONResponse, api.openapi()), methods=["GET"]),
            Route("/api/docs", fixed(HTMLResponse, api.documents()), methods=["GET"]),
            Route("/api/{name}", api.answer, methods=["GET", "POST"]),
            WebSocketRoute("/live", Talk.serve),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1_000)],
    )
    app.state.crew = crew
    return Gate(app, hosts, token)
