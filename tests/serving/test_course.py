"""The course: what a position asks for holds, and a player finds it, on a phone and by keyboard."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

from typing import Any

import pytest

import satdoku
from satdoku.serving.answering.course import exercises
from satdoku.serving.operations import OPERATIONS
from tests.desk_driving import Hands, Served, browser, context, hands, phone, served

#: Techniques of several levels.
NAMES = ("last digit", "naked single", "X-wing", "naked pair", "XY-wing", "swordfish", "W-wing")


def exercise(name: str, sort: str = "") -> dict[str, Any]:
    return OPERATIONS["exercise"].run({"technique": name, "sort": sort})


def test_techniques_come_by_difficulty_with_up_to_three_positions() -> None:
    told = OPERATIONS["course"].run({})["techniques"]
    ratings = [one["rating"] for one in told]
    assert ratings == sorted(ratings)
    assert len(told) > 150
    assert sum(len(one["positions"]) for one in told) > 400
    assert {one["name"] for one in told} == {*exercises()}


@pytest.mark.parametrize("name", NAMES)
def test_each_step_of_a_position_agrees_with_its_solution(name: str) -> None:
    """Solved from the digits alone by a solver; what is removed is a candidate that is shown."""
    for example in exercises()[name]:
        told = exercise(name, example.sort)
        [solution] = satdoku.solutions(told["puzzle"], limit=2, engine="cadical153")
        assert told["steps"]
        for step in told["steps"]:
            for cell, digit in step["marks"]["asserted"]:
                assert solution.cells[cell] == digit
            for cell, digit in step["marks"]["denied"]:
                assert solution.cells[cell] != digit
                assert digit in told["candidates"][cell]


def _enter(hands: Hands, told: dict[str, Any]) -> None:
    """Place the digit of a step, or remove one candidate of it."""
    marks = told["steps"][0]["marks"]
    cell, digit = (marks["asserted"] or marks["denied"])[0]
    hands.click(cell)
    hands.press(str(digit))


@pytest.mark.slow
def test_what_is_found_is_kept_and_what_does_not_follow_is_said(
    hands: Hands, served: Served
) -> None:
    page = hands.page
    hands.visit(f"{served.url}?#course")
    page.locator("#title >> text=last digit").wait_for()
    _enter(hands, exercise("last digit"))
    page.locator("#told >> text=Right.").wait_for()
    page.locator("#learnt >> text=1 position found, 1 without help").wait_for()
    told = OPERATIONS["course"].run({})["techniques"]
    level = next(one["level"] for one in told if one["name"] == "X-wing")
    page.click(f"#course summary >> text={level}")
    page.click("[aria-label='X-wing, position 1']")
    page.locator("#title >> text=X-wing").wait_for()
    told = exercise("X-wing")
    removed = {tuple(one) for step in told["steps"] for one in step["marks"]["denied"]}
    cell = next(cell for cell, some in enumerate(told["candidates"]) if some)
    digit = next(d for d in told["candidates"][cell] if (cell, d) not in removed)
    hands.click(cell)
    hands.press(str(digit))
    page.locator("#told >> text=That does not follow").wait_for()
    hands.press("Control+z")
    page.click("#where")
    _enter(hands, told)
    page.locator("#told >> text=Right.").wait_for()
    page.reload()
    page.locator("#learnt >> text=2 positions found, 1 without help").wait_for()
    page.locator("#title >> text=last digit").wait_for()
    page.locator("[aria-label='last digit, position 1, found']").wait_for()


@pytest.mark.slow
def test_one_hand_finds_a_position_on_a_phone(browser: Any, served: Served) -> None:
    """Board, pad and the two buttons are on the screen; the answer stands above the board."""
    hands = phone(browser, 375, 667)
    hands.visit(f"{served.url}#course")
    page = hands.page
    page.locator("#title >> text=last digit").wait_for()
    for selector in ("#board", "#pad", "#hint-now", "#next"):
        box = page.locator(selector).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 375
        assert box["y"] + box["height"] <= 667
    [cell, digit] = exercise("last digit")["steps"][0]["marks"]["asserted"][0]
    page.tap(f"#cell-{cell}")
    page.tap(f".key >> text={digit}")
    note = page.locator(".toast >> text=Right.")
    note.wait_for()
    board = page.locator("#board").bounding_box()
    assert note.bounding_box()["y"] + note.bounding_box()["height"] <= board["y"] + 1
    page.tap("#next")
    page.locator("[aria-label='last digit, position 2'][aria-current]").wait_for(state="attached")
    assert hands.errors == []
    page.context.close()
