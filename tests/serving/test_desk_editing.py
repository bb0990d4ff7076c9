"""The board of the desk as the editor of its rules: drawn, picked, changed and removed there."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.desk_driving import Hands, Served, browser, context, hands, on_phone, served
from tests.processes import until

pytestmark = pytest.mark.slow

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#: 30 cages, two or three cells each, that lie in no other: pairs in rows 1 to 6, threes below.
CAGES = [
    *([9 * r + c, 9 * r + c + 1] for r in range(6) for c in (0, 2, 4, 6)),
    *([9 * r + c, 9 * r + c + 1, 9 * r + c + 2] for r in (6, 7) for c in (0, 3, 6)),
]


def rules_of(hands: Hands) -> list[str]:
    """The rules of the document, as this browser keeps it."""
    kept = hands.page.evaluate(
        """() => JSON.parse(localStorage.getItem(
          `satdoku.doc.${sessionStorage.getItem("satdoku.tab")}`) ?? "null")?.doc.rules ?? []"""
    )
    return [str(rule) for rule in kept]


def has_rules(hands: Hands, *rules: str) -> None:
    """Wait until these are the rules."""
    until(lambda: rules_of(hands) == list(rules))


def at(hands: Hands, cell: int, right: float, down: float) -> tuple[float, float]:
    """(x, y) of a point beside a cell's middle, in sides of a cell."""
    boxes: list[Any] = []
    until(lambda: boxes.append(hands.page.locator(f"#cell-{cell}").bounding_box()) or boxes[-1])
    side, (x, y) = boxes[-1]["width"], hands.middle(cell)
    return x + right * side, y + down * side


def test_a_killer_of_thirty_cages_is_set_by_two_keys_a_cage(hands: Hands) -> None:
    """Each is drawn, and its sum typed: nothing else is pressed or clicked, and the tool stays."""
    page = hands.page
    page.click("#tab-rules")
    page.click("[data-kind=killer]")
    keys = 0
    for cage in CAGES:
        hands.drag(cage)
        total = str(sum(int(SOLVED[cell]) for cell in cage))
        hands.press(*total)
        keys += len(total)
    assert len(CAGES) == 30
    assert keys <= 2 * len(CAGES)
    sums = [sum(int(SOLVED[cell]) for cell in cage) for cage in CAGES]
    names = [[f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in cage] for cage in CAGES]
    cells = [f"{a},{b[0]}" if not b[1:] else f"{a}-{b[-1]}" for a, *b in names]
    has_rules(hands, *(f"killer:{a}:{b}" for a, b in zip(sums, cells, strict=True)))
    assert page.get_attribute("[data-kind=killer]", "aria-pressed") == "true"
    page.locator("h3", has_text="Rules of this puzzle (30)").wait_for()


def test_rules_are_picked_on_the_board_where_they_are_drawn(hands: Hands) -> None:
    """A cage by its edge or sum, a dot, a clue outside, a line; one is changed, one deleted."""
    page = hands.page
    rules = ["killer:9:r1c1,r1c2", "difference:r5c5,r5c6", "sandwich:12:r1c9-r9c9"]
    rules.append("thermometer:r7c1-r7c3")
    hands.paste(json.dumps({"puzzle": "." * 81, "layout": "9x9", "constraints": rules}))
    hands.says(0, "killer 9 r1c1")
    page.mouse.click(*at(hands, 0, -0.35, -0.35))
    page.locator("#rule strong", has_text="Killer").wait_for()
    hands.press("1", "3")
    has_rules(hands, "killer:13:r1c1,r1c2", *rules[1:])
    page.mouse.click(*at(hands, 40, 0.5, 0))  # the dot
    page.locator("#rule strong", has_text="Difference").wait_for()
    page.mouse.click(*at(hands, 8, 0, -1.0))  # above the ninth column
    page.locator("#rule strong", has_text="Sandwich").wait_for()
    page.mouse.click(*at(hands, 54, 0.5, 0))  # the line, between two cells
    page.locator("#rule strong", has_text="Thermometer").wait_for()
    hands.press("Delete")
    has_rules(hands, "killer:13:r1c1,r1c2", *rules[1:3])
    page.locator("#rule").wait_for(state="hidden")
    hands.press("Control+z")
    has_rules(hands, "killer:13:r1c1,r1c2", *rules[1:])


