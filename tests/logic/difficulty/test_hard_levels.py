"""Levels that next to no random puzzle meets are found among neighbours of hard ones."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import satdoku
from satdoku import Layout, PuzzleError
from satdoku.logic.difficulty.hard_seeds import is_seed, seeds, seeds_near
from satdoku.logic.difficulty.level_generation import Level, generate_at
from satdoku.logic.difficulty.near_boards import around, ease_of, near_by_two, neighbours
from satdoku.operations.shuffling import shuffled
from satdoku.random_stream import RandomStream
from tests.marks import slow_but

NINE = Layout.of_size(9)
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


def boards_of(lines) -> np.ndarray:
    return np.array([satdoku.parse(line).cells for line in lines], np.uint8)


def new_givens(board: np.ndarray, start: np.ndarray) -> int:
    return int(((board > 0) & (board != start)).sum())


@pytest.mark.parametrize("most", [1, 2])
def test_neighbours_are_minimal_and_few_givens_away(most: int) -> None:
    start = boards_of([seeds()[-1].line])[0]
    stream = RandomStream(4, most)
    blocks = [neighbours(start[None], NINE, stream)]
    if most == 2:
        blocks = [near_by_two(start, NINE, stream) for _ in range(12)]
    near = np.concatenate(blocks)
    assert len(near) > 10
    assert all(len(np.unique(block, axis=0)) == len(block) for block in blocks)
    # Minimising takes givens and adds none.
    assert {new_givens(board, start) for board in near} <= set(range(1, most + 1))
    for board in near[:4].tolist():
        report = satdoku.check(satdoku.Puzzle(tuple(board)))
        assert report.count == 1 and report.minimal


def test_a_search_yields_each_puzzle_once_and_never_its_start() -> None:
    start = boards_of([seeds()[-1].line])[0]
    blocks = list(islice(around(start, NINE, RandomStream(1, 2)), 6))
    met = [board.tobytes() for block in blocks for board in block]
    assert len(set(met)) == len(met) > 20
    assert start.tobytes() not in met
    hard = islice(around(start, NINE, RandomStream(1, 2), easiest=200), 6)
    assert all((ease_of(block, NINE) <= 200).all() for block in hard if len(block))


def test_our_hard_puzzles_are_minimal_and_not_isomorphs_of_each_other() -> None:
    boards = boards_of(seed.line for seed in seeds())
    assert (satdoku.batch.solve(boards).counts == 1).all()
    assert (satdoku.batch.minimize(boards, keep="proper") == boards).all()
    forms = satdoku.batch.canonical(boards).forms
    assert (forms == boards).all()
    assert len(np.unique(forms, axis=0)) == len(boards)


def test_levels_that_no_random_puzzle_has_are_soon_met_near_our_puzzles() -> None:
    level = Level(lowest=100, highest=999)
    made = [generate_at(level, 3, index).puzzle for index in range(4)]
    assert all(satdoku.rate(puzzle).rating >= 10 for puzzle in made)
    assert len({satdoku.canonical(puzzle).line for puzzle in made}) == 4
    assert made[1] == generate_at(level, 3, 1).puzzle


def test_puzzles_are_made_near_a_given_one() -> None:
    start = satdoku.parse(next(satdoku.generate(seed=3, keep="proper")).line)
    cells = np.array(start.cells, np.uint8)
    made = list(satdoku.generate(3, seed=1, near=start))
    assert made == list(satdoku.generate(3, seed=1, near=start.line, jobs=2))
    for puzzle in made:
        assert puzzle != start and satdoku.check(puzzle).minimal
        assert new_givens(np.array(puzzle.cells, np.uint8), cells) <= 2
    easy = next(satdoku.generate(seed=1, near=start, rating=(1.0, 4.4)))
    assert satdoku.rate(easy).rating <= 4.4
    small = next(satdoku.generate(seed=1, near="..1..23..4......", layout="4x4"))
    assert small.layout.size == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"near": "." * 81}, "needs exactly one solution"),
        ({"near": "..1..23..4......", "layout": "4x4", "symmetry": "half-turn"}, "not supported"),
        (
            {"near": "..1..23..4......", "layout": "4x4+diagonal+killer:3:r1c1,r1c2"},
            "variant rules",
        ),
    ],
)
def test_what_no_search_can_begin_near_is_refused_at_once(options, words) -> None:
    with pytest.raises(PuzzleError, match=words):
        satdoku.generate(**options)


def test_the_harder_a_puzzle_is_rated_the_less_is_its_ease() -> None:
    lines = (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",  # 10.7
        "2...3.5.....1...8..96..4.....578.4..6.9.......4...9.3.5..4..2....7....63.........",  # 9.1
        ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617.",  # 7.2
    )
    boards = np.array([satdoku.parse(line).cells for line in lines], np.uint8)
    ratings = [satdoku.rate(line, scale="se").rating for line in lines]
    eases = ease_of(boards, NINE).tolist()
    assert ratings == sorted(ratings, reverse=True) and ratings[0] >= 10
    assert eases == sorted(eases) and eases[0] <= 200 < eases[1]


@pytest.mark.parametrize("lowest", [126, 200])
def test_a_range_above_any_rating_is_refused_at_once(lowest: int) -> None:
    with pytest.raises(PuzzleError, match="no puzzle is rated"):
        Level(lowest=lowest, highest=lowest + 100)


def test_the_ratings_beside_our_hard_puzzles_are_those_that_they_have() -> None:
    some = seeds()[50::40]
    rated = satdoku.batch.rate(boards_of(seed.line for seed in some))
    assert [round(10 * rating) for rating in rated.hardest] == [seed.tenths for seed in some]
    assert not rated.estimated.any()
    assert sum(seed.tenths >= 110 for seed in seeds()) >= 100


def test_the_hard_puzzles_near_a_range_are_the_closest_ones() -> None:
    chosen = seeds_near(115, 999)
    assert {seed for seed in seeds() if seed.tenths >= 112} == set(chosen)
    low = seeds_near(88, 90)
    assert len(low) >= 24 and max(seed.tenths for seed in low) < 105


def test_isomorphs_of_our_hard_puzzles_are_recognised() -> None:
    puzzle = shuffled(satdoku.parse(seeds()[3].line), seed=2)
    assert is_seed(np.array(puzzle.cells, np.uint8))
    assert not is_seed(boards_of(["1" + "." * 80])[0])


def test_puzzles_rated_11_and_more_are_found_near_another() -> None:
    near = satdoku.parse(seeds_near(110, 110)[0].line)
    level = satdoku.Level(lowest=110, near=near)
    (found,) = satdoku.generate(1, seed=1, level=level)
    assert found != near and satdoku.rate(found).rating >= 11.0
