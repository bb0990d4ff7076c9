"""The desk as a person meets it: Debian's Chromium drives the page that the server serves."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from typing import Any

import pytest

import satdoku
from tests.desk_driving import Hands, Served, browser, context, hands, served

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_a_puzzle_is_set_by_mouse_and_keyboard(hands: Hands) -> None:
    """Each given typed on the cell that is clicked or walked to, until it is unique."""
    hands.page.click("#new")
    hands.page.click("[data-board='4x4']")
    hands.page.locator("#cell-16").wait_for(state="detached")  # the board of before is gone
    hands.page.locator("#cell-15").wait_for(state="attached")
    hands.verdict("Several")
    hands.click(0)
    hands.press("1", "ArrowRight", "2", "ArrowRight", "3")
    hands.click(7)
    hands.press("1")
    hands.click(8)
    hands.press("2", "ArrowDown", "4", "Delete")
    hands.verdict("Several")
    hands.page.locator("#cell-13").wait_for(state="attached")
    hands.press("ArrowRight", "ArrowRight", "2")
    hands.shows("123....12.....2.")
    hands.verdict("olution")


def test_a_break_is_told_with_its_sentence_and_undone(hands: Hands) -> None:
    """Two fives in a row: both red, the sentence names them, and undo makes it unique again."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.click(2)
    hands.press("5")
    hands.verdict("No solution")
    hands.says(0, "in conflict")
    hands.says(2, "in conflict")
    assert "r1c1=5" in hands.page.inner_text("#verdict")
    hands.press("Control+z")
    hands.verdict("Unique")
    hands.press("Control+y")
    hands.verdict("No solution")
    hands.page.click(".chip.bad >> text=r1c3=5")
    hands.verdict("Unique")


def test_rules_are_drawn_changed_and_removed(hands: Hands) -> None:
    """A cage by drag with its sum, a thermometer, a clue outside; then edited and removed."""
    page = hands.page
    page.click("#tab-rules")
    page.click("[data-kind=killer]")
    hands.drag([20, 21, 30])
    page.fill("#rule-number", "15")
    hands.press("Enter")
    page.locator(".rules span >> text=killer 15 r3c3").wait_for()
    page.click("[data-kind=thermometer]")
    hands.drag([40, 41, 42, 51])
    page.locator(".rules span >> text=thermometer r5c5").wait_for()
    page.click("[data-kind=sandwich]")
    hands.click(72)
    page.click("text=column from below")
    page.fill("#rule-numbers", "12")
    hands.press("Enter")
    page.locator(".rules span >> text=sandwich 12 r9c1").wait_for()
    page.click("[data-kind=sandwich]")  # disarmed
    page.click("[data-kind=little-killer]")
    x, y = hands.middle(3)
    across = hands.middle(4)[0] - x
    page.mouse.click(x, y - 0.8 * across)  # above column 4: a diagonal to either side
    page.click("text=diagonal down left")
    page.fill("#rule-numbers", "13")
    hands.press("Enter")
    page.locator(".rules span >> text=little-killer 13 r1c3").wait_for()
    page.click("[aria-label='Edit killer 15 r3c3']")
    page.fill("#rule-numbers", "16")
    hands.press("Enter")
    page.locator(".rules span >> text=killer 16 r3c3").wait_for()
    page.click("[aria-label='Remove thermometer r5c5']")
    page.locator(".rules span >> text=thermometer r5c5").wait_for(state="detached")
    page.click("[data-kind=pair-sum]")
    hands.drag([0, 1])
    page.fill("#rule-number", "many")
    hands.press("Enter")
    page.locator("#rule .bad >> text=not a whole number").wait_for()
    hands.press("Escape")
    page.click("#undo")  # the mark
    page.locator(".rules span >> text=pair-sum r1c1").wait_for(state="detached")
    page.click("#undo")
    page.locator(".rules span >> text=thermometer r5c5").wait_for()
    # Undo while an edit still waits for the server: that edit is undone, not the one before it.
    page.evaluate(
        """() => {
            document.querySelector("[aria-label='Remove thermometer r5c5']").click();
            document.querySelector("#undo").click();
        }"""
    )
    page.click("[aria-label='Remove little-killer 13 r1c3']")
    page.locator(".rules span >> text=little-killer 13 r1c3").wait_for(state="detached")
    assert page.locator(".rules span >> text=thermometer r5c5").count() == 1


#: The cells of the cages without a sum.
CAGES_HERE = ((0, 1), (14, 15, 11))


