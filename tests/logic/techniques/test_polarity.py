"""Polarity: classes of digits between which rules alternate, supposed in a cell."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

import satdoku
from satdoku.constraints.digit_classes import alternates, digit_classes
from satdoku.inference.entailment import StepError
from satdoku.layout import Layout
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from satdoku.logic.step_text.proof_texts import step_lines
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.step_text.step_records import record_of
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks.digit_classes import by_class

NAME = "polarity"
CROSSING = "9x9+whisper:5:r1c1-r1c5+whisper:5:r2c6,r1c7,r2c8,r1c9"
#: Boards with lines of their own, and puzzles on them where such steps can be taken; the first
#: takes them.
PUZZLES = (
    (
        "6x6+whisper:3:r3c3,r3c4,r2c3,r1c2,r2c2+whisper:3:r5c3,r4c4,r3c5,r4c6"
        "+whisper:3:r6c1,r6c2,r6c3,r5c4",
        "......6..............5..............",
    ),
    (
        "6x6+whisper:3:r2c2,r3c3,r4c3,r5c3,r6c4+whisper:3:r2c3,r1c4,r2c5,r3c4"
        "+whisper:3:r6c3,r5c4,r6c5,r6c6",
        ".6..............6...........4.......",
    ),
)


def classes_of(name: str) -> list[list[str]]:
    """Return the classes of digits of a board, each as text."""
    found = []
    for classes in digit_classes(Layout.named(name)):
        found.append(sorted("".join(map(str, sorted(own))) for own in classes))
    return found


@pytest.mark.parametrize(
    ("rule", "classes"),
    [
        ("whisper:5:r1c1-r1c4", [["1234", "5", "6789"]]),
        ("whisper:4:r1c1-r1c4", [["1234", "5", "6789"]]),
        ("whisper:3:r1c1-r1c4", [["123", "456", "789"]]),
        ("entropic:r1c1-r1c4", [["123", "456", "789"]]),
        ("modular:r1c1-r1c4", [["147", "258", "369"]]),
        ("difference:1:r1c1,r1c2,r1c3", []),
        ("killer:15:r1c1-r1c4", []),
        ("whisper:5:r1c1,r1c2", []),
        ("palindrome:r1c1-r1c5", []),
        ("whisper:5:r1c1-r1c4+modular:r2c1-r2c4", [["1234", "5", "6789"], ["147", "258", "369"]]),
    ],
)
def test_rules_alternate_between_the_classes_that_players_know(rule, classes):
    if rule.startswith("difference"):
        rule = "difference:1:r1c1,r1c2"
    assert classes_of(f"9x9+{rule}") == classes


def test_a_board_of_six_digits_has_no_digit_between_low_and_high():
    assert classes_of("6x6+whisper:3:r1c1-r1c4") == [["123", "456"]]


def test_one_pair_of_two_digits_of_a_class_is_enough_not_to_alternate():
    low, high = frozenset({1, 2}), frozenset({3, 4})
    pairs = frozenset((a, b) for a in low for b in high)
    assert alternates(pairs, (low, high))
    assert not alternates(pairs | {(1, 2)}, (low, high))
    assert not alternates(pairs, (low | high,))


def crossing() -> tuple[Position, LogicStep]:
    """Return a board whose row 1 has three low digits, and the step that its cell 7 is high."""
    position = position_of("1" + "." * 80, CROSSING)
    for step in steps_at(position, NAME):
        names = {position.theory.variable_name(v) for v in step.denied}
        if names == {"(2)r1c7", "(3)r1c7", "(4)r1c7"}:
            return position, step
    raise AssertionError


def test_a_line_that_would_give_a_row_too_many_low_digits_is_turned():
    position, step = crossing()
    step.verify(position)
    said = sentence(position.theory, step)
    assert said.startswith("If r1c7 were 2, 3 or 4, no place would be left for ")
    lines = list(step_lines(position.theory, step))
    assert lines[0] == "suppose r1c7 is 2, 3 or 4"
    assert lines[-1].startswith("no place is left for ")
    assert len(lines) == len(step.inside) + 2
    record = record_of(position.theory, step)
    assert record["lines"] == lines
    assert record["size"] == len(step.inside)


def test_a_step_is_refused_without_a_step_inside_that_it_needs():
    """(Of two steps that remove the same candidate, either may be left out.)"""
    position, step = crossing()
    refused = 0
    for k in range(len(step.inside)):
        less = (*step.inside[:k], *step.inside[k + 1 :])
        try:
            replace(step, inside=less).verify(position)
        except StepError:
            refused += 1
    assert refused >= len(step.inside) - 1
    with pytest.raises(StepError):
        replace(step, inside=step.inside[:-1]).verify(position)


def test_a_step_is_refused_if_it_denies_what_it_does_not_suppose():
    """A digit more in the conclusion is a supposition that says less."""
    position, step = crossing()
    theory = position.theory
    cell = theory.cell_of(step.denied[0])
    more = theory.variable_of(cell, 7)
    elsewhere = theory.variable_of(cell + 1, 2)
    for denied in ((*step.denied, more), (*step.denied, elsewhere)):
        with pytest.raises(StepError):
            replace(step, denied=denied).verify(position)
    with pytest.raises(StepError):
        replace(step, asserted=(more,)).verify(position)


def test_a_step_inside_that_does_not_follow_is_not_taken():
    position, step = crossing()
    first = step.inside[0]
    cell = position.theory.cell_of(step.denied[0])
    wrong = replace(first, denied=(*first.denied, *position.layout.variables_of(cell)))
    with pytest.raises(StepError):
        replace(step, inside=(wrong, *step.inside[1:])).verify(position)


@pytest.mark.parametrize(("name", "line"), PUZZLES)
def test_no_step_denies_what_a_solution_has(name, line):
    """The solution is another engine's; steps are taken at the position where they are found."""
    puzzle = satdoku.parse(line, layout=name)
    solution = satdoku.solve(puzzle)
    found = 0
    for position, _ in satdoku.explain(puzzle).positions():
        for own in islice(steps_at(position, NAME), 3):
            own.verify(position)
            for v in own.denied:
                cell, d = position.theory.cell_and_digit(v)
                assert solution.cells[cell] != d
                assert by_class(position, -v, ())
                found += 1
    assert found


