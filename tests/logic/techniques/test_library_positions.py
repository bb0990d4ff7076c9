"""The positions of a library, each with the candidates that its technique denies in one step."""

from __future__ import annotations

from pathlib import Path

import pytest

from satdoku.logic.catalog.names import CODES
from satdoku.logic.mistakes import state_of
from satdoku.logic.search.listing import steps_at
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.verifying import verify_steps

TEXT = (Path(__file__).parents[2] / "library_positions.txt").read_text()
LINES = [line for line in TEXT.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("line", LINES)
def test_every_position_of_the_library_shows_its_step(line: str) -> None:
    position = state_of(line).position
    _, code, _, _, _, eliminations = line.split(":")[:6]
    wanted = set()
    for digit, row, column in eliminations.split():
        wanted.add(position.theory.variable(int(row), int(column), int(digit)))
    found = []
    for step in steps_at(position, CODES[code]):
        step.verify(position)
        if set(step.denied) == wanted:
            found.append(step)
    assert found
    text = f"{found[0].rating:.1f}  {CODES[code]}: {sentence(position.theory, found[0])}"
    [verdict] = verify_steps(text, position).verdicts
    assert not verdict.problem and not verdict.note


def test_a_dual_kite_may_be_of_two_digits() -> None:
    """Its two cells in the box are the same for both."""
    [line] = [line for line in LINES if line.startswith(":0404:5:")]
    position = state_of(line).position
    [step] = steps_at(position, "dual two-string kite")
    assert {position.theory.cell_and_digit(v)[1] for v in step.denied} == {5, 9}
