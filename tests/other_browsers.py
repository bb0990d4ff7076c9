"""Firefox and WebKit, for tests, as Debian packages them: Firefox by its own Marionette protocol (a
socket, messages as "length:JSON"), WebKit by WebDriver (HTTP, a standard of the W3C)."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL
from typing import Any, Protocol
from urllib.request import Request, urlopen

import pytest

from tests.processes import NEVER, running, until

QUIET = {"stdout": DEVNULL, "stderr": DEVNULL}


class Visitor(Protocol):
    """A browser with one page."""

    def visit(self, url: str) -> None:
        """Open a page."""

    def run(self, script: str) -> Any:
        """Return what the text of a function returns in the page."""

    def act(self, actions: list[Any]) -> None:
        """Move, click and type: actions as WebDriver defines them."""


class Firefox:
    """Speaks with a Firefox that listens at a port."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), NEVER)
        self.number = 0
        self._next_message()  # it greets
        self._ask("WebDriver:NewSession")

    def visit(self, url: str) -> None:
        self._ask("WebDriver:Navigate", url=url)

    def run(self, script: str) -> Any:
        return self._ask("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def act(self, actions: list[Any]) -> None:
        self._ask("WebDriver:PerformActions", actions=actions)

    def _ask(self, command: str, **arguments: Any) -> Any:
        self.number += 1
        said = json.dumps([0, self.number, command, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(said), said))
        _, _, error, answer = self._next_message()
        assert error is None, error
        return answer

    def _next_message(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._received(1)
        return json.loads(self._received(int(length[:-1])))

    def _received(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            more = self.socket.recv(count - len(found))
            assert more, "Firefox ended"
            found += more
        return found


class WebKit:
    """Speaks with a WebDriver of WebKitGTK at a port."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}/session"
        [browser] = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("", capabilities=wanted)["sessionId"]
        self.base += f"/{session}"

    def visit(self, url: str) -> None:
        self._ask("/url", url=url)

    def run(self, script: str) -> Any:
        return self._ask("/execute/sync", script=script, args=[])

    def act(self, actions: list[Any]) -> None:
        self._ask("/actions", actions=actions)

    def _ask(self, place: str, **arguments: Any) -> Any:
        body = json.dumps(arguments).encode()
        head = {"content-type": "application/json"}
        with urlopen(Request(self.base + place, body, head), timeout=NEVER) as answer:
            return json.load(answer)["value"]


@contextmanager
def firefox(folder: Path) -> Iterator[Visitor]:
    """Firefox with a new profile in that folder, without a window."""
    _need("firefox-esr", "firefox-esr")
    port = _free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = ["firefox-esr", "--headless", "--marionette", "--profile", str(folder)]
    with running(command, env=os.environ | {"HOME": str(folder)}, **QUIET):
        until(lambda: _listens(port))
        yield Firefox(port)


@contextmanager
def webkit(folder: Path) -> Iterator[Visitor]:
    """WebKitGTK's browser with a home in that folder, on a screen that nobody sees."""
    _need("WebKitWebDriver", "webkit2gtk-driver")
    _need("xvfb-run", "xvfb xauth")
    port = _free_port()
    command = ["xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={port}"]
    # its sandbox needs rights that a container does not give
    home = {"HOME": str(folder), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    with running(command, env=os.environ | home, **QUIET):
        until(lambda: _listens(port))
        yield WebKit(port)


def _need(program: str, packages: str) -> None:
    """Skip the test without a program."""
    if not shutil.which(program):
        pytest.skip(f"needs {program} (apt-get install {packages})")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0
