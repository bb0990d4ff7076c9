"""Techniques that no puzzle needs are refused at once, with a reason that is true."""

from __future__ import annotations

import random

import pytest

import satdoku
from satdoku import PuzzleError
from satdoku.logic.catalog.names import by_name, why_needless
from satdoku.logic.lessons.about import examples
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from satdoku.logic.technique_checks.table import judge_of
from tests.processes import command

REFUSED = [
    "squirmbag",
    "whale",
    "leviathan",
    *(
        f"{fins} {fish}"
        for fins in ("finned", "sashimi")
        for fish in ("squirmbag", "whale", "leviathan")
    ),
    "Franken X-wing",
    "mutant X-wing",
    "siamese fish",
    "siamese Franken fish",
    "siamese mutant fish",
    "dual two-string kite",
    "dual empty rectangle",
    "XY-cycle",
    "discontinuous nice loop",
    "grouped discontinuous nice loop",
    "grouped continuous nice loop",
    "double forcing chain",
    "forcing chain verity",
    "forcing chain contradiction",
    "forcing net contradiction",
]
SEVERAL = ["hidden single", "locked candidates"]


def test_the_table_is_complete():
    rows = by_name().values()
    assert {row.name for row in rows if row.needless} == set(REFUSED)
    assert {row.name for row in rows if row.of} == set(SEVERAL)


@pytest.mark.parametrize("name", [*REFUSED, *SEVERAL])
def test_they_are_refused_at_once(name):
    with pytest.raises(PuzzleError, match=f"no puzzle needs '{name}': "):
        satdoku.generate(needs=name)


def test_the_command_says_it_in_one_line():
    done = command("generate", "--needs", "starfish")
    assert done.returncode == 2
    assert (
        done.stderr.count("\n") == 1
        and "no puzzle needs 'squirmbag': a fish of at most" in done.stderr
    )


def test_larger_boards_may_need_larger_fish():
    assert not why_needless("squirmbag", satdoku.Layout.of_size(16))
    assert why_needless("squirmbag", satdoku.Layout.of_size(9))


def denied(position: Position, names: list[str]) -> set[int]:
    """All candidates that steps of these names deny."""
    return {v for name in names for step in steps_at(position, name) for v in step.denied}


@pytest.mark.parametrize("fish", ["squirmbag", "whale", "finned squirmbag", "finned whale"])
def test_a_smaller_fish_denies_what_a_larger_one_denies(fish):
    position = position_of(examples()[fish].position)
    large = denied(position, [fish])
    assert large
    small = ["X-wing", "swordfish", "jellyfish"]
    if fish.startswith("finned"):
        small = [f"{fins} {name}" for name in small for fins in ("finned", "sashimi")]
        small += ["pointing", "claiming"]
    assert large <= denied(position, small)


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("XY-cycle", "chain"),
        ("discontinuous nice loop", "chain"),
        ("grouped discontinuous nice loop", "grouped chain"),
        ("grouped continuous nice loop", "grouped chain"),
        ("double forcing chain", "forcing chain"),
        ("forcing chain verity", "forcing chain"),
        ("forcing chain contradiction", "forcing chain"),
        ("forcing net contradiction", "refutation"),
    ],
)
def test_what_is_part_of_another_technique_concludes_nothing_else(part, whole):
    """It is listed among the other's steps, or is one by the other's definition."""
    judge = judge_of(whole)
    assert judge
    found = 0
    for puzzle in satdoku.generate(12, seed=11, keep="proper"):
        way = satdoku.explain(puzzle, scale="satdoku", only="singles, locked")
        if way.outcome == "solved":
            continue
        here = denied(way.end, [part])
        others = here - denied(way.end, [whole])
        assert all(judge(way.end, -v, ()) for v in others)
        found += len(here)
    assert found > 10


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chain through rules", "for boards with rules"),
        ("rule of 45 with rules", "for boards with rules"),
        ("hidden single in a house", "for boards with further houses"),
    ],
)
def test_what_the_board_does_not_have_is_refused_at_once(name, words):
    with pytest.raises(PuzzleError, match=words):
        satdoku.generate(needs=name)


def thinned(seed: int) -> Position:
    """A board on which one digit has the places of a grid, and a random third of the others."""
    grid = next(satdoku.generate(1, seed=seed, grid=True)).cells
    position = position_of("." * 81)
    chance = random.Random(seed)
    others = [cell for cell, digit in enumerate(grid) if digit != 1 and chance.random() < 0.66]
    position.take((), tuple(position.layout.variable_of(cell, 1) for cell in others))
    return position


@pytest.mark.parametrize("fish", ["Franken X-wing", "mutant X-wing"])
def test_locked_candidates_deny_what_a_fish_of_two_bases_with_boxes_denies(fish):
    found = 0
    for seed in range(40):
        position = thinned(seed)
        gone = denied(position, [fish])
        found += len(gone)
        left = True
        while left and any(map(position.is_open, gone)):
            left = denied(position, ["pointing", "claiming"])
            position.take((), tuple(left))
            placed = [v for s in steps_at(position, "hidden single") for v in s.asserted]
            position.take(tuple(placed), ())
            left |= {*placed}
        assert not any(map(position.is_open, gone))
    assert found > 20
