"""How the desk looks and reads: narrow and wide, light and dark, by keyboard and by voice."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

import satdoku
from satdoku.serving.operations import OPERATIONS
from tests.desk_driving import Hands, Served, browser, context, hands, on_phone, served

PLAYED = json.dumps({"puzzle": "1...............", "layout": "4x4"})
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: Texts that are seen, with less contrast than AA asks for (large ones may have 3).
FAINT = """() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.9) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility() || element.closest("[disabled], .under, .unseen, .skip"))
      continue;
    const style = getComputedStyle(element);
    const drawn = element instanceof SVGElement;
    const [a, b] = [parse(drawn ? style.fill : style.color), behind(element)].map(light);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= (style.fontWeight >= 700 ? 18.6 : 24);
    if (ratio < (large ? 3 : 4.5))
      found.push(`${element.outerHTML.slice(0, 80)} ${ratio}`);
  }
  return found;
}"""


def test_a_phone_has_keys_and_nothing_beyond_its_edge(browser: Any, served: Served) -> None:
    """390 pixels wide: no scrolling aside, the keypad enters, fingers choose cells."""
    hands = on_phone(browser, served)
    for tab in ("answers", "rules", "logic", "play"):
        hands.page.tap(f"#tab-{tab}")
        assert hands.page.evaluate("document.documentElement.scrollWidth") <= 390
    hands.page.touchscreen.tap(*hands.middle(40))
    hands.page.tap(".key >> text=7")
    hands.says(40, "given 7")
    hands.page.tap(".tools >> text=Undo")
    hands.page.tap("#mode-play")
    hands.page.tap("[data-entry=centre]")
    hands.page.tap(".key >> text=3")
    hands.says(40, "centre marks 3")
    for key in hands.page.locator(".pad button:visible").all():
        box = key.bounding_box()
        assert box["height"] >= 36
    assert hands.errors == []
    hands.page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_is_written_can_be_read(browser: Any, served: Served, scheme: Any) -> None:
    """Contrast of AA in both themes, on each tab, with a conflict, and with a step shown."""
    context = browser.new_context(
        color_scheme=scheme, reduced_motion="reduce", viewport={"width": 1360, "height": 900}
    )
    hands = Hands(context.new_page())
    hands.visit(served.url)
    assert hands.page.get_attribute("html", "data-theme") == scheme
    hands.verdict("Several")
    assert hands.page.evaluate(FAINT) == []
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.locator("h3:text-is('Redundant')").wait_for()
    for tab in ("answers", "rules", "logic", "play"):
        hands.page.click(f"#tab-{tab}")
        assert hands.page.evaluate(FAINT) == []
    hands.click(2)
    hands.press("5")
    hands.verdict("No solution")
    hands.page.click("#tab-answers")
    assert hands.page.evaluate(FAINT) == []
    hands.page.click("#theme")
    assert hands.page.get_attribute("html", "data-theme") != scheme
    hands.page.reload()
    assert hands.page.get_attribute("html", "data-theme") != scheme
    assert hands.errors == []
    context.close()


def test_everything_has_a_name_and_can_be_reached_by_tab(hands: Hands) -> None:
    """Buttons, fields and cells have names; Tab comes to the board; cells are told as one walks."""
    unnamed = hands.page.evaluate(
        """() => [...document.querySelectorAll("button, input, textarea, select")]
          .filter((one) => one.checkVisibility())
          .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length))
          .map((one) => one.outerHTML)"""
    )
    assert unnamed == []
    for _ in range(30):
        if hands.page.evaluate("document.activeElement.matches('.board')"):
            break
        hands.press("Tab")
    hands.press("ArrowRight", "ArrowDown", "7")
    hands.page.locator('.board[aria-activedescendant="cell-9"]').wait_for()
    hands.says(9, "r2c1, given 7")
    hands.press("Shift+ArrowRight", "Shift+ArrowDown", "r")
    hands.page.keyboard.type("killer")
    hands.press("Tab", "Enter")
    hands.page.locator("#rule-number").wait_for()
    hands.page.keyboard.type("13")
    hands.press("Enter")
    hands.page.locator(".rules span >> text=killer 13 r2c1").wait_for()
    hands.page.locator("#announced", has_text="Several").wait_for(state="attached")


@pytest.mark.parametrize(
    ("board", "cells", "key"), [("samurai", 369, "9"), ("16x16", 256, "g"), ("6x6", 36, "6")]
)
def test_boards_of_all_shapes_are_begun(hands: Hands, board: str, cells: int, key: str) -> None:
    """Their cells are there, and take their symbols."""
    hands.page.click("#new")
    hands.page.click(f"[data-board='{board}']")
    hands.page.locator(f"#cell-{cells}").wait_for(state="detached")
    hands.page.locator(f"#cell-{cells - 1}").wait_for(state="attached")
    hands.verdict("Several")
    assert hands.page.locator("[role=gridcell]").count() == cells
    hands.click(cells - 1)
    hands.press(key)
    hands.says(cells - 1, f"given {key.upper()}")
    hands.verdict("Several")


def test_regions_are_drawn_by_hand(hands: Hands) -> None:
    """Two cells change their regions on a 4×4 board; digits stay where they are."""
    hands.page.click("#new")
    hands.page.click("[data-board='4x4']")
    hands.page.locator("#cell-16").wait_for(state="detached")
    hands.click(0)
    hands.press("3")
    hands.says(0, "given 3")
    hands.page.click("#new")
    hands.page.click("#draw-regions")
    hands.page.click("[data-region='2']")
    hands.click(1)
    hands.page.click("[data-region='1']")
    hands.click(2)
    hands.page.click("#task >> text=Done")
    hands.page.locator("#task").wait_for(state="hidden")
    hands.says(0, "given 3")
    hands.page.click("#share")
    hands.page.click("[data-form=json]")
    hands.page.locator(".shared textarea").wait_for()
    assert "jigsaw:1212112233443344" in hands.page.input_value(".shared textarea")


def test_a_puzzle_of_a_level_kind_or_technique_is_made(hands: Hands) -> None:
    """The new puzzle has what was asked for; a technique that is unknown is told in the form."""
    hands.page.click("#new")
    hands.page.click("text=diagonals")
    hands.page.select_option("#make-new [name=level]", "medium")
    hands.page.select_option("#make-new [name=kind]", "killer")
    hands.page.fill("#make-new [name=technique]", "nonsense")
    hands.page.click("#make-new button")
    hands.page.wait_for_selector("dialog .bad:not(:empty)")
    hands.page.fill("#make-new [name=technique]", "")
    hands.page.click("#make-new button")
    hands.page.wait_for_selector("dialog", state="detached")
    hands.page.click("#share")
    hands.page.click("[data-form=json]")
    hands.page.locator(".shared textarea").wait_for()
    puzzle = satdoku.parse(hands.page.locator(".shared textarea").input_value())
    assert {rule.kind for rule in puzzle.constraints} == {"killer"}
    assert "diagonal" in puzzle.layout.name
    assert satdoku.rate(puzzle).label == "medium"


def test_a_move_of_my_own_is_judged_and_named(hands: Hands) -> None:
    """By the techniques that place a digit or remove candidates; a wrong one with a proof."""
    (step,) = OPERATIONS["steps"].run({"puzzle": CLASSIC, "limit": 1})["available"]
    ((row, column, digit),) = step["asserted"]
    hands.paste(CLASSIC)
    hands.shows(CLASSIC)
    hands.page.click("#tab-logic")
    hands.page.fill("#name-move [name=move]", f"r{row}c{column}={digit}")
    hands.page.click("#name-move button")
    hands.page.wait_for_selector(".moves li")
    assert step["name"] in hands.page.locator(".moves li").first.inner_text()
    wrong = digit % 9 + 1
    hands.page.fill("#name-move [name=move]", f"r{row}c{column}={wrong}")
    hands.page.click("#name-move button")
    hands.page.wait_for_selector("#name-move ~ .bad")
    assert hands.page.locator("#name-move ~ .bad").inner_text() == "Wrong."
    assert hands.page.locator("#name-move ~ details summary").inner_text() == "Proof"


def test_the_lesson_of_a_step_is_one_click_away(hands: Hands) -> None:
    """Beside the step of a path, which stays on the board."""
    hands.paste(CLASSIC)
    hands.shows(CLASSIC)
    hands.page.click("#tab-logic")
    hands.page.click("text=Show the path")
    hands.page.wait_for_selector(".step strong")
    name = hands.page.locator(".step strong").inner_text().split(". ", 1)[1]
    hands.page.click(".step >> text=Lesson")
    hands.page.wait_for_selector("dialog h2")
    told = hands.page.locator("dialog").inner_text()
    assert name.lower() in told.lower()
    assert "Why:" in told
    assert satdoku.technique(name).lesson.why[:40] in told


def test_one_click_makes_it_minimal_and_one_undoes_it(hands: Hands) -> None:
    """And what was a spare given is said to be one before."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.says(0, "redundant")
    hands.page.click("text=Make it minimal")
    hands.page.locator("text=No given can be removed.").wait_for()
    assert 17 <= sum(digit != "." for digit in hands.digits()) < 30
    hands.page.click("#undo")
    hands.verdict("Unique")
    hands.shows(EASY)


