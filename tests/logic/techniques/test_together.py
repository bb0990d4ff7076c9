"""Arguments of several premises have a judge of their own: it accepts what their finder reports,
finds two premises itself, and believes nothing that the finder concludes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks import together
from satdoku.logic.technique_checks.base import follows
from satdoku.logic.technique_checks.table import judge_of
from tests.logic.step_text.test_claims import random_board
from tests.logic.techniques.test_arguments import BOARDS, in_some_way, position_on

NAMES = tuple(together.NAMES.values())
CAGES = ("4x4+killer:5:r1c1,r2c1+killer:7:r1c3,r2c4,r1c4", ((0, 2), (2, 4)))
LINES = ("4x4+arrow:r1c1,r1c2,r2c2+thermometer:r2c2,r2c3,r3c4", ())


@pytest.fixture(autouse=True)
def _ask_the_finder_anew() -> Iterator[None]:
    together._named_by_finder.cache_clear()
    yield
    together._named_by_finder.cache_clear()


def is_accepted(position: Position, literal: int, name: str) -> bool:
    judge = judge_of(name)
    assert judge
    return judge(position, literal, ())


def open_literals(position: Position) -> Iterator[int]:
    for v in position.theory.board_range:
        if position.is_open(v):
            yield from (v, -v)


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_the_judge_accepts_what_the_finder_reports(number: int) -> None:
    position = position_on(*BOARDS[number])
    for name in NAMES:
        for step in steps_at(position, name):
            for literal in step.literals:
                assert is_accepted(position, literal, name)
                assert is_accepted(position, literal, step.name)


def test_the_judge_accepts_steps_on_random_boards() -> None:
    judged = 0
    for seed in (0, 1, 3):
        position = random_board(seed)
        for name in NAMES:
            for step in list(steps_at(position, name))[:3]:
                assert is_accepted(position, step.literals[0], step.name)
                judged += 1
    assert judged >= 5


def test_two_premises_are_found_without_the_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    position = position_on(*CAGES)
    found = [x for step in steps_at(position, NAMES[0]) for x in step.literals]
    monkeypatch.setattr(together, "steps_at", lambda *_: iter(()))
    assert found
    for literal in found:
        assert is_accepted(position, literal, NAMES[0])


@pytest.mark.parametrize("board", [CAGES, LINES])
def test_a_finder_that_lies_is_not_believed(board, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says of every literal that it follows from all rules, or from each alone."""
    position = position_on(*board)
    theory = position.theory
    literals = list(open_literals(position))
    named = [tuple(rule.clauses) for rule in theory.rules]
    named.append(tuple(c for rule in named for c in rule))

    def lies(_: Position, __: str) -> Iterator[LogicStep]:
        for literal in literals:
            for clauses in named:
                denied = (-literal,) if literal < 0 else ()
                asserted = (literal,) if literal > 0 else ()
                yield LogicStep(0, "", 0, asserted=asserted, denied=denied, bases=clauses)

    monkeypatch.setattr(together, "steps_at", lies)
    rules = list(position.layout.constraints)
    ways = in_some_way(position, rules, [])
    own = {cell for rule in rules for cell in rule.cells}
    refused = 0
    for literal in literals:
        cell, digit = theory.cell_and_digit(abs(literal))
        said = is_accepted(position, literal, NAMES[0])
        assert not said or follows(position, literal)
        if cell in own and literal < 0 and (cell, digit) not in ways:
            assert said
        refused += not said
    assert refused > len(literals) // 2


def test_the_kinds_of_rules_and_houses_are_those_of_the_name() -> None:
    position = position_on(*LINES)
    for step in steps_at(position, NAMES[0]):
        for literal in step.literals:
            assert not is_accepted(position, literal, "cages together")
            assert not is_accepted(position, literal, "dot chain")
    position = position_on("4x4+killer:7:r1c1,r1c2,r2c3", ())
    steps = [s for s in steps_at(position, NAMES[0]) if s.name == "hidden cage"]
    assert steps
    for literal in steps[0].literals:
        assert is_accepted(position, literal, "hidden cage")
        assert not is_accepted(position, literal, "cages together")
        assert not is_accepted(position, literal, "killer pair")


def test_no_more_premises_are_taken_than_the_name_says() -> None:
    """r1c2 is 1 or 2, so r2c3 is 5 or 6, so r3c4 is 2 or 3."""
    position = position_on("6x6+killer:3:r1c1,r1c2+killer:7:r1c2,r2c3+killer:8:r2c3,r3c4", ())
    not_5 = -position.theory.variable(3, 4, 5)
    assert is_accepted(position, not_5, NAMES[1])
    assert is_accepted(position, not_5, "cages together")
    assert not is_accepted(position, not_5, NAMES[0])


def test_a_rule_that_always_holds_is_no_premise() -> None:
    """The cells of a row sum to 21, whatever the digits: the rule has no clauses."""
    cages = "killer:3:r1c1,r1c2+killer:7:r1c2,r2c3+killer:8:r2c3,r3c4"
    position = position_on(f"6x6+{cages}+sum:21:r1c1-r1c6", ())
    assert not position.theory.rules[3].clauses
    [step] = steps_at(position, NAMES[1])
    for literal in step.literals:
        assert is_accepted(position, literal, NAMES[1])
