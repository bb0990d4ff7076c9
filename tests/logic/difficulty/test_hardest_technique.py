"""Puzzles that need a technique: it is their hardest step, and without it they are not solved."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.logic.difficulty.near_boards import examples_of, near
from satdoku.logic.difficulty.scales import SE
from satdoku.random_stream import RandomStream


@pytest.mark.slow_cases("X-wing", "naked single")
@pytest.mark.parametrize(
    "name",
    [
        "naked single",
        "X-wing",
        pytest.param("hidden quad", marks=pytest.mark.nightly),
        pytest.param("skyscraper", marks=pytest.mark.slow),
        pytest.param("Tridagon", marks=pytest.mark.slow),
        pytest.param("death blossom", marks=pytest.mark.nightly),
    ],
)
def test_the_needed_technique_is_the_hardest_step(name):
    puzzle = next(satdoku.generate(seed=1, needs=name))
    assert satdoku.count(puzzle, limit=2, engine="minicard") == 1
    only = {} if name in SE.names else {"only": f"all, {name}", "scale": "satdoku"}
    way = satdoku.explain(puzzle, **only)
    assert way.outcome == "solved" and name in (way.hardest.name, way.hardest.rule_name)
    if name in ("naked single", "X-wing"):  # the others take long
        assert puzzle == next(satdoku.generate(seed=1, needs=name))


def test_a_puzzle_may_be_harder_if_that_is_allowed():
    made = list(satdoku.generate(8, seed=1, needs="X-wing", allow_harder=True, minimal=False))
    ways = [satdoku.explain(puzzle) for puzzle in made]
    assert all("X-wing" in {step.rule_name for step in way.steps} for way in ways)
    assert any(way.hardest.rule_name != "X-wing" for way in ways)


@pytest.mark.slow_cases("Tridagon")
@pytest.mark.parametrize("name", ["Tridagon", "death blossom"])
def test_boards_near_an_example_are_proper(name):
    boards = near(examples_of(name)[0], RandomStream(3))
    assert len(boards) == 64
    assert all(satdoku.count(satdoku.Puzzle(tuple(b)), limit=2) == 1 for b in boards[:8].tolist())


def test_a_technique_that_an_examples_digits_leave_necessary_is_soon_needed():
    puzzle = next(satdoku.generate(seed=1, needs="remote pairs"))
    way = satdoku.explain(puzzle, only="all, remote pairs", scale="satdoku")
    assert way.hardest.name == "remote pairs"


@pytest.mark.parametrize("name", ["rule with few ways", "rule of 45", "three rules together"])
def test_a_technique_of_rules_is_refused_on_a_board_without_rules(name) -> None:
    with pytest.raises(satdoku.PuzzleError, match="name a kind, or a layout with rules"):
        satdoku.generate(needs=name)
    satdoku.generate(needs=name, kind="killer")
    satdoku.generate(needs=name, layout="9x9+anti-knight")


def test_a_search_that_time_ends_says_how_many_puzzles_it_tried():
    with pytest.raises(satdoku.GenerationTimeLimit) as ended:
        next(satdoku.generate(seed=1, needs="SK loop", time_limit=4))
    words = str(ended.value)
    assert "no such puzzle within 4 s among " in words and " of them use it " in words
    assert "allow more time" in words