def test_what_takes_long_can_be_stopped(hands: Hands) -> None:
    """All grids of the empty board are not counted to the end."""
    hands.verdict("Several")
    hands.page.click("text=Count them all")
    hands.page.click(".verdict >> text=Stop")
    hands.page.locator(".verdict progress").wait_for(state="detached")


def test_a_title_is_a_text_whatever_it_holds(hands: Hands, served: Served) -> None:
    """Markup in a puzzle of a link is shown, and never run."""
    attack = "<img src=x onerror=document.body.id='run'><b>bold"
    kept = json.dumps({"about": {"title": attack}})
    record = {"puzzle": "1...............", "layout": "4x4", "kept": kept}
    hands.visit(f"{served.url}?again#puzzle={quote(json.dumps(record))}")
    hands.says(0, "given 1")
    assert hands.page.input_value("#title") == attack
    assert hands.page.get_attribute("body", "id") is None
    hands.page.click("#new")
    hands.page.click("[data-board='6x6']")
    hands.page.locator("#cell-35").wait_for(state="attached")
    hands.page.click("#open")
    hands.page.locator("dialog .kept", has_text="<b>bold").wait_for()
    assert hands.page.get_attribute("body", "id") is None


def test_a_link_to_set_opens_the_puzzle_to_set(hands: Hands, served: Served) -> None:
    """Those to play have a page of their own (`test_play`)."""
    hands.visit(f"{served.url}?x#puzzle={quote(PLAYED)}")
    hands.says(0, "given 1")
    hands.finds("#mode-set[aria-checked=true]", 1)


