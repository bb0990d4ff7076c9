"""The screens of the desk for those who use a screen reader or keys, judged by npm's axe-core."""

# ruff: noqa: F401, F811 - fixtures are known by being imported

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.desk_driving import Hands, Served, browser, served
from tests.processes import node_with

pytestmark = pytest.mark.slow

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FINDINGS = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))"""


def opened(hands: Hands) -> None:
    """Several solutions."""
    hands.verdict("Several")


def answered(hands: Hands) -> None:
    """All answers are there."""
    hands.paste(EASY)
    hands.verdict("Unique")
    hands.page.locator("h3:text-is('Redundant')").wait_for()
    hands.page.locator(".figure").wait_for()


def broken(hands: Hands) -> None:
    """A conflict, with what mends it."""
    hands.paste("6" + EASY[1:])
    hands.verdict("No solution")
    hands.page.locator("#slips").wait_for()


def ruled(hands: Hands) -> None:
    """The list of rules, a rule that is armed and one that is held."""
    hands.paste("9x9+killer:9:r1c1,r1c2+thermometer:r5c1-r5c4+sandwich:12:r1c9-r9c9 " + "." * 81)
    hands.says(0, "killer 9 r1c1")
    hands.page.click("#tab-rules")
    hands.page.click(".rules >> text=killer 9 r1c1")
    hands.page.locator("#rule strong").wait_for()
    hands.page.click("[data-kind=renban]")
    hands.page.locator(".armed:visible").wait_for()


def walked(hands: Hands) -> None:
    """The path with a step."""
    answered(hands)
    hands.page.click("#tab-logic")
    hands.page.click("text=Show the path")
    hands.page.locator(".path li").nth(50).wait_for()
    hands.page.click("[aria-label='Last step']")


def played(hands: Hands) -> None:
    """Play, with entries of each kind."""
    answered(hands)
    hands.page.click("#mode-play")
    hands.click(2)
    hands.press("Shift+Digit1", "Control+Digit2", "Alt+Digit3", "ArrowRight", "5")
    hands.says(3, "wrong")
    hands.press("b", "Enter")
    hands.says(3, "pen: cross")


def begun(hands: Hands) -> None:
    """A link to play: its rules, then the board."""
    hands.page.goto(f"{hands.page.url}#play=4x4+killer:5:r1c3,r2c3 1..............2")
    hands.page.click("#start")


def solving(hands: Hands) -> None:
    """A game: entries, a replay."""
    begun(hands)
    hands.click(1)
    hands.press("2", "ArrowRight", "Control+Digit3")
    hands.page.click("#watch")
    hands.page.locator("#replayed >> text=Move 2 of 2").wait_for()


def choosing(hands: Hands) -> None:
    """Settings and statistics."""
    begun(hands)
    hands.page.evaluate(
        """localStorage.setItem("satdoku.solved",
          '[{"sort": "9x9", "seconds": 5, "hints": 0, "checks": 0}]')"""
    )
    hands.page.click("#tab-record")
    hands.page.locator("#statistics td").first.wait_for()


def asked(button: str) -> Callable[[Hands], None]:
    """A dialog."""

    def screen(hands: Hands) -> None:
        hands.verdict("Several")
        hands.page.click(button)
        hands.page.locator("dialog").wait_for()

    return screen


SCREENS = {
    "opened": opened, "answered": answered, "broken": broken, "ruled": ruled, "walked": walked,
    "played": played, "solving": solving, "choosing": choosing,
    "new": asked("#new"), "open": asked("#open"), "share": asked("#share"),
    "help": asked("#help"),
}  # fmt: skip


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core."""
    node = node_with("axe-core")
    find = [node, "-e", "process.stdout.write(require.resolve('axe-core/axe.min.js'))"]
    return Path(subprocess.run(find, capture_output=True, text=True, check=True).stdout).read_text()


@pytest.mark.nightly_cases("dark-390")
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_on_any_screen(
    browser: Any, served: Served, axe: str, scheme: Any, width: int
) -> None:
    """On a wide screen that is light and a narrow one that is dark."""
    found = {}
    for name, screen in SCREENS.items():
        context = browser.new_context(
            color_scheme=scheme, reduced_motion="reduce", viewport={"width": width, "height": 900}
        )
        hands = Hands(context.new_page())
        hands.visit(served.url)
        screen(hands)
        hands.page.evaluate(axe)
        found[name] = hands.page.evaluate(FINDINGS)
        assert hands.errors == []
        context.close()
    assert not any(found.values()), "\n".join(
        f"{name}: {one}" for name in found for one in found[name]
    )
