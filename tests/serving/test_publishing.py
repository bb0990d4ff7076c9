"""`satdoku publish`: a page that plays puzzles without a server, from a disk and in a subfolder."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.errors import SatdokuError
from satdoku.serving import publishing, static_site
from satdoku.serving.page_texts import words_of
from satdoku.serving.publishing import published
from tests.desk_driving import Hands, browser, context, files_served
from tests.processes import command, needs_webassembly
from tests.render.test_languages import entries

SMALL = "1.3.341221434321"
SOLVED = "1234341221434321"
#: Two cells are open; the cage could be left out.
CAGE = json.dumps({"puzzle": "..34341243212143", "layout": "4x4+killer:3:r1c1,r1c2"})
SEVERAL = "12..34.........."
NONE = "11.............."


def run(*arguments: str) -> tuple[int, str]:
    """(Exit status, what was printed and refused.)"""
    result = CliRunner().invoke(cli, ["publish", *arguments])
    refused = isinstance(result.exception, SatdokuError)
    assert refused or result.exception is None or isinstance(result.exception, SystemExit)
    status = 2 if refused else result.exit_code
    return status, result.output + (str(result.exception) if refused else "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([SMALL], "Missing option '-o'"),
        ([SEVERAL, "-o", "a.html"], "puzzle 1 cannot be published: the puzzle has more than one"),
        ([SMALL, NONE, "-o", "a.html"], "puzzle 2 cannot be published: contradiction: two 1s"),
        (["nofile.txt", "-o", "a.html"], "no such file"),
        (["empty.txt", "-o", "a.html"], "no puzzle found"),
        ([SMALL, "-o", "no/deep/a.html"], "there is no folder no/deep"),
        ([SMALL, "-o", "empty.txt/a.html"], "there is no folder empty.txt"),
        ([SMALL, "-o", "empty.txt"], "empty.txt is a file: name a folder"),
        ([SMALL, "-o", "folder.html"], "folder.html is a folder: name a file"),
        ([SMALL, "-o", "page.txt"], "page.txt would be a folder named like a file"),
        ([SMALL, "-o", "page.HTM"], "page.HTM would be a folder named like a file"),
        ([SMALL, "-o", "-"], "a page is not printed"),
        ([SMALL, "-o", "a.html", "--time-limit", "1e-9"], "puzzle 1: no answer within"),
    ],
)
def test_what_cannot_be_published_is_refused_and_leaves_nothing(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.txt").write_text("")
    Path("folder.html").mkdir()
    status, printed = run(*arguments)
    assert status == 2
    assert said in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.txt", "folder.html"]


@pytest.mark.parametrize("name", ["site", "page.html"])
def test_a_page_of_somebody_else_is_not_replaced(name: str, tmp_path: Path) -> None:
    page = tmp_path / name
    if not page.suffix:
        page.mkdir()
        page /= "index.html"
    page.write_text("<p>mine</p>")
    status, printed = run(SMALL, "-o", str(tmp_path / name))
    assert (status, page.read_text()) == (2, "<p>mine</p>")
    assert "already exists, and is not a page of satdoku" in printed
    page.write_text('<html data-answers="worker">')
    assert run(SMALL, "-o", str(tmp_path / name))[0] == 0


def test_a_puzzle_is_published_with_what_only_the_program_knows() -> None:
    """The words of other languages are those of the catalogues, so each is told by `said`."""
    record, lacks = published(
        satdoku.parse(json.loads(CAGE)["puzzle"], json.loads(CAGE)["layout"]), 20
    )
    assert lacks == []
    assert record["solution"] == [1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3]
    assert record["answers"]["rate"]["label"]
    assert record["answers"]["explain"]["steps"][-1]["texts"]["de"].keys() == {
        "vague", "where", "what", "why",
    }  # fmt: skip
    [rule] = [text for text in record["record"]["rules"] if "cage" in text]
    assert "Käfig" in record["words"]["de"][rule]
    told = [step["text"] for step in record["answers"]["explain"]["steps"]]
    for language, words in record["words"].items():
        assert set(told) <= words.keys(), language
        # The text of a rule is read by the page, and is not told.
        assert "killer:3:r1c1,r1c2" not in words


def test_names_of_rules_that_are_data_stay_as_they_are() -> None:
    record, _ = published(satdoku.parse("12..34..........", "4x4+anti-knight"), 20)
    [rule] = record["record"]["constraints"]
    assert rule["text"] == rule["kind"] == "anti-knight"
    bare = {"constraints": [{"text": "anti-knight", "kind": "anti-knight"}]}
    assert all(words == {} for words in words_of(bare).values())
    assert words_of({"text": "last digit"})["de"] == {"last digit": "Letzte Ziffer"}


def test_what_is_not_found_in_time_is_named_and_the_rest_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: Any) -> None:
        raise satdoku.TimeLimitReached("no answer within 20 s")

    written: list[Any] = []
    monkeypatch.setattr(publishing, "explained", late)
    monkeypatch.setattr(publishing, "write_site", lambda *_, published: written.extend(published))
    lacks = publishing.publish(tmp_path / "a.html", [satdoku.parse(SMALL)])
    assert lacks == ["puzzle 1 is published without hints: no answer within 20 s"]
    assert written[0]["answers"].keys() == {"rate", "redundant"}


def test_files_get_their_names_when_all_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("before")
    with pytest.raises(TypeError):
        static_site._write_whole(tmp_path / "site", {"index.html": b"new", "a/b.js": None})  # type: ignore[dict-item]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert [path.read_text() for path in (tmp_path / "site").iterdir()] == ["before"]


# -- In a browser -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `one.html` (title, author, rules of its own), `many.html`, and `blog/many/`."""
    needs_webassembly()
    root = tmp_path_factory.mktemp("published")
    (root / "blog").mkdir()
    words = ["--title", "</script> & Co", "--author", "Ann", "--rules", "One <cage>."]
    assert run(CAGE, "-o", f"{root}/one.html", *words)[0] == 0
    piped = command("publish", "-", "-o", f"{root}/plain.html", stdin=CAGE)
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, f"{root}/plain.html\n", "")
    for name in ("many.html", "blog/many"):
        status, said = run(SMALL, CAGE, "-o", f"{root}/{name}")
        assert (status, said) == (0, f"{root}/{name}\n")
    assert sorted(path.name for path in root.iterdir()) == [
        "blog", "many.html", "one.html", "plain.html",
    ]  # fmt: skip
    return root


