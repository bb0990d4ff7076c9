"""Equal cells and travelling sets: each step is judged by all ways to fill the board."""

import random
from dataclasses import replace
from itertools import product

import pytest

from satdoku.constraints.constraint import Constraint
from satdoku.constraints.differing import apart_by_rules, equal_by_rules
from satdoku.constraints.evaluate import holds
from satdoku.constraints.kind_table import forms_of
from satdoku.inference.entailment import StepError, is_entailed, is_entailed_beside
from satdoku.layout import Layout
from satdoku.logic.equalities import OnceEach, SameDigit
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks.table import judge_of
from satdoku.theory import Theory
from tests.marks import slow_but

EQUAL, TRAVELLING = "equal cells", "travelling set"
#: A palindrome whose digit has one place left in column 3.
COLUMN_3 = ("6x6+palindrome:r1c2,r4c1", "2....6" + "......" * 4 + "..2...")
#: Two lines of seven digits in corners of a diagonal; 3 is in row 9.
CORNERS = (
    "9x9+diagonal+renban:r1c4,r1c3,r1c2,r2c1,r3c1,r3c2,r2c3"
    "+renban:r9c6,r9c7,r9c8,r8c9,r7c9,r7c8,r8c7",
    "." * 72 + "3" + "." * 8,
)
#: A cage sticks out of row 1 by as much as it leaves there.
CAGES = ("9x9+killer:20:r1c1-r1c5+killer:25:r1c6-r1c8,r2c7", "." * 80 + "4")


def at(board: tuple[str, str]) -> Position:
    name, text = board
    return position_of(text, name)


def first(board: tuple[str, str], name: str = EQUAL) -> tuple[Position, LogicStep]:
    position = at(board)
    return position, next(steps_at(position, name))


def denied(position: Position, step: LogicStep) -> list[str]:
    return [position.theory.variable_name(v) for v in step.denied]


def test_a_cell_equals_the_only_cell_of_a_column_that_its_equals_do_not_see():
    position, step = first(COLUMN_3)
    assert sentence(position.theory, step) == (
        "r1c2 and r4c1 hold the same digit by palindrome r1c2,r4c1; in column 3, the digit of r1c2 "
        "can only go in r5c3, so r5c3<>6."
    )
    step.verify(position)


def test_what_sticks_out_of_a_row_equals_what_is_left_in_it():
    position, step = first(CAGES)
    assert sentence(position.theory, step) == (
        "Row 1 sums to 45, the cages with r2c7 outside to 45, so r1c9 and r2c7 hold the same "
        "digit: r2c7<>4."
    )
    step.verify(position)


def test_the_digits_of_lines_travel_along_a_diagonal():
    position, step = first(CORNERS, TRAVELLING)
    assert sentence(position.theory, step) == (
        "Diagonal 1 less boxes 1 and 9 with renban line r1c4-r1c2,r2c1,r3c12,r2c3 and renban line "
        "r9c6-r9c8,r8c9,r7c98,r8c7: r1c4,r4c4,r5c5,r6c6,r9c6 hold 3 once; in "
        "r1c4,r4c4,r5c5,r6c6,r9c6, all places for 3 see r5c4, so r5c4<>3."
    )
    step.verify(position)


def test_no_step_is_told_that_needs_no_equal_cells():
    assert not [*steps_at(at(("4x4+palindrome:r1c1,r3c3", "." * 16)), EQUAL)]
    assert not [*steps_at(at(("4x4", "1" + "." * 15)), EQUAL)]


@pytest.mark.parametrize(("board", "name"), [(CAGES, EQUAL), (CORNERS, TRAVELLING)])
def test_a_step_is_refused_without_its_claim(board, name):
    position, step = first(board, name)
    [_] = step.claims
    for claims in ((), (SameDigit(0, 0),)):
        with pytest.raises(StepError):
            replace(step, claims=claims).verify(position)


