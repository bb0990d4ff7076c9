"""Clues that make a puzzle unique, and the numbers that a clue can have, against trying all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.backends.base import Clock
from satdoku.diagnosis.clue_additions import clue_additions, clue_numbers, numbers_of_clues
from satdoku.errors import PuzzleError

CAGES = "4x4+killer:r1c1,r1c2+killer:4:r1c3,r2c3+killer:9:r2c1,r2c2,r3c1+killer:r4c3,r4c4,r3c4"
#: Boards of several solutions, with rules of which further clues are possible.
BOARDS = (
    (CAGES, ".............3.."),
    ("4x4+difference:r1c1,r1c2+ratio:r3c3,r3c4", "......3........."),
    ("4x4+x-sum:6:r1c1-r1c4+sandwich:0:r4c1-r4c4", "3..............."),
    ("4x4+thermometer:r1c1,r2c1,r2c2+odd:r4c4", "..2............."),
    ("6x6+little-killer:9:r1c4-r3c6+even:r5c2", "1...........2...........3........4.."),
)


def puzzle_on(name, givens):
    return satdoku.parse(givens, Layout.named(name))


def with_clues(puzzle, addition):
    rules = list(puzzle.layout.constraints)
    for number, clue in zip(addition.replaced, addition.clues, strict=True):
        if number is None:
            rules.append(clue)
        else:
            rules[number] = clue
    return Puzzle(puzzle.cells, replace(puzzle.layout, constraints=tuple(rules)))


def count(puzzle, limit=5000):
    return len(list(satdoku.solutions(puzzle, limit=limit, engine="cadical153")))


@pytest.mark.parametrize(("name", "givens"), BOARDS)
def test_each_proposal_leaves_one_solution(name, givens):
    puzzle = puzzle_on(name, givens)
    assert count(puzzle, 2) == 2
    found = clue_additions(puzzle, Clock(None))
    assert found
    kinds = {rule.kind for rule in puzzle.layout.constraints}
    for addition in found:
        assert {clue.kind for clue in addition.clues} <= kinds
        after = with_clues(puzzle, addition)
        [solution] = satdoku.solutions(after, limit=2, engine="cadical153")
        assert solution.cells == addition.solution.cells


def test_clues_alone_come_before_clues_together_and_sums_before_more_clues():
    found = clue_additions(puzzle_on(*BOARDS[0]), Clock(None))
    sizes = [len(addition.clues) for addition in found]
    assert sizes == sorted(sizes)
    assert found[0].replaced[0] in (0, 3)


def test_the_proposals_are_the_same_in_every_process():
    puzzle = puzzle_on(*BOARDS[2])
    program = "import satdoku; print(satdoku.diagnose(satdoku.parse({!r})).record()['clues'])"
    said = {
        subprocess.run(
            [sys.executable, "-c", program.format(json.dumps(puzzle.record()))],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1 and "x-sum" in said.pop()


def test_a_classic_puzzle_has_no_clues_to_propose():
    assert clue_additions(satdoku.parse("1..............."), Clock(None)) == ()


@pytest.mark.parametrize("rule", range(4))
def test_the_numbers_of_a_cage_are_those_of_all_solutions(rule):
    puzzle = puzzle_on(*BOARDS[0])
    cells = puzzle.layout.constraints[rule].cells
    bare = replace(puzzle.layout.constraints[rule], values=())
    others = [c for k, c in enumerate(puzzle.layout.constraints) if k != rule]
    free = Puzzle(puzzle.cells, replace(puzzle.layout, constraints=(*others, bare)))
    sums = [sum(s.cells[c] for c in cells) for s in satdoku.solutions(free, engine="cadical153")]
    found = clue_numbers(puzzle, rule)
    assert found.is_exact and dict(found.numbers) == {n: sums.count(n) for n in set(sums)}


def test_numbers_of_rules_without_one_and_of_no_solution_are_refused():
    with pytest.raises(PuzzleError, match="does not have one number"):
        clue_numbers(puzzle_on("4x4+thermometer:r1c1,r1c2", "." * 16), 0)
    with pytest.raises(PuzzleError, match="no solution"):
        clue_numbers(puzzle_on("4x4+killer:r1c1,r1c2", "..11" + "." * 12), 0)


@pytest.mark.room("serving")
def test_the_desk_and_diagnose_tell_the_same_proposals():
    from satdoku.serving.operations import OPERATIONS

    puzzle = puzzle_on(*BOARDS[0])
    told = OPERATIONS["additions"].run({"puzzle": puzzle.record()})
    diagnosed = satdoku.diagnose(puzzle)
    # The desk has the easiest ones first.
    assert sorted(one["clues"] for one in told["clues"]) == sorted(
        one["clues"] for one in diagnosed.record()["clues"]
    )
    clue = told["clues"][0]["text"].partition(" (")[0]  # before its rating
    assert f"or add: {clue}: one solution" in diagnosed.text()
    numbers = OPERATIONS["numbers"].run({"puzzle": puzzle.record(), "rule": 0})
    assert numbers["exact"] and numbers["numbers"]
    with pytest.raises(PuzzleError, match="there is no rule 9"):
        OPERATIONS["numbers"].run({"puzzle": puzzle.record(), "rule": 9})


@pytest.mark.parametrize("counted", [200, 2])
def test_proposed_numbers_are_those_of_one_solution(counted, monkeypatch):
    """Of each cage without a sum, as all solutions tell; also where too many are to be known, so
    that each number is a question of its own."""
    monkeypatch.setattr(satdoku.diagnosis.clue_additions, "COUNTED", counted)
    puzzle = puzzle_on(CAGES, "." * 13 + "3..")
    grids = list(satdoku.solutions(puzzle, engine="cadical153"))
    proposed = {
        (addition.replaced[0], *addition.clues[0].values)
        for addition in clue_additions(puzzle, Clock(None))
        if addition.replaced[0] in (0, 3)
    }
    alone = set()
    for found in numbers_of_clues(puzzle):
        cells = puzzle.constraints[found.rule].cells
        sums = [sum(grid.cells[cell] for cell in cells) for grid in grids]
        assert dict(found.numbers) == {number: sums.count(number) for number in set(sums)}
        assert found.is_all
        alone |= {(found.rule, number) for number in sums if sums.count(number) == 1}
    assert proposed == alone
