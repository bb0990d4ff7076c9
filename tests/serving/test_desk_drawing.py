"""Rules drawn at the desk: the board stays where it is, and what is drawn is what the hand drew."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import satdoku
from satdoku.errors import LayoutError, TimeLimitReached
from satdoku.formats.links.short_records import unpacked
from satdoku.serving.operations import OPERATIONS
from tests.desk_driving import Hands, Served, browser, context, hands, served
from tests.marks import by_night_but

pytestmark = pytest.mark.slow

#: 27 cages along the rows, and three down the last column.
CAGES = [
    [9 * row + column for column in range(start, stop)]
    for row in range(9)
    for start, stop in pairwise((0, 2, 5, 8))
] + [[9 * row + 8, 9 * row + 17] for row in (0, 2, 4)]


def place(hands: Hands) -> tuple[float, float]:
    """Where the first cell is on the screen."""
    return hands.middle(0)


def test_no_cell_moves_while_30_cages_are_entered(hands: Hands) -> None:
    """Drawn and given sums, right ones and one that leaves no solution."""
    hands.page.set_viewport_size({"width": 1280, "height": 720})
    hands.verdict("Several")
    at = place(hands)
    seen = set()
    hands.page.click("#tab-rules")
    hands.page.click("[data-kind=killer]")
    for number, cells in enumerate(CAGES):
        hands.drag(cells)
        if number % 10 == 9:
            hands.press("4", "5")  # more than its cells can hold
            hands.verdict("No solution")
            seen.add(place(hands))
            hands.press("Backspace", "Backspace")
        seen.add(place(hands))
    hands.finds(".rules li:not(.kind)", 30)
    hands.press("Escape", "Escape")
    hands.page.click("#tab-answers")
    seen.add(place(hands))
    record = next(iter(satdoku.generate(1, seed=3, kind="killer"))).record()
    layout = record["layout"]
    wrong = layout.replace("killer:11:r8c8", "killer:12:r8c8")
    # without one cage no sums of houses are wrong, and a long sentence names many cages
    named = wrong.replace("+killer:21:r8c2,r9c2,r9c3", "")
    puzzles = [(layout, "Unique"), (wrong, "the cages in"), (named, "contradict each other")]
    for puzzle, words in puzzles:
        hands.paste(json.dumps({"puzzle": record["puzzle"], "layout": puzzle}))
        hands.verdict(words)
        seen.add(place(hands))
    assert len(hands.page.inner_text("#verdict")) > 140
    assert seen == {at}


SOLVABLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: What is drawn, by the style of a kind.
DRAWN = {"between": [40, 41], "meeting": [40, 41, 50, 49], "outside": [40]}
#: What the rules panel lists.
LISTED = ".rules li:not(.kind)"


#: What a verdict can be.
OUTCOMES = ("none", "unique", "several")


def kinds_of_all() -> list[dict[str, Any]]:
    """All kinds but those of a text."""
    found = OPERATIONS["kinds"].run({})["kinds"]
    return [kind for kind in found if kind["name"] not in ("formula", "regex", "automaton", "or")]


@pytest.mark.parametrize("third", by_night_but(range(3), 0))
def test_kinds_are_drawn_typed_moved_and_deleted(hands: Hands, third: int) -> None:
    """All of them, without a message of what is wrong."""
    page = hands.page
    hands.verdict("Several")
    page.click("#tab-rules")
    for kind in kinds_of_all()[third::3]:
        name, style, most_cells = kind["name"], kind["draws"]["style"], kind["cells"][1]
        page.locator(f"[data-kind={name}]").evaluate("chip => chip.click()")
        if most_cells and name != "chaos-construction":  # which has cells of its own
            hands.drag(DRAWN.get(style, [40, 41, 42, 51])[:most_cells])
        fewest, most = kind["values"]
        numbers = ",".join(["2"] * max(fewest, most > 0))
        if page.locator("dialog").count():
            page.fill("#rule-numbers", numbers)
            hands.press("Enter")
            page.locator("dialog").wait_for(state="detached")
        elif numbers and name != "chaos-construction":
            hands.press(*numbers, "Enter")
        page.locator(LISTED).first.wait_for()
        page.locator("svg[role=grid]").focus()
        hands.press("Alt+ArrowUp")
        assert page.locator(".toast.bad").all_inner_texts() == [], name
        assert "internal error" not in page.inner_text("body"), name
        hands.press("Escape", "Escape")
        page.locator(".rules [aria-label^=Remove]").last.evaluate("button => button.click()")
        hands.finds(LISTED, 0)
        hands.finds("[role=gridcell]", 81)  # its layer or its labels go with it


@pytest.mark.parametrize(
    ("path", "cells"),
    [
        ([0, 1, 2, 1, 10], "r1c2 r1c3 r2c2"),  # a T: back over its own cells
        ([40, 41, 40, 49, 40, 39], "r5c5 r5c6 r6c5"),
    ],
)
def test_a_cage_is_drawn_by_any_path(hands: Hands, path: list[int], cells: str) -> None:
    hands.verdict("Several")
    hands.page.click("#tab-rules")
    hands.page.click("[data-kind=killer]")
    hands.drag(path)
    named = hands.page.locator(".rules li:not(.kind)")
    named.wait_for()
    found = set(named.inner_text().split("\n")[0].replace("killer", "").split())
    assert found == {f"r{1 + cell // 9}c{1 + cell % 9}" for cell in path}
    assert set(cells.split()) <= found


def test_a_little_killer_looks_the_way_one_points(hands: Hands) -> None:
    """Above column 3, to the left of its middle and to the right; then the number is typed."""
    page = hands.page
    hands.verdict("Several")
    page.click("#tab-rules")
    page.click("[data-kind=little-killer]")
    x, y = hands.middle(2)
    side = hands.middle(3)[0] - x
    page.mouse.click(x - 0.3 * side, y - 0.8 * side)
    hands.press("9", "Enter")
    page.locator(".rules span >> text=little-killer 9 r1c2").wait_for()
    page.mouse.click(x + 0.3 * side, y - 0.8 * side)
    hands.press("3", "0", "Enter")
    page.locator(".rules span >> text=little-killer 30 r1c4").wait_for()
    page.mouse.click(x, y - 0.8 * side)  # between both: they are offered, and the number goes on
    hands.press("8", "Enter")
    page.locator(".rules span >> text=little-killer 8").wait_for()


def test_formulas_snakes_and_equal_groups_are_entered(hands: Hands) -> None:
    """A formula has a field, a drawn path has two ends, a wrong number is refused in a line."""
    page = hands.page
    hands.verdict("Several")
    page.click("#tab-rules")
    page.click("[data-kind=formula]")
    page.fill("dialog input", "r1c1 = 2 * r1c2")
    hands.press("Enter")
    page.locator(".rules span >> text=formula").first.wait_for()
    page.click("[data-kind=snake]")
    hands.drag([40, 41, 42, 51])
    page.locator(".rules span >> text=snake r5c5").wait_for()
    page.click("[data-kind=same-values]")
    hands.drag([60, 61, 70, 69])
    hands.press("5", "Enter")
    page.get_by_text("4 cells do not divide into 5 groups of equal size").first.wait_for()


def test_a_layer_comes_with_its_first_rule_and_goes_with_its_last(hands: Hands) -> None:
    """Galaxies and a loop are on a layer below the board; the givens stay where they are."""
    page = hands.page
    hands.verdict("Several")
    hands.click(40)
    hands.press("5")
    hands.shows("." * 40 + "5" + "." * 40)
    page.click("#tab-rules")
    page.locator("[data-kind=yin-yang]").evaluate("chip => chip.click()")
    hands.finds("[role=gridcell]", 162)
    page.locator("[data-kind=shaded]").evaluate("chip => chip.click()")
    hands.drag([0, 1])
    hands.finds(LISTED, 3)
    hands.verdict("Several")
    hands.says(40, "given 5")
    for left in (2, 0):
        page.locator(".rules [aria-label^=Remove]").last.evaluate("button => button.click()")
        hands.finds(LISTED, left)
    hands.shows("." * 40 + "5" + "." * 40)
    hands.press("Escape")
    for cells in (162, 162, 162, 81):
        page.click("#undo")
        hands.finds("[role=gridcell]", cells)
    hands.verdict("Several")


def test_regions_that_are_to_be_found_have_labels(hands: Hands) -> None:
    page = hands.page
    hands.paste("6x6/latin " + "." * 36)
    hands.finds("[role=gridcell]", 36)
    page.click("#tab-rules")
    page.locator("[data-kind=chaos-construction]").evaluate("chip => chip.click()")
    hands.finds("[role=gridcell]", 72)
    hands.verdict("Several")
    page.locator(".rules [aria-label^=Remove]").evaluate("button => button.click()")
    hands.finds("[role=gridcell]", 36)
    hands.press("Control+z")
    hands.finds("[role=gridcell]", 72)


@pytest.mark.parametrize("kind", kinds_of_all(), ids=lambda kind: kind["name"])
def test_each_kind_has_a_verdict_or_a_reason(kind: dict[str, Any]) -> None:
    """As the desk sends it: one rule on a board of any kind; nothing but an error that says why."""
    style, (fewest, most) = kind["draws"]["style"], kind["cells"]
    cells = ["r3c3", "r3c4", "r4c4", "r4c3"][: most or 0]
    if style == "outside":
        cells = [f"r1c{column}" for column in range(1, 7)]
    numbers = ["2"] * max(kind["values"][0], min(1, kind["values"][1]))
    parts = [kind["name"], ",".join(numbers), ",".join(cells)]
    puzzle = {
        "puzzle": "",
        "layout": "6x6",
        "constraints": [":".join(part for part in parts if part)],
    }
    assert len(cells) >= fewest
    shown = OPERATIONS["parse"].run({"puzzle": puzzle})
    assert len(shown["places"]) == (72 if kind["on_layer"] else 36)
    assert shown["board"] == "6x6"
    try:
        assert OPERATIONS["live"].run({"puzzle": puzzle, "cap": 1})["outcome"] in OUTCOMES
    except (LayoutError, TimeLimitReached) as error:
        assert kind["name"] in str(error) or isinstance(error, TimeLimitReached)


def test_what_is_no_rule_is_drawn_kept_and_erased(hands: Hands, served: Served) -> None:
    """A line, a circle, a text and a colour, lights in fog; in the link to play and in that of
    f-puzzles; erased cell by cell; undone."""
    page = hands.page
    hands.paste(SOLVABLE)
    hands.verdict("Unique")
    page.click("#tab-rules")
    page.click("#decor summary")
    shapes = ".foreign *, .foreign-above *"
    hands.drag([0, 1, 10])
    page.click("[data-decor=line]")
    hands.finds(".foreign path", 1)
    hands.drag([40, 41])
    page.click("[data-decor=circle]")
    hands.finds(".foreign rect", 2)
    page.click("[data-decor=colour]")
    hands.finds(".foreign rect", 4)
    page.fill("#decor-text", "hi")
    page.click("[data-decor=text]")
    hands.finds(".foreign-above text", 1)
    page.click("[data-decor=light]")
    page.locator("#lit >> text=r5c5").wait_for()
    page.locator("#drawn >> text=Only drawn, no rule: 1 line, 4 shapes, 1 text.").wait_for()
    hands.verdict("Unique")
    page.click("#share")
    page.click("[data-form=play]")
    link = page.locator(".shared textarea").input_value()
    hands.press("Escape")
    puzzle = unpacked(link.partition("#play=")[2])
    sent = served.ask("convert", puzzle=puzzle, to="fpuzzles")["text"]
    kept = json.loads(served.ask("parse", puzzle=sent, ignore_rules=["drawings"])["kept"])
    data = kept["fpuzzles"]
    assert data["line"][0]["lines"] == [["R1C1", "R1C2", "R2C2"]]
    assert data["text"][0]["value"] == "hi"
    assert data["foglight"] == ["R5C5", "R5C6"]
    hands.drag([40, 41])
    page.click("[data-decor=erase]")
    hands.finds(shapes, 1)
    page.locator("#lit").wait_for(state="hidden")
    page.click("#undo")
    hands.finds(".foreign rect", 4)
    hands.visit(link)
    page.click("#start")
    hands.finds(".fog", 79)


def test_words_of_a_board_with_a_layer_are_those_of_the_board(hands: Hands) -> None:
    page = hands.page
    hands.paste("9x9+yin-yang " + "." * 81)
    hands.finds("[role=gridcell]", 162)
    page.click("#tab-rules")
    page.click("summary >> text=Author, and rules in words")
    page.click("text=Write the standard text")
    words = page.locator("#ruleset").input_value()
    assert words.startswith("Normal sudoku rules apply.")
    assert "2x2 square" in words