def test_a_claim_about_other_cells_or_without_its_clauses_is_refused():
    position, step = first(COLUMN_3)
    by_rule, by_place = step.claims
    assert isinstance(by_place, SameDigit)
    assert by_rule.follows(position, ()) and by_place.follows(position, ())
    wrong = [
        replace(by_rule, second=by_place.second),
        replace(by_rule, clauses=()),
        replace(by_place, needs=()),
        replace(by_place, first=0),
    ]
    theory = position.theory
    for kind in ("column", "box"):
        kept = []
        for c in by_place.clauses:
            house = theory.clauses[c].house
            if house is None or house.kind != kind:
                kept.append(c)
        wrong.append(replace(by_place, clauses=tuple(kept)))
    for claim in wrong:
        assert not claim.follows(position, ())


def test_a_sum_makes_just_the_cells_equal_that_it_leaves():
    position, step = first(CAGES)
    [claim] = step.claims
    assert isinstance(claim, SameDigit) and claim.equation
    assert claim.follows(position, ())
    assert not replace(claim, first=0).follows(position, ())
    less = replace(claim.equation, rules=claim.equation.rules[:1])
    assert not replace(claim, equation=less).follows(position, ())


def test_digits_are_once_each_only_in_all_cells_that_the_equation_leaves():
    position, step = first(CORNERS, TRAVELLING)
    [claim] = step.claims
    assert isinstance(claim, OnceEach) and claim.follows(position, ())
    assert not replace(claim, cells=claim.cells[1:]).follows(position, ())
    assert not replace(claim, digits=(2,)).follows(position, ())
    [equation] = claim.equations
    less = replace(equation, taken=equation.taken[1:])
    assert not replace(claim, equations=(less,)).follows(position, ())


def test_clauses_about_equal_cells_entail_what_none_of_them_does():
    theory = Theory.of("4x4")
    status = bytearray(theory.variable_count + 1)
    row_1, row_2 = theory.variable_of(0, 1), theory.variable_of(5, 1)
    [clause] = [c for c in theory.occurrences[row_2] if str(theory.clauses[c]) == "row 2 digit 1"]
    other = theory.variable_of(6, 1)
    status[row_1] = 1
    assert not is_entailed(theory, status, [clause], -other)
    assert is_entailed_beside(theory, status, [clause], -other, {row_2: row_1})
    assert not is_entailed_beside(theory, status, [clause], other, {row_2: row_1})
    both = {theory.variable_of(4, 1): row_2}
    status[row_1] = 0
    # Twice in a clause that has one true member: neither is true.
    assert is_entailed_beside(theory, status, [clause], -row_2, both)
    alone = [(theory.variable_of(7, 1),)]
    assert is_entailed_beside(theory, status, [clause], -row_2, {}, alone)


# -- Random boards --------------------------------------------------------------------------------

KINDS = (
    "palindrome", "arrow", "whisper:2", "renban", "thermometer", "clone", "zipper",
    "killer", "difference:1",
)  # fmt: skip


def random_board(seed: int) -> Position | None:
    """A small board with rules and a few givens of one of its solutions; None if it has none."""
    chosen = random.Random(seed)
    cells = [f"r{r}c{c}" for r, c in product(range(1, 5), repeat=2)]
    rules = []
    for _ in range(chosen.randint(2, 4)):
        kind = chosen.choice(KINDS)
        count = 2 if kind == "difference:1" else chosen.choice((2, 3, 4))
        if kind == "clone":
            count = chosen.choice((2, 4))
        if kind == "killer":
            kind = f"killer:{chosen.randint(4, 9)}"
            count = 3
        rules.append(f"{kind}:{','.join(chosen.sample(cells, count))}")
    name = "4x4+" + "+".join(rules)
    start = position_of("." * 16, name)
    solution = next(start.completions(), None)
    if solution is None:
        return None
    text = ["."] * 16
    for v in chosen.sample(sorted(start.theory.on_board(solution)), chosen.randint(0, 3)):
        cell, d = start.theory.cell_and_digit(v)
        text[cell] = str(d)
    return position_of("".join(text), name)


