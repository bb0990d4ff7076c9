"""The exported desk: a folder of files, in Chromium without a server of ours, and its answers."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satdoku import Layout, Puzzle, count, solutions
from satdoku.formats.links.short_records import packed
from satdoku.languages import languages
from satdoku.serving.operations import OPERATIONS
from satdoku.serving.rule_tables import BOARDS
from satdoku.serving.static_site import HOUSES, LAYERED, PLAIN, RULES, usual_boards
from tests.desk_driving import (
    ASK,
    Hands,
    browser,
    context,
    files_served,
    hands_at_export,
    phone,
)
from tests.processes import command, needs_webassembly, until

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FROM_0 = "4x4+from-0+killer:3:r1c1,r1c2+thermometer:r2c3-r2c4"
KILLER = "9x9+killer:10:r1c1-r1c3+killer:23:r5c1,r5c2,r6c1+thermometer:r9c1-r9c5"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    """(Where the site is served by Python's own server, in a folder below its root, and the
    addresses of its puzzles.)"""
    needs_webassembly()
    root = tmp_path_factory.mktemp("host")
    boards = [{"puzzle": "." * 81, "layout": KILLER}, {"puzzle": "." * 16, "layout": FROM_0}]
    (root / "puzzles.json").write_text("\n".join(map(json.dumps, boards)))
    made = command("serve", "--export", f"{root}/site", "--puzzles", f"{root}/puzzles.json")
    assert made.returncode == 0, made.stderr
    return str(root), made.stdout.split()


@pytest.fixture(scope="module")
def url(site: tuple[str, list[str]]) -> Iterator[str]:
    with files_served(site[0]) as address:
        yield f"{address}site/"


@pytest.fixture
def hands(context: Any, url: str) -> Iterator[Hands]:
    """A person at the exported desk."""
    yield from hands_at_export(context, url)


def test_a_puzzle_is_set_judged_and_played(hands: Hands) -> None:
    """Verdicts, conflict, rating, minimal, the solution, and the check of a player's digits."""
    page = hands.page
    hands.verdict("Several")
    hands.paste(EASY)
    hands.verdict("Unique")
    page.locator("#panel-answers", has_text="hidden single in a box").wait_for()
    page.locator("#panel-answers", has_text="22 of 30 givens").wait_for()
    hands.click(2)
    hands.press("5")
    hands.verdict("r1c1=5 and r1c3=5 contradict each other")
    hands.press("Control+z")
    hands.verdict("Unique")
    page.click("text=Make it minimal")
    page.locator(".toast", has_text="Removed").wait_for()
    hands.verdict("Unique")
    page.get_by_role("button", name="Solution", exact=True).click()
    page.get_by_role("button", name="Enter it").click()
    hands.shows(SOLVED)


def test_the_link_of_an_exported_puzzle_opens_it_with_its_rules(
    hands: Hands, url: str, site: tuple[str, list[str]]
) -> None:
    hands.page.goto("about:blank")
    hands.visit(url + site[1][0])
    hands.page.locator("#board svg .rules, #board svg", has_text="10").first.wait_for()
    hands.verdict("Several")
    hands.click(0)
    hands.press("9")
    hands.verdict("No solution")


def test_a_link_that_cannot_be_opened_says_so_in_the_place_of_the_board(
    hands: Hands, url: str
) -> None:
    """No blank board is judged in its place; another puzzle can be opened there."""
    page = hands.page
    page.goto("about:blank")
    record = {"puzzle": "." * 81, "layout": "9x9", "constraints": ["no-such-rule:r1c1,r1c2"]}
    page.goto(f"{url}#puzzle={packed(record)}")
    page.locator("#board", has_text="cannot be opened: The rule no-such-rule").wait_for()
    hands.verdict("No answer")
    hands.finds("#cell-0", 0)
    hands.press("ArrowRight", "5", "Control+z", "h")
    page.click("#mode-play")
    page.click("#mode-set")
    hands.paste(EASY)
    hands.verdict("Unique")
    assert page.locator("#board [role=alert]").count() == 0


def test_a_link_to_play_begins_a_game_without_a_server(
    hands: Hands, url: str, site: tuple[str, list[str]]
) -> None:
    hands.page.goto("about:blank")
    hands.visit(url + site[1][1].replace("#puzzle=", "#play="))
    hands.page.click("#start")
    hands.click(1)
    hands.press("3")
    hands.says(1, "holds 3")
    hands.finds("#tab-rules", 0)


