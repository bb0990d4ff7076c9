"""Levels that next to no random puzzle meets are found among neighbours of hard ones."""

from __future__ import annotations

import pytest

import satdoku
from satdoku import Layout, PuzzleError
from satdoku.logic.difficulty.hard_boards import hard_boards, neighbours
from satdoku.logic.difficulty.level_generation import Level, generate_at
from satdoku.random_stream import RandomStream


def test_a_range_above_nine_is_met() -> None:
    level = Level(lowest=90, highest=99)
    found = generate_at(level, 1, 0)
    assert 9.0 <= satdoku.rate(found.puzzle, scale="se").hardest <= 9.9
    assert satdoku.check(found.puzzle).minimal
    assert generate_at(level, 1, 0) == found  # the same seed gives the same puzzle
    assert generate_at(level, 1, 1).puzzle != found.puzzle


def test_neighbours_are_minimal_and_one_or_two_givens_away() -> None:
    layout = Layout.of_size(9)
    boards = hard_boards(layout, RandomStream(3, 0))[:12]
    near = neighbours(boards, layout, RandomStream(4, 0))
    assert len(near) > 4
    for board in near.tolist():
        report = satdoku.check(satdoku.Puzzle(tuple(board)))
        assert report.count == 1 and report.minimal
        # What was exchanged came in; minimising takes givens and adds none.
        assert min(sum(d and d != e for d, e in zip(board, own, strict=True)) for own in boards) < 3


@pytest.mark.parametrize("lowest", [126, 200])
def test_a_range_above_any_rating_is_refused_at_once(lowest: int) -> None:
    with pytest.raises(PuzzleError, match="no puzzle is rated"):
        Level(lowest=lowest, highest=lowest + 100)