@pytest.mark.parametrize("seed", slow_but(range(80), *range(12)))
def test_every_step_holds_in_every_way_to_fill_the_board_and_its_judge_agrees(seed):
    position = random_board(seed)
    if position is None:
        return
    for name in (EQUAL, TRAVELLING):
        judge = judge_of(name)
        assert judge
        for step in steps_at(position, name):
            step.verify(position)
            for literal in step.literals:
                assert next(position.completions(-literal), None) is None
                assert judge(position, literal, ())


@pytest.mark.parametrize("seed", slow_but(range(80), *range(12)))
def test_the_judge_accepts_nothing_that_a_way_to_fill_the_board_has(seed):
    position = random_board(seed + 1000)
    if position is None:
        return
    judge = judge_of(TRAVELLING)
    assert judge
    for v in position.theory.board_range:
        if position.is_open(v) and next(position.completions(v), None):
            assert not judge(position, -v, ())
        assert not judge(position, v, ())


def test_the_judge_needs_the_rules():
    position, step = first(COLUMN_3)
    [literal] = step.literals
    judge = judge_of(EQUAL)
    assert judge and judge(position, literal, ())
    for name in ("6x6", "6x6+palindrome:r1c2,r5c1", "6x6+arrow:r1c2,r4c1,r4c3"):
        assert not judge(at((name, COLUMN_3[1])), literal, ())
    position, step = first(CORNERS, TRAVELLING)
    [literal] = step.literals
    assert not judge(position, literal, ())
    other = judge_of(TRAVELLING)
    assert other and other(position, literal, ())
    fewer = CORNERS[0].rpartition("+")[0]
    assert not other(at((fewer, CORNERS[1])), literal, ())


def test_the_judge_keeps_apart_and_makes_equal_no_more_than_the_rules_do():
    """Both cells of the arrow may be 1; r1c9 is one more than r2c7."""
    shaft = at(("4x4+arrow:r4c4,r1c1,r2c3", "...........1...."))
    more = at(("9x9+killer:19:r1c1-r1c5+killer:25:r1c6-r1c8,r2c7", CAGES[1]))
    judge = judge_of(EQUAL)
    assert judge
    assert not judge(shaft, -shaft.theory.variable_of(0, 1), ())
    assert not judge(more, -more.theory.variable_of(15, 4), ())


# -- What rules say of two cells ------------------------------------------------------------------

RULES = (
    "whisper:2:r1c1,r2c3,r4c2", "thermometer:r1c1,r2c3,r4c2,r3c4", "arrow:r1c1,r2c3,r4c2",
    "palindrome:r1c1,r2c3,r4c2", "clone:r1c1,r4c2", "arrow:r1c1,r2c3", "zipper:r1c1,r2c3,r4c2",
    "difference:1:r1c1,r2c3", "greater:r1c1,r2c3", "sum:7:r1c1,r2c3,r4c2",
)  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_two_cells_differ_or_are_equal_by_a_rule_just_if_all_its_ways_say_so(rule):
    layout = Layout.named(f"4x4+{rule}")
    [constraint] = layout.constraints
    assert isinstance(constraint, Constraint)
    forms = [*forms_of(constraint, layout)]
    cells = sorted(set(constraint.cells))
    ways = []
    for digits in product(layout.digits, repeat=len(cells)):
        held = [0] * layout.cell_count
        for cell, d in zip(cells, digits, strict=True):
            held[cell] = d
        if all(holds(form, held) for form in forms):
            ways.append(dict(zip(cells, digits, strict=True)))
    equal = equal_by_rules(layout)
    apart = apart_by_rules(layout)
    for one, other in product(cells, cells):
        if one >= other:
            continue
        both = {way[one] for way in ways if way[one] == way[other]}
        never = sum(1 << d for d in layout.digits if d not in both)
        assert apart.get((one, other), (0, 0))[0] == never
        assert apart.get((other, one), (0, 0))[0] == never
        assert ((one, other) in equal) == all(way[one] == way[other] for way in ways)