def test_what_only_the_program_knows_is_said_so(hands: Hands) -> None:
    page = hands.page
    hands.paste(EASY)
    hands.verdict("Unique")
    page.click("#tab-logic")
    page.get_by_role("button", name="Show the path").click()
    page.get_by_text("needs the program: pip install satdoku").first.wait_for()


def test_hints_of_a_classic_board_need_no_program(hands: Hands) -> None:
    page = hands.page
    hands.paste(EASY)
    hands.verdict("Unique")
    page.click("#tab-logic")
    told = []
    for part in ("vague", "where", "what", "why"):
        hands.press("h")
        hint = page.locator(f"#panel-logic .{part}")
        hint.wait_for()
        told.append(hint.inner_text())
    assert re.search(r": r\dc\d=\d$", told[-2])
    assert re.search(r"(can only go in r\dc\d\.|^Only \d (fits|is left) in r\dc\d.*)$", told[-1])


def test_a_key_that_is_pressed_while_a_hint_is_looked_for_does_not_begin_anew(hands: Hands) -> None:
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.evaluate("""() => {
      const { postMessage } = Worker.prototype;
      window.asked = 0;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message.ask === "hint") window.asked += 1;
        return postMessage.call(this, message, ...more);
      };
    }""")
    hands.press("h", "h", "h")
    hands.page.locator("#panel-logic .text").wait_for()
    assert hands.page.evaluate("window.asked") == 1


def test_a_rule_that_goes_with_any_board_is_answered_for(hands: Hands) -> None:
    line = "5......6...........................6...............4...5........8..7............."
    hands.paste(json.dumps({"puzzle": line, "layout": "9x9+non-consecutive"}))
    hands.says(7, "given 6")  # so that the verdict is not of the board before
    hands.verdict("Several")
    hands.click(1)
    hands.press("4")
    hands.verdict("No solution")


def test_rules_that_a_visitor_brings_are_drawn_and_judged_without_python(hands: Hands) -> None:
    rules = ["killer:11:r1c1,r1c2,r2c1", "thermometer:r5c1-r5c5"]
    hands.paste(json.dumps({"puzzle": "." * 81, "layout": "9x9", "constraints": rules}))
    hands.page.locator("#board svg", has_text="11").first.wait_for()
    hands.verdict("Several")
    hands.click(0)
    hands.press("9")
    hands.verdict("r1c1=9 and killer 11 r1c1 contradict each other")
    hands.press("Control+z")
    hands.verdict("Several")
    rules = ["killer:99:r1c1,r1c2"]
    hands.paste(json.dumps({"puzzle": "." * 81, "layout": "9x9", "constraints": rules}))
    hands.page.get_by_text("Not judged here: killer").first.wait_for()


def questions() -> list[tuple[Puzzle, dict[str, Any]]]:
    """Two hundred puzzles: of boards with at most 100 cells and one house or rule, and of two."""
    random, made = Random(5), []
    layouts = [board for board in usual_boards() if board.name.count("+") < 2]
    layouts = [board for board in layouts if board.cell_count <= 100]
    layouts += map(Layout.named, ("9x9+diagonal+anti-king", "9x9+window+anti-king"))
    grids = {
        layout: next(solutions(Puzzle((0,) * layout.cell_count, layout)), None)
        for layout in layouts
    }
    for k in range(200):
        layout = layouts[k % len(layouts)]
        grid, share = grids[layout], random.choice((0.3, 0.4, 0.5))
        assert grid
        cells = [digit if random.random() < share else 0 for digit in grid.cells]
        if k % 5 == 4:
            cells[random.randrange(len(cells))] = random.randint(1, layout.size)
        rules = [str(rule.on(layout.places)) for rule in layout.constraints]
        puzzle = Puzzle(tuple(cells), layout)
        record = {"puzzle": puzzle.line, "constraints": rules}
        made.append((puzzle, record | {"layout": layout.without_constraints().name}))
    return made