def test_a_click_in_the_middle_of_a_cell_is_for_the_cell(hands: Hands) -> None:
    """On a line the first click chooses the cell, the second the rule; a digit goes to the cell."""
    hands.paste("9x9+thermometer:r1c1-r1c4 " + "." * 81)
    hands.says(0, "thermometer")
    hands.click(1)
    hands.press("5")
    hands.says(1, "given 5")
    hands.click(2)
    hands.page.locator("#rule").wait_for(state="hidden")
    hands.click(2)
    hands.page.locator("#rule strong", has_text="Thermometer").wait_for()
    hands.finds("[role=gridcell][aria-selected=true]", 0)
    hands.click(40)
    hands.page.locator("#rule").wait_for(state="hidden")
    hands.press("7")
    hands.says(40, "given 7")


def test_a_held_rule_grows_shrinks_and_moves(hands: Hands) -> None:
    """By clicks beside it and on it, by drags from its end and its middle, by keys."""
    page = hands.page
    hands.paste("9x9+killer:9:r1c1,r1c2+renban:r5c1-r5c3 " + "." * 81)
    hands.says(0, "killer 9 r1c1")
    page.mouse.click(*at(hands, 0, -0.35, -0.35))
    hands.click(2)
    has_rules(hands, "killer:9:r1c1-r1c3", "renban:r5c1-r5c3")
    hands.click(2)
    has_rules(hands, "killer:9:r1c1,r1c2", "renban:r5c1-r5c3")
    hands.press("Alt+ArrowDown")
    has_rules(hands, "killer:9:r2c1,r2c2", "renban:r5c1-r5c3")
    hands.press("Alt+ArrowLeft")
    hands.page.locator("#announced", has_text="cannot go there").wait_for(state="attached")
    hands.drag([10, 13])
    has_rules(hands, "killer:9:r2c4,r2c5", "renban:r5c1-r5c3")
    page.mouse.click(*at(hands, 36, 0.5, 0))
    page.locator("#rule strong", has_text="Renban").wait_for()
    hands.drag([38, 39, 40])
    has_rules(hands, "killer:9:r2c4,r2c5", "renban:r5c1-r5c5")
    hands.drag([40, 39])
    has_rules(hands, "killer:9:r2c4,r2c5", "renban:r5c1-r5c4")
    hands.drag([37, 46])
    has_rules(hands, "killer:9:r2c4,r2c5", "renban:r6c1-r6c4")


def test_marks_between_cells_are_dragged(hands: Hands) -> None:
    """A dot to another edge, a quadruple to another corner; cells beside them stay cells."""
    hands.paste("9x9+difference:r5c5,r5c6+quadruple:1,2:r1c1,r1c2,r2c1,r2c2 " + "." * 81)
    hands.says(0, "quadruple")
    page = hands.page
    for cell, right, down, name in ((40, 0.5, 0, "Difference"), (0, 0.5, 0.5, "Quadruple")):
        page.mouse.click(*at(hands, cell, right, down))
        page.locator("#rule strong", has_text=name).wait_for()
        page.mouse.move(*at(hands, cell, right - 0.05, down - 0.02))
        page.mouse.down()
        page.mouse.move(*hands.middle(cell + 9), steps=4)
        page.mouse.move(*hands.middle(cell + 18), steps=4)
        page.mouse.up()
    has_rules(hands, "difference:r7c5,r7c6", "quadruple:1,2:r3c1,r3c2,r4c1,r4c2")
    hands.click(18)
    hands.press("4")
    hands.says(18, "given 4")


def test_a_clue_outside_is_moved_along_the_edge(hands: Hands) -> None:
    """By a drag beside the board, and by keys."""
    hands.paste("9x9+sandwich:12:r1c9-r9c9 " + "." * 81)
    hands.says(8, "sandwich 12")
    page = hands.page
    page.mouse.click(*at(hands, 8, 0, -1.0))
    page.locator("#rule strong", has_text="Sandwich").wait_for()
    hands.press("Alt+ArrowLeft")
    has_rules(hands, "sandwich:12:r1c8-r9c8")
    until(lambda: page.locator(".picked .in").count() == 9)
    page.mouse.move(*at(hands, 7, 0, -1.0))
    page.mouse.down()
    page.mouse.move(*at(hands, 4, 0, -1.0), steps=5)
    page.mouse.up()
    has_rules(hands, "sandwich:12:r1c5-r9c5")