@pytest.fixture
def player(context: Any) -> Iterator[Hands]:
    """Someone who opens pages: nothing goes wrong there, or is asked of another host."""
    one = Hands(context.new_page())
    one.page.set_default_timeout(10_000)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    yield one
    assert one.errors == []
    known = ("file:", "data:", "blob:", "http://127.0.0.1:")
    assert [url for url in asked if not url.startswith(known)] == []


@pytest.mark.slow
def test_one_file_is_played_to_its_end(player: Hands, pages: Path) -> None:
    page = player.page
    player.visit(f"file://{pages}/one.html")
    source = (pages / "one.html").read_text("utf-8")
    assert "<title>&lt;/script&gt; &amp; Co · Ann</title>" in source
    assert page.title() == "</script> & Co · Ann"
    assert page.inner_text("#title") == "</script> & Co"
    assert page.inner_text("dialog .words") == "One <cage>."
    assert "by Ann" in page.inner_text("dialog")
    page.click("#start")
    player.says(2, "given 3")
    page.locator("#board", has_text="3").wait_for()
    page.locator("#judged", has_text="There is exactly one solution").wait_for()
    page.locator("#judged", has_text="Difficulty: ").wait_for()
    player.click(0)
    player.press("2")
    page.click("#check-now")
    page.locator(".toast", has_text="1 cell is wrong").wait_for()
    page.click("#hint-now")
    page.locator("#panel-logic .text", has_text="there is a mistake").wait_for()
    player.click(0)
    player.press("Delete")
    page.click("#hint-now")
    for _ in range(3):
        page.click("#hint-button")
    page.locator("#panel-logic .text.why", has_text="r1c").wait_for()
    player.click(0)
    player.press("1", "ArrowRight", "2")
    page.locator("dialog", has_text="Well done").wait_for()


@pytest.mark.slow
def test_a_list_in_a_subfolder_leads_to_each_puzzle_and_back(player: Hands, pages: Path) -> None:
    page = player.page
    with files_served(str(pages)) as address:
        for url in (f"{address}blog/many/", f"file://{pages}/many.html"):
            page.goto(url)
            page.get_by_role("link", name="Puzzle 2").click()
            page.locator("dialog .words", has_text="add up to 3").wait_for()
            page.click("#start")
            player.says(2, "given 3")
            page.click("#tab-record")
            page.get_by_role("link", name="All puzzles").click()
            page.get_by_role("link", name="Puzzle 1").click()
            page.click("#start")
            player.says(0, "given 1")


@pytest.mark.slow
def test_a_frame_that_may_store_nothing_plays_as_well(player: Hands, pages: Path) -> None:
    """Many sites give frames of others a sandbox without an origin of its own."""
    page = player.page
    frame = '<iframe sandbox="allow-scripts" width="900" height="900" src="plain.html?lang=de">'
    (pages / "frame.html").write_text(f"<!doctype html>{frame}</iframe>")
    page.goto(f"file://{pages}/frame.html")
    inside = page.frame_locator("iframe")
    inside.locator("dialog .words", has_text="Käfig").wait_for()
    inside.locator("#start").click()
    inside.locator("#judged", has_text="genau eine Lösung").wait_for()
    (pages / "frame.html").unlink()
    # the browser says that it does not give the focus to a frame of another origin
    player.errors[:] = [text for text in player.errors if "Blocked autofocusing" not in text]


@pytest.mark.slow
def test_a_frame_asks_for_language_and_looks(player: Hands, pages: Path) -> None:
    """A page that shows ours has no tools in it, and is solved in its language."""
    page = player.page
    page.goto(f"file://{pages}/plain.html?lang=de&theme=dark&tools=none")
    words = page.inner_text("dialog .words")
    assert "Käfig" in words
    assert "cage" not in words
    assert page.get_attribute("html", "data-theme") == "dark"
    page.click("#start")
    page.locator("#pad").wait_for()
    for hidden in ("#deeds", "#tabs", "#panels"):
        page.locator(hidden).wait_for(state="hidden")
    player.click(0)
    player.press("1", "ArrowRight", "2")
    page.locator("dialog", has_text=entries("de")["Solved"]).wait_for()
