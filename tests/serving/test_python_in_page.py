"""An exported desk with Python: in Chromium it answers exactly as the server does."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satdoku import Layout, Puzzle, solutions
from satdoku.serving.pool.worker import reply
from tests import python_for_pages
from tests.desk_driving import ASK, Hands, browser, context, files_served, hands_at_export
from tests.processes import command, needs_webassembly, until

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: Techniques up to forcing chains; and a position with two solutions.
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SEVERAL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419........8..79"
CONFLICT = "55" + "." * 79
BOARDS = (
    "9x9+killer:10:r1c1-r1c3+killer:23:r5c1,r5c2,r6c1+thermometer:r9c1-r9c5",
    "6x6+arrow:r1c1,r1c2-r1c4+renban:r6c1-r6c3+odd:r3c3",
    "9x9+diagonal+anti-king+whisper:5:r2c2-r2c5",
    "7x7/latin+sandwich:5:r1c1-r1c7+palindrome:r3c1,r4c2,r5c3",
    "twodoku",
)
RULED = ".Cage~10~R1C1~R1C2~R1C3.Thermo~R9C1~R9C2~R9C3"
QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("parse", {}), ("live", {"cap": 4}), ("hint", {}), ("rate", {}), ("rate", {"scale": "se"}),
    ("steps", {"limit": 5}), ("explain", {}), ("redundant", {}), ("minimal", {"seed": 3}),
    ("check", {}), ("solve", {}), ("count", {"limit": 500}), ("certify", {}), ("render", {}),
    ("convert", {"to": "f-puzzles"}), ("lesson", {"technique": "skyscraper"}),
    ("export", {"to": "qr"}),
)  # fmt: skip


def puzzles() -> Iterator[Any]:
    """Yield puzzles of several doors, sizes and kinds of rules, none of which takes long."""
    yield from (EASY, HARD, SEVERAL, CONFLICT, "12..34..........", RULED)
    for name in BOARDS:
        layout = Layout.named(name)
        full = next(solutions(Puzzle((0,) * layout.cell_count, layout)))
        cells = [digit * (cell % 5 > 1) for cell, digit in enumerate(full.cells)]
        yield Puzzle(tuple(cells), layout).record()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with Python."""
    needs_webassembly()
    if why := python_for_pages.missing():
        pytest.skip(why)
    root = tmp_path_factory.mktemp("python")
    python_for_pages.write(root / "pyodide")
    made = command("serve", "--export", f"{root}/site", "--python", f"{root}/pyodide")
    assert made.returncode == 0, made.stderr
    return root / "site"


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    with files_served(str(folder)) as address:
        yield address


@pytest.fixture
def hands(context: Any, url: str) -> Iterator[Hands]:
    """A person at the exported desk."""
    yield from hands_at_export(context, url)


def test_python_in_the_page_answers_exactly_as_the_server(context: Any, url: str) -> None:
    page = context.new_page()
    page.goto(url)
    answered: set[Any] = set()
    asked = [(ask, puzzle, options) for puzzle in puzzles() for ask, options in QUESTIONS]
    # All steps of it end by the clock.
    asked.remove(("explain", RULED, {}))
    asked.append(("explain", RULED, {"until": "1"}))
    _, *told = page.evaluate(ASK, [("hint", EASY, {}), *asked])  # which waits for Python
    for (ask, puzzle, options), found in zip(asked, told, strict=True):
        message = {"ask": ask, "puzzle": puzzle, "options": options}
        wanted = json.loads(reply(json.dumps(message), lambda progress: None))
        for record in (found, wanted):
            for by_the_clock in ("estimate", "interval", "no_estimate"):
                record.get("answer", {}).pop(by_the_clock, None)
        assert found.keys() == wanted.keys(), str(found)[:1500]
        # JavaScript writes 0.0 as 0, which is equal here.
        assert found == wanted, message
        answered.add("answer" in found and ask)
    assert answered >= {ask for ask, _ in QUESTIONS}


