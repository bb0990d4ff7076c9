"""Running the server: sockets, signals and a clean shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import field

import uvicorn

from ...errors import OutputError
from ...frozen import frozen
from ...phrases import phrase
from ...workers.interrupts import ENDING
from ..pool.worker_pool import PATIENCE, Crew, Limits
from .access import LOOPBACK
from .app import make_app, with_deadline
from .live_socket import PORT as EDITORS_PORT
from .live_socket import make_editors_app
from .websocket import MOST_BYTES

#: Length of the system's connection backlog; maximum number of concurrent requests.
BACKLOG, AT_ONCE = 256, 1000


@frozen
class Service:
    """What is served, and to whom.

    port: 0 for any free one. host: the address to listen on. public: whether other machines may
    connect, with the token. editors: whether to serve the editors' protocol too, at `editors_port`;
    origins: additional page origins that may use it.
    """

    port: int = 8000
    host: str = "127.0.0.1"
    public: bool = False
    token: str = ""
    editors: bool = False
    editors_port: int = EDITORS_PORT
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)


class WebServer(uvicorn.Server):
    """A uvicorn server without signal handlers: several run at once, and `at_the_end` has them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Install no handlers; `at_the_end` handles them."""
        yield


def listening(host: str, port: int) -> list[socket.socket]:
    """Return listening sockets for an address; for localhost or 127.0.0.1, also for ::1.

    Raises `OutputError` if the address is in use or does not belong to this machine.
    """
    first = _listening(host, port)
    sockets = [first]
    if host in ("127.0.0.1", "localhost"):
        with contextlib.suppress(OutputError):  # a browser may resolve "localhost" to ::1
            sockets.append(_listening("::1", first.getsockname()[1]))
    return sockets


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, kind, number)
    except UnicodeError:
        raise OutputError(phrase("{host!s} is not an address or host name", host=host)) from None
    except OSError as error:
        raise OutputError(
            phrase(
                "{host!s} is not an address: {error!s}", host=host, error=error.strerror or error
            )
        ) from None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # Else ::1 would take the addresses of IPv4, too, and meet the first socket on its port.
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            raise OutputError(
                phrase("port {port!s} is in use: choose another one with --port", port=port)
            ) from None
        raise OutputError(
            phrase(
                "{host!s}, port {port!s}: {error!s}",
                host=host,
                port=port,
                error=error.strerror or error,
            )
        ) from None
    made.setblocking(False)
    return made


def serve(
    service: Service,
    say: Callable[[str], object] = print,
    ready: Callable[[str], object] = lambda _: None,
) -> None:
    """Serve until SIGINT or SIGTERM, then shut down cleanly.

    say: called with each address line. ready: called with the page's address once questions are
    answered. Raises `OutputError` if an address cannot be used.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # workers are forked: no threads here
    token = service.token or (secrets.token_urlsafe(16) if service.public else "")
    sockets = [listening(service.host, service.port)]
    if service.editors:
        try:
            sockets.append(listening("127.0.0.1", service.editors_port))
        except OutputError as error:
            told = "{problem} (the port of the editors' protocol)"
            raise OutputError(phrase(told, problem=error)) from None
    # Every address is taken by now: an error about one comes before any worker is started.
    asyncio.run(_run(service, token, sockets, say, ready))


def at_the_end(do: Callable[[], object]) -> None:
    """Call a function at each signal that ends a command and that our parent does not ignore."""
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                asyncio.get_running_loop().add_signal_handler(number, do)


async def _run(
    service: Service,
    token: str,
    sockets: list[list[socket.socket]],
    say: Callable[[str], object],
    ready: Callable[[str], object],
) -> None:
    crew = Crew(service.limits)
    # In public the names of this machine are not known; there the token guards.
    apps = [make_app(crew, () if service.public else {*LOOPBACK, service.host}, token)]
    if service.editors:
        apps.append(make_editors_app(crew, service.origins))
    servers = [
        WebServer(
            uvicorn.Config(
                app,
                # Connections without headers may take half of the places, so requests have the
                # other half.
                http=with_deadline(AT_ONCE // 2),
                log_config=None,
                access_log=False,
                lifespan="off",
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=MOST_BYTES,
                ws_max_queue=16,
                ws_per_message_deflate=False,
                limit_concurrency=AT_ONCE,
                timeout_keep_alive=30,
                # Longer than the crew's patience: it answers the requests in progress first.
                timeout_graceful_shutdown=int(PATIENCE) + 1,
                h11_max_incomplete_event_size=32_768,
            )
        )
        for app in apps
    ]
    stop = asyncio.Event()
    at_the_end(stop.set)
    await crew.start()
    running = [
        asyncio.create_task(server.serve(own)) for server, own in zip(servers, sockets, strict=True)
    ]
    port = sockets[0][0].getsockname()[1]
    shown = f"[{service.host}]" if ":" in service.host else service.host
    address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
    say(f"serving {address}  (Ctrl-C ends it)")
    if service.editors:
        say(f"editors: ws://localhost:{sockets[1][0].getsockname()[1]}")
    ready(address)
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait([waiting, *running], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    ending = asyncio.create_task(crew.stop())
    for server in servers:
        server.should_exit = True
    await asyncio.wait([ending, *running], timeout=2 * PATIENCE + 2)
    say("stopped")
