"""The judge of equations makes them itself: of what a step names, and of nothing else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import satdoku
from satdoku.inference.entailment import stands_for
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks import balance
from satdoku.logic.technique_checks.balance import COUNTS, SUMS, by_balance, by_counts, by_sums
from tests.logic.techniques.test_equations import empty, random_rules

NAMES = {SUMS: "rule of 45 with rules", COUNTS: "set equivalence with rules"}
#: Boards whose first step needs all that it names, with the equations of the step.
BOARDS = (
    ("4x4+arrow:r1c4,r1c1,r1c2", SUMS),
    ("9x9+arrow:r1c1-r1c3+arrow:r1c4-r1c6+killer:17:r1c7,r1c8", SUMS),
    ("9x9+whisper:5:r1c1-r1c4+whisper:5:r1c5-r1c8", COUNTS),
    ("4x4+killer:8:r1c1-r1c3", SUMS),
)


def first_step(name: str, mode: str) -> tuple[Position, LogicStep]:
    """Return a board without givens, and its first step by such an equation."""
    position = empty(name)
    return position, next(steps_at(position, NAMES[mode]))


def are_forced(position: Position, step: LogicStep, mode: str, named: set[int]) -> bool:
    """Return whether each conclusion follows by equations of the clauses named."""
    return all(by_balance(position, x, mode, frozenset(named)) for x in step.literals)


@pytest.mark.parametrize(("name", "mode"), BOARDS)
def test_a_step_without_a_house_a_rule_or_a_cell_that_it_needs_is_refused(name, mode):
    position, step = first_step(name, mode)
    theory = position.theory
    named = {*step.clauses}
    assert are_forced(position, step, mode, named)
    own = {theory.cell_of(abs(x)) for x in step.literals}
    added = {full.house for full in step.equation.added} if step.equation else set()
    houses = [theory.known_layout.houses[k] for k in added]
    parts = [{c for c in named if theory.clauses[c].house == house} for house in houses]
    parts += [{c for c in named if theory.clauses[c].rule == k} for k in range(len(theory.rules))]
    cells = {c for c in named if theory.clauses[c].cell}
    parts += [{c} for c in cells if theory.cell_of(theory.members[c][0]) in own]
    assert all(parts) and len(parts) > 2
    for part in parts:
        assert not are_forced(position, step, mode, named - part)


def test_a_house_counts_only_if_all_digits_that_count_are_named():
    position, step = first_step(*BOARDS[0])
    named = {*step.clauses}
    for c in named:
        if position.theory.clauses[c].digit:
            assert not are_forced(position, step, SUMS, named - {c})


def test_another_sum_in_place_of_the_one_of_the_rule_convinces_no_judge(monkeypatch):
    """What the finder says that rules add up to is not read."""
    known = balance.known_balances

    def shifted(layout, mode):
        found = []
        for one, places in known(layout, mode):
            found.append((replace(one, total=one.total + 1), places))
        return tuple(found)

    position, step = first_step(*BOARDS[0])
    every = [v for v in range(1, 65) if position.is_open(v)]
    before = [v for v in every if by_sums(position, -v, ())]
    assert set(step.denied) <= set(before)
    monkeypatch.setattr(balance, "known_balances", shifted)
    assert [v for v in every if by_sums(position, -v, ())] == before


def candidates_gone(position: Position, chance: random.Random) -> None:
    """Take away a few candidates that are not in some solution."""
    solution = set(next(position.completions()))
    others = [v for v in range(1, 65) if position.is_open(v) and v not in solution]
    position.take((), chance.sample(others, min(len(others), chance.randrange(12))))


@pytest.mark.parametrize("seed", range(60, 72))
def test_what_the_judges_accept_is_in_every_solution(seed):
    chance = random.Random(seed)
    try:
        position = empty(random_rules(chance))
        candidates_gone(position, chance)
    except (satdoku.SatdokuError, StopIteration):
        return  # rules that some kinds refuse, or that no digits fulfil
    solutions = [set(one) for one in position.completions()]
    open_ones = [v for v in range(1, 65) if position.is_open(v)]
    for v in chance.sample(open_ones, min(len(open_ones), 10)):
        for judge in (by_sums, by_counts):
            if judge(position, -v, ()):
                assert not any(v in solution for solution in solutions)
            if judge(position, v, ()):
                assert all(v in solution for solution in solutions)


def test_cells_that_see_each_other_hold_different_digits_and_others_need_not():
    """r1c1 + r1c2 are 3 by row 1 and the cage; so are r2c1 + r3c3, which may both be 1 or 2."""
    position = position_of("." * 16, "4x4+killer:7:r1c3,r1c4")
    variable = position.theory.variable
    assert by_sums(position, -variable(1, 1, 3), ())
    assert not by_sums(position, -variable(1, 1, 2), ())
    pair = position_of("." * 16, "4x4+killer:6:r1c3,r1c4")
    assert by_sums(pair, -variable(1, 1, 2), ())  # 2 + 2


def every_clause(position: Position) -> frozenset[int]:
    return frozenset(range(len(position.theory.clauses)))


def test_a_house_of_fewer_cells_than_digits_has_no_known_sum():
    position = position_of("." * 16, "4x4+house:r1c1,r2c2")
    for digit in range(1, 5):
        denied = -position.theory.variable(2, 2, digit)
        assert not by_balance(position, denied, SUMS, every_clause(position))


def test_the_sets_that_a_rule_allows_count():
    """Three consecutive digits of four add up to 6 or 9."""
    position = position_of("." * 16, "4x4+renban:r1c1-r1c3")
    every = every_clause(position)
    assert by_balance(position, -position.theory.variable(1, 4, 2), SUMS, every)
    assert not by_balance(position, -position.theory.variable(1, 4, 1), SUMS, every)


def test_a_rule_is_named_by_the_clause_that_stands_for_it():
    position, step = first_step(*BOARDS[1])
    named = {*step.clauses} | {c for rule in position.theory.rules for c in rule.clauses}
    assert are_forced(position, step, SUMS, named)
    named.remove(stands_for(position.theory, 2))
    assert not are_forced(position, step, SUMS, named)