def test_a_person_draws_rules_takes_hints_and_opens_links_of_other_sites(hands: Hands) -> None:
    page = hands.page
    hands.paste(EASY)
    hands.verdict("Unique")
    page.click("#tab-logic")
    hands.press("h")
    page.locator("#panel-logic", has_text="look at box 2").wait_for()
    ruled = "9x9+killer:24:r1c1-r1c3+thermometer:r9c1-r9c5"
    hands.paste(json.dumps({"puzzle": "." * 81, "layout": ruled}))
    hands.verdict("Several")
    hands.click(0)
    hands.press("1")
    hands.verdict("No solution")
    page.locator("#verdict", has_text="killer").wait_for()


def test_hints_are_there_without_a_network_after_the_first_visit(context: Any, url: str) -> None:
    one = Hands(context.new_page())
    one.visit(url)
    one.paste(EASY)
    one.verdict("Unique")
    until(lambda: one.page.evaluate("caches.match('python/satdoku.zip').then(Boolean)"))
    context.set_offline(True)
    one.page.reload()
    one.page.wait_for_selector("html[data-ready]", state="attached")
    one.page.click("#tab-logic")
    one.press("h")
    one.page.locator("#panel-logic", has_text="look at box 2").wait_for()
    context.set_offline(False)


def test_work_that_is_stopped_ends_with_its_python_and_another_begins(
    context: Any, url: str
) -> None:
    page = context.new_page()
    page.goto(url)
    told = page.evaluate(
        """async ([easy, ruled]) => {
          const source = new URL("page/worker_socket.js", location.href).href;
          const { WorkerSocket } = await import(source);
          const socket = new WorkerSocket(), told = [];
          await new Promise((done) => socket.addEventListener("open", done));
          const next = () => new Promise((done) => {
            socket.addEventListener("message", ({ data }) => {
              const reply = JSON.parse(data);
              if (!("progress" in reply)) done(reply);
            });
          });
          const send = (id, ask, puzzle, options) =>
            socket.send(JSON.stringify({ id, ask, puzzle, options, topic: ask }));
          send(1, "hint", easy, {});
          await next();
          const worker = socket.python.worker;
          socket.python.patience = 0;  // so work takes longer on any machine
          send(2, "additions", ruled, {});
          socket.send(JSON.stringify({ cancel: 2 }));
          send(3, "hint", easy, {});
          told.push((await next()).id, socket.python.worker !== worker);
          socket.python.patience = 2 ** 30;
          const second = socket.python.worker;
          send(8, "hint", easy, {});
          socket.send(JSON.stringify({ cancel: 8 }));
          send(9, "hint", easy, {});
          told.push((await next()).id, socket.python.worker === second);
          send(4, "solve", easy, {});
          told.push((await next()).id);
          send(5, "hint", easy, {});
          await next();
          const other = socket.python.worker;
          send(6, "no such question", easy, {});
          told.push("error" in (await next()), socket.python.worker !== other);
          send(7, "hint", easy, {});
          told.push("answer" in (await next()));
          socket.close();
          return told;
        }""",
        [EASY, RULED],
    )
    assert told == [3, True, 9, True, 4, True, True, True]


def test_a_site_whose_python_is_damaged_says_so_and_still_answers(
    context: Any, folder: Path
) -> None:
    (folder / "python/numpy.zip").rename(folder / "python/other.zip")
    try:
        with files_served(str(folder)) as address:
            one = Hands(context.new_page())
            one.page.set_default_timeout(60_000)
            one.visit(address)
            one.paste(EASY)
            one.verdict("Unique")
            one.page.click("#tab-logic")
            one.press("h")
            one.page.locator("#panel-logic", has_text="Python cannot be loaded").wait_for()
            one.click(0)
            one.press("4")
            one.verdict("No solution")
    finally:
        (folder / "python/other.zip").rename(folder / "python/numpy.zip")


def test_a_folder_without_numpy_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    refused = command("serve", "--export", f"{tmp_path}/site", "--python", str(tmp_path))
    assert refused.returncode == 2
    assert "give the folder of a full distribution of Pyodide" in refused.stderr
    assert not (tmp_path / "site").exists()