def test_it_answers_as_the_server_does(context: Any, url: str) -> None:
    """Two hundred boards of all kinds exported: outcome, solutions of each candidate, solution."""
    asked = questions()
    page = context.new_page()
    page.goto(url)
    told = page.evaluate(ASK, [["live", record, {"cap": 4}] for _, record in asked])
    outcomes = set()
    for (puzzle, record), reply in zip(asked, told, strict=True):
        wanted = OPERATIONS["true-candidates"].run({"puzzle": record, "cap": 4})
        assert "answer" in reply, (puzzle, reply)
        found = reply["answer"]
        outcomes.add(found["outcome"])
        assert found["outcome"] == wanted["outcome"], puzzle
        assert found["clues"] == puzzle.clues
        open_ = {tuple(one) for one in found.get("unsettled", ())}
        for cell, (some, of_all) in enumerate(
            zip(found.get("candidates", ()), wanted.get("candidates", ()), strict=True)
        ):
            for d, (mine, true) in enumerate(zip(some, of_all, strict=True), 1):
                assert mine == true or ((cell, d) in open_ and mine < true), puzzle
        assert found.get("solution") == wanted.get("solution")
        if found["outcome"] == "none":
            cells = found["conflict"]["cells"]
            alone = [digit if cell in cells else 0 for cell, digit in enumerate(puzzle.cells)]
            assert count(Puzzle(tuple(alone), puzzle.layout), limit=2) == 0
    assert outcomes == {"none", "unique", "several"}


def test_it_lists_solutions_of_boards_with_rules_in_the_order_of_the_program(
    context: Any, url: str
) -> None:
    page = context.new_page()
    page.goto(url)
    for name in (KILLER, "9x9+anti-knight", "9x9+diagonal+anti-king"):
        layout = Layout.named(name)
        rules = [str(rule.on(layout.places)) for rule in layout.constraints]
        bare = layout.without_constraints().name
        record = {"puzzle": "." * 81, "layout": bare, "constraints": rules}
        [told] = page.evaluate(ASK, [["solve", record, {"limit": 7}]])
        wanted = list(solutions(Puzzle((0,) * 81, layout), limit=7))
        assert told["answer"]["solutions"] == [one.line for one in wanted]


def test_a_given_0_is_a_digit_where_the_board_has_it(context: Any, url: str) -> None:
    layout = Layout.named(FROM_0)
    rules = [str(rule.on(layout.places)) for rule in layout.constraints]
    puzzle = Puzzle((0, 0, 0, 1) + (0,) * 12, layout)
    assert puzzle.line == "...0............"
    bare = layout.without_constraints().name
    record = {"puzzle": puzzle.line, "layout": bare, "constraints": rules}
    page = context.new_page()
    page.goto(url)
    [told] = page.evaluate(ASK, [["solve", record, {"limit": 50}]])
    wanted = [one.line for one in solutions(puzzle, limit=50)]
    assert told["answer"]["solutions"] == wanted and wanted


def test_it_is_there_without_a_network(context: Any, url: str) -> None:
    one = Hands(context.new_page())
    one.visit(url)
    one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    one.page.reload()
    one.visit(url)
    context.set_offline(True)
    one.page.reload()
    one.page.wait_for_selector("html[data-ready]", state="attached")
    one.paste(EASY)
    one.verdict("Unique")
    context.set_offline(False)


def test_it_answers_in_the_language_of_the_page_when_it_is_kept(
    context: Any, url: str, site: tuple[str, list[str]]
) -> None:
    """The worker, too, whose script then comes from the cache; and the rules of a board that the
    site has."""
    one = Hands(context.new_page())
    one.visit(url)
    one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: one.page.evaluate("Boolean(navigator.serviceWorker.controller)"))
    one.page.goto("about:blank")
    one.visit(url + site[1][0].replace("index.html", "?lang=de"))
    one.page.click("#tab-rules")
    one.page.locator(
        "#panel-rules", has_text="nehmen die Ziffern vom runden Ende aus zu"
    ).wait_for()
    one.paste(EASY)
    one.verdict("Eindeutig")
    one.page.click("#tab-logic")
    for _ in range(4):
        one.page.click("#hint-button:not(:disabled)")
    one.page.locator("#panel-logic", has_text="nur in r").wait_for()


@pytest.mark.parametrize("language", languages())
def test_no_button_of_a_hint_breaks_a_word_on_a_phone(
    browser: Any, url: str, language: str
) -> None:
    one = phone(browser, 390, 844)
    one.visit(f"{url}?lang={language}")
    one.paste(EASY)
    one.page.click("#tab-logic")
    for _ in range(3):
        one.page.click("#hint-button:not(:disabled)")
        one.page.locator("#hint-button:not(:disabled)").wait_for()
    for button in one.page.locator(".row:has(#hint-button) button").all():
        if not button.is_visible():
            continue
        box = button.bounding_box()
        assert box["height"] < 50, button.inner_text()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390, button.inner_text()
    one.page.context.close()


