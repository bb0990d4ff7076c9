"""The desk's pen in play, and the drawings of other editors."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.desk_driving import Hands, Served, browser, context, hands, served

pytestmark = pytest.mark.slow


def test_the_pen_draws_over_the_board_in_play_and_is_undone(hands: Hands) -> None:
    """A line by drag, a cross and a circle by clicks; kept through a reload; never a rule."""
    page = hands.page
    hands.paste("4x4 " + "." * 16)
    hands.says(15, "empty")
    page.click("#mode-play")
    page.click("[data-entry=pen]")
    hands.drag([0, 1, 5])
    hands.says(1, "pen: line to r1c1, line to r2c2")
    hands.finds(".pen path", 2)
    page.click("[aria-label='red pen']")
    hands.click(10)
    hands.says(10, "pen: cross")
    hands.click(10)
    hands.says(10, "pen: circle")
    hands.finds(".pen circle.pen-2", 1)
    page.reload()
    hands.says(10, "pen: circle")
    hands.press("Control+z")
    hands.says(10, "pen: cross")
    hands.press("Control+z", "Control+z")
    hands.finds(".pen > *", 0)
    page.click("#mode-set")
    hands.press("Control+y")
    hands.finds(".pen > *", 0)  # the setter does not see it
    page.click("#mode-play")
    hands.finds(".pen path", 2)
    page.click("[data-entry=pen]")
    hands.drag([5, 1])  # the same line again: gone; then in another colour
    hands.finds(".pen .pen-1", 1)
    page.click("[aria-label='red pen']")
    hands.drag([5, 1])
    hands.finds(".pen .pen-2", 1)
    hands.drag([1, 5])
    hands.finds(".pen > *", 1)
    page.click("text=Start again")
    hands.finds(".pen > *", 0)


def test_the_pen_is_led_by_keys_alone(hands: Hands) -> None:
    """B, arrows with Shift and Enter; a digit is its colour, Delete wipes."""
    hands.press("m", "b")
    hands.click(40)
    hands.says(40, "pen: cross")
    hands.press("3", "Shift+ArrowRight", "Shift+ArrowDown", "Enter")
    hands.says(41, "pen: line to r5c5, line to r6c6")
    hands.finds(".pen .pen-3", 2)
    hands.press("Delete")
    hands.finds(".pen .pen-3", 1)


def pad(**more: Any) -> str:
    """A 4x4 puzzle as SudokuPad has it."""
    boxes = [
        [[2 * a + r, 2 * b + c] for r in (0, 1) for c in (0, 1)] for a in (0, 1) for b in (0, 1)
    ]
    cells = [[{} for _ in range(4)] for _ in range(4)]
    return json.dumps({"cellSize": 64, "cells": cells, "regions": boxes} | more)


def test_drawings_of_another_editor_are_shown_and_told_to_be_no_rule(hands: Hands) -> None:
    """Lines, an arrow, shapes, a text beside the board; a colour that is an address is none."""
    hands.page.click("#new")
    hands.page.click("[data-board='4x4']")  # the board stays the same, when the drawings come
    hands.page.locator("#cell-16").wait_for(state="detached")
    drawn = {
        "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#ff0000", "thickness": 8}],
        "arrows": [{"wayPoints": [[2, 2], [3, 3]], "color": "url(http://127.0.0.1/x)"}],
        "underlays": [{"center": [0.5, 3.5], "width": 1, "height": 1, "backgroundColor": "#AFA"}],
        "overlays": [
            {
                "center": [2, 2],
                "width": 0.4,
                "height": 0.4,
                "rounded": True,
                "borderColor": "#000",
                "text": "V",
                "backgroundColor": "#FFF",
            },
            {"center": [-0.6, 1.5], "width": 1, "height": 1, "text": "↓7", "fontSize": 24},
        ],
        "metadata": {"rules": "Find out."},
    }
    hands.paste(pad(**drawn))
    hands.finds(".foreign > *", 3)
    hands.finds(".foreign-above > *", 2)
    page = hands.page
    assert page.get_attribute(".foreign path[stroke='#ff0000']", "stroke-width") == "6.75"
    assert page.locator(".foreign rect").get_attribute("fill") == "#AFA"
    page.locator(".foreign-above text >> text=↓7").wait_for()
    assert "url" not in page.inner_html(".foreign")
    top = float(str(page.get_attribute(".board", "viewBox")).split()[1])
    assert top < 0
    page.click("#tab-rules")
    page.locator("#drawn", has_text="no rule: 2 lines, 2 shapes, 1 text").wait_for()
    assert page.locator(".rules li").count() == 0
    hands.click(0)
    hands.press("3")
    hands.says(0, "given 3")
    page.click("#mode-play")
    hands.finds(".foreign > *", 3)
    page.click("#new")
    page.click("[data-board='6x6']")
    page.locator("#cell-35").wait_for(state="attached")
    hands.finds(".foreign > *", 0)


def test_drawings_that_are_nonsense_are_passed_over(hands: Hands) -> None:
    """The puzzle opens, with what can be drawn."""
    drawn: dict[str, Any] = {
        "lines": [None, {}, {"wayPoints": [1, None, [0, "x"]]}, {"wayPoints": 5}, 7],
        "overlays": [{"center": [1, 1], "text": {"a": 1}}, {"center": None, "text": "x"}],
        "underlays": {"center": [1, 1]},
        "foglight": [None, 3, [0, 0], "R2C2", {"cells": 1}],
        "metadata": {"solution": 1234, "rules": "x"},
    }
    hands.paste(pad(**drawn))
    hands.finds(".foreign-above > *", 1)
    hands.page.click("#mode-play")
    hands.finds(".fog", 14)


def test_drawings_of_fpuzzles_are_shown_but_for_those_that_repeat_a_rule(hands: Hands) -> None:
    """A coloured cell, a line, a circle with a text, a text."""
    grid = [[{"c": "#FFA0A0"} if r == c == 0 else {} for c in range(4)] for r in range(4)]
    shapes = {
        "line": [
            {"lines": [["R1C1", "R2C2"], ["R3C3", "R3C4"]], "outlineC": "#00ff00", "width": 0.3},
            {"lines": [["R1C3", "R1C4"]], "outlineC": "#00ff00", "isNewConstraint": True},
        ],
        "circle": [
            {
                "cells": ["R1C1", "R1C2"],
                "baseC": "#FFF",
                "outlineC": "#000",
                "width": 0.4,
                "height": 0.4,
                "value": "8",
            }
        ],
        "text": [{"cells": ["R4C4"], "value": "hi", "fontC": "#00F", "size": 0.5}],
    }
    hands.paste(json.dumps({"size": 4, "grid": grid, "ruleset": "Find out."} | shapes))
    hands.finds(".foreign > *", 4)
    hands.finds(".foreign-above > *", 1)
    hands.page.locator(".foreign text >> text=8").wait_for()
    hands.page.click("#tab-rules")
    hands.page.locator("#drawn", has_text="2 lines, 2 shapes, 1 text").wait_for()


def test_fog_lifts_around_each_right_digit_in_play(hands: Hands) -> None:
    """Cells without light are covered, their givens and rules too; a wrong digit lifts nothing."""
    solution = "1234341221434321"
    text = pad(foglight=[[0, 0], [0, 1]], metadata={"solution": solution, "rules": "Fog."})
    record = json.loads(text)
    record["cells"][3][3] = {"value": 1}
    record["cages"] = [{"cells": [[2, 2], [2, 3]], "sum": "7"}]
    hands.paste(json.dumps(record))
    hands.says(15, "given 1")
    hands.says(10, "killer 7")
    page = hands.page
    page.click("#mode-play")
    hands.finds(".fog", 14)
    hands.says(15, "r4c4, empty, in fog")
    hands.says(10, "r3c3, empty, in fog")
    hands.click(0)
    hands.press("2")
    hands.finds(".fog", 14)
    hands.press("1")
    hands.finds(".fog", 12)
    hands.says(5, "r2c2, empty")
    hands.click(10)
    hands.press("4")
    hands.says(15, "given 1")
    hands.press("Control+z")
    hands.says(15, "in fog")
    page.click("#mode-set")
    hands.finds(".fog", 0)
