"""BUG lite: what is found is what the definition says, and such a part has no single filling."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from satdoku.logic.lessons.about import examples_by_name
from satdoku.logic.mistakes import state_of
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks.uniqueness import bug_lite

SHOWN = {example.sort: example.position for example in examples_by_name()["BUG lite"]}


def part_of(position: Position, step: LogicStep) -> dict[int, set[int]]:
    """The cells of a step, each with its two candidates of the pattern."""
    extras = {*step.roles[1][1]}
    layout = position.layout
    part = {}
    for clause in step.bases:
        kept = [v for v in position.open_members(clause) if v not in extras]
        part[layout.cell_of(kept[0])] = {layout.cell_and_digit(v)[1] for v in kept}
    return part


def concluded(position: Position) -> Iterator[int]:
    """What the steps conclude, or would if they did not tell it as a placement."""
    for step in steps_at(position, "BUG lite"):
        yield from step.literals
        for v in step.asserted:
            cell, _ = position.layout.cell_and_digit(v)
            for digit in part_of(position, step)[cell]:
                yield -position.layout.variable_of(cell, digit)


@pytest.mark.parametrize("sort", SHOWN)
def test_the_steps_are_those_of_the_definition(sort: str) -> None:
    position = state_of(SHOWN[sort]).position
    found = set(concluded(position))
    assert found
    for v in position.theory.board_range:
        if position.is_open(v):
            assert bug_lite(position, v, ()) == (v in found)
            assert bug_lite(position, -v, ()) == (-v in found)


@pytest.mark.parametrize("sort", SHOWN)
def test_each_filling_of_a_part_has_another_with_the_same_digits_in_each_house(sort: str) -> None:
    position = state_of(SHOWN[sort]).position
    step = next(steps_at(position, "BUG lite"))
    part = part_of(position, step)
    layout = position.layout
    assert all(len(digits) == 2 for digits in part.values())
    assert len(set.union(*part.values())) > 2
    assert len(part) < sum(not position.digit_in(cell) for cell in layout.all_cells)
    houses = [[cell for cell in house.cells if cell in part] for house in layout.houses]
    fillings = 0
    for digits in product(*part.values()):
        filled = dict(zip(part, digits, strict=True))
        if any(len({filled[cell] for cell in house}) < len(house) for house in houses):
            continue
        fillings += 1
        turned = {}
        for cell, digit in filled.items():
            [turned[cell]] = part[cell] - {digit}
        for house in houses:
            assert {filled[cell] for cell in house} == {turned[cell] for cell in house}
    assert fillings >= 2


def test_two_digits_and_the_whole_board_have_other_names() -> None:
    for name in ("unique rectangle type 1", "BUG+1"):
        position = state_of(examples_by_name()[name][0].position).position
        for step in steps_at(position, "BUG lite"):
            part = part_of(position, step)
            assert len(set.union(*part.values())) > 2
            assert len(part) < sum(not position.digit_in(c) for c in position.layout.all_cells)
