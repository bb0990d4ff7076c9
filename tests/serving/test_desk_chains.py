"""Chains drawn at the desk: candidates clicked or typed in turn, judged link by link."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import pytest

from tests.desk_driving import Hands, Served, browser, context, hands, served

pytestmark = pytest.mark.slow

P = ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."


def click_candidate(hands: Hands, row: int, column: int, digit: int) -> None:
    """Click a candidate of a 9x9 board."""
    box = hands.page.locator(f"#cell-{9 * row + column - 10}").bounding_box()
    assert box
    across = box["width"] * ((digit - 1) % 3 - 1) / 3
    down = box["height"] * ((digit - 1) // 3 - 1) / 3
    hands.page.mouse.click(
        box["x"] + box["width"] / 2 + across, box["y"] + box["height"] / 2 + down
    )


def has(hands: Hands, text: str) -> None:
    """Wait until the chain reads so."""
    hands.page.wait_for_function(
        "text => document.querySelector('#chain [name=chain]')?.value === text", arg=text
    )


def chain(hands: Hands, words: str) -> None:
    """Wait until that is said of the chain."""
    hands.page.locator("#chain", has_text=words).wait_for()


def start(hands: Hands) -> None:
    """Open the puzzle, and begin a chain."""
    hands.paste(P)
    hands.says(1, "given 3")
    hands.press("m", "l")
    hands.finds("body.scene", 1)


def test_a_chain_is_drawn_by_clicks_and_judged_link_by_link(hands: Hands) -> None:
    """A skyscraper: strong, weak, strong; what it removes is red on the board."""
    start(hands)
    click_candidate(hands, 7, 3, 7)
    has(hands, "(7)r7c3")
    click_candidate(hands, 7, 6, 7)
    has(hands, "(7)r7c3=(7)r7c6")
    chain(hands, "nothing follows from them yet")
    click_candidate(hands, 8, 6, 7)
    has(hands, "(7)r7c3=(7)r7c6-(7)r8c6")
    click_candidate(hands, 8, 3, 7)
    chain(hands, "All links hold: r1c3,r2c6,r5c3,r6c3<>7.")
    hands.finds("#chain .links li.text", 3)
    hands.finds(".link.strong", 2)
    hands.finds(".link.weak", 1)
    hands.page.click("text=Last link")
    has(hands, "(7)r7c3=(7)r7c6-(7)r8c6")
    click_candidate(hands, 8, 9, 5)
    chain(hands, "is no strong link")
    hands.finds(".link.broken", 1)
    chain(hands, "Not proved")
    hands.page.click("[data-entry=digit]")
    hands.finds("body.scene", 0)
    hands.page.click("[data-entry=chain]")  # it is still there
    hands.finds(".link.broken", 1)
    hands.page.click("text=New chain")
    hands.finds(".link", 0)


def test_a_chain_is_drawn_by_keys_and_typed(hands: Hands) -> None:
    """Arrows and digits, a weak link first, a group; Backspace; and the text itself."""
    start(hands)
    hands.press("Home", *["ArrowDown"] * 6, "ArrowRight", "ArrowRight", "7")
    has(hands, "(7)r7c3")
    hands.press("-", "ArrowRight", "ArrowRight", "ArrowRight", "7")
    has(hands, "(7)r7c3-(7)r7c6")
    hands.press("Backspace")
    has(hands, "(7)r7c3")
    hands.press("ArrowUp", "Shift+ArrowUp", "7")
    has(hands, "(7)r7c3=(7)r6c6,r5c6")
    chain(hands, "(7)r56c6 is no candidate")
    field = hands.page.locator("#chain [name=chain]")
    field.fill("(7)r7c3=(7)r7c6-(7)r8c6=(7)r8c3")
    field.press("Enter")
    chain(hands, "All links hold: r1c3,r2c6,r5c3,r6c3<>7.")
    field.fill("skyscraper")
    field.press("Enter")
    chain(hands, "Write it as")
    field.fill("(7)r77c3=(7)r0c6")
    field.press("Enter")
    chain(hands, "not a cell")
