"""Variant puzzles of a level: judged by CP-SAT's own model and by the rating, and irreducible."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle
from satdoku.cli.main import cli
from satdoku.errors import GenerationError
from satdoku.logic.catalog.rules import number_of
from satdoku.logic.difficulty.level_generation import Level, generate_at
from satdoku.logic.explain import explain
from satdoku.operations.variant_generation import Arrangement

SIX = Layout.named("6x6")


def is_solved(puzzle: Puzzle, level: Level) -> bool:
    found = explain(puzzle, rules=level.allowed)
    return found.outcome == "solved" and round(10 * found.rating) <= level.highest


@pytest.mark.slow_cases("kinds1-26-34-None", "kinds3-10-42-clues3")
@pytest.mark.parametrize(
    ("kinds", "lowest", "highest", "clues"),
    [
        pytest.param(("killer",), 0, 23, (0, 0), marks=pytest.mark.slow),
        (("killer",), 26, 34, None),
        pytest.param(("thermometer", "difference"), 0, 26, None, marks=pytest.mark.slow),
        (("arrow",), 10, 42, (1, 4)),
    ],
)
def test_puzzles_are_of_the_level_and_nothing_can_go(kinds, lowest, highest, clues):
    like = Arrangement("needed")
    level = Level(lowest, highest, layout=SIX, clues=clues, kinds=kinds, like=like)
    puzzle = generate_at(level, 4, 0).puzzle
    assert puzzle == generate_at(level, 4, 0).puzzle
    assert satdoku.count(puzzle, limit=2, engine="cpsat-integers") == 1
    assert is_solved(puzzle, level) and lowest <= round(10 * explain(puzzle).rating) <= highest
    assert {c.kind for c in puzzle.constraints} <= set(kinds)
    if clues:
        assert clues[0] <= puzzle.clues <= clues[1]
        return  # fewer might do
    rules = puzzle.layout.constraints
    fewer = [puzzle.without([cell]) for cell, digit in enumerate(puzzle.cells) if digit]
    bare = puzzle.layout.without_constraints()
    for k in range(len(rules)):
        layout = bare.with_constraints(*rules[:k], *rules[k + 1 :])
        fewer.append(Puzzle(puzzle.cells, layout))
    for other in fewer:
        assert satdoku.count(other, limit=2) > 1 or not is_solved(other, level)


def test_a_rule_that_is_needed_is_used():
    rule = number_of("naked pair")
    like = Arrangement("needed")
    level = Level(0, 34, needs=(rule,), layout=SIX, kinds=("killer",), like=like)
    puzzle = generate_at(level, 1, 0).puzzle
    assert any(step.rule == rule for step in explain(puzzle, rules=level.allowed).steps)
    assert explain(puzzle, rules=level.without(rule)).outcome == "stuck"


@pytest.mark.slow
def test_what_is_never_found_says_so():
    level = Level(11, 11, layout=Layout.named("4x4"), kinds=("killer",), tries=2)
    with pytest.raises(GenerationError, match="no such puzzle among"):
        generate_at(level, 1, 0)
    level = Level(needs=(number_of("jellyfish"),), clues=(20, 21), tries=1)
    with pytest.raises(GenerationError, match="none of them has all that is asked"):
        generate_at(level, 1, 1)


@pytest.mark.parametrize("kind", ["killer", "anti-king"])
def test_the_command_takes_a_kind_with_a_level(kind):
    asked = ["generate", "--kind", kind, "--level", "easy", "--layout", "6x6", "--seed", "3"]
    ran = CliRunner().invoke(cli, asked)
    assert ran.exit_code == 0, ran.output
    puzzle = satdoku.parse(ran.output.splitlines()[-1])
    assert kind in {c.kind for c in puzzle.constraints}
    assert satdoku.rate(puzzle).label == "easy"
