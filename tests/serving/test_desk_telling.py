"""What the desk tells in words: clues to click on, author and rules, how far long work is."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.desk_driving import Hands, Served, browser, context, hands, served

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def glowing(hands: Hands, number: int) -> None:
    """Wait until so many cells are lit up."""
    hands.finds(".glowing", number)


def test_what_a_sentence_names_is_lit_up_by_a_click_and_let_go_by_another(hands: Hands) -> None:
    """Cells, a house, and a rule; of a conflict and of the diagnosis."""
    hands.paste("5" + EASY[1:2] + "5" + EASY[3:])
    hands.verdict("No solution")
    row = hands.page.locator("#panel-answers .clue", has_text="row 1")
    row.click()
    glowing(hands, 9)
    assert row.get_attribute("aria-pressed") == "true"
    row.click()
    glowing(hands, 0)
    clash = "9x9+killer:3:r1c1,r1c2+killer:8:r1c1,r1c2"
    hands.paste(json.dumps({"puzzle": "." * 81, "layout": clash}))
    hands.finds(".given", 0)
    hands.verdict("No solution")
    hands.page.click("#tab-logic")
    hands.page.click("text=Diagnose")
    hands.page.locator(".report .clue", has_text="killer").first.click()
    glowing(hands, 2)
    hands.click(40)
    hands.press("1")
    glowing(hands, 0)


def test_a_grid_that_is_told_is_taken_as_the_givens(hands: Hands) -> None:
    """A minimal puzzle nearby; undone by one click."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.click("#tab-logic")
    hands.page.click("text=Diagnose")
    near = hands.page.locator(".report .clue[title*=givens]").last
    grid = near.inner_text()
    near.click()
    hands.shows(grid)
    hands.page.click("#undo")
    hands.shows(EASY)


def test_author_and_rules_go_with_the_puzzle(hands: Hands, served: Served) -> None:
    """Written, undone, shared, and told to who plays; markup stays text."""
    page = hands.page
    hands.paste(EASY)
    hands.verdict("Unique")
    page.click("#tab-rules")
    page.click("summary")
    page.fill("#author", "Ada <b>")
    page.click("text=Write the standard text")
    expect(page.locator("#ruleset")).to_have_value(re.compile("^Normal sudoku"))
    page.fill("#ruleset", "Normal sudoku rules apply.\nOnce more.")
    page.click("#mode-play")
    assert page.inner_text(".words") == "Normal sudoku rules apply.\nOnce more."
    assert page.locator("#panel-play b").count() == 0
    page.click("#share")
    page.click("[data-form=fpuzzles]")
    text = page.locator(".shared textarea")
    text.wait_for()
    told = json.loads(text.input_value())
    assert told["author"] == "Ada <b>"
    assert told["ruleset"] == "Normal sudoku rules apply.\nOnce more."
    hands.press("Escape", "Control+z")
    page.locator(".words", has_text=re.compile("apply.$")).wait_for()


def test_a_large_board_tells_how_far_it_is_and_takes_keys_meanwhile(
    context: Any, served: Served
) -> None:
    """25×25: several solutions are known long before all candidates are; stopped, and gone on.

    The whole answer is held back on its way until the page was seen without it.
    """
    hands, held = Hands(context.new_page()), list[str]()
    page, is_held = hands.page, True

    def between(socket: Any) -> None:
        def pass_on(frame: str) -> None:
            if is_held and '"unsettled"' in frame:
                held.append(frame)
            else:
                socket.send(frame)

        socket.connect_to_server().on_message(pass_on)

    page.route_web_socket(re.compile("/live"), between)
    hands.visit(served.url)
    page.click("#new")
    page.fill("dialog [aria-label='A layout by name']", "25x25")
    hands.press("Enter")
    page.locator("#cell-624").wait_for(state="attached")
    page.click("#panel-answers .waiting >> text=Stop")
    page.locator("#verdict", has_text="Stopped").wait_for()
    page.click("#panel-answers >> text=Go on")
    page.locator("#verdict", has_text="so far;").wait_for()
    page.locator("#panel-answers .waiting progress[max='15625']").wait_for()
    hands.click(0)
    hands.press("p")
    hands.says(0, "given P")
    page.locator("#verdict", has_text="so far;").wait_for()
    is_held = False
    hands.press("o")
    hands.verdict("Several")
    hands.says(1, "candidates 1")
    assert held
    assert hands.errors == []