def test_paper_has_the_puzzle_alone(browser: Any, served: Served) -> None:
    """Title and givens in black on white, though the page is dark; no candidates, no solution."""
    context = browser.new_context(color_scheme="dark", reduced_motion="reduce")
    hands = Hands(context.new_page())
    hands.visit(served.url)
    hands.page.fill("#title", "One of mine")
    hands.paste(EASY)
    hands.says(0, "redundant")
    hands.page.emulate_media(media="print")
    hands.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    shown = hands.page.locator(".contents text:visible")
    assert shown.count() == sum(mark != "." for mark in EASY)
    inks = shown.evaluate_all("all => [...new Set(all.map((one) => getComputedStyle(one).fill))]")
    assert inks == ["rgb(27, 31, 36)"]
    assert hands.page.locator("#title").is_visible()
    assert hands.page.locator(":is(.side, .pad, #verdict, .deeds):visible").count() == 0
    hands.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert hands.page.get_attribute("html", "data-theme") == "dark"
    assert hands.errors == []
    context.close()


def inks(hands: Hands, selector: str) -> set[tuple[str, str]]:
    """(colour, font size) of the texts on the board."""
    found = hands.page.locator(selector).evaluate_all(
        """all => all.map((one) => [getComputedStyle(one).fill, one.getAttribute("font-size")])"""
    )
    return {tuple(pair) for pair in found}