def test_a_puzzle_is_made_unique_by_its_own_clues(hands: Hands) -> None:
    """A cage without a sum: the sums that leave one solution are offered, and one is taken; what
    numbers another cage could have is shown where it is edited."""
    page = hands.page
    cages = "killer:r1c1,r1c2+killer:4:r1c3,r2c3+killer:9:r2c1,r2c2,r3c1+killer:r4c3,r4c4,r3c4"
    hands.paste(f"4x4+{cages} .............3..")
    hands.verdict("2 solutions")
    page.locator("#numbers >> text=killer r1c1").wait_for()
    grids = list(satdoku.solutions("." * 13 + "3..", layout=f"4x4+{cages}"))
    sums = [sorted(sum(grid.cells[c] for c in some) for grid in grids) for some in CAGES_HERE]
    told = [f"{number}: 1 solution" for two in sums for number in two]
    assert page.locator("#numbers .chip").all_inner_texts() == told
    page.click("#clues >> text=cage r1c12 that holds 3")
    hands.verdict("Unique")
    page.click("#tab-rules")
    page.locator(".rules span >> text=killer 3 r1c1").wait_for()
    page.click("[aria-label='Edit killer 3 r1c1']")
    page.click("text=Numbers that leave solutions")
    page.locator("#possible-numbers >> text=5: 1 solution").wait_for()
    page.click("#possible-numbers >> text=5: 1 solution")
    hands.press("Enter")
    page.locator(".rules span >> text=killer 5 r1c1").wait_for()
    hands.verdict("Unique")


def test_sums_that_do_not_fit_come_before_the_names_of_cages(hands: Hands) -> None:
    """The arithmetic is the verdict, the names are below it when one opens them."""
    page = hands.page
    cages = "killer:5:r1c1,r2c1+killer:5:r1c2,r1c3+killer:6:r2c2,r2c3+killer:5:r1c4,r2c4"
    hands.paste(f"4x4+{cages} ................")
    hands.verdict("the cages in rows 1 and 2 add up to 21, the digits there to 20")
    chip = page.locator(".chip.bad").first
    assert not chip.is_visible()
    page.click("summary >> text=The smallest conflict found")
    chip.wait_for()
    chip.click()
    hands.verdict("Several")


def test_a_clue_that_is_being_entered_offers_the_numbers_it_can_have(hands: Hands) -> None:
    """Those of all solutions, before the clue is there."""
    page = hands.page
    hands.paste("4x4 12..3.......4...")
    hands.verdict("Several")
    page.click("#tab-rules")
    page.click("[data-kind=sandwich]")
    hands.click(15)
    page.click("text=Numbers that leave solutions")
    page.locator("#possible-numbers .chip").first.wait_for()
    puzzle = satdoku.parse("12..3.......4...")
    counted: dict[int, int] = {}
    for solution in satdoku.solutions(puzzle):
        row = solution.cells[12:]
        ends = sorted((row.index(1), row.index(4)))
        number = sum(row[ends[0] + 1 : ends[1]])
        counted[number] = counted.get(number, 0) + 1
    said = [f"{n}: {k} solution{'s' if k > 1 else ''}" for n, k in sorted(counted.items())]
    assert page.locator("#possible-numbers .chip").all_inner_texts() == said


def test_a_board_typed_wrong_offers_the_likeliest_slips(hands: Hands) -> None:
    """A 5 typed as 6: the first slip offered undoes it."""
    hands.paste("6" + EASY[1:])
    hands.verdict("No solution")
    hands.page.click("#slips >> text=r1c1 is 5, not 6")
    hands.verdict("Unique")
    hands.shows(EASY)


def test_links_are_pasted_and_junk_is_refused_in_a_line(hands: Hands, served: Served) -> None:
    """A link of f-puzzles comes in with its rules; a broken text leaves all as it was."""
    made = {"puzzle": EASY, "layout": "9x9", "constraints": ["killer:8:r1c1,r1c2"]}
    link = served.ask("convert", puzzle=made, to="fpuzzles-link")["text"]
    hands.paste(link)
    hands.verdict("Unique")
    hands.shows(EASY)
    hands.page.click("#tab-rules")
    hands.page.locator(".rules span >> text=killer 8 r1c1").wait_for()
    hands.page.locator(".toast:not(.bad)", has_text="Opened: 9x9, 30 givens, 1 rule.").wait_for()
    hands.paste("53..7..")
    hands.page.locator(".toast.bad").wait_for()
    hands.shows(EASY)


def test_a_rule_is_found_and_added_by_keys_alone(hands: Hands) -> None:
    """R, its name and Enter, with cells chosen; a name of none says so."""
    hands.click(0)
    hands.press("Shift+ArrowRight", "r")
    hands.page.keyboard.type("killer")
    hands.press("Enter")
    hands.page.locator(".rules span >> text=killer r1c1 r1c2").wait_for()
    hands.press("ArrowDown", "7")  # the keys go to the board again
    hands.says(10, "given 7")
    hands.press("r")
    hands.page.keyboard.type("no such rule")
    hands.page.locator(".kinds", has_text="No rule has such words in its names").wait_for()


def test_a_format_that_cannot_hold_the_rules_offers_to_leave_them_out(hands: Hands) -> None:
    """One click leaves out the cage of a .sdk file."""
    hands.paste(json.dumps({"puzzle": EASY, "layout": "9x9+killer:8:r1c1,r1c2"}))
    hands.verdict("Unique")
    hands.press("Control+s")
    page = hands.page
    page.select_option("select[aria-label='More formats']", "sdk")
    assert "--" not in page.locator(".shared .bad").inner_text()
    page.click("text=Leave out killer")
    page.locator(".shared textarea").wait_for()
    assert "".join(page.locator(".shared textarea").input_value().split()) == EASY


