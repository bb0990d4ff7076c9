"""Refutations in simple steps: a digit that fails by steps that are easy to see."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

import satdoku
from satdoku.inference.entailment import StepError
from satdoku.logic.explain import StepWalk
from satdoku.logic.position import Position
from satdoku.logic.search.cell_suppositions import MOST_TOLD
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from satdoku.logic.step_text.proof_texts import step_lines
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks.base import follows
from satdoku.logic.technique_checks.chains import in_simple_steps

NAME = "refutation in simple steps"
CAGES = "4x4+killer:7:r1c1,r2c1+killer:4:r3c3,r3c4+difference:1:r2c2,r2c3"
#: A layout and a puzzle on it; some steps of its explanation are such refutations.
PUZZLE = (
    "6x6+whisper:3:r2c2,r3c3,r4c3,r5c3,r6c4+whisper:3:r2c3,r1c4,r2c5,r3c4"
    "+whisper:3:r6c3,r5c4,r6c5,r6c6",
    ".6..............6...................",
)


def four() -> tuple[Position, LogicStep]:
    """Return a board of 16 cells, and the step that r4c1 is not 2."""
    position = position_of("." * 16, CAGES)
    for step in steps_at(position, NAME):
        if [position.theory.variable_name(v) for v in step.denied] == ["(2)r4c1"]:
            return position, step
    raise AssertionError


def test_the_steps_inside_are_told_below_the_sentence():
    position, step = four()
    step.verify(position)
    assert list(step_lines(position.theory, step)) == [
        "suppose r4c1 is 2",
        "The cage r12c1 holds 7: 3 and 4 in some order, so r12c1<>1.",
        "In column 1, 1 can only go in r3c1.",
        "The cage r3c34 holds 4: no digits of r3c34 go together, so r3c3<>2, r3c3<>3, r3c3<>4.",
        "no digit is left for r3c3",
    ]
    assert step.tenths == 76


def test_a_step_is_refused_without_any_of_its_steps_inside():
    position, step = four()
    for k in range(len(step.inside)):
        less = (*step.inside[:k], *step.inside[k + 1 :])
        with pytest.raises(StepError):
            replace(step, inside=less).verify(position)


def test_a_step_is_refused_for_a_digit_that_is_possible():
    position, step = four()
    theory = position.theory
    other = theory.variable_of(theory.cell_of(step.denied[0]), 1)
    with pytest.raises(StepError):
        replace(step, denied=(other,)).verify(position)


def test_what_failed_before_fails_after_other_steps():
    """The position keeps what it tried, and tells the same of it as one that kept nothing."""
    position, _ = four()
    known = {step.denied for step in steps_at(position, NAME)}
    status, failing = position.failing
    assert status == bytes(position.status)
    assert known <= {(v,) for v in failing}
    first = min(known)
    position.take((), first)
    assert position.copy().failing == position.failing
    kept = {step.denied: step.inside for step in steps_at(position, NAME)}
    fresh = Position(position.theory, position.status)
    anew = {step.denied: step.inside for step in steps_at(fresh, NAME)}
    assert kept
    assert first not in kept
    for denied, inside in kept.items():
        assert anew[denied] == inside


def test_no_step_denies_what_a_solution_has():
    layout, line = PUZZLE
    puzzle = satdoku.parse(line, layout=layout)
    grids = [solution.cells for solution in satdoku.solutions(puzzle, limit=50)]
    position = position_of(line, layout)
    found = 0
    for step in islice(steps_at(position, NAME), 5):
        step.verify(position)
        [v] = step.denied
        cell, d = position.theory.cell_and_digit(v)
        assert all(grid[cell] != d for grid in grids)
        assert in_simple_steps(position, -v, ())
        assert len(step.inside) <= MOST_TOLD
        assert 75 <= step.tenths <= 79
        found += 1
    assert found


def test_a_chain_whose_length_makes_it_harder_gives_way():
    """The walk never takes a step of 8.0 where such a refutation is listed."""
    layout, line = PUZZLE
    walk = StepWalk(position_of(line, layout))
    for step in walk:
        if step.tenths >= 80:
            assert not any(steps_at(walk.position.copy(), NAME))


def test_the_judge_wants_a_board_with_rules():
    position, step = four()
    [v] = step.denied
    assert in_simple_steps(position, -v, ())
    assert not in_simple_steps(position, v, ())
    plain = position_of("1" + "." * 15)
    assert not in_simple_steps(plain, -plain.theory.variable(2, 2, 1), ())
    assert not list(steps_at(plain, NAME))


def test_the_judge_refuses_what_only_a_search_refutes():
    """A candidate may be false, and yet fail by no simple steps."""
    layout, line = PUZZLE
    position = position_of(line, layout)
    refused = 0
    for v in position.theory.board_range:
        if position.is_open(v) and follows(position, -v):
            refused += not in_simple_steps(position, -v, ())
    assert refused