def test_givens_are_black_and_what_follows_is_not(hands: Hands) -> None:
    """Spare, in conflict, or neither: a given is black; a digit that follows is paler, smaller."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.says(0, "redundant")
    black = {("rgb(27, 31, 36)", "30")}
    assert inks(hands, ".contents .given") == black
    (colour, size), *others = inks(hands, ".contents .entered")
    assert not others and colour != "rgb(27, 31, 36)" and int(size) < 25
    hands.click(2)
    hands.press("5")
    hands.verdict("No solution")
    hands.says(2, "in conflict")
    assert inks(hands, ".contents .given") == black


def test_a_repair_names_the_sum_before_it_leaves_the_cage_out(hands: Hands) -> None:
    """A cage with 7 for 5: the chips name it and its cells glow; one click puts the sum right."""
    grid = "1234341221434321"
    rules = ["killer:5:r1c1,r1c2,r2c1" if k else "killer:7:r3c1,r3c2,r4c1" for k in range(2)]
    given = "".join(mark if k % 5 else "." for k, mark in enumerate(grid))
    hands.paste(json.dumps({"puzzle": given, "layout": "4x4+" + "+".join(rules)}))
    hands.verdict("No solution")
    page = hands.page
    page.locator(".chip.bad", has_text="killer 5 r1c1").wait_for()
    page.locator("h3:text-is('Repairs')").wait_for()
    chips = page.locator(".card:has(h3:text-is('Repairs')) .chip")
    chips.first.wait_for()
    told = chips.all_inner_texts()
    assert told.index("6 instead of 5 in killer 5 r1c1") < told.index("leave out killer 5 r1c1")
    chips.first.hover()
    assert page.locator(".glowing").count() == 3
    page.click("text=6 instead of 5 in killer 5 r1c1")
    hands.verdict("Unique")
    page.click("#tab-rules")
    page.locator(".rules span >> text=killer 6 r1c1").wait_for()
    page.locator(".rules li", has_text="killer 6 r1c1 r1c2 r2c1").wait_for()


def test_a_clue_is_put_beside_the_board_by_a_click_there(hands: Hands) -> None:
    """A sandwich above the fifth column, an arrow without its number, names that setters use."""
    page = hands.page
    page.click("#tab-rules")
    page.fill("[aria-label='Find a rule']", "german")
    assert page.locator(".kinds [data-kind]").all_inner_texts() == ["Whisper"]
    page.fill("[aria-label='Find a rule']", "black dot")
    assert "Ratio" in page.locator(".kinds [data-kind]").all_inner_texts()
    page.fill("[aria-label='Find a rule']", "")
    page.click("[data-kind=arrow]")
    hands.drag([20, 21, 22])
    page.locator(".rules span >> text=arrow r3c3").wait_for()
    page.click("[data-kind=sandwich]")
    box = page.locator("#cell-4").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] - 8)
    page.fill("#rule-number", "12")
    hands.press("Enter")
    page.locator(".rules li", has_text="sandwich 12 r1c5 r2c5").wait_for()
    hands.says(4, "sandwich 12 r1c5, 9 cells")


def test_a_rule_that_is_not_known_can_be_left_out(hands: Hands) -> None:
    """The puzzle opens without it by a click, and says so."""
    grid = [[{"value": 3, "given": True} if not r + c else {} for c in range(4)] for r in range(4)]
    hands.paste(json.dumps({"size": 4, "grid": grid, "mystery": [{"cells": ["R1C1"]}]}))
    note = hands.page.locator(".toast.bad", has_text="'mystery' is not known")
    assert "--" not in note.inner_text()
    note.locator("text=Open without it").click()
    hands.says(0, "given 3")
    hands.page.locator(".toast", has_text="Left out: mystery").wait_for()


def test_a_full_cage_with_another_sum_is_marked_in_play(hands: Hands) -> None:
    hands.paste(json.dumps({"puzzle": "." * 16, "layout": "4x4+killer:7:r1c1,r2c1"}))
    hands.says(0, "killer 7 r1c1")
    hands.page.click("#mode-play")
    hands.click(0)
    hands.press("2", "ArrowDown", "4")
    hands.says(4, "wrong")
    hands.press("3")
    hands.says(0, "wrong")
    hands.click(0)
    hands.press("4")
    hands.page.locator('#cell-0:not([aria-label*="wrong"])').wait_for(state="attached")
