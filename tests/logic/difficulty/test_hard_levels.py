"""Levels that next to no random puzzle meets are found among neighbours of hard ones."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import satdoku
from satdoku import Layout, PuzzleError
from satdoku.logic.difficulty.hard_boards import ease_of, hard_boards, harder_and_harder, neighbours
from satdoku.logic.difficulty.level_generation import Level, generate_at
from satdoku.random_stream import RandomStream
from tests.marks import slow_but

#: Levels with indexes that are soon found.
SOON = [(90, 2), (100, 5)]


@pytest.mark.slow_cases("90-2")
@pytest.mark.parametrize("lowest, index", slow_but(SOON, (90, 2)))
def test_a_range_above_nine_is_met(lowest: int, index: int) -> None:
    level = Level(lowest=lowest, highest=lowest + 9)
    found = generate_at(level, 1, index)
    assert lowest <= round(10 * satdoku.rate(found.puzzle, scale="se").hardest) <= lowest + 9
    assert satdoku.check(found.puzzle).minimal
    if lowest == 90:
        assert generate_at(level, 1, 2) == found  # the same seed gives the same puzzle
        assert generate_at(level, 1, 1).puzzle != found.puzzle


@pytest.mark.slow
def test_neighbours_are_minimal_and_one_given_away() -> None:
    layout = Layout.of_size(9)
    boards = hard_boards(layout, RandomStream(3, 0))[:4]
    near = neighbours(boards, layout, RandomStream(4, 0))
    assert len(near) > 40
    for board in near[::16].tolist():
        report = satdoku.check(satdoku.Puzzle(tuple(board)))
        assert report.count == 1 and report.minimal
        # One came in; minimising takes givens and adds none.
        assert min(sum(d and d != e for d, e in zip(board, own, strict=True)) for own in boards) < 2


def test_the_harder_a_puzzle_is_rated_the_less_is_its_ease() -> None:
    lines = (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",  # 10.7
        "2...3.5.....1...8..96..4.....578.4..6.9.......4...9.3.5..4..2....7....63.........",  # 9.1
        ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617.",  # 7.2
    )
    boards = np.array([satdoku.parse(line).cells for line in lines], np.uint8)
    ratings = [satdoku.rate(line, scale="se").rating for line in lines]
    eases = ease_of(boards, Layout.of_size(9)).tolist()
    assert ratings == sorted(ratings, reverse=True) and ratings[0] >= 10
    assert eases == sorted(eases) and eases[0] <= 50 < eases[1]


@pytest.mark.slow
def test_a_search_yields_each_puzzle_once_and_goes_towards_harder_ones() -> None:
    found = list(islice(harder_and_harder(Layout.of_size(9), RandomStream(1, 2)), 12))
    boards = [board.tobytes() for step in found for _, board in step]
    assert len(set(boards)) == len(boards) > 40
    assert found[-1][0][0] < found[0][0][0]


@pytest.mark.parametrize("lowest", [126, 200])
def test_a_range_above_any_rating_is_refused_at_once(lowest: int) -> None:
    with pytest.raises(PuzzleError, match="no puzzle is rated"):
        Level(lowest=lowest, highest=lowest + 100)
