"""A published puzzle and an exported desk in Firefox and WebKit: drawn, judged, played and solved
as in Chromium, from a disk and from a host."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import satdoku
from tests.desk_driving import files_served
from tests.other_browsers import Visitor, firefox, webkit
from tests.processes import command, needs_webassembly, until

pytestmark = pytest.mark.slow

#: Two cells are open; the cage could be left out.
CAGE = {"puzzle": "..34341243212143", "layout": "4x4+killer:3:r1c1,r1c2"}
#: What an element shows; the middle of one.
TEXT = 'return document.querySelector(%s)?.innerText ?? "";'
MIDDLE = """
const box = document.querySelector(%s)?.getBoundingClientRect();
if (!box?.width) return null;
return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
"""
#: WebDriver's code of a key without a character.
RIGHT = "\ue014"


@pytest.fixture(scope="module", params=[firefox, webkit])
def visitor(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A browser."""
    with request.param(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a published puzzle, `one.html`, and an exported desk, `site`."""
    needs_webassembly()
    root = tmp_path_factory.mktemp("files")
    for words in (
        ("publish", "-", "-o", f"{root}/one.html"),
        ("serve", "--export", f"{root}/site"),
    ):
        made = command(*words, stdin=json.dumps(CAGE))
        assert made.returncode == 0, made.stderr
    return root


def shows(visitor: Visitor, selector: str, text: str) -> None:
    """Wait until an element shows the text."""
    until(lambda: text in visitor.run(TEXT % json.dumps(selector)))


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        typed = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        visitor.act([{"type": "key", "id": "keyboard", "actions": typed}])


def click(visitor: Visitor, selector: str) -> None:
    """Click the middle of an element that stays where it is: until WebKit has laid out a drawing,
    it says that its parts are at the size of the file."""
    found: list[Any] = [None]

    def stays() -> bool:
        time.sleep(0.1)
        found.append(visitor.run(MIDDLE % json.dumps(selector)))
        return bool(found[-1]) and found[-1] == found[-2]

    until(stays)
    x, y = found[-1]
    done = [
        {"type": "pointerMove", "x": x, "y": y, "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    visitor.act([{"type": "pointer", "id": "mouse", "actions": done}])


def choose(visitor: Visitor, cell: int) -> None:
    """Click a cell until it is chosen: the board may move or be drawn anew under the pointer."""
    chosen = f"return document.querySelector('#cell-{cell}')?.ariaSelected;"

    def is_chosen() -> bool:
        click(visitor, f"#cell-{cell}")
        return bool(visitor.run(chosen) == "true")

    until(is_chosen)


def test_a_published_puzzle_is_played_to_its_end_from_a_disk(visitor: Visitor, files: Path) -> None:
    visitor.visit(f"file://{files}/one.html")
    shows(visitor, "dialog .words", "The digits in a dashed cage are different and add up to 3.")
    click(visitor, "#start")
    shows(visitor, "#judged", "There is exactly one solution")
    shows(visitor, "#judged", "Difficulty: ")
    shows(visitor, "#board", "3")
    choose(visitor, 0)
    press(visitor, "2")
    click(visitor, "#check-now")
    shows(visitor, ".toast", "1 cell is wrong")
    choose(visitor, 0)
    press(visitor, "1", RIGHT, "2")
    shows(visitor, "dialog", "Well done")


def test_an_exported_desk_draws_and_judges_rules_of_a_link(visitor: Visitor, files: Path) -> None:
    rules = ["killer:3:r1c1,r1c2", "thermometer:r3c1-r3c4"]
    record = {"puzzle": "." * 16, "layout": "4x4", "constraints": rules}
    board = satdoku.parse(record)
    typed = satdoku.parse(record | {"puzzle": "3" + "." * 15})
    assert (satdoku.count(board, limit=2), satdoku.count(typed)) == (2, 0)
    with files_served(str(files)) as address:
        visitor.visit(f"{address}site/#puzzle={json.dumps(record)}")
        shows(visitor, "#board", "3")
        drawn = "return document.querySelectorAll('#board svg path, #board svg circle').length;"
        assert visitor.run(drawn) > 3
        shows(visitor, "#verdict", "Several")
        choose(visitor, 0)
        press(visitor, "3")
        shows(visitor, "#verdict", "r1c1=3")
        press(visitor, "2")
        shows(visitor, "#verdict", "Several")