def test_keys_alone_pick_the_rules_of_a_cell_one_after_the_other(hands: Hands) -> None:
    """E holds the first, E again the next; a number that cannot be is told and not taken."""
    hands.paste("9x9+killer:9:r1c1,r1c2+greater:r1c1,r2c1 " + "." * 81)
    hands.says(0, "killer 9 r1c1")
    page = hands.page
    hands.click(0)
    hands.press("e")
    page.locator("#rule strong", has_text="Killer").wait_for()
    hands.press("e")
    page.locator("#rule strong", has_text="Greater").wait_for()
    hands.press("e", "1", "5", "Backspace", "0", "Enter")
    has_rules(hands, "killer:10:r1c1,r1c2", "greater:r1c1,r2c1")
    page.locator("#rule").wait_for(state="hidden")
    hands.press("e")
    page.locator("#announced", has_text="no rule at this cell").wait_for(state="attached")


def test_a_clue_that_needs_a_number_waits_for_it(hands: Hands) -> None:
    """Nothing is added before; a little killer is placed and typed in two keys."""
    page = hands.page
    page.click("#tab-rules")
    page.click("[data-kind=x-sum]")
    page.mouse.click(*at(hands, 4, 0, -0.7))
    page.locator("#rule strong", has_text="X sum").wait_for()
    hands.press("Enter")
    page.locator("#rule .bad", has_text="needed").wait_for()
    assert rules_of(hands) == []
    hands.press("2", "0")
    has_rules(hands, "x-sum:20:r1c5-r9c5")


def test_fingers_pick_a_rule_and_type_its_number(browser: Any, served: Served) -> None:
    """On a phone: a tap at a cage's edge, the digits of the keypad with a zero."""
    hands = on_phone(browser, served)
    hands.paste("9x9+killer:9:r1c1,r1c2 " + "." * 81)
    hands.says(0, "killer 9 r1c1")
    hands.page.touchscreen.tap(*at(hands, 0, -0.35, -0.35))
    hands.page.locator("#rule strong", has_text="Killer").wait_for()
    hands.page.tap(".key >> text=1")
    hands.page.tap(".key >> text=0")
    has_rules(hands, "killer:10:r1c1,r1c2")
    assert hands.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert hands.errors == []
    hands.page.context.close()


def test_givens_ask_for_their_images_in_a_symmetric_pattern(hands: Hands) -> None:
    """With a half turn chosen: the image is marked, N goes there, and a digit satisfies it."""
    page = hands.page
    page.select_option("#symmetry", "half turn")
    hands.click(0)
    hands.press("5")
    hands.says(80, "a given is wanted")
    hands.press("n")
    page.locator('.board[aria-activedescendant="cell-80"]').wait_for()
    hands.press("3")
    hands.finds("[aria-label*='a given is wanted']", 0)
    page.reload()
    hands.click(9)
    hands.press("7")
    hands.says(71, "a given is wanted")
    hands.page.select_option("#symmetry", "both of these")
    hands.finds("[aria-label*='a given is wanted']", 5)


def test_favourites_among_rules_are_shown_first(hands: Hands) -> None:
    """A star or a key makes a kind one; this browser remembers it."""
    page = hands.page
    page.click("#tab-rules")
    page.hover("[data-kind=renban]")
    page.click("[aria-label='Favourite: Renban']")
    page.locator("h4:text-is('Favourites')").wait_for()
    page.focus("[data-kind=arrow]")
    hands.press("*")
    first = page.locator(".kinds .group").first.locator("[data-kind]")
    assert first.all_inner_texts() == ["Renban", "Arrow"]
    page.reload()
    page.click("#tab-rules")
    page.locator("h4:text-is('Favourites')").wait_for()
    hands.finds("[data-kind=renban]", 1)
    page.click("[aria-label='Favourite: Renban']")
    hands.finds(".kinds .group:first-child [data-kind]", 1)