@pytest.mark.parametrize("kept", ["max-age=600", "no-cache", "max-age=31536000, immutable"])
def test_a_new_version_reaches_who_was_here_before(
    context: Any, site: tuple[str, list[str]], tmp_path: Path, kept: str
) -> None:
    """However long the host lets browsers keep files; and caches of other sites stay."""
    copy = tmp_path / "site"
    shutil.copytree(Path(site[0]) / "site", copy)
    with files_served(str(tmp_path), kept) as address:
        one = Hands(context.new_page())
        one.visit(f"{address}site/")
        one.page.evaluate("caches.open('of another site')")
        one.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        until(lambda: one.page.evaluate("Boolean(navigator.serviceWorker.controller)"))
        for name, old, new in (
            ("index.html", "<html", "<html data-page=new"),
            ("page/start.js", "const ", 'document.body.dataset.made = "anew";\nconst '),
            ("offline.js", 'self.VERSION = "', 'self.VERSION = "new'),
        ):
            text = (copy / name).read_text()
            assert old in text
            (copy / name).write_text(text.replace(old, new, 1))
        one.page.reload()
        one.page.click("text=Reload")
        one.page.wait_for_selector("body[data-made=anew]", state="attached")
        one.page.wait_for_selector("html[data-page=new]", state="attached")
        names = one.page.evaluate("caches.keys()")
        assert "of another site" in names and len(names) == 2


@pytest.mark.parametrize("name", ["theme", "start", "static_answers"])
def test_a_script_of_an_exported_page_is_one_file(site: tuple[str, list[str]], name: str) -> None:
    lines = (Path(site[0]) / "site" / "page" / f"{name}.js").read_text().splitlines()
    left = [line for line in lines if line.startswith(("import ", "export "))]
    assert not left, "static_site.py reads import {…} from and export of a function, class or const"


def test_a_folder_that_is_opened_from_a_disk_says_why_nothing_comes(
    context: Any, url: str, site: tuple[str, list[str]]
) -> None:
    """Browsers load no module scripts there; where they do, nothing is said."""
    page = context.new_page()
    words = page.get_by_text("The scripts of this page could not be loaded.")
    page.goto(f"file://{site[0]}/site/index.html")
    words.wait_for()
    page.goto(url)
    page.wait_for_selector("html[data-ready]", state="attached")
    assert not words.is_visible()


def test_an_exported_page_allows_only_its_own_files(site: tuple[str, list[str]]) -> None:
    text = (Path(site[0]) / "site" / "index.html").read_text()
    assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'" in text
    assert "http:" not in text and "https:" not in text
    assert '="/' not in text  # works below any folder


def test_one_file_opens_from_a_disk_and_answers(context: Any, tmp_path: Path) -> None:
    file = tmp_path / "desk.html"
    (tmp_path / "puzzles.json").write_text(json.dumps({"puzzle": "." * 81, "layout": KILLER}))
    made = command("serve", "--export", str(file), "--puzzles", f"{tmp_path}/puzzles.json")
    assert made.returncode == 0, made.stderr
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".html"] == ["desk.html"]
    asked: list[str] = []
    one = Hands(context.new_page())
    one.page.on("request", lambda request: asked.append(request.url))
    one.visit(f"file://{tmp_path}/{made.stdout.strip()}")
    one.verdict("Several")
    one.click(0)
    one.press("9")
    one.verdict("No solution")
    one.paste("12..34..........")
    one.verdict("Several")
    one.paste(json.dumps({"puzzle": "." * 16, "layout": "4x4", "constraints": ["odd:r1c1"]}))
    one.says(0, "odd")
    one.verdict("Several")
    assert one.errors == []
    assert {url.split(":")[0] for url in asked} <= {"file", "data", "blob"}
    assert sum(url.startswith("file:") for url in asked) == 1


def test_options_of_an_export_go_together() -> None:
    refused = command("serve", "--export", "x", "--port", "9")
    assert refused.returncode == 2
    assert "--export serves nothing: leave out --port" in refused.stderr
    refused = command("serve", "--puzzles", __file__)
    assert "these go into an exported site (--export): leave out --puzzles" in refused.stderr
    refused = command("serve", "--export", "x.html", "--python", "x")
    assert refused.returncode == 2
    assert "--python goes into a folder" in refused.stderr
    together = 2 ** len(HOUSES) * 2 ** len(RULES)
    from_0 = 2 * len(BOARDS)
    assert len(set(usual_boards())) == together + len(PLAIN) + len(LAYERED) + from_0