def test_hints_go_from_vague_to_why(hands: Hands) -> None:
    """Four times the key H."""
    hands.paste(EASY)
    hands.verdict("Unique")
    for part in ("vague", "where", "what", "why"):
        hands.press("h")
        hands.page.locator(f".text.{part}").wait_for()
    assert "can only go in" in hands.page.inner_text(".text.why")
    hands.page.locator(".contents .asserted").first.wait_for(state="attached")


def test_the_path_is_walked_step_by_step(hands: Hands) -> None:
    """Every step has its sentence, and the board before it."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.click("#tab-logic")
    hands.page.click("text=Show the path")
    hands.page.locator(".path li").nth(50).wait_for()
    hands.page.click("[aria-label='Last step']")
    assert "last digit" in hands.page.inner_text(".step")
    steps = hands.page.locator("input[type=range]")
    assert steps.input_value() == steps.get_attribute("max")
    hands.finds("[role=gridcell][aria-label*=empty]", 1)
    hands.page.locator("svg[role=grid]").focus()
    hands.press("ArrowLeft", "ArrowLeft", "ArrowRight")  # the arrows go through the path
    hands.page.locator(f".steps[data-at='{int(steps.get_attribute('max')) - 2}']").wait_for()
    hands.page.click("text=Back to the puzzle")
    hands.press("ArrowRight")  # and over the board again
    hands.finds("[role=gridcell][aria-selected=true]", 1)


def test_a_puzzle_is_played_to_the_end(hands: Hands) -> None:
    """Marks, a mistake that is told, then every digit; the page says that it is solved."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.click("#mode-play")
    hands.click(2)
    hands.press("Shift+Digit1", "Shift+Digit4", "Control+Digit2", "Alt+Digit3")
    hands.says(2, "centre marks 2, corner marks 1 4, colours 3")
    hands.press("1")
    hands.page.click("#check")
    hands.says(2, "wrong")
    for cell, digit in enumerate(SOLVED):
        if EASY[cell] == ".":
            hands.click(cell)
            hands.press(digit)
    hands.page.locator("dialog >> text=Well done").wait_for()


def test_a_rule_that_is_broken_in_play_is_marked_at_once(hands: Hands) -> None:
    """A thermometer that falls; and no mark any more when it rises."""
    hands.paste("4x4+thermometer:r1c1,r1c2 ...............1")
    hands.verdict("solutions")
    hands.page.click("#mode-play")
    hands.click(0)
    hands.press("3", "ArrowRight", "2")
    hands.says(0, "wrong")
    hands.says(1, "wrong")
    hands.press("4")
    hands.page.locator("#cell-0:not([aria-label*=wrong])").wait_for(state="attached")


def test_a_reload_loses_nothing(hands: Hands) -> None:
    """Digits, marks, mode, and what can be undone."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.click("#mode-play")
    hands.click(2)
    hands.press("4")
    hands.says(2, "holds 4")
    hands.page.reload()
    hands.says(2, "holds 4")
    hands.shows(EASY)
    hands.press("Control+z")
    hands.says(2, "empty")
    hands.press("Control+z")
    hands.page.locator(".given").first.wait_for(state="detached")


def test_two_tabs_have_documents_of_their_own(hands: Hands, context: Any, served: Served) -> None:
    """Neither writes over the other; one that is doubled goes on as a copy."""
    hands.paste(EASY)
    hands.verdict("Unique")
    other = Hands(context.new_page())
    other.visit(served.url)
    other.click(0)
    other.press("9")
    other.says(0, "given 9")
    hands.page.reload()
    hands.says(0, "given 5")
    other.page.reload()
    other.says(0, "given 9")
    tab = hands.page.evaluate("sessionStorage.getItem('satdoku.tab')")
    doubled = Hands(context.new_page())
    doubled.page.add_init_script(
        f"sessionStorage.getItem('satdoku.tab') || sessionStorage.setItem('satdoku.tab', '{tab}')"
    )
    doubled.visit(served.url)
    doubled.says(0, "given 5")
    doubled.click(0)
    doubled.press("Delete")
    doubled.says(0, "must be 5")
    hands.page.reload()
    hands.says(0, "given 5")
    assert other.errors == doubled.errors == []


def test_a_server_that_dies_and_comes_back_costs_nothing(context: Any) -> None:
    """The page says so, edits go on, and what was asked is answered when it is back."""
    server = Served()
    server.begin()
    try:
        hands = Hands(context.new_page())
        hands.visit(server.url)
        hands.paste(EASY)
        hands.verdict("Unique")
        server.kill()
        hands.page.locator("#line:not([hidden])").wait_for()
        hands.click(2)
        hands.press("5")
        hands.says(2, "given 5")
        server.begin()
        hands.verdict("No solution")
        hands.page.locator("#line").wait_for(state="hidden")
        assert all("ebSocket" in error or "ERR_" in error for error in hands.errors)
    finally:
        server.kill()
