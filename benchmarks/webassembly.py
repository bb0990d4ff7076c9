"""How fast the kernels are as WebAssembly: `python benchmarks/webassembly.py DATA`.

DATA: a folder with seventeen-10k.txt and hardest-375.txt (one puzzle a line). The npm package is
built, then Node and headless Chromium (if Debian's chromium and PyPI's playwright are there) look
for two solutions of each board, in one thread: by the clock, the best of several rounds. Beside
them the native library of this machine's level, timed likewise. Then how long it takes, in
milliseconds, until the kernels are loaded, and single boards have their verdict, true candidates
and rating; in Chromium also with its processor slowed down six times, as a phone's (then the mean
of several rounds, since single ones may run between the pauses).
"""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from timing import row

from satdoku import batch
from satdoku.logic.kernel_list import write_package

ROUNDS = 15
FILES = ("seventeen-10k.txt", "hardest-375.txt")
SLOWER = 6
MEASURE = """
async (source, files, rounds, slowed) => {
  const since = performance.now();
  const { digitsOf, load } = await import(source);
  const kernels = await load();
  const made = { loaded: performance.now() - since };
  const best = (run, times) => {
    const all = Array.from({ length: times }, () => {
      const start = performance.now();
      run();
      return performance.now() - start;
    });
    return slowed ? all.reduce((a, b) => a + b) / times : Math.min(...all);
  };
  const single = files[1][0]; // one of the hardest
  const twoSolutions = "1" + ".".repeat(80);
  made.verdict = best(() => kernels.solve(single), 5);
  made.candidates = best(() => kernels.candidates(twoSolutions, { cap: 8 }), 5);
  made.firstRating = best(() => kernels.rate(single), 1);
  made.rating = best(() => kernels.rate(single), 5);
  made.rates = files.map((lines) => {
    const digits = digitsOf(lines);
    const all = kernels.solve(digits, { solutions: false }).counts.every((count) => count === 1);
    const seconds = best(() => kernels.solve(digits, { solutions: false }), rounds) / 1000;
    return all ? lines.length / seconds : NaN;
  });
  return made;
}
"""


def lines_of(path: Path) -> list[str]:
    """The boards of a file of lines."""
    return [
        line[:81] for line in path.read_text().splitlines() if len(line) > 80 and line[0] != "#"
    ]


def in_node(package: Path, files: list[list[str]]) -> dict[str, Any]:
    """The numbers of Node."""
    source = (package / "index.js").as_uri()
    with tempfile.NamedTemporaryFile("w", suffix=".mjs") as program:
        given = f"{json.dumps(source)}, {json.dumps(files)}, {ROUNDS}, false"
        program.write(f"console.log(JSON.stringify(await ({MEASURE})({given})));")
        program.flush()
        done = subprocess.run(["node", program.name], check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def in_chromium(package: Path, files: list[list[str]], slower: int) -> dict[str, Any]:
    """The numbers of Chromium, with its processor so many times slower."""
    from playwright.sync_api import sync_playwright

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    handler = functools.partial(Handler, directory=str(package))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            path = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/package.json")
            if slower > 1:
                session = page.context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            given = f"'/index.js', {json.dumps(files)}, {ROUNDS}, {json.dumps(slower > 1)}"
            found = page.evaluate(f"({MEASURE})({given})")
            browser.close()
        server.shutdown()
    return dict(found)


def native(files: list[list[str]]) -> list[float]:
    """Boards a second of this machine's own level, in one thread."""
    rates = []
    for lines in files:
        boards = np.array([[int(c) for c in line.replace(".", "0")] for line in lines], np.uint8)
        seconds = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            batch.solve(boards, solutions=False)
            seconds.append(time.perf_counter() - start)
        rates.append(len(lines) / min(seconds))
    return rates


def main() -> None:
    """Print a table."""
    data = Path(sys.argv[1])
    files = [lines_of(data / name) for name in FILES]
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder)
        write_package(package)
        size = sum(len(zlib.compress(file.read_bytes(), 9)) for file in package.iterdir())
        print(f"the package: {size / 1000:,.0f} kB compressed")
        engines = {"Node": functools.partial(in_node, package, files)}
        if shutil.which("chromium"):
            engines["Chromium"] = functools.partial(in_chromium, package, files, 1)
            slow = f"Chromium, {SLOWER} times slower"
            engines[slow] = functools.partial(in_chromium, package, files, SLOWER)
        for name, measure in engines.items():
            found = measure()
            for file, rate in zip(FILES, found.pop("rates"), strict=True):
                row(f"{name}: {file}", rate, "", "/s")
            for what, milliseconds in found.items():
                row(f"{name}: {what}", milliseconds, "", "ms")
    for file, rate in zip(FILES, native(files), strict=True):
        row(f"native: {file}", rate, "", "/s")


if __name__ == "__main__":
    main()
