"""`satdoku serve`: the setter's desk in a browser, an API, and the editors' protocol."""

from __future__ import annotations

import os
import re

import click

from ..command import Command
from ..options import common as options


@click.command("serve", cls=Command)
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8000,
    help="Port of the page; 0: any free port.",
)  # fmt: skip
@click.option(
    "--host", default="127.0.0.1", metavar="ADDRESS",
    help="The address to listen on; any other than this machine's own need --public.",
)  # fmt: skip
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option("--public", is_flag=True, help="Serve other machines too; requests need the token.")
@click.option(
    "--token-file", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
    help="A file that holds the token, which SATDOKU_TOKEN may hold instead; without either "
    "--public creates one and prints it.",
)  # fmt: skip
@click.option(
    "--protocol", "editors", is_flag=True,
    help="Also answer editors such as f-puzzles, at ws://localhost:4545.",
)  # fmt: skip
@click.option(
    "--protocol-port", "editors_port", type=click.IntRange(0, 65_535), default=4545,
    help="Another port for --protocol.",
)  # fmt: skip
@click.option(
    "--origin", "origins", multiple=True, metavar="https://SITE",
    help="Another site whose pages may use --protocol.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(1, 256), metavar="N",
    help="Requests handled at once.  [default: one per core, at least 2]",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=256,
    help="Maximum queue length; further requests get status 429.",
)  # fmt: skip
@click.option(
    "--memory", type=click.IntRange(100, 1_000_000), default=700, metavar="MB",
    help="Memory limit of a worker, after which it is replaced.",
)  # fmt: skip
def command(
    port: int, host: str, opens: bool, public: bool, token_file: str | None, editors: bool,
    editors_port: int, origins: tuple[str, ...], workers: int | None, limit: int, memory: int,
) -> int:  # fmt: skip
    """Serve the setter's desk in the browser, and an HTTP API.

    Only this machine is served, unless --public says otherwise. Needs starlette, uvicorn and
    websockets (pip install starlette uvicorn websockets).
    \f
    satdoku serve --open
    satdoku serve --port 0 --workers 2
    satdoku serve --protocol
    """
    if host not in ("127.0.0.1", "localhost", "::1") and not public:
        raise click.UsageError(f"--host {host} serves other machines: add --public")
    if not editors:
        options.refuse("--protocol is missing", "editors_port", "origins")
    for origin in origins:
        if not re.fullmatch(r"https://[^/\s]+", origin):
            raise click.UsageError(
                f"--origin {origin[:60]}: give a site, as in https://example.com"
            )
    token = _token(token_file)
    options.need("the server needs", "starlette", "uvicorn", "websockets")
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


def _token(file: str | None) -> str:
    """Return the token from a file or the environment, "" for none."""
    if not file:
        return os.environ.get("SATDOKU_TOKEN", "")
    with open(file, encoding="utf-8", errors="replace") as stream:
        token = stream.read(1000).strip()
    if not re.fullmatch(r"[!-~]{8,}", token):
        raise click.UsageError(f"{file}: a token is one word of at least 8 characters")
    return token
