"""`satdoku serve`: the setter's desk in a browser, an API, and the editors' protocol."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..command import from_table, need

if TYPE_CHECKING:
    from ...board import Puzzle


@from_table("serve")
def command(
    port: int,
    host: str,
    opens: bool,
    public: bool,
    token_file: str | None,
    editors: bool,
    editors_port: int,
    origins: tuple[str, ...],
    workers: int | None,
    limit: int,
    memory: int,
    folder: str | None,
    puzzles: tuple[str, ...],
    python: str | None,
) -> int:
    """Serve the setter's desk in the browser, and an HTTP API.

    Only this machine is served, unless --public says otherwise. Needs starlette, uvicorn and
    websockets (pip install starlette uvicorn websockets). With --export nothing is served: a site
    is written that any web server can hold, and where the browser itself answers.
    \f
    satdoku serve --open
    satdoku serve --port 0 --workers 2
    satdoku serve --export site --puzzles puzzles.txt
    """
    if folder:
        return _export(folder, puzzles, python)
    if host not in ("127.0.0.1", "localhost", "::1") and not public:
        raise click.UsageError(f"--host {host} serves other machines: add --public")
    for origin in origins:
        if not re.fullmatch(r"https://[^/\s]+", origin):
            raise click.UsageError(
                f"--origin {origin[:60]}: give a site, as in https://example.com"
            )
    token = _token(token_file)
    need("the server needs", "starlette", "uvicorn", "websockets")
    from ...serving.pool.worker_pool import Limits
    from ...serving.web.running import Service, serve

    usual = Limits()
    limits = Limits(
        workers or usual.workers, limit, min(limit, usual.waiting_each), memory=memory * 1_000_000
    )
    service = Service(port, host, public, token, editors, editors_port, origins, limits)

    def ready(address: str) -> None:
        if opens:
            import webbrowser

            webbrowser.open(address)

    serve(service, click.echo, ready)
    return 0


def _export(folder: str, files: tuple[str, ...], python: str | None) -> int:
    """Write the site; print the address of each puzzle in it."""
    from ...formats.opening import opened
    from ...formats.text.reader import parse_all
    from ...serving.static_site import write_site

    if python and folder.endswith(".html"):
        raise click.UsageError("--python goes into a folder: one file (.html) has no Python")
    puzzles: list[Puzzle] = []
    for file in files:
        with opened(file) as (_, stream):
            puzzles += parse_all(stream.read().decode(errors="replace"))
    for address in write_site(Path(folder), puzzles, Path(python) if python else None):
        click.echo(address)
    return 0


def _token(file: str | None) -> str:
    """Return the token from a file or the environment, "" for none."""
    if not file:
        return os.environ.get("SATDOKU_TOKEN", "")
    with open(file, encoding="utf-8", errors="replace") as stream:
        token = stream.read(1000).strip()
    if not re.fullmatch(r"[!-~]{8,}", token):
        raise click.UsageError(f"{file}: a token is one word of at least 8 characters")
    return token
