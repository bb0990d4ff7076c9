"""The application: the page and its files, the API, the WebSocket."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from ..pool.worker_pool import Crew
from . import api
from .access import LOOPBACK, Gate
from .live_socket import Talk

#: Content types by file suffix; files with other suffixes are not served.
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".json": "application/json", ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
INDEX = "index.html"


def files_of_page() -> dict[str, Path]:
    """Return the page's files by name. Requested names are only looked up here, never on disk."""
    folder = Path(__file__).parents[1] / "page"
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in TYPES)
    return {path.relative_to(folder).as_posix(): path for path in files}


def make_app(crew: Crew, hosts: Collection[str] = LOOPBACK, token: str = "") -> ASGIApp:
    """Return the application behind its access gate."""
    files = files_of_page()

    async def file(request: Request) -> Response:
        name = request.path_params.get("name", INDEX)
        if name not in files:
            return PlainTextResponse("not found", 404)
        return Response(
            files[name].read_bytes(),
            headers={"cache-control": "no-cache"},
            media_type=TYPES[files[name].suffix],
        )

    app = Starlette(
        routes=[
            Route("/", file),
            Route("/page/{name:path}", file),
            Route("/api", JSONResponse(api.listed()), methods=["GET"]),
            Route("/api/openapi.json", JSONResponse(api.openapi()), methods=["GET"]),
            Route("/api/docs", HTMLResponse(api.documents()), methods=["GET"]),
            Route("/api/{name}", api.answer, methods=["GET", "POST"]),
            WebSocketRoute("/live", Talk.serve),
        ]
    )
    app.state.crew = crew
    return Gate(app, hosts, token)
