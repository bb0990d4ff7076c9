"""Arguments of one, two and three rules, compared with all ways to fill their cells, found here one
by one from the meaning of the rules."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.constraints.evaluate import holds
from satdoku.constraints.kind_table import forms_of
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks.table import judge_of
from tests.kernel_builds import run_by

ALONE = ("rule with few ways", "rule with many ways")
TOGETHER = (*ALONE, "two rules together", "three rules together")
#: Small boards, with some candidates gone (cell, digit).
BOARDS: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = (
    ("4x4+whisper:2:r1c1,r1c2,r1c3", ()),
    ("4x4+killer:5:r1c1,r2c1+killer:7:r1c3,r2c4,r1c4", ((0, 2), (2, 4))),
    ("4x4+arrow:r1c1,r1c2,r2c2+thermometer:r2c2,r2c3,r3c4", ()),
    ("4x4+sandwich:2:r1c1-r4c1+skyscraper:2:r4c1-r4c4", ((4, 1),)),
    ("4x4+renban:r1c1,r2c2,r2c1+parity-line:r1c1,r1c2,r1c3", ((3, 2), (3, 4))),
    ("4x4+quadruple:1,2:r1c1,r1c2,r2c1,r2c2+killer:5:r2c2,r3c2", ()),
    ("4x4+anti-knight+killer:6:r1c1,r1c2,r2c2", ()),
)


def empty(name: str) -> Puzzle:
    layout = Layout.named(name)
    return Puzzle((0,) * layout.cell_count, layout)


def position_on(name: str, gone: tuple[tuple[int, int], ...]) -> Position:
    position = Position.of(empty(name))
    for cell, digit in gone:
        position.deny(position.layout.variable_of(cell, digit))
    return position


def in_some_way(
    position: Position, rules: list[satdoku.Constraint], more: list[int]
) -> set[tuple[int, int]]:
    """The candidates (cell, digit) in some way to fill the cells of the rules and `more`: digits
    that differ where cells see each other, and fulfil the rules."""
    layout = position.layout
    cells = sorted({c for rule in rules for c in rule.cells} | {*more})
    houses = [{*house.cells} for house in layout.houses]
    knights = any(rule.kind == "anti-knight" for rule in layout.constraints)
    at = {c: divmod(c, layout.size) for c in cells}

    def see(a: int, b: int) -> bool:
        steps = sorted((abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1])))
        return any({a, b} <= house for house in houses) or (knights and steps == [1, 2])

    forms = [form for rule in rules for form in forms_of(rule, layout)]
    pairs = [(i, j) for j in range(len(cells)) for i in range(j) if see(cells[i], cells[j])]
    found = set[tuple[int, int]]()
    for way in product(*(position.candidates_in(cell) for cell in cells)):
        if all(way[i] != way[j] for i, j in pairs):
            digits = [0] * layout.cell_count
            for cell, digit in zip(cells, way, strict=True):
                digits[cell] = digit
            if all(holds(form, digits) for form in forms):
                found |= set(zip(cells, way, strict=True))
    return found


def left_by(position: Position, names: tuple[str, ...]) -> set[tuple[int, int]]:
    """The candidates that are left when these arguments find no more; each step is verified."""
    while step := next((s for name in names for s in steps_at(position, name)), None):
        step.verify(position)
        position.take(step.asserted, step.denied)
    cells = range(position.layout.cell_count)
    return {(cell, digit) for cell in cells for digit in position.candidates_in(cell)}


@pytest.mark.parametrize(("name", "gone"), BOARDS)
def test_one_rule_leaves_just_what_is_in_a_way_to_fill_its_cells(name, gone):
    position = position_on(name, gone)
    rules = [rule for rule in position.layout.constraints if rule.cells]
    left = left_by(position, ALONE)
    for rule in rules:
        own = {(cell, digit) for cell, digit in left if cell in rule.cells}
        assert own == in_some_way(position, [rule], [])


@pytest.mark.parametrize(("name", "gone"), BOARDS)
def test_two_rules_leave_just_what_is_in_a_way_to_fill_the_cells_of_both(name, gone):
    position = position_on(name, gone)
    rules = [rule for rule in position.layout.constraints if rule.cells]
    if len(rules) == 2:
        left = left_by(position, TOGETHER[:3])
        cells = [*rules[0].cells, *rules[1].cells]
        own = {(cell, digit) for cell, digit in left if cell in cells}
        # What the cells leave without their rules is left to techniques of houses.
        assert own & in_some_way(position, [], cells) == in_some_way(position, rules, [])


def test_a_rule_and_a_house_take_away_just_what_is_in_no_way_to_fill_both():
    """The cage has 1, 2 and 4; its cells in row 1 leave only some of them for the others."""
    position = position_on("4x4+killer:7:r1c1,r1c2,r2c3", ())
    left_by(position, ALONE)
    rule = position.layout.constraints[0]
    steps = list(steps_at(position, TOGETHER[2]))
    assert steps
    for step in steps:
        houses = [h for h in position.layout.houses if f"{h} together" in step.reason]
        ways = in_some_way(position, [rule], list(houses[0].cells))
        denied = {position.theory.cell_and_digit(v) for v in step.denied}
        assert denied and not denied & ways


@pytest.mark.parametrize(("name", "gone"), BOARDS)
def test_every_step_of_three_rules_holds_in_every_grid(name, gone):
    position = position_on(name, gone)
    for step in steps_at(position, TOGETHER[3]):
        step.verify(position)
        for literal in (*step.asserted, *(-v for v in step.denied)):
            assert next(position.completions(-literal), None) is None


#: (board, what its first step concludes, what its sentence says)
FAMOUS = (
    ("9x9+quadruple:1,4,6,7:r1c1,r1c2,r2c1,r2c2", 20, "hold 1, 4, 6 and 7 in some order"),
    ("9x9+x-sum:45:r1c1-r1c9", 1, "The X-sum of row 1 is 45: "),
    ("9x9+x-sum:5:r4c9-r4c1", 2, "The X-sum of row 4 is 5: 2+3 is the only way"),
    ("9x9+sandwich:35:r1c1-r1c9", 28, "1 and 9 are at its ends"),
)


@pytest.mark.slow_cases("9x9+x-sum:45")
@pytest.mark.parametrize(("name", "number", "said"), FAMOUS)
def test_what_a_person_sees_at_once_is_one_step_below_3(name, number, said):
    found = satdoku.explain(empty(name), until=1)
    (step,) = found.steps
    assert len(step.asserted) + len(step.denied) == number and step.rating < 3
    assert said in sentence(found.start.theory, step)
    assert satdoku.verify_steps(json.dumps(found.record())).ok
    assert satdoku.verify_steps(found.text()).ok


#: (board, technique, candidates (cell, digit) denied before, the name of its first step)
NAMED = (
    ("6x6+killer:8:r1c1,r1c2,r1c3", 2, (), "cages must contain"),
    ("6x6+killer:6:r1c1,r2c1+killer:5:r1c2,r2c2", 2, (), "cages together"),
    ("6x6+killer:5:r1c1,r2c1+killer:7:r1c2,r2c2", 3, (), "killer pair"),
    ("6x6+renban:r1c1,r1c2,r1c3,r2c1", 2, (), "renban must contain"),
    ("6x6+whisper:3:r1c1,r1c2+whisper:3:r1c2,r2c3", 2, ((1, 1),), "whisper polarity"),
    ("6x6+difference:r1c1,r1c2+difference:r1c2,r1c3", 2, (), "dot chain"),
    ("6x6+quadruple:1,2:r1c1,r1c2,r2c1,r2c2", 2, (), "circle must contain"),
)


@pytest.mark.parametrize(("board", "count", "gone", "name"), NAMED)
def test_steps_of_several_rules_have_the_fields_names_which_are_verified(board, count, gone, name):
    position = position_on(board, gone)
    left_by(position, ALONE)
    steps = [step for step in steps_at(position, TOGETHER[count]) if step.name == name]
    assert steps, [step.name for step in steps_at(position, TOGETHER[count])]
    judge = judge_of(name)
    literals = [*steps[0].asserted, *(-v for v in steps[0].denied)]
    assert judge and all(judge(position, literal, {}) for literal in literals)
    free = next(
        v
        for v in position.layout.variables_of(35 % position.layout.cell_count)
        if position.is_open(v)
    )
    assert not judge(position, free, {})


#: (board, what the first sentence says of a candidate that no digits go with)
WITHOUT_PARTNERS = (
    ("9x9+between:r5c5,r6c4,r7c3", "nothing goes with 1 or 9 in r6c4"),
    ("9x9+whisper:5:r1c1,r1c2,r1c3", "nothing goes with 5 in r1c123"),
    ("9x9+or(arrow:r1c1,r1c2,r1c3|arrow:r1c3,r1c2,r1c1)", "nothing goes with 9 in r1c2"),
)


@pytest.mark.parametrize(("board", "said"), WITHOUT_PARTNERS)
def test_a_sentence_names_the_cells_that_leave_a_candidate_no_partner(board, said):
    found = satdoku.explain(empty(board), until=1)
    assert said in sentence(found.start.theory, found.steps[0])


def told(position: Position, step: LogicStep) -> tuple[set[str], set[str]]:
    """The cells in a sentence, and those that the step may speak of: in its clauses."""
    theory, layout = position.theory, position.layout
    own = {v for c in step.clauses for v in theory.on_board(theory.members[c])}
    known = {layout.cell_name(theory.cell_and_digit(v)[0]) for v in own}
    said = set[str]()
    for rows, columns in re.findall(r"r(\d+)c(\d+)", sentence(theory, step)):
        said |= {f"r{r}c{c}" for r in rows for c in columns}
    return said, known


@pytest.mark.parametrize("name", [name for name, _ in BOARDS])
def test_a_sentence_speaks_of_the_cells_of_its_rules_alone(name):
    position = Position.of(empty(name))
    for technique in TOGETHER:
        for step in steps_at(position, technique):
            said, known = told(position, step)
            assert said and said <= known


def test_the_rating_grows_with_rules_cells_and_ways():
    base = {name: 16 * 2 ** max(0, k - 1) for k, name in enumerate(TOGETHER)}
    for name, _ in BOARDS:
        position = Position.of(empty(name))
        for technique in TOGETHER:
            for step in steps_at(position, technique):
                assert base[technique] <= step.tenths <= base[technique] + 13


@pytest.mark.parametrize(("name", "gone"), BOARDS[:4])
def test_compiled_code_finds_the_same_arguments(name, gone):
    position = position_on(name, gone)
    compiled = [step for technique in TOGETHER for step in steps_at(position, technique)]
    with run_by(None):
        again = [step for technique in TOGETHER for step in steps_at(position, technique)]
    assert compiled and compiled == again


def test_a_step_names_the_cell_of_a_last_candidate_that_is_not_placed_yet():
    """In the scale se a rule comes before the naked single r5c3=1, which the rule needs."""
    lines = "r5c5,r6c4,r5c3,r5c4", "r4c2-r2c2,r3c1", "r1c5,r2c6,r2c5,r3c5,r3c6"
    lines += "r2c3,r1c2,r1c1,r2c1", "r6c5,r6c6-r4c6,r4c5,r3c4,r2c4"
    layout = "+".join(["6x6", *(f"count-distinct:{cells}" for cells in lines)])
    puzzle = satdoku.parse("4........6" + "." * 26, layout)
    found = satdoku.explain(puzzle, scale="se")  # each step is verified
    assert found.outcome == "solved"


def test_boards_without_rules_have_no_arguments():
    position = Position.of(satdoku.parse("12.......3..4..."))
    assert not [step for technique in TOGETHER for step in steps_at(position, technique)]


def test_a_step_that_needs_cells_outside_a_cage_is_not_told_by_the_cage_alone():
    """The search found it with two cages; one and the houses of row 1 and box 2 are enough."""
    cages = "r5c3,r6c3-r6c5,r7c3", "r1c3-r1c5,r2c5,r2c6", "r1c6-r1c8,r2c7"
    sums = 32, 19, 24
    layout = "+".join(["9x9", *(f"killer:{n}:{c}" for n, c in zip(sums, cages, strict=True))])
    found = satdoku.explain("." * 81, layout=layout, until=2, verify=False)
    assert [step.name for step in found.steps] == ["killer cage combinations", "cages must contain"]
    assert satdoku.verify_steps(found).ok
