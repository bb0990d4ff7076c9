"""Dual two-string kites: the positions of a library, each with the candidates that its dual kite
denies."""

from __future__ import annotations

from pathlib import Path

import pytest

from satdoku.logic.mistakes import state_of
from satdoku.logic.search.listing import steps_at
from satdoku.logic.technique_checks.table import judge_of

LINES = (Path(__file__).parents[2] / "dual_kites.txt").read_text().splitlines()[1:]
NAME = "dual two-string kite"


@pytest.mark.parametrize("line", LINES)
def test_every_position_of_the_library_shows_its_dual_kite(line: str) -> None:
    position = state_of(line).position
    wanted = set()
    for digit, row, column in line.split(":")[5].split():
        wanted.add(position.theory.variable(int(row), int(column), int(digit)))
    steps = list(steps_at(position, NAME))
    assert wanted in [set(step.denied) for step in steps]
    judge = judge_of(NAME)
    assert judge and all(judge(position, -v, ()) for v in wanted)
    for step in steps:
        step.verify(position)


def test_a_dual_kite_may_be_of_two_digits() -> None:
    """Its two cells in the box are the same for both."""
    position = state_of(LINES[5]).position
    [step] = steps_at(position, NAME)
    assert {position.theory.cell_and_digit(v)[1] for v in step.denied} == {5, 9}
