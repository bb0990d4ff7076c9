"""A browser at the desk, for tests: a server of its own, a page, and what hands do there."""

from __future__ import annotations

import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.marks import SLOW
from tests.processes import COMMAND, NEVER, until

#: Milliseconds after which the browser takes something never to happen.
WAIT = 1000 * NEVER
#: Asks the workers of an exported page some questions in turn, and returns the replies.
ASK = """async (questions) => {
  const { WorkerSocket } = await import(new URL("page/worker_socket.js", location.href).href);
  const socket = new WorkerSocket();
  await new Promise((done) => socket.addEventListener("open", done));
  const asked = (id, ask, puzzle, options) => new Promise((done) => {
    const hear = ({ data }) => {
      const { id: of, ...reply } = JSON.parse(data);
      if (of !== id || "progress" in reply) return;
      socket.removeEventListener("message", hear);
      done(reply);
    };
    socket.addEventListener("message", hear);
    socket.send(JSON.stringify({ id, ask, puzzle, options, topic: ask }));
  });
  const replies = [];
  for (const [id, question] of questions.entries()) replies.push(await asked(id, ...question));
  socket.close();
  return replies;
}"""

#: What is cut off at the side, or holds more than it shows.
CUT = """() => [...document.querySelectorAll("button, input, select, label, h1, h3, p, #board svg")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.closest(".unseen, .strip, .skip") && !one.matches(".star"))
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const isCut = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
    return left < 0 || right > innerWidth || isCut;
  })
  .map((one) => one.outerHTML.slice(0, 120))"""


def chromium() -> str:
    """Where Debian's Chromium is; without it the test is skipped, in CI it fails."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        import playwright  # noqa: F401
    except ImportError:
        path = None
    if path:
        return path
    reason = "needs Debian's chromium and PyPI's playwright (apt-get install chromium)"
    if SLOW:
        pytest.fail(reason)
    pytest.skip(reason)


class Served:
    """`satdoku serve` on a port that stays the same when it is ended and begun again."""

    def __init__(self) -> None:
        self.port, self.url = 0, ""
        self.process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Serve; returns when questions are answered."""
        self.process = subprocess.Popen(
            [*COMMAND, "serve", f"--port={self.port}", "--workers=2"],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ,
        )
        assert self.process.stdout
        said = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert said
        self.port, self.url = int(said[1]), said[0]

    def ask(self, operation: str, **arguments: Any) -> Any:
        """The answer of the API."""
        body = json.dumps(arguments).encode()
        head = {"content-type": "application/json"}
        with urlopen(Request(f"{self.url}api/{operation}", body, head), timeout=NEVER) as answer:
            return json.load(answer)

    def kill(self) -> None:
        """End it at once, with all its workers."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            assert self.process.stdout
            self.process.stdout.close()
            self.process = None


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def files_served(folder: str, kept: str = "") -> Iterator[str]:
    """The address of a folder, served by Python's own server. kept: the header `Cache-Control`."""

    class Handler(_Quiet):
        def end_headers(self) -> None:
            if kept:
                self.send_header("Cache-Control", kept)
            super().end_headers()

    handler = partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Hands:
    """What a person does on a page of the desk."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )

    def visit(self, url: str) -> None:
        """Open the desk."""
        self.page.goto(url)
        self.page.wait_for_selector("html[data-ready]", state="attached")
        self.page.wait_for_selector("#cell-0", state="attached")

    def middle(self, cell: int) -> tuple[float, float]:
        """(x, y) of a cell on the screen."""
        boxes: list[Any] = []
        until(lambda: boxes.append(self.page.locator(f"#cell-{cell}").bounding_box()) or boxes[-1])
        box = boxes[-1]  # None while it is drawn anew
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, cell: int) -> None:
        """Click a cell, when it has come to rest."""
        self.page.locator(f"#cell-{cell}").click()

    def drag(self, cells: Sequence[int]) -> None:
        """Drag over cells, when the first has come to rest."""
        self.page.locator(f"#cell-{cells[0]}").hover()
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.middle(cell), steps=4)
        self.page.mouse.up()

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def paste(self, text: str) -> None:
        """Paste a text on the board."""
        self.page.evaluate(
            """text => {
              const clipboardData = new DataTransfer();
              clipboardData.setData("text/plain", text);
              const more = { clipboardData, bubbles: true, cancelable: true };
              document.body.dispatchEvent(new ClipboardEvent("paste", more));
            }""",
            text,
        )

    def verdict(self, words: str) -> None:
        """Wait until the verdict says so."""
        self.page.locator("#verdict:not([data-state~=waiting])", has_text=words).wait_for()

    def label(self, cell: int) -> str:
        """What a screen reader says of a cell."""
        return str(self.page.locator(f"#cell-{cell}").get_attribute("aria-label"))

    def says(self, cell: int, words: str) -> None:
        """Wait until that is said of a cell."""
        self.page.locator(f'#cell-{cell}[aria-label*="{words}"]').wait_for(state="attached")

    def digits(self) -> str:
        """The givens on the board, '.' for none."""
        return str(
            self.page.evaluate(
                """() => [...document.querySelectorAll("[role=gridcell]")]
                  .sort((a, b) => a.id.slice(5) - b.id.slice(5))
                  .map((cell) => /given (.)/.exec(cell.getAttribute("aria-label"))?.[1] ?? ".")
                  .join("")"""
            )
        )

    def shows(self, digits: str) -> None:
        """Wait until these are the givens on the board."""
        until(lambda: self.digits() == digits)

    def finds(self, selector: str, number: int) -> None:
        """Wait until so many elements are there."""
        self.page.wait_for_function(
            "([selector, n]) => document.querySelectorAll(selector).length === n",
            arg=[selector, number],
        )


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all tests of a file."""
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"], timeout=WAIT)
        yield made
        made.close()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """One server for all tests but those that end it."""
    server = Served()
    server.begin()
    yield server
    server.kill()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A browser without memory, in which nothing moves."""
    made = browser.new_context(viewport={"width": 1360, "height": 900}, reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def hands(context: Any, served: Served) -> Iterator[Hands]:
    """A person at the desk; nothing may go wrong in the page meanwhile."""
    one = Hands(context.new_page())
    one.visit(served.url)
    yield one
    assert one.errors == [], one.errors


def hands_at_export(context: Any, url: str) -> Iterator[Hands]:
    """Yield a person at an exported desk; nothing may go wrong there, or be asked of others."""
    one = Hands(context.new_page())
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.visit(url)
    yield one
    assert one.errors == [], one.errors
    assert [other for other in asked if not other.startswith((url, "data:", "blob:"))] == []


def phone(browser: Any, width: int, height: int) -> Hands:
    """A blank page on a phone, in a context of its own (`hands.page.context`)."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    return Hands(context.new_page())


def on_phone(browser: Any, served: Served) -> Hands:
    """The desk on a phone."""
    hands = phone(browser, 390, 844)
    hands.visit(served.url)
    return hands
