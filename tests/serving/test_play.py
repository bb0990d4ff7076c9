"""A puzzle to play, as who opens a link meets it: rules first, a game that is kept, no editor."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.desk_driving import CUT, Hands, Served, browser, context, phone, served

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = {"puzzle": "1...............", "layout": "4x4", "constraints": ["killer:5:r1c3,r2c3"]}
UNIQUE = {"puzzle": "1.3.341221434321", "layout": "4x4"}
SOLVED = "1234341221434321"
#: What only the setter's desk has.
SETTERS = "#tab-answers, #tab-rules, #mode-set, #new, #share, #open, #verdict, .kinds, textarea"


def address(served: Served, record: dict[str, Any]) -> str:
    """The link that opens a puzzle to play."""
    return f"{served.url}#play={quote(json.dumps(record))}"


@pytest.fixture
def player(context: Any) -> Iterator[Hands]:
    """Someone who opens links; nothing may go wrong in the page meanwhile."""
    one = Hands(context.new_page())
    yield one
    assert one.errors == [], one.errors


def begin(player: Hands, served: Served, record: dict[str, Any]) -> None:
    """Open a puzzle and begin."""
    player.visit(address(served, record))
    player.page.click("#start")


def test_rules_come_first_and_no_tool_of_the_setter_is_there(player: Hands, served: Served) -> None:
    """The words that no author wrote are ours; the givens are hidden until one begins."""
    player.visit(address(served, SMALL))
    words = player.page.inner_text("dialog .words")
    assert "Each row, column and box holds each digit from 1 to 4 once." in words
    assert "add up to 5" in words
    assert player.label(0).startswith("r1c1, empty")
    player.page.click("#start")
    player.says(0, "given 1")
    player.finds(SETTERS, 0)
    player.press("r", "e", "m", "n", "t")  # keys of the setter
    player.click(0)
    player.press("2", "Delete")
    player.says(0, "given 1")
    player.finds(SETTERS, 0)


def test_a_game_is_kept_with_its_clock_and_what_can_be_undone(
    player: Hands, served: Served
) -> None:
    """Digits, marks, pen; undone one by one after a reload; another puzzle has its own game."""
    begin(player, served, SMALL)
    player.click(1)
    player.press("2", "ArrowRight", "Control+Digit3", "ArrowRight", "b", "Enter")
    player.says(3, "pen: cross")
    player.page.reload()
    player.page.locator("dialog >> text=You have filled 1 of 15 cells").wait_for()
    player.page.click("#start")
    player.says(1, "holds 2")
    player.says(2, "centre marks 3")
    player.says(3, "pen: cross")
    player.press("Control+z", "Control+z")
    player.says(2, "r1c3, empty, killer")
    begin(player, served, UNIQUE)
    player.says(1, "empty")


def test_moves_are_watched_again_one_by_one(player: Hands, served: Served) -> None:
    """With those that were undone; then the game is as it was."""
    begin(player, served, SMALL)
    player.click(1)
    player.press("2", "Control+z", "3")
    player.says(1, "holds 3")
    player.page.click("#watch")
    player.page.locator("#replayed >> text=Move 3 of 3").wait_for()
    for words in ("empty", "holds 2", "empty"):
        player.page.click("[aria-label='Previous move']")
        player.says(1, words)
    player.page.click("text=Back to the game")
    player.says(1, "holds 3")


def test_a_solved_puzzle_counts_once(player: Hands, served: Served) -> None:
    """With its hints and checks, by its sort; and not again after a reload."""
    begin(player, served, UNIQUE)
    player.click(1)
    player.press("4")
    player.page.click("#check-now")
    player.says(1, "wrong")
    for cell, digit in enumerate(SOLVED):
        if UNIQUE["puzzle"][cell] == ".":
            player.click(cell)
            player.press(digit)
    player.page.locator("dialog >> text=With 0 hints and 1 check.").wait_for()
    player.press("Escape")
    player.page.click("#tab-record")
    row = player.page.locator("#statistics tbody tr")
    assert row.inner_text().split("\t")[:3] == ["4x4", "1", "0"]
    player.page.reload()
    player.page.click("#start")
    player.page.click("#tab-record")
    player.page.locator("#statistics >> text=1 puzzle solved on this device, 0 begun.").wait_for()


def test_settings_act_at_once_and_last(player: Hands, served: Served) -> None:
    """A clash unmarked, marks tidied by a digit, no clock."""
    begin(player, served, UNIQUE)
    player.click(1)
    player.press("Control+Digit2", "ArrowRight", "ArrowRight", "3")
    player.says(3, "wrong")
    player.page.click("#tab-record")
    player.page.click("#set-showClashes")
    player.page.locator("#cell-3:not([aria-label*=wrong])").wait_for(state="attached")
    player.page.click("#set-tidies")
    player.page.click("#set-showClock")
    player.page.locator(".clock").wait_for(state="hidden")
    player.click(3)
    player.press("2")
    player.page.locator("#cell-1:not([aria-label*=centre])").wait_for(state="attached")
    player.press("Control+z")
    player.says(1, "centre marks 2")
    player.page.reload()
    player.page.click("#start")
    player.says(3, "holds 3")
    assert "wrong" not in player.label(3)
    assert not player.page.locator(".clock").is_visible()


def test_one_hand_reaches_the_pad_on_a_phone_without_scrolling(
    browser: Any, served: Served
) -> None:
    """At 375×667: board, pad, pause, check and hint are on the screen; a hint comes into sight."""
    player = phone(browser, 375, 667)
    begin(player, served, {"puzzle": EASY, "layout": "9x9"})
    player.says(0, "given 5")
    for selector in ("#board", "#pad", "#pause", "#check-now", "#hint-now", "#rules"):
        box = player.page.locator(selector).bounding_box()
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 375
        assert box["y"] + box["height"] <= 667
    assert player.page.evaluate("document.documentElement.scrollWidth") == 375
    player.page.tap("#cell-2")
    player.page.tap(".key >> text=4")
    player.says(2, "holds 4")
    player.page.tap("#hint-now")
    hint = player.page.locator("#panel-logic .vague")
    hint.wait_for()
    assert hint.bounding_box()["y"] < 667
    player.page.tap("#hint-button")
    player.page.locator("#panel-logic .where").wait_for()
    # and the board that it speaks of stays in sight
    board = player.page.locator("#board svg").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= player.page.locator("#hint-button").bounding_box()["y"]
    assert player.errors == []
    player.page.context.close()


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ja", "ar"])
def test_every_language_has_room_on_a_narrow_phone(
    language: str, browser: Any, served: Served
) -> None:
    """At 360 pixels nothing is beyond the edge, and no button holds more than it shows."""
    player = phone(browser, 360, 740)
    plain = quote(json.dumps({"puzzle": EASY, "layout": "9x9"}))
    player.page.goto(f"{served.url}?lang={language}#play={plain}")
    player.page.tap("#start")
    player.page.tap("#hint-now")
    for _ in range(3):
        player.page.locator("#hint-button:enabled").tap()
    player.page.locator("#panel-logic .why").wait_for()
    assert player.page.evaluate("innerWidth") == 360
    assert player.page.evaluate(CUT) == []
    player.visit(f"{served.url}?lang={language}")
    for board in (81, 256):
        player.paste("." * board)
        player.finds("[role=gridcell]", board)
        for mode in ("play", "set"):
            player.page.tap(f"#mode-{mode}")
            assert player.page.evaluate("innerWidth") == 360
            assert player.page.evaluate(CUT) == []
    assert player.errors == []
    player.page.context.close()


def test_what_is_no_puzzle_is_refused_in_a_line(player: Hands, served: Served) -> None:
    player.page.goto(f"{served.url}#play=53..7")
    player.page.locator("[role=alert] >> text=This puzzle cannot be opened").wait_for()
    player.finds(SETTERS, 0)


def test_the_desk_gives_the_link_and_changes_no_puzzle_in_play(
    player: Hands, served: Served
) -> None:
    """In play its tabs of editing are gone, for keys too."""
    player.visit(served.url)
    player.paste(json.dumps(UNIQUE))
    player.verdict("Unique")
    player.page.click("#share")
    player.page.click("[data-form=play]")
    link = player.page.locator(".shared textarea")
    link.wait_for()
    address = link.input_value()
    player.press("Escape")
    player.page.click("#mode-play")
    player.page.locator("#tab-rules").wait_for(state="hidden")
    player.page.focus("#tab-play")
    player.press("ArrowRight")
    player.page.locator("#panel-logic").wait_for()
    player.press("r")
    assert not player.page.locator("#panel-rules").is_visible()
    player.page.goto(address)
    player.page.click("#start")
    player.says(0, "given 1")
    player.finds(SETTERS, 0)