def test_a_way_with_such_steps_is_verified_from_its_json():
    name, line = PUZZLES[0]
    puzzle = satdoku.parse(line, layout=name)
    explanation = satdoku.explain(puzzle)
    assert NAME in {step.name for step in explanation.steps}
    verified = satdoku.verify_steps(explanation)
    assert verified.ok and verified.right == len(explanation.steps)


def test_the_judge_wants_the_whole_class_to_be_impossible():
    position = position_of("1" + "." * 80, CROSSING)
    theory = position.theory
    place = {f"r1c{c}": c - 1 for c in range(1, 10)}
    high = [theory.variable_of(place["r1c7"], d) for d in (6, 7, 8, 9)]
    low = [theory.variable_of(place["r1c7"], d) for d in (2, 3, 4)]
    assert all(by_class(position, -v, ()) for v in low)
    assert not any(by_class(position, -v, ()) for v in high)
    assert not any(by_class(position, v, ()) for v in (*low, *high))
    # 1 is in the row already, so that it is false alone says nothing of low digits in row 2.
    assert not by_class(position, -theory.variable_of(9, 1), ())
    # Nor is 5, in a class by itself.
    assert not by_class(position, -theory.variable_of(place["r1c7"], 5), ())


def test_there_are_no_such_steps_without_lines():
    position = position_of("1" + "." * 80, "9x9+killer:20:r1c1-r1c5")
    assert not list(steps_at(position, NAME))
    assert not list(steps_at(position_of("1" + "." * 80), NAME))
