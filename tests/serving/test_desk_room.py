"""Nothing at the desk covers or cuts anything else: messages, and all of it at twice the size."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.desk_driving import CUT, Hands, Served, browser, on_phone, phone, served

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PLAYED = quote(json.dumps({"puzzle": EASY, "layout": "9x9"}))
#: Width and height of the page: screens, a phone, and 1280x800 at twice the size.
SIZES = ((1440, 900), (1280, 720), (390, 844), (640, 400))
#: What a message touches: the board, the keypad, and what can be pressed or typed in.
TOUCHED = """() => {
  const note = document.querySelector(".toast");
  const a = note.getBoundingClientRect();
  const others = document.querySelectorAll("#board svg, #pad, button, input, select, textarea");
  const touches = [...others].filter((one) => {
    const b = one.getBoundingClientRect().toJSON();
    const part = one.closest("#panels")?.getBoundingClientRect();  // the rest is scrolled away
    if (part) b.bottom = Math.min(b.bottom, part.bottom);
    return !note.contains(one) && one.checkVisibility({ visibilityProperty: true })
      && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
  const seen = a.top >= 0 && a.bottom <= innerHeight + 1 && a.left >= 0 && a.right <= innerWidth;
  return [seen && a.height > 20, touches.map((one) => one.outerHTML.slice(0, 90))];
}"""


def sized(browser: Any, width: int, height: int) -> Hands:
    """A blank page of a size; at twice the size it has twice the pixels."""
    if width == 390:
        return phone(browser, width, height)
    view = {"width": width, "height": height}
    ratio = 2 if width == 640 else 1
    context = browser.new_context(viewport=view, device_scale_factor=ratio, reduced_motion="reduce")
    return Hands(context.new_page())


@pytest.mark.parametrize(("width", "height"), SIZES[:3])
def test_board_and_keypad_are_on_one_screen_in_play(
    browser: Any, served: Served, width: int, height: int
) -> None:
    hands = sized(browser, width, height)
    hands.visit(served.url)
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.click("#mode-play")
    hands.page.locator(".entries").wait_for()
    pad = hands.page.locator("#pad").bounding_box()
    assert pad["y"] + pad["height"] <= height
    assert hands.errors == []
    hands.page.context.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_messages_cover_nothing_and_move_no_cell(
    browser: Any, served: Served, width: int, height: int
) -> None:
    """Of a puzzle that is opened at the desk, and of a check in play."""
    hands = sized(browser, width, height)
    hands.visit(served.url)
    hands.verdict("Several")
    at = hands.middle(0)
    hands.paste(EASY)
    hands.page.locator(".toast >> text=Opened").wait_for()
    assert hands.page.evaluate(TOUCHED) == [True, []]
    assert hands.middle(0) == at
    hands.visit(f"{served.url}?#play={PLAYED}")
    hands.page.click("#start")
    hands.says(0, "given 5")
    at = hands.middle(0)
    hands.page.click("#check-now")
    hands.page.locator(".toast >> text=All right so far").wait_for()
    assert hands.page.evaluate(TOUCHED) == [True, []]
    assert hands.middle(0) == at
    assert hands.errors == []
    hands.page.context.close()


def test_a_message_is_where_one_pressed_when_the_board_is_out_of_sight(
    browser: Any, served: Served
) -> None:
    hands = on_phone(browser, served)
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.tap("#mode-play")
    hands.page.evaluate("document.querySelectorAll('.toast').forEach((one) => one.remove())")
    hands.page.evaluate("document.getElementById('check').scrollIntoView({ block: 'start' })")
    hands.page.tap("#check")
    hands.page.locator(".card .toast >> text=All right so far").wait_for()
    assert hands.page.evaluate(TOUCHED) == [True, []]
    assert hands.errors == []
    hands.page.context.close()


def test_a_message_of_a_dialog_is_in_it_and_stays_when_it_closes(
    browser: Any, served: Served
) -> None:
    hands = on_phone(browser, served)
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.evaluate("document.querySelectorAll('.toast').forEach((one) => one.remove())")
    hands.page.tap("#share")
    hands.page.tap("[data-form=play]")
    hands.page.tap("dialog button >> text=Copy")
    note = hands.page.locator("dialog .toast >> text=Copied.")
    note.scroll_into_view_if_needed()
    assert hands.page.evaluate("document.querySelectorAll('.toast').length") == 1
    box = note.bounding_box()
    point = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    top = hands.page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", point)
    assert top in ("toast", "")  # the message or its text: nothing lies over it
    hands.press("Escape")
    hands.page.locator("#toasts .toast >> text=Copied.").wait_for()
    assert hands.errors == []
    hands.page.context.close()


def test_nothing_is_cut_at_twice_the_size(browser: Any, served: Served) -> None:
    """1280x800 at 200 %: no scrolling aside, whole words; all of the board fits on the screen."""
    hands = sized(browser, 640, 400)
    hands.visit(served.url)
    hands.paste(f"9x9+killer:15:r1c1-r1c3+thermometer:r5c1-r5c4 {EASY}")
    hands.verdict("olution")
    for tab in ("answers", "rules", "logic", "play"):
        hands.page.click(f"#tab-{tab}")
        assert hands.page.evaluate("document.documentElement.scrollWidth") <= 640
        assert hands.page.evaluate(CUT) == []
    for deed in ("new", "open", "share", "help"):
        hands.page.click(f"#{deed}")
        assert hands.page.locator("dialog").bounding_box()["width"] <= 640
        assert hands.page.evaluate(CUT) == []
        hands.press("Escape")
    assert hands.page.locator("#board svg").bounding_box()["height"] <= 400
    assert hands.errors == []
    hands.page.context.close()
