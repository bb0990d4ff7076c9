"""Equations over houses and rules, and chains through rules."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

import satdoku
from satdoku.constraints.equations import sum_balances
from satdoku.constraints.linear import linear_rows, telling_sets
from satdoku.inference.balance_check import follows_by_equation
from satdoku.inference.entailment import StepError
from satdoku.layout import Layout
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.technique_checks.table import judge_of
from tests.marks import slow_but
from tests.reading.equations import faults_of

SUMS, COUNTS, CHAIN = "rule of 45 with rules", "set equivalence with rules", "chain through rules"
SEVERAL = "rule of 45 with several cells"
KINDS = (
    "arrow", "palindrome", "difference:1", "pair-sum:5", "whisper:2", "renban", "thermometer",
    "zipper", "same-values",
)  # fmt: skip


def empty(name: str):
    layout = Layout.named(name)
    return position_of("." * layout.cell_count, name)


def denied(position, step) -> set[str]:
    return {position.theory.variable_name(v) for v in step.denied}


def test_two_arrows_and_a_cage_leave_an_even_digit():
    """Twice each circle and 17 and r1c9 are 45."""
    position = empty("9x9+arrow:r1c1-r1c3+arrow:r1c4-r1c6+killer:17:r1c7,r1c8")
    gone = set().union(*(denied(position, step) for step in steps_at(position, SUMS)))
    assert {f"({d})r1c9" for d in (1, 3, 5, 7, 9)} <= gone


def test_the_segments_of_a_region_sum_line_that_fill_a_box_are_15_each():
    name = "9x9+region-sum-line:r3c1-r6c1,r6c2-r4c2,r4c3-r6c3,r7c3,r8c3"
    position = empty(name)
    said = [sentence(position.theory, step) for step in steps_at(position, SUMS)]
    assert any("box 4" in text.lower() and "= 45" in text for text in said)


def test_lines_of_seven_consecutive_digits_send_the_digits_between_to_the_diagonal():
    """Each corner box has two of 1, 2, 8, 9 on the diagonal; so the middle box has none there."""
    corners = "r1c4,r1c3,r1c2,r2c1,r3c1,r3c2,r2c3", "r9c6,r9c7,r9c8,r8c9,r7c9,r7c8,r8c7"
    name = f"9x9+diagonal+renban:{corners[0]}+renban:{corners[1]}"
    position = empty(name)
    gone = set().union(*(denied(position, step) for step in steps_at(position, COUNTS)))
    assert {f"({d}){cell}" for d in (1, 2, 8, 9) for cell in ("r4c4", "r5c5", "r6c6")} <= gone


def test_a_row_of_whispers_leaves_5_to_its_last_cell():
    position = empty("9x9+whisper:5:r1c1-r1c4+whisper:5:r1c5-r1c8")
    first, second, *_ = steps_at(position, COUNTS)
    assert denied(position, first) == {f"({d})r1c9" for d in (6, 7, 8, 9)}
    assert [position.theory.variable_name(v) for v in second.asserted] == ["(5)r1c9"]


def must_hold_step():
    """Return a position whose cells r123c1 make 23, as 6 + 8 + 9, and the step that says so."""
    position = empty("9x9+killer:22:r1c2,r1c3,r2c2,r2c3,r3c2,r3c3")
    first = next(steps_at(position, SUMS))
    position.take(first.asserted, first.denied)
    [step] = [step for step in steps_at(position, SUMS) if "must hold" in step.reason]
    return position, step


def test_a_digit_that_cells_must_hold_for_a_sum_goes_from_what_sees_them():
    position, step = must_hold_step()
    assert denied(position, step) == {f"({d})r{r}c1" for d in (6, 8, 9) for r in range(4, 10)}
    assert "r123c1 must hold 6, 8 and 9" in sentence(position.theory, step)
    judge = judge_of(SUMS)
    assert judge
    assert all(judge(position, literal, frozenset()) for literal in step.literals)
    assert not judge(position, -position.theory.variable(4, 1, 7), frozenset())


def test_a_digit_does_not_go_where_the_clauses_named_do_not_reach():
    position, step = must_hold_step()
    step.verify(position)
    v = step.denied[0]
    fewer = tuple(c for c in step.links if v not in position.theory.members[c])
    with pytest.raises(StepError, match="may be"):
        replace(step, links=fewer).verify(position)


def test_the_cell_that_sees_where_a_digit_must_be_may_be_one_of_the_equation():
    """r13c9 must hold 9, so r1c8, which is in the sum, too, does not."""
    lines = (Path(__file__).parents[3] / "docs" / "gallery.txt").read_text().splitlines()
    [layout] = [line.split(" ")[1] for line in lines if line.startswith("ratio ")]
    board = "4.8...2..17...2....32.7.....5......2.81.....4.2.748..13.9...41..17.539.6.45.61.23"
    position = position_of(board, layout)
    v = position.theory.variable(1, 8, 9)
    steps = [step for step in steps_at(position, COUNTS) if v in step.denied]
    assert steps
    judge = judge_of(COUNTS)
    assert judge and judge(position, -v, frozenset())
    for step in steps:
        step.verify(position)
        fewer = tuple(c for c in step.links if v not in position.theory.members[c])
        with pytest.raises(StepError, match="may be"):
            replace(step, links=fewer).verify(position)


def test_cells_of_a_rule_that_hold_each_digit_are_compared_with_a_row():
    """The cells are row 1 without r1c9, and r2c9: so these two hold the same digit."""
    name = "9x9+distinct:r1c1-r1c8,r2c9"
    layout = Layout.named(name)
    assert any(
        not balance.rules and {cell for cell, _ in balance.weights} == {8, 17}
        for balance in sum_balances(layout)
    )


def test_a_sentence_says_its_premises_and_what_is_left():
    position = empty("4x4+arrow:r1c4,r1c1,r1c2")
    said = sentence(position.theory, next(steps_at(position, SUMS)))
    assert said.startswith("Row 1 sums to 10; arrow r1c41,r1c2: r1c1 + r1c2 - r1c4 = 0; together ")
    assert "r1c3 + 2 r1c4 = 10" in said


def test_an_explanation_uses_equations_and_verifies_them():
    found = satdoku.explain(
        "." * 81, layout="9x9+arrow:r1c1-r1c3+arrow:r1c4-r1c6+killer:17:r1c7,r1c8"
    )
    assert SEVERAL in {step.name for step in found.steps}
    left_out = satdoku.explain(
        "." * 81,
        layout="9x9+arrow:r1c1-r1c3+arrow:r1c4-r1c6+killer:17:r1c7,r1c8",
        without=SUMS,
        until=12,
    )
    assert SUMS not in {step.name for step in left_out.steps}


def test_the_judge_refuses_an_equation_that_does_not_add_up():
    position = empty("4x4+arrow:r1c4,r1c1,r1c2")
    step = next(steps_at(position, SUMS))
    step.verify(position)
    equation = step.equation
    assert equation
    (row, times), *others = equation.rules
    wrong = replace(equation, rules=((replace(row, total=1), times), *others))
    with pytest.raises(StepError, match="may be"):
        replace(step, equation=wrong).verify(position)
    fewer = replace(equation, added=())
    assert not follows_by_equation(
        position.theory, position.status, fewer, step.links, -step.denied[0]
    )


def test_what_rules_say_is_what_each_of_their_ways_says():
    layout = Layout.named("9x9+renban:r1c1-r1c7+whisper:5:r2c1,r2c2")
    assert frozenset({3, 4, 5, 6, 7}) in telling_sets(layout)
    worths = tuple(int(d in (3, 4, 5, 6, 7)) for d in range(1, 10))
    [row] = linear_rows(layout, worths)
    assert (row.rule, row.total, len(row.weights)) == (0, 5, 7)
    high = tuple(int(d > 5) for d in range(1, 10))
    assert [(row.rule, row.total) for row in linear_rows(layout, high)] == [(1, 1)]


def random_rules(chance: random.Random) -> str:
    """Return a 4x4 board with one to three random rules along lines."""
    name = "4x4"
    for _ in range(chance.randint(1, 3)):
        cells = [divmod(chance.randrange(16), 4)]
        wanted = chance.choice((2, 3, 3, 4))
        for _ in range(40):
            r = cells[-1][0] + chance.choice((-1, 0, 1))
            c = cells[-1][1] + chance.choice((-1, 0, 1))
            if len(cells) < wanted and 0 <= r < 4 and 0 <= c < 4 and (r, c) not in cells:
                cells.append((r, c))
        kind = chance.choice(KINDS)
        name += f"+{kind}:" + ",".join(f"r{r + 1}c{c + 1}" for r, c in cells)
    return name


@pytest.mark.parametrize("seed", range(40, 52))
def test_steps_hold_in_every_solution_and_their_judges_agree(seed: int):
    try:
        position = empty(random_rules(random.Random(seed)))
    except satdoku.SatdokuError:
        return  # rules that some kinds refuse
    solutions = [set(one) for one in position.completions()]
    for name in (SUMS, COUNTS, CHAIN):
        judge = judge_of(name)
        assert judge
        for step in steps_at(position, name):
            step.verify(position)
            assert not any(solution & set(step.denied) for solution in solutions)
            assert all(judge(position, literal, ()) for literal in step.literals)


@pytest.mark.parametrize("kind", ["modular", "entropic"])
def test_neighbours_on_a_line_of_classes_hold_one_digit_of_each(kind):
    """Six cells of a row have two of each class; so the other three have one of each."""
    name = f"9x9+{kind}:r1c1-r1c6"
    layout = Layout.named(name)
    low = {"modular": {1, 4, 7}, "entropic": {1, 2, 3}}[kind]
    worths = tuple(int(d in low) for d in layout.digits)
    rows = linear_rows(layout, worths)
    assert ((0, 1), (1, 1), (2, 1)) in [row.weights for row in rows]
    assert {row.total for row in rows} == {1}
    assert not linear_rows(layout, (1, 0, 0, 0, 0, 0, 0, 0, 0))
    position = position_of("......1.." + "." * 72, name)
    gone = set()
    for step in steps_at(position, COUNTS):
        step.verify(position)
        gone |= denied(position, step)
    assert {f"({d})r1c8" for d in low - {1}} <= gone


def test_pairs_that_are_no_classes_say_nothing_together():
    layout = Layout.named("9x9+nabner:r1c1-r1c4")
    for digit in layout.digits:
        worths = tuple(int(d == digit) for d in layout.digits)
        assert not linear_rows(layout, worths)


def test_what_pairs_do_not_say_together_is_refused():
    layout = Layout.named("9x9+modular:r1c1-r1c6")
    position = position_of("......1.." + "." * 72, layout.name)
    step = next(steps_at(position, COUNTS))
    equation = step.equation
    assert equation is not None
    (row, times), *rest = equation.rules
    wrong = replace(equation, rules=((replace(row, total=0), times), *rest))
    v = step.denied[0]
    theory = position.theory
    assert follows_by_equation(theory, position.status, equation, step.clauses, -v)
    assert not follows_by_equation(theory, position.status, wrong, step.clauses, -v)


def test_set_equivalence_is_used_unasked_on_boards_with_rules():
    text = ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."
    puzzle = satdoku.parse(text, "9x9+killer:r1c1,r1c3")
    names = [step.name for step in satdoku.explain(puzzle).steps]
    assert "set equivalence" in names
    without = satdoku.explain(puzzle, without="set equivalence")
    assert without.outcome == "solved"
    assert "set equivalence" not in [step.name for step in without.steps]


@pytest.mark.parametrize("seed", slow_but([*range(60), 152], 6, 10, 16, 37))
def test_a_sentence_is_all_that_is_needed_to_add_up_and_conclude(seed: int):
    try:
        position = empty(random_rules(random.Random(seed)))
    except satdoku.SatdokuError:
        return  # rules that some kinds refuse
    for name in (SUMS, COUNTS):
        for step in steps_at(position, name):
            said = sentence(position.theory, step)
            assert not faults_of(position, said, step.literals)


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("sums to 10", "sums to 11"),
        ("r1c1 + r1c2 - r1c4 = 0", "r1c1 - r1c4 = 0"),
        ("r1c3 + 2 r1c4 = 10", "r1c3 + r1c4 = 5"),
        ("r1c1 + r1c2 - r1c4 = 0; ", ""),
        ("row 1", "row 2"),
    ],
)
def test_the_reader_of_equations_knows_a_false_one(said: str, made: str):
    position = empty("4x4+arrow:r1c4,r1c1,r1c2")
    step = next(steps_at(position, SUMS))
    text = sentence(position.theory, step).replace("Row 1", "row 1")
    assert said in text and not faults_of(position, text, step.literals)
    assert faults_of(position, text.replace(said, made), step.literals)
