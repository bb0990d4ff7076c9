"""`satdoku serve`: the setter's desk in a browser, an API, and the editors' protocol."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...frozen import frozen
from ...phrases import phrase
from ..command import from_table, need

if TYPE_CHECKING:
    from ...board import Puzzle
    from ...serving.pool.worker_pool import Limits


@frozen
class Address:
    """Where to listen, and who may ask."""

    port: int
    host: str
    opens: bool = False
    public: bool = False
    token_file: str | None = None

    def must_be_public(self) -> None:
        """Raise a usage error for an address of other machines without --public."""
        if self.host not in ("127.0.0.1", "localhost", "::1") and not self.public:
            raise click.UsageError(
                phrase("--host {host!s} serves other machines: add --public", host=self.host)
            )

    def show(self, address: str) -> None:
        """Open the page in the browser, if that is asked for."""
        if self.opens:
            import webbrowser

            webbrowser.open(address)


@frozen
class Editors:
    """The protocol of editors: whether to answer it, where, and for pages of which sites."""

    editors: bool
    editors_port: int
    origins: tuple[str, ...] = ()

    def must_be_sites(self) -> None:
        """Raise a usage error for an origin that is not the address of a site."""
        for origin in self.origins:
            if not re.fullmatch(r"https://[^/\s]+", origin):
                raise click.UsageError(
                    phrase(
                        "--origin {origin!s}: give a site, as in https://example.com",
                        origin=origin[:60],
                    )
                )


@frozen
class Bounds:
    """The workers: how many, how many requests wait for one, and the memory of each (in MB)."""

    limit: int
    memory: int
    workers: int | None = None

    def limits(self) -> Limits:
        """Return them as the pool of workers takes them."""
        from ...serving.pool.worker_pool import Limits

        usual = Limits()
        return Limits(
            workers=self.workers or usual.workers,
            waiting=self.limit,
            waiting_each=min(self.limit, usual.waiting_each),
            memory=self.memory * 1_000_000,
        )


@frozen
class Site:
    """A site to write instead: the folder, puzzles that it answers for, and a Pyodide for it."""

    folder: str | None = None
    puzzles: tuple[str, ...] = ()
    python: str | None = None

    def write(self, folder: str) -> int:
        """Write the site; print the address of each puzzle in it."""
        from ...formats.opening import opened
        from ...formats.text.reader import parse_all
        from ...serving.static_site import write_site

        if self.python and folder.endswith(".html"):
            raise click.UsageError("--python goes into a folder: one file (.html) has no Python")
        puzzles: list[Puzzle] = []
        for file in self.puzzles:
            with opened(file) as (_, stream):
                puzzles += parse_all(stream.read().decode(errors="replace"))
        python = Path(self.python) if self.python else None
        for address in write_site(Path(folder), puzzles, python):
            click.echo(address)
        return 0


@from_table("serve")
def command(address: Address, editors: Editors, bounds: Bounds, site: Site) -> int:
    """Serve the setter's desk in the browser, and an HTTP API.

    Only this machine is served, unless --public says otherwise. Needs starlette, uvicorn and
    websockets (pip install starlette uvicorn websockets). With --export nothing is served: a site
    is written that any web server can hold, and where the browser itself answers.
    \f
    satdoku serve --open
    satdoku serve --port 0 --workers 2
    satdoku serve --export site --puzzles puzzles.txt
    """
    if site.folder:
        return site.write(site.folder)
    address.must_be_public()
    editors.must_be_sites()
    token = _token(address.token_file)
    need("the server needs", "starlette", "uvicorn", "websockets")
    from ...serving.web.running import Service, serve

    service = Service(
        port=address.port,
        host=address.host,
        public=address.public,
        token=token,
        editors=editors.editors,
        editors_port=editors.editors_port,
        origins=editors.origins,
        limits=bounds.limits(),
    )
    serve(service, click.echo, address.show)
    return 0


def _token(file: str | None) -> str:
    """Return the token from a file or the environment, "" for none."""
    if not file:
        return os.environ.get("SATDOKU_TOKEN", "")
    with open(file, encoding="utf-8", errors="replace") as stream:
        token = stream.read(1000).strip()
    if not re.fullmatch(r"[!-~]{8,}", token):
        raise click.UsageError(
            phrase("{file!s}: a token is one word of at least 8 characters", file=file)
        )
    return token
