"""The desk's pen in play, and the drawings of other editors."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from typing import Any

import pytest
from desk_driving import Hands, Served, browser, context, hands, served

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
    hands.drag([5, 1])  # the same line in another colour, then gone
    hands.finds(".pen .pen-1", 2)
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
