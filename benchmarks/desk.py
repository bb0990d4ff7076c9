"""How heavy the desk's page is and how soon it is there: `python benchmarks/desk.py`.

Then the same of the exported page, which no server answers; also with the processor of the browser
slowed down six times, as a phone's, and of a board with 30 cages. `python benchmarks/desk.py
PYODIDE`, the folder of a full distribution, also measures the page with Python: when it gives a
hint that is asked for at once, and the same from a key to the verdict.

Needs Debian's chromium and PyPI's playwright. Each visit is of a browser without memory; times are
medians, in milliseconds from the beginning of the visit: the first paint, the board with its cells,
and the first answer; and from a key to the verdict that it changes. The page itself notes when they
are there, since a browser that is slowed down would also be slow to be asked. On a machine with
other work only the processor time says something: that of the page's main thread until the first
answer, which is what a slower processor makes slower.
"""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import sync_playwright

import satdoku
from satdoku.formats.links.short_records import packed
from satdoku.serving.static_site import write_site

#: A grid in cages of two or three cells, each the sum of its digits.
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
VISITS, SLOWER = 11, 6
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
WEIGHT = """['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


#: Notes when the board is there, and the first verdict.
NOTING = """
const seen = (globalThis.seen = {});
new MutationObserver(() => {
  if (!seen.board && document.getElementById("cell-80")) seen.board = performance.now();
  const state = document.getElementById("verdict")?.dataset.state;
  if (!seen.verdict && state === "unique") seen.verdict = performance.now();
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
"""


def since(start: float, wait: Callable[[], object]) -> float:
    """Milliseconds from the start until what is waited for is there."""
    wait()
    return 1000 * (time.perf_counter() - start)


def caged() -> dict[str, Any]:
    """A killer of 30 cages that has one solution with the givens that are left, as a record."""
    record: dict[str, Any]
    cages = []
    for row in range(1, 10):
        for start in (1, 4, 7):
            cells = [f"r{row}c{column}" for column in range(start, start + 3)]
            total = sum(int(SOLVED[9 * row - 10 + c]) for c in range(start, start + 3))
            cages.append(f"killer:{total}:{','.join(cells)}")
    for column in (1, 5, 9):
        total = sum(int(SOLVED[9 * row + column - 1]) for row in range(2))
        cages.append(f"killer:{total}:r1c{column},r2c{column}")
    record = {"puzzle": "." * 81, "layout": "9x9", "constraints": cages}
    while len(two := list(satdoku.solutions(satdoku.parse(record), limit=2))) > 1:
        cell = next(k for k in range(81) if two[0].cells[k] != two[1].cells[k])
        record["puzzle"] = record["puzzle"][:cell] + SOLVED[cell] + record["puzzle"][cell + 1 :]
    layout = satdoku.parse(record).layout
    return record | {"constraints": [str(rule.on(layout.places)) for rule in layout.constraints]}


def visit(
    browser: Any, url: str, link: str, slower: int = 1
) -> tuple[float, float, float, float, float, float]:
    """(first paint, board, first answer, processor until then, from a key to its verdict, bytes).

    link: the puzzle as it is in an address."""
    context = browser.new_context(viewport={"width": 1360, "height": 900})
    page = context.new_page()
    page.add_init_script(NOTING)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    if slower > 1:
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(f"{url}#puzzle={link}", wait_until="commit")
    while not page.evaluate("globalThis.seen?.verdict"):
        time.sleep(0.05)
    used = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    processor = 1000 * used["TaskDuration"]
    board, answer = page.evaluate("[seen.board, seen.verdict]")
    page.click("#cell-2", force=True)
    start = time.perf_counter()
    page.keyboard.press("5")
    key = since(start, lambda: page.wait_for_selector("#verdict[data-state=none]"))
    paint, weight = page.evaluate(PAINT), page.evaluate(WEIGHT)
    context.close()
    return paint, board, answer, processor, key, weight


def visit_python(browser: Any, url: str, record: dict[str, Any]) -> tuple[float, float, float]:
    """(first hint, a second one, from a key to its verdict) of a page that has Python."""
    context = browser.new_context(viewport={"width": 1360, "height": 900})
    page = context.new_page()
    start = time.perf_counter()
    page.goto(url + "#puzzle=" + quote(json.dumps(record)))
    page.wait_for_selector("#verdict[data-state=unique]")
    page.click("#tab-logic")
    hints = []
    for _ in range(2):
        page.keyboard.press("h")
        hints.append(since(start, lambda: page.get_by_role("button", name="Dismiss").wait_for()))
        page.get_by_role("button", name="Dismiss").click()
        start = time.perf_counter()
    page.click("#cell-2", force=True)
    start = time.perf_counter()
    page.keyboard.press("5")
    key = since(start, lambda: page.wait_for_selector("#verdict[data-state=none]"))
    context.close()
    return hints[0], hints[1], key


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Python's own server of files, compressed by nobody."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served() -> Iterator[str]:
    """The address of the desk on a server of its own."""
    command = [sys.executable, "-m", "satdoku", "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        yield server.stdout.readline().split()[1]
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


@contextmanager
def exported(puzzle: satdoku.Puzzle, distribution: Path | None = None) -> Iterator[str]:
    """The address of the exported desk."""
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder), [puzzle], distribution)
        handler = functools.partial(Quiet, directory=folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


ALL = ("first paint", "board", "first answer", "processor", "key to verdict")


def tell(what: str, visits: list[tuple[float, ...]], names: tuple[str, ...] = ALL) -> None:
    """Print the medians."""
    print(what)
    for name, taken in zip(names, zip(*visits, strict=True), strict=False):
        print(f"  {name:16}{statistics.median(taken):8.0f} ms   slowest {max(taken):8.0f} ms")
    if names == ALL:
        print(f"  {'weight':16}{visits[0][-1] / 1000:8.0f} kB", flush=True)


def main() -> None:
    """Visit the desk some times, and tell the medians."""
    easy = {"puzzle": EASY, "layout": "9x9", "constraints": []}
    killer = caged()
    links = {"exported": packed(easy), "exported, killer": packed(killer)}
    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with served() as url:
            tell("served", [visit(browser, url, links["exported"]) for _ in range(VISITS)])
        with exported(satdoku.parse(killer)) as url:
            for name, link in links.items():
                for slower in (1, SLOWER):
                    visits = [visit(browser, url, link, slower) for _ in range(VISITS)]
                    tell(f"{name}, {slower} × slower" if slower > 1 else name, visits)
        for distribution in map(Path, sys.argv[1:]):
            with exported(satdoku.parse(killer), distribution) as url:
                for name, record in (("with Python", easy), ("with Python, killer", killer)):
                    visits = [visit_python(browser, url, record) for _ in range(VISITS)]
                    tell(name, visits, ("first hint", "next hint", "key to verdict"))
        browser.close()


if __name__ == "__main__":
    main()
