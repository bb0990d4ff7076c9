"""The application: the page and its files, the API, the WebSocket."""

from __future__ import annotations

from collections.abc import Collection
from importlib import resources
from pathlib import PurePosixPath

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from ..pool.worker_pool import Crew
from . import api
from .access import LOOPBACK, Gate
from .live_socket import talk

#: Content types by file suffix; files with other suffixes are not served.
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".json": "application/json", ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
INDEX = "index.html"


def files_of_page() -> dict[str, resources.abc.Traversable]:
    """Return the page's files by name. Requested names are only looked up here, never on disk."""
    folder = resources.files("satdoku.serving").joinpath("page")
    found: dict[str, resources.abc.Traversable] = {}
    pending = [("", folder)]
    while pending:
        prefix, here = pending.pop()
        for one in sorted(here.iterdir(), key=lambda one: one.name) if here.is_dir() else ():
            name = prefix + one.name
            if one.is_dir():
                pending.append((f"{name}/", one))
            elif PurePosixPath(name).suffix in TYPES:
                found[name] = one
    return found


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
            media_type=TYPES[PurePosixPath(name).suffix],
        )

    app = Starlette(
        routes=[
            Route("/", file),
            Route("/page/{name:path}", file),
            Route("/api", api.operations),
            Route("/api/openapi.json", api.description),
            Route("/api/docs", api.page_of_documents),
            Route("/api/{name}", api.answer, methods=["GET", "POST"]),
            WebSocketRoute("/live", talk),
        ]
    )
    app.state.crew = crew
    return Gate(app, hosts, token)
