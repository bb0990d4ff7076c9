"""Who listens to an explanation hears what is looked for, and gets the same steps."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.logic.explain import Explaining
from satdoku.logic.position import Position
from satdoku.logic.search.choosing import choice
from satdoku.logic.steps import LogicStep

BOARDS = [
    ("................", "4x4+killer:7:r1c1,r1c2+killer:3:r2c1,r2c2+thermometer:r3c1-r3c4"),
    ("..1..23..4......", "4x4"),
    ("." * 36, "6x6+arrow:r1c1,r2c2,r3c3+whisper:3:r4c1-r4c6+killer:9:r6c1-r6c3+renban:r5c1-r5c4"),
]


def steps_of(puzzle: str, layout: str, hears: bool) -> tuple[list[LogicStep], list[str]]:
    """Return the first steps on our own scale, and what was heard."""
    position = Position.of(satdoku.parse(puzzle, layout))
    explaining = Explaining(position, choice(position.layout, scale="satdoku"), until=12)
    heard: list[str] = []
    if hears:
        explaining.hear = heard.append
    return list(explaining), heard


@pytest.mark.parametrize(("puzzle", "layout"), BOARDS)
def test_listening_changes_no_step(puzzle: str, layout: str) -> None:
    quiet, nothing = steps_of(puzzle, layout, hears=False)
    steps, heard = steps_of(puzzle, layout, hears=True)
    assert quiet and steps == quiet and not nothing
    assert heard[0] == "simple steps"


@pytest.mark.slow
def test_what_takes_long_is_heard_before_it_begins() -> None:
    _, heard = steps_of("." * 81, "9x9+x-sum:45:r1c1-r1c9", hears=True)
    slow = ["three rules together", "chains and refutations", "nested refutations"]
    assert heard[-4:] == ["simple steps", *slow]


def test_no_step_is_looked_for_after_the_last_one_wanted() -> None:
    position = Position.of(satdoku.parse("." * 81, "9x9+x-sum:45:r1c1-r1c9"))
    explaining = Explaining(position, choice(position.layout), until=1)
    heard: list[str] = []
    explaining.hear = heard.append
    assert len(list(explaining)) == 1 and heard == ["simple steps"]
